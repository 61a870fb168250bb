package io.github.wats.spark;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.internal.NeighborAgreement;
import io.github.wats.calibration.internal.NeighborMeans;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;

/** Adds what ridge and hots need of the neighbors of each node: products on blocks of a graph. */
final class NeighborColumns {
  /** An array for each node, the means of {@code GraphFeatures.Neighborhoods}. */
  static final String NAME = "wats_neighbors";

  private NeighborColumns() {}

  /** For a fit: the ridge uses labels if it may and a training label is known, hots always. */
  static Dataset<Row> attach(
      Dataset<?> nodes, EdgeColumns<?> stage, Calibrator<?> calibrator, double temperature) {
    NodeTable table = new NodeTable(nodes, stage);
    Object use = Methods.of(calibrator).settings(calibrator).get("neighbor-labels");
    Column known = table.split().equalTo(NodeTable.TRAIN).and(table.label().geq(0));
    boolean isHots = SparkMethods.isHots(calibrator);
    boolean labels = isHots || ("use".equals(use) && !nodes.filter(known).isEmpty());
    return attach(nodes, stage, isHots, temperature, labels);
  }

  /** For a fitted calibrator. */
  static Dataset<Row> attach(Dataset<?> nodes, EdgeColumns<?> stage, CalibratorState fitted) {
    boolean isHots = SparkMethods.isHots(fitted.report().calibrator());
    boolean labels = isHots || fitted.arrays().containsKey("labels");
    return attach(nodes, stage, isHots, fitted.positive("temperature"), labels);
  }

  private static Dataset<Row> attach(
      Dataset<?> nodes, EdgeColumns<?> stage, boolean isHots, double temperature, boolean labels) {
    try (GraphBlocks graph = GraphBlocks.of(nodes, stage)) {
      int classes = graph.table().classCount();
      JavaRDD<double[]> given = graph.values(rows(graph, classes, labels), classes + 1);
      NeighborMeans means = new NeighborMeans(classes, temperature, labels);
      JavaRDD<double[]> result =
          isHots
              ? homophily(graph, graph.held(given), new NeighborAgreement(classes, temperature))
              : means(graph, given, means);
      String degree = NAME + "_degree";
      StructField array = GraphBlocks.array(NAME, Metadata.empty());
      return graph
          .attach("means over neighbors", degree, array, result, isHots ? 1 : means.width())
          .drop(degree);
    }
  }

  private static JavaRDD<double[]> homophily(
      GraphBlocks graph, JavaRDD<double[]> given, NeighborAgreement hots) {
    JavaRDD<double[]> once = graph.means(given.map(hots::beliefs), hots.classes());
    return graph
        .blocks()
        .zip(given.zip(once))
        .map(all -> hots.homophily(all._1().degrees(), all._2()._1(), all._2()._2()));
  }

  private static JavaRDD<double[]> means(
      GraphBlocks graph, JavaRDD<double[]> given, NeighborMeans ridge) {
    JavaRDD<int[]> degrees = graph.blocks().map(Block::degrees);
    JavaRDD<double[]> first = graph.held(given.map(ridge::first));
    JavaRDD<double[]> once = graph.held(graph.means(first, ridge.firstWidth()));
    JavaRDD<double[]> second =
        graph.held(degrees.zip(once).map(pair -> ridge.second(pair._1(), pair._2())));
    return degrees
        .zip(first)
        .zip(once.zip(graph.means(second, ridge.secondWidth())))
        .map(all -> ridge.result(all._1()._1(), all._1()._2(), all._2()._1(), all._2()._2()));
  }

  /** (code, logits, c + 1 for a training and −(c + 1) for a validation node of class c). */
  private static Dataset<Row> rows(GraphBlocks graph, int classes, boolean labels) {
    NodeTable table = graph.table();
    List<Column> columns = new ArrayList<>(List.of(graph.keys().code(table.id())));
    for (int c = 0; c < classes; c++) {
      columns.add(table.logits().getItem(c));
    }
    Column label = functions.lit(0);
    if (labels && table.hasLabels()) {
      Column next = table.label().plus(1);
      label =
          functions
              .when(table.split().equalTo(NodeTable.TRAIN), next)
              .when(table.split().equalTo(NodeTable.VALIDATION), next.multiply(-1))
              .otherwise(0);
    }
    columns.add(label.cast("double"));
    return table.rows().select(columns.toArray(Column[]::new));
  }
}
