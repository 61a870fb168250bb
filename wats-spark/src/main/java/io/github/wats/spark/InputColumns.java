package io.github.wats.spark;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeInputs;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Logits;
import java.util.ArrayList;
import java.util.List;
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

  /**
   * The nodes with what a recipe reads of them, where that is missing: features, degrees, and the
   * columns of a recipe that has rounds.
   */
  static Dataset<?> attach(Dataset<?> nodes, GraphStage<?> stage, NodeInputs recipe) {
    Dataset<?> complete = GraphWavelets.added(nodes, stage, recipe);
    if (recipe.rounds().isEmpty()) {
      return complete;
    }
    try (GraphBlocks graph = GraphBlocks.of(complete, stage)) {
      String degree = NAME + "_degree";
      StructField array = GraphBlocks.array(NAME, Metadata.empty());
      return graph
          .attach("inputs of the calibrator", degree, array, recipe, graph.table().classCount())
          .drop(degree);
    }
  }

  /** The columns to select beside the logits, in the order of {@link #data}. */
  static List<Column> of(StructType schema, GraphStage<?> stage, NodeInputs recipe) {
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
    int classes = logits[0].length;
    int stride = BlockNodes.width(recipe, classes); // the labels are 0: unknown
    int wanted = stride - classes - 1;
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
}
