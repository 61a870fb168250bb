package io.github.wats.spark;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeInputs;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Logits;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * What a calibrator reads of each node, as columns of a table: features and degree, or, for a
 * recipe with rounds, its own columns, which are computed on the blocks of the graph.
 */
final class InputColumns {
  private static final String NAME = "wats_inputs";

  private InputColumns() {}

  /** The nodes with the columns of a recipe that has rounds; others as they are. */
  static Dataset<?> attach(Dataset<?> nodes, EdgeColumns<?> stage, NodeInputs recipe) {
    if (recipe.rounds().isEmpty()) {
      return nodes;
    }
    try (GraphBlocks graph = GraphBlocks.of(nodes, stage)) {
      int classes = graph.table().classCount();
      int structural = structural(recipe);
      Dataset<Row> rows = rows(graph.table(), graph.keys(), stage, recipe, classes, structural);
      JavaRDD<double[]> values = graph.held(graph.values(rows, classes + 1 + structural));
      JavaRDD<BlockNodes> nodesOfBlocks =
          graph
              .blocks()
              .zip(values)
              .map(pair -> BlockNodes.of(recipe, classes, pair._1().degrees(), pair._2()));
      if (recipe.readsLabels()) {
        JavaRDD<double[]> counts =
            graph.held(graph.labelCounts(nodesOfBlocks.map(BlockNodes::labels), classes));
        nodesOfBlocks = nodesOfBlocks.zip(counts).map(pair -> pair._1().withCounts(pair._2()));
      }
      for (int r = 0; r < recipe.rounds().size(); r++) {
        int round = r;
        JavaRDD<double[]> own = graph.held(nodesOfBlocks.map(block -> block.written(round)));
        JavaRDD<double[]> means = graph.held(graph.means(own, recipe.rounds().get(r)));
        nodesOfBlocks =
            nodesOfBlocks
                .zip(own.zip(means))
                .map(pair -> pair._1().withRound(pair._2()._1(), pair._2()._2()));
      }
      String degree = NAME + "_degree";
      StructField array = GraphBlocks.array(NAME, Metadata.empty());
      JavaRDD<double[]> columns = nodesOfBlocks.map(BlockNodes::columns);
      return graph
          .attach("inputs of the calibrator", degree, array, columns, recipe.width())
          .drop(degree);
    }
  }

  /** (code, logits, label as {@code NodeView} has it, structural features). */
  private static Dataset<Row> rows(
      NodeTable table,
      NodeKeys keys,
      EdgeColumns<?> stage,
      NodeInputs recipe,
      int classes,
      int structural) {
    List<Column> columns = new ArrayList<>(List.of(keys.code(table.id())));
    for (int c = 0; c < classes; c++) {
      columns.add(table.logits().getItem(c));
    }
    Column label = functions.lit(0);
    if (recipe.readsLabels() && table.hasLabels()) {
      Column next = table.label().plus(1);
      label =
          functions
              .when(table.split().equalTo(NodeTable.TRAIN), next)
              .when(table.split().equalTo(NodeTable.VALIDATION), next.multiply(-1))
              .otherwise(0);
    }
    columns.add(label.cast("double"));
    for (int k = 0; k < structural; k++) {
      String name = TableColumn.FEATURES.in(stage);
      columns.add(NodeTable.numbers(table.rows().schema(), name).getItem(k));
    }
    return table.rows().select(columns.toArray(Column[]::new));
  }

  /** The columns to select beside the logits, in the order of {@link #data}. */
  static List<Column> of(StructType schema, EdgeColumns<?> stage, NodeInputs recipe) {
    if (!recipe.rounds().isEmpty()) {
      return List.of(NodeTable.quoted(NAME));
    }
    List<Column> inputs = new ArrayList<>();
    if (recipe.structure().isPresent()) {
      inputs.add(NodeTable.numbers(schema, TableColumn.FEATURES.in(stage)));
    }
    if (recipe.readsDegree()) {
      TableColumn.DEGREE.check(schema, stage);
      inputs.add(functions.array(stage.column("degreeCol").cast("double")));
    }
    return inputs;
  }

  /**
   * Rows as data.
   *
   * @param place where the columns of {@link #of} begin in a row
   */
  static CalibrationData data(
      List<Row> rows, double[][] logits, NodeInputs recipe, int place, int[] trainingCounts) {
    int width = recipe.width();
    double[] values = new double[Math.multiplyExact(rows.size(), width)];
    if (recipe.rounds().isEmpty()) {
      values = columns(rows, logits, recipe, place);
    } else {
      for (int i = 0; i < rows.size(); i++) {
        double[] row = CalibratedRows.numbers(rows.get(i), place);
        System.arraycopy(row, 0, values, i * width, width);
      }
    }
    NodeColumns columns = NodeColumns.ofRows(rows.size(), width, values);
    return CalibrationData.ofInputs(
        Logits.of(logits), new CalibrationData.Inputs(recipe, columns, trainingCounts));
  }

  /** The columns of a recipe without rounds, which needs no graph: the rows are a block. */
  private static double[] columns(List<Row> rows, double[][] logits, NodeInputs recipe, int place) {
    int wanted = structural(recipe);
    int classes = logits[0].length;
    int stride = classes + 1 + wanted; // the labels are 0: unknown
    double[] values = new double[Math.multiplyExact(rows.size(), stride)];
    int[] degrees = new int[rows.size()];
    for (int i = 0; i < degrees.length; i++) {
      System.arraycopy(logits[i], 0, values, i * stride, classes);
      if (wanted > 0) {
        double[] features = CalibratedRows.numbers(rows.get(i), place);
        String rule = "rows must have %d features each, got %d";
        Check.argument(features.length == wanted, rule, wanted, features.length);
        System.arraycopy(features, 0, values, i * stride + classes + 1, wanted);
      }
      if (recipe.readsDegree()) {
        degrees[i] = (int) CalibratedRows.numbers(rows.get(i), place + Math.min(1, wanted))[0];
      }
    }
    return BlockNodes.of(recipe, classes, degrees, values).columns();
  }

  /** The number of structural features. */
  private static int structural(NodeInputs recipe) {
    return recipe.structure().map(NodeInputs.Structure::width).orElse(0);
  }
}
