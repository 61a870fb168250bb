package io.github.wats.calibration.ridge;

import io.github.wats.calibration.CalibrationRows;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.NodeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One fit of a model on the calibration nodes.
 *
 * @param model what was learnt
 * @param evidence how; empty where the fit fell back to temperature scaling
 * @param notes what a careful reader should know
 */
record RidgeFit(RidgeModel model, Optional<Evidence.Result> evidence, List<String> notes) {
  /** With fewer calibration nodes than this there is temperature scaling. */
  static final int FEWEST_NODES = 30;

  /** Fits a model of this layout; the columns are asked for only if there are nodes enough. */
  static RidgeFit of(
      CalibrationRows rows, Layout layout, double temperature, Supplier<Columns> columns) {
    int count = rows.nodes().size();
    RidgeModel plain = RidgeModel.plain(layout, temperature);
    if (count < FEWEST_NODES) {
      String note =
          "fewer than %d calibration nodes (%d): fell back to temperature scaling"
              .formatted(FEWEST_NODES, count);
      return new RidgeFit(plain, Optional.empty(), List.of(note));
    }
    Scaled scaled = Scaled.of(layout, columns.get(), rows);
    Optional<Evidence.Result> result = Evidence.fit(scaled.design());
    if (result.isEmpty()) {
      String note =
          "the logits are beyond what doubles can solve: fell back to temperature scaling";
      return new RidgeFit(plain, result, List.of(note));
    }
    List<String> notes = new ArrayList<>();
    if (!result.get().settled()) {
      notes.add(
          "the shrinkage of the groups was still moving after "
              + result.get().rounds().size()
              + " rounds, which is common and harmless");
    }
    RidgeModel model = new RidgeModel(layout, temperature, scaled.scaling(), result.get().x());
    return new RidgeFit(model, result, notes);
  }

  /** Mean cross-entropy after each Newton step. */
  List<Double> losses() {
    return evidence.map(Evidence.Result::meanLosses).orElse(List.of());
  }

  boolean converged() {
    return evidence.map(Evidence.Result::converged).orElse(true);
  }

  /** The solver's rows and the figures they were scaled with. */
  record Scaled(Design design, Scaling scaling) {
    static Scaled of(Layout layout, Columns columns, CalibrationRows calibration) {
      NodeSet nodes = calibration.nodes();
      int rows = nodes.size();
      int classes = layout.classCount();
      int stride = layout.nodeColumns();
      int addedStride = layout.classColumns() * classes;
      double[] u = new double[rows * classes];
      double[] node = new double[rows * stride];
      double[] added = new double[rows * addedStride];
      long work = 40L * (u.length + node.length + added.length);
      Rows.forEach(
          rows,
          work,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              columns.writeScores(nodes.get(i), u, i * classes);
              node[i * stride] = 1;
              columns.writeNode(nodes.get(i), node, i * stride + 1);
              columns.writeAdded(nodes.get(i), added, i * addedStride);
            }
          });
      Scaling scaling = Scaling.from(layout, rows, node, added);
      Rows.forEach(
          rows,
          4L * (node.length + added.length),
          (from, to) -> {
            double[] row = new double[addedStride];
            for (int i = from; i < to; i++) {
              scaling.scaleNodeInPlace(node, i * stride);
              scaling.scaleAddedInPlace(added, i * addedStride, classes);
              transpose(added, i * addedStride, row, classes);
            }
          });
      int[] labels = calibration.labels().toArray();
      return new Scaled(new Design(layout, u, node, added, labels), scaling);
    }

    /** Turns a row of columns (M × C) into (C × M) in place. */
    private static void transpose(double[] values, int start, double[] row, int classes) {
      System.arraycopy(values, start, row, 0, row.length);
      int columns = row.length / classes;
      for (int c = 0; c < classes; c++) {
        for (int m = 0; m < columns; m++) {
          values[start + c * columns + m] = row[m * classes + c];
        }
      }
    }
  }
}
