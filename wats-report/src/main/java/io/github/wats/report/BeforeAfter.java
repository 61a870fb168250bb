package io.github.wats.report;

import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.MethodChoice;
import io.github.wats.calibration.Methods;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.report.figure.Measured;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What a calibrator does to the metrics of the same nodes.
 *
 * @param method the calibrator's
 * @param choice between the network and the calibrator, by their losses
 * @param otherClasses how many nodes have another class than the network's
 * @param kind what they are called, such as test node
 */
public record BeforeAfter(
    String method,
    Evaluation before,
    Evaluation after,
    MethodChoice choice,
    long otherClasses,
    String kind) {
  private static final String NETWORK = Methods.uncalibrated().name();

  /** Evaluates both; empty if there are no outcomes. */
  public static Optional<BeforeAfter> of(
      String method,
      Outcomes network,
      Outcomes calibrated,
      Evaluation.Options options,
      String kind) {
    return Evaluation.of(network, options)
        .map(
            before -> {
              boolean top = ofTopLabels(before);
              Map<String, double[]> losses = new LinkedHashMap<>();
              losses.put(NETWORK, network.byUnit(losses(network, top)));
              losses.put(method, calibrated.byUnit(losses(calibrated, top)));
              Evaluation after = Evaluation.of(calibrated, options).orElseThrow();
              long others =
                  IntStream.range(0, network.size())
                      .filter(k -> network.predictedClass(k) != calibrated.predictedClass(k))
                      .count();
              MethodChoice choice = MethodChoice.of(losses);
              return new BeforeAfter(method, before, after, choice, others, kind);
            });
  }

  private static boolean ofTopLabels(Evaluation evaluation) {
    return Double.isNaN(evaluation.value(Metric.NLL));
  }

  /** Of the label or, where predicted classes alone are known, of being right or wrong. */
  private static double[] losses(Outcomes nodes, boolean top) {
    double[] losses = new double[nodes.size()];
    for (int k = 0; k < losses.length; k++) {
      boolean wrong = top && !nodes.isCorrect(k);
      double p = wrong ? 1 - nodes.confidence(k) : nodes.probability(k, nodes.label(k));
      losses[k] = MethodChoice.loss(p);
    }
    return losses;
  }

  /** Whether there is a calibrator beside the network. */
  public boolean isCalibrated() {
    return choice.losses().size() > 1;
  }

  /** What to do. */
  public String advice() {
    boolean top = ofTopLabels(before);
    return objection()
        .orElseGet(
            () ->
                !isCalibrated()
                    ? "These are the network's own probabilities: compare shows what would be"
                        + " better."
                    : String.format(
                        Locale.ROOT,
                        "Use the calibrated probabilities: %s lowers the %s of the %ss from %.4f"
                            + " to %.4f.",
                        method,
                        top ? "log loss of the confidences" : "NLL",
                        kind,
                        top ? loss(NETWORK) : before.value(Metric.NLL),
                        top ? loss(method) : after.value(Metric.NLL)));
  }

  private double loss(String name) {
    return Objects.requireNonNull(choice.losses().get(name));
  }

  /** Why the network's own probabilities should be used; empty if calibration helps. */
  public Optional<String> objection() {
    boolean leave = choice.method().equals(NETWORK) && isCalibrated();
    return warning()
        .or(() -> Optional.of(choice.advice("by NLL on the " + kind + "s")).filter(text -> leave));
  }

  /** How many nodes have another class. */
  public Optional<String> change() {
    return Verdict.otherClasses(otherClasses, before, after, kind);
  }

  public Optional<String> warning() {
    return Verdict.warning(before, after);
  }

  /** A part of both evaluations. */
  public Map<String, Object> of(Function<Evaluation, Object> part) {
    Map<String, Object> parts = new LinkedHashMap<>();
    parts.put("before", part.apply(before));
    parts.put("after", part.apply(after));
    return parts;
  }

  public List<Measured> sides() {
    return List.of(
        Measured.of("before", before), Measured.of("after " + Methods.title(method), after));
  }

  public List<String> summary() {
    return Verdict.summary("the network", sides(), kind);
  }

  /** What is known where no test node has a label. */
  public static String unmeasured(FitReport fit) {
    return fit.method() + " is fitted; nothing says whether it helps.";
  }

  /** What JSON says of a fit, with what it does if that was measured. */
  public static Map<String, Object> fields(FitReport fit, Optional<BeforeAfter> measured) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", fit.method());
    fields.put("seed", fit.seed());
    fields.put("settings", fit.settings());
    fields.put("summary", unmeasured(fit));
    measured.ifPresentOrElse(both -> both.addTo(fields), () -> fields.put("noiseFloor", Map.of()));
    fields.put("fit", fit.fields());
    return fields;
  }

  private void addTo(Map<String, Object> fields) {
    fields.put("summary", String.join(" ", summary()));
    fields.putAll(of(Evaluation::fields));
    fields.put("phi", Metric.byKey(Metric.improvements(before.values(), after.values())));
    fields.put("noiseFloor", Metric.byKey(after.noiseFloors()));
    fields.put("intervals", of(one -> Metric.byKey(one.intervals())));
    warning().ifPresent(text -> fields.put("warning", text));
    fields.put("recommended", choice.method());
    fields.put("reason", choice.reason());
    fields.put("otherClasses", otherClasses);
  }
}
