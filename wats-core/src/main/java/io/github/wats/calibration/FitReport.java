package io.github.wats.calibration;

import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.internal.Check;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How a fit went, for people and files. Nothing here changes what a calibrator computes.
 *
 * @param calibrator what was fitted
 * @param seed what the fit was started with
 * @param epochs gradient or solver steps taken; 0 where there was nothing to solve
 * @param losses mean cross-entropy on the calibration nodes before each step (networks) or after
 *     each step (solvers); empty where none were taken
 * @param validationLosses the loss of the validation nodes after each epoch; empty without early
 *     stopping
 * @param converged for solvers: the optimum was met; for networks: early stopping ended the fit, or
 *     it ran all its epochs as asked
 * @param seconds wall time of the fit; 0 for a calibrator that was read back and not fitted here
 * @param earlyStopping the rule in force; {@code NONE} for solvers
 * @param notes what a careful reader should know, such as classes without calibration nodes
 */
public record FitReport(
    Calibrator<?> calibrator,
    long seed,
    int epochs,
    List<Double> losses,
    List<Double> validationLosses,
    boolean converged,
    double seconds,
    EarlyStopping earlyStopping,
    List<String> notes)
    implements Serializable {
  public FitReport {
    Check.argument(epochs >= 0, "epochs must not be negative, got %d", epochs);
    Check.argument(seconds >= 0, "seconds must not be negative, got %s", seconds);
    losses = List.copyOf(losses);
    validationLosses = List.copyOf(validationLosses);
    notes = List.copyOf(notes);
  }

  /** The report of a solver, which stops when it has met the optimum or cannot. */
  public static FitReport ofSolver(
      Calibrator<?> calibrator, long seed, List<Double> losses, boolean converged, double seconds) {
    return new FitReport(
        calibrator,
        seed,
        losses.size(),
        losses,
        List.of(),
        converged,
        seconds,
        EarlyStopping.NONE,
        List.of());
  }

  /** The registered name of the method. */
  public String method() {
    return Methods.of(calibrator).name();
  }

  /** Every setting, those left at their default included. */
  public Map<String, Object> settings() {
    return Methods.of(calibrator).settings(calibrator);
  }

  /** This report for another calibrator, of which this fit is a part. */
  public FitReport of(Calibrator<?> other, double newSeconds, String... firstNotes) {
    List<String> all = new ArrayList<>(List.of(firstNotes));
    all.addAll(notes);
    return new FitReport(
        other, seed, epochs, losses, validationLosses, converged, newSeconds, earlyStopping, all);
  }

  public FitReport withNotes(List<String> more) {
    List<String> all = new ArrayList<>(notes);
    all.addAll(more);
    return new FitReport(
        calibrator, seed, epochs, losses, validationLosses, converged, seconds, earlyStopping, all);
  }

  /** This report without what differs from run to run: what a file holds. */
  public FitReport withoutTime() {
    return new FitReport(
        calibrator, seed, epochs, losses, validationLosses, converged, 0, earlyStopping, notes);
  }
}
