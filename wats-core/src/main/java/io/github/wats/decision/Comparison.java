package io.github.wats.decision;

import io.github.wats.calibration.HeldOutEvaluation.Predicted;
import io.github.wats.calibration.HeldOutEvaluation.Predictions;
import io.github.wats.calibration.MethodChoice;
import io.github.wats.calibration.Methods;
import io.github.wats.internal.Check;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.metrics.PairedComparison;
import io.github.wats.metrics.PairedComparison.Result;
import io.github.wats.metrics.PairedComparison.Test;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * Several methods on the same nodes, whose labels no fit has seen: what {@code wats compare},
 * {@code wats demo}, Spark and Python show. All maps are by method, in the order given.
 *
 * @param predictions what each method predicts, with its fitted calibrator
 * @param evaluations of each method; of several repeats, the first
 * @param failures a sentence for each method that was left out
 * @param results metrics with intervals, and differences to {@code ts}, or to the first method if
 *     {@code ts} is not among them
 * @param choice the recommended method
 */
public record Comparison(
    Map<String, Predictions> predictions,
    Map<String, Evaluation> evaluations,
    Map<String, String> failures,
    PairedComparison results,
    MethodChoice choice) {
  private static final String REFERENCE = Methods.reference().name();
  private static final String NOT_TOLD =
      " methods cannot be told apart: all are within one standard error of the best";

  public Comparison {
    predictions = Collections.unmodifiableMap(new LinkedHashMap<>(predictions));
    evaluations = Collections.unmodifiableMap(new LinkedHashMap<>(evaluations));
    failures = Collections.unmodifiableMap(new LinkedHashMap<>(failures));
  }

  /** The same of independent nodes. */
  public static Comparison of(
      Predicted predicted,
      Labels labels,
      Optional<IntUnaryOperator> degrees,
      Evaluation.Options options) {
    return of(predicted, labels, degrees, Optional.empty(), options);
  }

  /**
   * Compares predictions; fits nothing.
   *
   * @param predicted by registered method, all for the same nodes (m)
   * @param labels of these nodes (m), all known
   * @param degrees of these nodes, where there is a graph
   * @param units of these nodes, where those of a unit are dependent
   * @param options of the evaluations; the seed and the bins are also those of the results
   */
  public static Comparison of(
      Predicted predicted,
      Labels labels,
      Optional<IntUnaryOperator> degrees,
      Optional<IntUnaryOperator> units,
      Evaluation.Options options) {
    Map<String, Predictions> methods = predicted.methods();
    Check.argument(!methods.isEmpty(), "there must be at least one method, got none");
    Map<String, List<Outcomes>> outcomes = new LinkedHashMap<>();
    Map<String, Evaluation> evaluations = new LinkedHashMap<>();
    Map<String, double[]> losses = new LinkedHashMap<>();
    methods.forEach(
        (name, own) -> {
          List<Outcomes> repeats =
              own.repeats().stream().map(one -> outcomes(one, labels, degrees, units)).toList();
          outcomes.put(name, repeats);
          evaluations.put(name, Evaluation.of(repeats.get(0), options).orElseThrow());
          losses.put(name, repeats.get(0).byUnit(own.losses(labels)));
        });
    String first = methods.keySet().iterator().next();
    String reference = methods.containsKey(REFERENCE) ? REFERENCE : first;
    return new Comparison(
        methods,
        evaluations,
        predicted.failures(),
        PairedComparison.of(
                outcomes, reference, PairedComparison.METRICS, options.bins(), options.seed())
            .withImprovementsOver(Methods.uncalibrated().name()),
        MethodChoice.of(losses));
  }

  private static Outcomes outcomes(
      Probabilities predicted,
      Labels labels,
      Optional<IntUnaryOperator> degrees,
      Optional<IntUnaryOperator> units) {
    Outcomes plain = Outcomes.of(predicted, labels);
    Outcomes outcomes = degrees.map(plain::withDegrees).orElse(plain);
    return units.map(outcomes::withUnits).orElse(outcomes);
  }

  /** The mean time of a fit of a method. */
  public double seconds(String method) {
    return Objects.requireNonNull(predictions.get(method)).seconds();
  }

  /** Why the recommended method is recommended. */
  public String reason() {
    return "by NLL, " + choice.reason() + (areTold() ? "" : "; the" + NOT_TOLD);
  }

  /** The recommended method and the reason, for people. */
  public String recommendation() {
    return choice.advice("by NLL") + (areTold() ? "" : " The" + NOT_TOLD + ".");
  }

  /** Whether the methods can be told apart, or there is one alone. */
  private boolean areTold() {
    return choice.isClear() || predictions.size() == 1;
  }

  /** The fields of JSON: some of the methods, the recommended one and why. */
  public Map<String, Object> fields(Collection<String> methods) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("reference", results.reference());
    fields.put("results", methods.stream().map(this::fields).toList());
    fields.put("recommended", choice.method());
    fields.put("reason", reason());
    Evaluation recommended = Objects.requireNonNull(evaluations.get(choice.method()));
    fields.put("noiseFloor", Metric.byKey(recommended.noiseFloors()));
    fields.put("distinguishable", choice.isClear());
    fields.put("failed", failures);
    return fields;
  }

  private Map<String, Object> fields(String name) {
    Result result = Objects.requireNonNull(results.methods().get(name));
    Map<String, Object> fields = new LinkedHashMap<>(Map.of("method", name));
    Map<String, Object> differences = new LinkedHashMap<>();
    for (Metric metric : results.metrics()) {
      fields.put(
          metric.key(), estimate(result.value(metric), Optional.of(result.interval(metric))));
      result
          .difference(metric)
          .ifPresent(
              one -> {
                Map<String, Object> difference =
                    estimate(one.value(), one.test().map(Test::interval));
                difference.put("pValue", one.test().map(Test::pValue));
                difference.put("holm", one.test().map(Test::holm));
                differences.put(metric.key(), difference);
              });
    }
    fields.put("phi", Metric.byKey(result.improvements()));
    fields.put("differences", differences);
    fields.put("seconds", seconds(name));
    return fields;
  }

  private static Map<String, Object> estimate(double value, Optional<Interval> interval) {
    Map<String, Object> fields = new LinkedHashMap<>(Map.of("value", value));
    fields.put("low", interval.map(Interval::low));
    fields.put("high", interval.map(Interval::high));
    return fields;
  }

  /**
   * What the fit of the default method says, or of the recommended one where that is not compared,
   * and these doubts about the data.
   */
  public List<String> notes(List<String> doubts) {
    String fallback = Methods.recommended().name();
    Predictions shown =
        predictions.getOrDefault(
            fallback, Objects.requireNonNull(predictions.get(choice.method())));
    return shown.fitted().report().withNotes(doubts).notes();
  }
}
