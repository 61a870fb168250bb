package io.github.wats.calibration;

import io.github.wats.internal.Check;
import io.github.wats.matrix.DenseMatrix;
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
   * <p>Refuses logits of another number of classes than that of the fit, and a calibrator that does
   * not say that number; notes what is unusual about the data.
   */
  default Calibration calibrate(CalibrationData data) {
    int classes = report().requireClassCount();
    Check.argument(
        classes == data.classCount() || classes == FitReport.UNKNOWN_CLASSES,
        "this calibrator was fitted on %d classes, got logits of %d",
        classes,
        data.classCount());
    Optional<Method> method = Methods.find(report().calibrator());
    return compute(data).withNotes(method.map(known -> known.notes(data)).orElse(List.of()));
  }

  /** What {@link #calibrate} gives for data with the classes of the fit. */
  Calibration compute(CalibrationData data);

  /** The hyperparameters and how the fit went. */
  FitReport report();

  /** The registered name of the method that calibrates; for a choice of methods the chosen one. */
  default String method() {
    return report().method();
  }

  /**
   * What the model reads of each node besides its logits (n × columns), for models in other
   * formats; empty for a method that reads nothing else, or the graph itself.
   */
  default Optional<DenseMatrix> columns(CalibrationData data) {
    return Optional.empty();
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

  /** This calibrator with more notes in its report. */
  default FittedCalibrator withNotes(List<String> more) {
    return more.isEmpty() ? this : new Noted(this, report().withNotes(more));
  }

  /**
   * A calibrator with another report.
   *
   * @param fitted what calibrates
   */
  record Noted(FittedCalibrator fitted, FitReport report) implements FittedCalibrator {
    @Override
    public Calibration compute(CalibrationData data) {
      return fitted.compute(data);
    }

    @Override
    public String method() {
      return fitted.method();
    }

    @Override
    public Optional<DenseMatrix> columns(CalibrationData data) {
      return fitted.columns(data);
    }

    @Override
    public CalibratorState state() {
      CalibratorState state = fitted.state();
      return new CalibratorState(state.arrays(), state.texts(), report);
    }

    @Override
    public Optional<String> transductiveReason() {
      return fitted.transductiveReason();
    }

    @Override
    public Optional<String> otherInputs(CalibrationData data) {
      return fitted.otherInputs(data);
    }
  }
}
