package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.HeldOutEvaluation;
import io.github.wats.calibration.HeldOutEvaluation.Predictions;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.MethodChoice;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.Messages;
import io.github.wats.cli.console.Messages.Progress;
import io.github.wats.decision.Comparison;
import io.github.wats.io.NodeData;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.metrics.PairedComparison;
import io.github.wats.prediction.Probabilities;
import io.github.wats.report.ChangedNodes;
import io.github.wats.report.MethodsReport;
import io.github.wats.report.MethodsReport.MethodResult;
import io.github.wats.report.Page;
import io.github.wats.report.Provenance;
import io.github.wats.report.figure.Measured;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Several methods on one network, evaluated on nodes whose labels their fits did not see: what
 * {@code wats compare} and {@code wats demo} show. The uncalibrated network is always one.
 *
 * @param methods by name, in the order given
 * @param failures a sentence for each method that was left out
 */
record MethodComparison(
    NodeData data,
    CalibrationData input,
    HeldOutEvaluation nodes,
    Map<String, Predictions> methods,
    Map<String, String> failures,
    PairedComparison compared,
    MethodChoice choice,
    long seed) {
  static final String UNCALIBRATED = "uncalibrated";

  /** Fits the methods and the uncalibrated network. */
  static MethodComparison of(
      NodeData data,
      CalibrationData input,
      HeldOutEvaluation nodes,
      List<Method> methods,
      long seed,
      Messages messages) {
    Map<String, Calibrator<?>> calibrators = new LinkedHashMap<>();
    calibrators.put(UNCALIBRATED, Methods.named(UNCALIBRATED).calibrator());
    Map<String, String> failures = new LinkedHashMap<>();
    for (Method method : methods) {
      if (data.graph().isEmpty() && method.scope() != Method.Scope.LOGITS) {
        failures.put(method.name(), method.name() + " was left out, since there is no graph");
      } else {
        calibrators.put(method.name(), method.calibrator());
      }
    }
    HeldOutEvaluation.Predicted predicted;
    long fits = (long) calibrators.size() * nodes.fits();
    try (Progress progress = messages.progress("fitting", fits)) {
      predicted =
          nodes.predict(
              calibrators,
              (name, before) -> {
                progress.to(before, name);
                if (!progress.isShown() && before % nodes.fits() == 0) {
                  messages.note("fitting " + name + " …");
                }
              });
    }
    failures.putAll(predicted.failures());
    Map<String, List<Outcomes>> outcomes = new LinkedHashMap<>();
    predicted
        .methods()
        .forEach(
            (name, found) ->
                outcomes.put(
                    name, found.repeats().stream().map(p -> outcomes(data, nodes, p)).toList()));
    Comparison found = Comparison.of(outcomes, Evaluation.Options.DEFAULT.bins(), seed);
    return new MethodComparison(
        data, input, nodes, predicted.methods(), failures, found.results(), found.choice(), seed);
  }

  private static Outcomes outcomes(
      NodeData data, HeldOutEvaluation nodes, Probabilities predicted) {
    Outcomes outcomes = Outcomes.of(predicted, nodes.labels());
    return data.graph()
        .map(graph -> outcomes.withDegrees(k -> graph.degree(nodes.nodes().get(k))))
        .orElse(outcomes);
  }

  /**
   * Whether methods are evaluated on the test nodes; else on the validation nodes, by
   * cross-fitting.
   */
  boolean isOnTestNodes() {
    return data.requireSplit().test().contains(nodes.nodes().get(0));
  }

  /** The metrics that are defined here: without a graph there are no degrees. */
  Set<Metric> metrics() {
    return result(UNCALIBRATED).values().keySet();
  }

  /** The kind of nodes that methods are evaluated on. */
  String nodeKind() {
    return isOnTestNodes() ? "test node" : "validation node";
  }

  /** Why the recommended method is recommended, in a sentence. */
  String reason() {
    String reason = "by NLL, " + choice.reason();
    return choice.isClear() || compared.methods().size() == 1
        ? reason
        : reason
            + "; the methods cannot be told apart: all are within one standard error of the best";
  }

  /** The recommended method and the reason, for people. */
  String recommendation() {
    return "Recommended is " + Methods.title(choice.method()) + ": " + reason() + ".";
  }

  PairedComparison.Result result(String method) {
    return Objects.requireNonNull(compared.methods().get(method));
  }

  Predictions predictions(String method) {
    return Objects.requireNonNull(methods.get(method));
  }

  /** {@link #evaluation} of every method. */
  Map<String, Evaluation> evaluations() {
    Map<String, Evaluation> all = new LinkedHashMap<>();
    methods.keySet().forEach(name -> all.put(name, evaluation(name)));
    return all;
  }

  /** Everything that a page shows of a method; of several repeats, the first. */
  Evaluation evaluation(String method) {
    Outcomes first = outcomes(data, nodes, predictions(method).repeats().get(0));
    return Evaluation.of(first, Evaluation.Options.REPORT.withSeed(seed))
        .orElseThrow(() -> new IllegalStateException("no node to evaluate on"));
  }

  /**
   * The page of all methods.
   *
   * @param sentences on the data and the result
   * @param evaluations of every method
   * @param shown the method shown in detail
   * @param explained methods whose most changed nodes are explained
   */
  Page page(
      String title,
      String network,
      List<String> sentences,
      Map<String, Evaluation> evaluations,
      String shown,
      List<String> explained,
      Provenance provenance) {
    List<MethodResult> results = new ArrayList<>();
    evaluations.forEach(
        (name, evaluation) -> {
          String when = name.equals(UNCALIBRATED) ? "before" : "after " + Methods.title(name);
          Measured measured = Measured.of(when, evaluation);
          results.add(new MethodResult(Methods.title(name), measured, result(name)));
        });
    FittedCalibrator fitted = fit(shown);
    Calibration calibration = fitted.calibrate(input);
    List<ChangedNodes> changed = new ArrayList<>();
    for (String name : explained) {
      Calibration own = name.equals(shown) ? calibration : fit(name).calibrate(input);
      MostChanged.of(name, data, input.logits().softmax(), own).ifPresent(changed::add);
    }
    return new MethodsReport(
            title,
            network,
            nodeKind(),
            sentences,
            results,
            Methods.title(compared.reference()),
            new ArrayList<>(evaluations.keySet()).indexOf(shown),
            fitted.report(),
            data.graph().flatMap(graph -> ReportOptions.temperatures(calibration, graph)),
            changed,
            provenance)
        .page();
  }

  /** Fitted on all validation nodes. */
  private FittedCalibrator fit(String method) {
    return Methods.fit(Methods.named(method).calibrator(), input, seed);
  }
}
