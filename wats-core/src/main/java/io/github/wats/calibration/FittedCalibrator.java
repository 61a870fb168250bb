package io.github.wats.calibration;

import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeInputs;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Logits;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * A fitted calibrator. Immutable. Java serialization is only for sending it between processes of
 * the same version; files hold the {@link CalibratorState}.
 */
public interface FittedCalibrator extends Serializable {
  /**
   * Calibrates all nodes. Labels of test nodes have no effect; those of other nodes only on another
   * graph than that of the fit, where the calibrator was fitted to use the labels of neighbors.
   *
   * <p>Refuses logits of another number of classes than that of the fit; notes what is unusual
   * about the data.
   */
  default Calibration calibrate(CalibrationData data) {
    int classes = report().classCount();
    Check.argument(
        classes == data.classCount() || classes == FitReport.UNKNOWN_CLASSES,
        "this calibrator was fitted on %d classes, got logits of %d",
        classes,
        data.classCount());
    Optional<Method> method = Methods.find(report().calibrator());
    return compute(data)
        .withNotes(notes(data))
        .withNotes(method.map(registered -> registered.notes(data)).orElse(List.of()));
  }

  /**
   * What this calibrator reads of each node besides its logits; empty if it reads the whole graph.
   */
  default Optional<NodeInputs> inputs() {
    return report().calibrator().inputs(report().classCount(), 1, false);
  }

  /**
   * Calibrates nodes from their logits and inputs alone. Calibrators that read the whole graph
   * override {@link #compute} instead.
   *
   * @param columns those of {@link #inputs}
   */
  default Calibration apply(Logits logits, NodeColumns columns) {
    throw new UnsupportedOperationException(method() + " reads the whole graph");
  }

  /** The columns of {@link #inputs} for all nodes. */
  default NodeColumns columns(CalibrationData data) {
    return data.columns(inputs().orElseThrow(), KnownLabels.NONE);
  }

  /** What {@link #calibrate} gives for data with the classes of the fit. */
  default Calibration compute(CalibrationData data) {
    return apply(data.logits(), columns(data));
  }

  /**
   * This model as formulas for files in other formats; empty if it has none. Each line sets a name
   * to an expression of ONNX operators. Inputs are {@code logits} (N × C) and, if there are any,
   * {@code features} (N × columns of {@link #inputs}); other words are arrays of {@link #state},
   * and {@code range} is 0 … C − 1. The last line sets {@code T} (N × 1) or {@code p} (N × C).
   */
  default Optional<String> formula() {
    return Optional.empty();
  }

  /**
   * Of two classes with the logits (0, z), and calibrators that read z alone: a, b and c in {@code
   * P(class 1) = sigmoid(a ln p − b ln(1 − p) + c)}, {@code p = sigmoid(z)}; empty if it is not of
   * this form.
   */
  default Optional<double[]> betaMap() {
    return Optional.empty();
  }

  /** Remarks on how data are calibrated. */
  default List<String> notes(CalibrationData data) {
    return List.of();
  }

  /** The hyperparameters and how the fit went. */
  FitReport report();

  /** The registered name of the method that calibrates; for a choice of methods the chosen one. */
  default String method() {
    return report().method();
  }

  /**
   * Everything needed to rebuild this calibrator with {@link Methods#restore}. By default the
   * numbers and arrays among the components of this record; any other class overrides this.
   */
  default CalibratorState state() {
    if (this instanceof Record fitted) {
      return CalibratorState.of(report(), CalibratorState.arraysOf(fitted));
    }
    throw new UnsupportedOperationException(
        getClass().getName() + " must be a record or override state() to be stored");
  }

  /**
   * Why this calibrator cannot be applied to another graph than that of the fit; empty if it can.
   */
  default Optional<String> transductiveReason() {
    return Optional.empty();
  }

  /**
   * Why predictions for these data are made from other inputs than at the fit, so that a bound that
   * was established there does not hold; empty if they are not.
   */
  default Optional<String> otherInputs(CalibrationData data) {
    return Optional.empty();
  }
}
