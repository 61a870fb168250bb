package io.github.wats.calibration;

import io.github.wats.internal.Check;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * How a fit went, for people and files. Nothing here changes what a calibrator computes.
 *
 * @param method the registered name
 * @param settings every setting, those left at their default included
 * @param seed what the fit was started with
 * @param epochs gradient or solver steps taken; 0 where there was nothing to solve
 * @param losses mean cross-entropy on the calibration nodes before each step (networks) or after
 *     each step (solvers); empty where none were taken
 * @param watchedLosses what early stopping looked at after each epoch, empty without it
 * @param converged for solvers: the optimum was met; for networks: early stopping ended the fit, or
 *     it ran all its epochs as asked
 * @param seconds wall time of the fit; 0 for a calibrator that was read back and not fitted here
 * @param earlyStopping the rule in force; {@code NONE} for solvers
 * @param notes what a careful reader should know, such as classes without calibration nodes
 */
public record FitReport(
    String method,
    Settings settings,
    long seed,
    int epochs,
    List<Double> losses,
    List<Double> watchedLosses,
    boolean converged,
    double seconds,
    EarlyStopping earlyStopping,
    List<String> notes)
    implements Serializable {
  public FitReport {
    Check.argument(epochs >= 0, "epochs must not be negative, got %d", epochs);
    Check.argument(seconds >= 0, "seconds must not be negative, got %s", seconds);
    losses = List.copyOf(losses);
    watchedLosses = List.copyOf(watchedLosses);
    notes = List.copyOf(notes);
  }

  /** The report of a solver, which stops when it has met the optimum or cannot. */
  public static FitReport ofSolver(
      Calibrator<?> calibrator, long seed, List<Double> losses, boolean converged, double seconds) {
    return new FitReport(
        calibrator.method(),
        calibrator.settings(),
        seed,
        losses.size(),
        losses,
        List.of(),
        converged,
        seconds,
        EarlyStopping.NONE,
        List.of());
  }

  public FitReport withNotes(List<String> more) {
    List<String> all = new ArrayList<>(notes);
    all.addAll(more);
    return new FitReport(
        method,
        settings,
        seed,
        epochs,
        losses,
        watchedLosses,
        converged,
        seconds,
        earlyStopping,
        all);
  }

  /** This report without what differs from run to run: what a file holds. */
  public FitReport withoutTime() {
    return new FitReport(
        method, settings, seed, epochs, losses, watchedLosses, converged, 0, earlyStopping, notes);
  }
}
