package io.github.wats.calibration;

import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.internal.Check;
import io.github.wats.settings.SettingsSchema;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a fit went. Nothing here has an effect on what a calibrator computes.
 *
 * @param calibrator the hyperparameters that were fitted with
 * @param seed the random seed of the fit
 * @param epochs gradient or solver steps taken; 0 where there was nothing to solve
 * @param losses mean cross-entropy on the validation nodes before each step (networks) or after
 *     each step (solvers); empty where none were taken
 * @param validationLosses the loss of the early-stopping nodes after each epoch; empty without
 *     early stopping
 * @param converged for solvers: the optimum was found within the tolerance; for networks: early
 *     stopping ended the fit, or there was none and all epochs were run
 * @param seconds wall time of the fit; 0 for a calibrator that was loaded from a file
 * @param earlyStopping the rule of the fit; {@code NONE} for solvers
 * @param notes remarks for the user, such as classes without validation nodes
 * @param classCount of the logits of the fit, or {@link #UNKNOWN_CLASSES}
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
    List<String> notes,
    int classCount)
    implements Serializable {
  /** Of files that do not say; then any number of classes is taken. */
  public static final int UNKNOWN_CLASSES = -1;

  public FitReport {
    Check.argument(epochs >= 0, "epochs must not be negative, got %d", epochs);
    Check.argument(seconds >= 0, "seconds must not be negative, got %s", seconds);
    Check.argument(
        classCount >= 1 || classCount == UNKNOWN_CLASSES,
        "classes must be at least 1, got %d",
        classCount);
    losses = List.copyOf(losses);
    validationLosses = List.copyOf(validationLosses);
    notes = List.copyOf(notes);
  }

  /** The report of a solver, which has no early stopping. */
  public static FitReport ofSolver(
      Calibrator<?> calibrator,
      long seed,
      int classCount,
      List<Double> losses,
      boolean converged,
      double seconds) {
    return new FitReport(
        calibrator,
        seed,
        losses.size(),
        losses,
        List.of(),
        converged,
        seconds,
        EarlyStopping.NONE,
        List.of(),
        classCount);
  }

  /** The registered name of the method. */
  public String method() {
    return Methods.of(calibrator).name();
  }

  /** Every setting, those left at their default included. */
  public Map<String, Object> settings() {
    return Methods.of(calibrator).settings(calibrator);
  }

  /**
   * How the fit went, for people: {@code 200 epochs, early stopping none} or {@code 5 iterations};
   * empty where there was nothing to solve.
   */
  public String summary() {
    boolean trained = settings().containsKey("epochs"); // by gradient descent
    String steps = epochs + (trained ? " epoch" : " iteration") + (epochs == 1 ? "" : "s");
    String stopping = "early stopping " + SettingsSchema.text(earlyStopping);
    return Stream.of(
            epochs > 0 ? steps : "", trained ? stopping : "", converged ? "" : "NOT converged")
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /** How the fit went, for JSON. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("epochs", epochs);
    fields.put("seconds", seconds);
    fields.put("converged", converged);
    fields.put("earlyStopping", SettingsSchema.text(earlyStopping));
    fields.put("notes", notes);
    return fields;
  }

  /** This report for another calibrator, of which this fit is a part, with notes put first. */
  public FitReport of(Calibrator<?> other, double newSeconds, String... firstNotes) {
    return with(
        other, newSeconds, Stream.concat(Stream.of(firstNotes), notes.stream()), classCount);
  }

  /** This report with early stopping and the loss of its nodes after each epoch. */
  public FitReport withEarlyStopping(EarlyStopping rule, List<Double> stopLosses) {
    return new FitReport(
        calibrator, seed, epochs, losses, stopLosses, converged, seconds, rule, notes, classCount);
  }

  public FitReport withClassCount(int count) {
    return with(calibrator, seconds, notes.stream(), count);
  }

  public FitReport withNotes(List<String> more) {
    return with(calibrator, seconds, Stream.concat(notes.stream(), more.stream()), classCount);
  }

  /** This report without what differs from run to run: what a file holds. */
  public FitReport withoutTime() {
    return with(calibrator, 0, notes.stream(), classCount);
  }

  private FitReport with(Calibrator<?> other, double time, Stream<String> newNotes, int count) {
    return new FitReport(
        other,
        seed,
        epochs,
        losses,
        validationLosses,
        converged,
        time,
        earlyStopping,
        newNotes.distinct().toList(),
        count);
  }

  /** Method, settings and size of the fit, without the losses: part of every calibrator's text. */
  @Override
  public String toString() {
    String what =
        Methods.find(calibrator)
            .map(method -> method.name() + " " + method.settings(calibrator))
            .orElse(calibrator.toString());
    String classes = classCount <= 0 ? "" : ", %s classes".formatted(classCount);
    return "%s%s, seed %s, %s steps%s"
        .formatted(what, classes, seed, epochs, converged ? "" : ", not converged");
  }
}
