package io.github.wats.spark;

import static org.apache.spark.sql.functions.*;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.internal.NeighborMeans;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;

/** Adds what the ridge needs of the neighbors of each node: products on the blocks of a graph. */
final class NeighborColumns {
  /** The array of {@link NeighborMeans} of a node. */
  static final String NAME = "wats_neighbors";

  private NeighborColumns() {}

  /** For a fit: labels are used if the calibrator may and a training label is known. */
  static Dataset<Row> attach(
      Dataset<?> nodes, EdgeColumns<?> stage, Calibrator<?> calibrator, double temperature) {
    NodeTable table = new NodeTable(nodes, stage);
    Object use = Methods.of(calibrator).settings(calibrator).get("neighbor-labels");
    Column known = table.split().equalTo(NodeTable.TRAIN).and(table.label().geq(0));
    boolean labels = "use".equals(use) && !nodes.filter(known).isEmpty();
    return attach(nodes, stage, new NeighborMeans(table.classCount(), temperature, labels));
  }

  /** For a fitted ridge. */
  static Dataset<Row> attach(Dataset<?> nodes, EdgeColumns<?> stage, CalibratorState fitted) {
    int classes = new NodeTable(nodes, stage).classCount();
    boolean labels = fitted.arrays().containsKey("labels");
    return attach(nodes, stage, new NeighborMeans(classes, fitted.positive("temperature"), labels));
  }

  private static Dataset<Row> attach(Dataset<?> nodes, EdgeColumns<?> stage, NeighborMeans means) {
    try (GraphBlocks graph = GraphBlocks.of(nodes, stage)) {
      JavaRDD<int[]> degrees = graph.blocks().map(Block::degrees);
      Dataset<Row> rows = rows(graph.code(), new NodeTable(nodes, stage), means);
      JavaRDD<double[]> first =
          graph.held(graph.values(rows, means.classes() + 1).map(means::first));
      JavaRDD<double[]> once = graph.held(graph.means(first, means.firstWidth()));
      JavaRDD<double[]> second =
          graph.held(degrees.zip(once).map(pair -> means.second(pair._1(), pair._2())));
      JavaRDD<double[]> result =
          degrees
              .zip(first)
              .zip(once.zip(graph.means(second, means.secondWidth())))
              .map(all -> means.result(all._1()._1(), all._1()._2(), all._2()._1(), all._2()._2()));
      String degree = NAME + "_degree";
      return graph
          .attach(
              "means over neighbors",
              degree,
              GraphBlocks.array(NAME, Metadata.empty()),
              result,
              means.width())
          .drop(degree);
    }
  }

  /** (code, logits, c + 1 for a training and −(c + 1) for a validation node of class c). */
  private static Dataset<Row> rows(Column code, NodeTable table, NeighborMeans means) {
    List<Column> columns = new ArrayList<>(List.of(code));
    for (int c = 0; c < means.classes(); c++) {
      columns.add(table.logits().getItem(c));
    }
    Column label = lit(0);
    if (means.labels() && table.hasLabels()) {
      Column next = table.label().plus(1);
      label =
          when(table.split().equalTo(NodeTable.TRAIN), next)
              .when(table.split().equalTo(NodeTable.VALIDATION), next.multiply(-1))
              .otherwise(0);
    }
    columns.add(label.cast(DataTypes.DoubleType));
    return table.select(columns);
  }
}
