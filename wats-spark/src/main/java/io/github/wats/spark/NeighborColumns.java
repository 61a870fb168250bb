package io.github.wats.spark;

import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.ridge.WaveletRidge;
import io.github.wats.calibration.ridge.WaveletRidge.NeighborLabels;
import io.github.wats.internal.Softmax;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;

/**
 * What the ridge needs of the neighbors of each node: two products of {@code D⁻¹ A} with the
 * classes as columns. With {@code u = ctr(z / T0)} and {@code p = softmax(u)}, and the labels of
 * training and of validation nodes as rows with a 1, the first gives the means of all four over the
 * neighbors, the second those of the mean p and of the shares of labels.
 *
 * @param classes C
 * @param temperature T0
 * @param labels whether the means of labels are wanted
 */
record NeighborColumns(int classes, double temperature, boolean labels) implements Serializable {
  /** The array of the means of a node, as {@code GraphFeatures.Neighborhoods} has them. */
  static final String NAME = "wats_neighbors";

  /** For a fit: labels are used if the calibrator may and a training label is known. */
  static Dataset<Row> attach(
      Dataset<?> nodes, EdgeColumns<?> stage, Calibrator<?> calibrator, double temperature) {
    NodeTable table = new NodeTable(nodes, stage);
    Column known = table.split().equalTo(NodeTable.TRAIN).and(table.label().geq(0));
    boolean labels =
        ((WaveletRidge) calibrator).neighborLabels() == NeighborLabels.USE
            && !nodes.filter(known).isEmpty();
    return new NeighborColumns(table.classCount(), temperature, labels).attach(nodes, stage);
  }

  /** For a fitted ridge. */
  static Dataset<Row> attach(Dataset<?> nodes, EdgeColumns<?> stage, CalibratorState fitted) {
    return new NeighborColumns(
            new NodeTable(nodes, stage).classCount(),
            fitted.positive("temperature"),
            fitted.arrays().containsKey("labels"))
        .attach(nodes, stage);
  }

  private Dataset<Row> attach(Dataset<?> nodes, EdgeColumns<?> stage) {
    try (GraphBlocks graph = GraphBlocks.of(nodes, stage)) {
      JavaRDD<double[]> given = graph.values(rows(graph, nodes, stage), classes + 1);
      JavaRDD<double[]> inputs = graph.held(given.map(this::inputs));
      JavaRDD<double[]> once = graph.held(graph.means(inputs, 4 * classes));
      JavaRDD<double[]> second =
          graph.held(graph.blocks().zip(once).map(pair -> secondInputs(pair._1(), pair._2())));
      JavaRDD<double[]> twice = graph.means(second, 2 * classes + 1);
      int width = (labels ? 6 : 3) * classes;
      JavaRDD<double[]> means =
          graph
              .blocks()
              .zip(inputs)
              .zip(once.zip(twice))
              .map(all -> means(all._1()._1(), all._1()._2(), all._2()._1(), all._2()._2(), width));
      return graph
          .attach(
              "sums over neighbors, 2 rounds",
              NAME + "_degree",
              GraphBlocks.array(NAME),
              means,
              width)
          .drop(NAME + "_degree");
    }
  }

  /** (code, logits, c + 1 for a training and −(c + 1) for a validation node of class c). */
  private Dataset<Row> rows(GraphBlocks graph, Dataset<?> nodes, EdgeColumns<?> stage) {
    NodeTable table = new NodeTable(nodes, stage);
    List<Column> columns = new ArrayList<>(List.of(graph.code()));
    for (int c = 0; c < classes; c++) {
      columns.add(table.logits().getItem(c));
    }
    boolean known =
        labels
            && TableColumn.has(nodes.schema(), stage.getLabelCol())
            && TableColumn.has(nodes.schema(), stage.getSplitCol());
    Column label = known ? table.label().plus(1) : lit(0L);
    Column signed =
        known
            ? when(table.split().equalTo(NodeTable.TRAIN), label)
                .when(table.split().equalTo(NodeTable.VALIDATION), label.multiply(-1))
                .otherwise(0L)
            : label;
    columns.add(signed.cast(DataTypes.DoubleType));
    return nodes.select(columns.toArray(Column[]::new));
  }

  /** Rows (p, u, training label, validation label) from (logits, code of the label). */
  private double[] inputs(double[] given) {
    int n = given.length / (classes + 1);
    double[] inputs = new double[Block.toArraySize(4L * n * classes)];
    for (int i = 0; i < n; i++) {
      int from = i * (classes + 1);
      int p = 4 * i * classes;
      int u = p + classes;
      double mean = Arrays.stream(given, from, from + classes).sum() / classes;
      for (int c = 0; c < classes; c++) {
        inputs[u + c] = (given[from + c] - mean) / temperature;
        inputs[p + c] = inputs[u + c];
      }
      Softmax.rowInPlace(inputs, p, classes);
      int label = (int) given[from + classes];
      if (label != 0) {
        inputs[u + (label > 0 ? 1 : 2) * classes + Math.abs(label) - 1] = 1;
      }
    }
    return inputs;
  }

  /** Rows (mean p, share of labels, 1/d). */
  private double[] secondInputs(Block block, double[] once) {
    int width = 2 * classes + 1;
    double[] second = new double[Block.toArraySize((long) block.nodeCount() * width)];
    for (int i = 0; i < block.nodeCount(); i++) {
      int from = 4 * i * classes;
      System.arraycopy(once, from, second, i * width, classes);
      if (block.degree(i) > 0) {
        for (int c = 0; c < classes; c++) {
          second[i * width + classes + c] =
              once[from + 2 * classes + c] + once[from + 3 * classes + c];
        }
        second[(i + 1) * width - 1] = 1.0 / block.degree(i);
      }
    }
    return second;
  }

  /**
   * Rows (mean p, mean of the mean p, mean u, label counts of both kinds, shares two steps away).
   */
  private double[] means(Block block, double[] inputs, double[] once, double[] twice, int width) {
    double[] means = new double[Block.toArraySize((long) block.nodeCount() * width)];
    for (int i = 0; i < block.nodeCount(); i++) {
      int from = 4 * i * classes;
      int second = i * (2 * classes + 1);
      int to = i * width;
      for (int c = 0; c < classes; c++) {
        means[to + c] = once[from + c];
        means[to + classes + c] = twice[second + c];
        means[to + 2 * classes + c] = once[from + classes + c];
        if (labels && block.degree(i) > 0) {
          int training = from + 2 * classes + c;
          int validation = training + classes;
          double own = inputs[training] + inputs[validation]; // each neighbor counts it once
          means[to + 3 * classes + c] = Math.rint(once[training] * block.degree(i));
          means[to + 4 * classes + c] = Math.rint(once[validation] * block.degree(i));
          means[to + 5 * classes + c] =
              twice[second + classes + c] - own * twice[second + 2 * classes];
        }
      }
    }
    return means;
  }
}
