package io.github.wats.calibration.ridge;

import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.calibration.ridge.Layout.Scaling;
import io.github.wats.features.NodeColumns;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.NodeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * One fit of a model on the validation nodes.
 *
 * @param losses mean cross-entropy after each Newton step
 * @param temperatureNotes on the temperature of all nodes
 * @param notes on the model
 */
record RidgeFit(
    RidgeModel model,
    CalibrationRows rows,
    List<Double> losses,
    boolean converged,
    List<String> temperatureNotes,
    List<String> notes) {
  /** With fewer validation nodes than this, the fit is temperature scaling. */
  static final int FEWEST_NODES = 30;

  /**
   * Fits a model of this layout.
   *
   * @param columns those of {@link RidgeInputs} at T0, computed if there are enough nodes
   */
  static RidgeFit of(CalibrationRows rows, Layout layout, DoubleFunction<NodeColumns> columns) {
    TemperatureSolver.Solution whole = TemperatureSolver.solve(rows);
    int count = rows.nodes().size();
    if (count < FEWEST_NODES) {
      String reason = "fewer than %s validation nodes (%s)".formatted(FEWEST_NODES, count);
      return fallback(rows, layout, whole, reason);
    }
    double temperature = whole.temperature();
    Design design = Design.of(layout, columns.apply(temperature), rows, temperature);
    Optional<Evidence.Result> found = Evidence.fit(design);
    if (found.isEmpty()) {
      return fallback(rows, layout, whole, "the logits are too large to solve in double precision");
    }
    Evidence.Result result = found.get();
    RidgeModel model = new RidgeModel(layout, temperature, design.scaling, result.x());
    String unsettled =
        "the penalties had not converged after %s rounds, which is common and harmless"
            .formatted(result.rounds().size());
    List<String> notes = result.settled() ? List.of() : List.of(unsettled);
    return new RidgeFit(model, rows, result.meanLosses(), result.converged(), whole.notes(), notes);
  }

  private static RidgeFit fallback(
      CalibrationRows rows, Layout layout, TemperatureSolver.Solution whole, String reason) {
    RidgeModel model = RidgeModel.plain(layout, whole.temperature());
    List<String> notes = List.of(reason + ": fell back to temperature scaling");
    return new RidgeFit(model, rows, List.of(), true, whole.notes(), notes);
  }

  /** The report of a fit that ends now. */
  FitReport report(Calibrator<?> calibrator, long seed, String... labelNotes) {
    List<String> all = new ArrayList<>(temperatureNotes);
    all.addAll(List.of(labelNotes));
    all.addAll(notes);
    return rows.report(calibrator, seed, losses, converged, all);
  }

  /**
   * The validation nodes as input of the solver: n rows of u, of scaled columns, and the labels.
   *
   * @param u {@code z/T0}, centered over the classes (n × C)
   * @param node what multiplies u (n × K), the first column 1
   * @param added the class columns (n × C × M): those of one class side by side
   * @param labels the true classes (n)
   */
  record Design(
      Layout layout, Scaling scaling, double[] u, double[] node, double[] added, int[] labels) {
    static Design of(
        Layout layout, NodeColumns columns, CalibrationRows calibration, double temperature) {
      NodeSet nodes = calibration.nodes();
      int rows = nodes.size();
      int classes = layout.classCount();
      int stride = layout.nodeColumns();
      int addedStride = layout.classColumns() * classes;
      double[] u = new double[rows * classes];
      double[] node = new double[rows * stride];
      double[] added = new double[rows * addedStride];
      Rows.forEach(
          rows,
          40L * (u.length + node.length + added.length),
          (from, to) -> {
            ModelRows all =
                new ModelRows(calibration.data().logits(), columns, layout, temperature);
            for (int i = from; i < to; i++) {
              all.write(nodes.get(i), u, i * classes, node, i * stride, added, i * addedStride);
            }
          });
      Scaling scaling = layout.scalingOf(rows, node, added);
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
      return new Design(layout, scaling, u, node, added, calibration.labels().toArray());
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

    int rows() {
      return labels.length;
    }
  }
}
