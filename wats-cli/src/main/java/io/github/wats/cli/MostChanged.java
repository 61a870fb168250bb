package io.github.wats.cli;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.FittedTemperatures;
import io.github.wats.calibration.TemperatureExplanation;
import io.github.wats.calibration.ridge.FittedRidge;
import io.github.wats.calibration.ridge.RidgeExplanation;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.report.ChangedNodes;
import io.github.wats.report.ChangedNodes.Node;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The nodes whose confidence a calibrator changed most, explained for the report. */
final class MostChanged {
  private static final int SHOWN = 10;

  private MostChanged() {}

  /** What a calibrator did to the nodes of an input. */
  record Change(FittedCalibrator fitted, CalibrationInput input, Probabilities calibrated) {}

  /** Empty where the calibrator cannot explain nodes, or there is none among these. */
  static Optional<ChangedNodes> of(Change change, NodeSet among, IntFunction<String> names) {
    FittedCalibrator fitted = WatsFeatures.chosen(change.fitted);
    CalibrationInput input = change.input;
    NodeSet most = most(input.logits(), change.calibrated, among);
    if (most.isEmpty()) {
      return Optional.empty();
    }
    if (fitted instanceof FittedRidge ridge) {
      List<RidgeExplanation> sorted =
          sorted(ridge.explain(input, most), why -> why.confidenceAfter() - why.confidenceBefore());
      List<Node> nodes = sorted.stream().map(why -> node(input, names, why.node())).toList();
      return Optional.of(new ChangedNodes.ByShares(nodes, sorted, ridge.usesLabels()));
    }
    if (fitted instanceof FittedTemperatures temperatures) {
      List<TemperatureExplanation> sorted =
          sorted(
              TemperatureExplanation.of(
                  temperatures, WatsFeatures.of(fitted, input.graph()), input, most),
              why -> why.confidenceAfter() - why.confidenceBefore());
      List<Node> nodes = sorted.stream().map(why -> node(input, names, why.node())).toList();
      return Optional.of(
          new ChangedNodes.ByTemperature(fitted.fitReport().method(), nodes, sorted));
    }
    return Optional.empty();
  }

  /** Of equal changes those of the first nodes. */
  private static NodeSet most(Logits logits, Probabilities calibrated, NodeSet among) {
    Probabilities before = logits.select(among).softmax();
    double[] changes = new double[among.size()];
    for (int k = 0; k < changes.length; k++) {
      int predicted = logits.predictedClass(among.get(k));
      changes[k] = Math.abs(calibrated.get(among.get(k), predicted) - before.get(k, predicted));
    }
    int[] places =
        IntStream.range(0, changes.length)
            .boxed()
            .sorted(Comparator.comparingDouble(k -> -changes[k]))
            .limit(SHOWN)
            .mapToInt(among::get)
            .toArray();
    return NodeSet.of(logits.nodeCount(), places);
  }

  private static <T> List<T> sorted(List<T> explanations, ToDoubleFunction<T> change) {
    return explanations.stream()
        .sorted(Comparator.comparingDouble(why -> -Math.abs(change.applyAsDouble(why))))
        .toList();
  }

  private static Node node(CalibrationInput input, IntFunction<String> names, int node) {
    return new Node(names.apply(node), input.graph().degree(node));
  }
}
