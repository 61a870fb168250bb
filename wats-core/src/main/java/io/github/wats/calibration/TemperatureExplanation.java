package io.github.wats.calibration;

import io.github.wats.features.FeatureTable;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Why a node's calibrated probabilities are what they are, for a method with temperatures: its
 * logits were divided by this one, which was computed from these inputs.
 *
 * @param node the node
 * @param predictedClass what the network says the node is, before and after
 * @param confidenceBefore the network's probability of that class
 * @param confidenceAfter the calibrated probability of that class
 * @param temperature the node's own; above 1 it lowers confidence
 * @param medianTemperature of all nodes, to compare with
 * @param inputs what the method looked at, empty if that was not told
 */
public record TemperatureExplanation(
    int node,
    int predictedClass,
    double confidenceBefore,
    double confidenceAfter,
    double temperature,
    double medianTemperature,
    List<Input> inputs) {
  public TemperatureExplanation {
    inputs = List.copyOf(inputs);
  }

  /**
   * One number a temperature was computed from.
   *
   * @param median of all nodes, to compare with
   */
  public record Input(String name, double value, double median) {}

  /**
   * Explains one node.
   *
   * @param features what the method sees of the nodes, such as the wavelet features of WATS
   */
  public static TemperatureExplanation of(
      FittedTemperatures fitted,
      Optional<FeatureTable> features,
      CalibrationInput input,
      int node) {
    Check.argument(
        node >= 0 && node < input.nodeCount(),
        "node must be in 0 … %d, got %d",
        input.nodeCount() - 1,
        node);
    return of(fitted, features, input, NodeSet.of(input.nodeCount(), node)).get(0);
  }

  /** Explains some nodes, in their order. */
  public static List<TemperatureExplanation> of(
      FittedTemperatures fitted,
      Optional<FeatureTable> features,
      CalibrationInput input,
      NodeSet nodes) {
    double[] temperatures = fitted.temperatures(input);
    double median = median(temperatures);
    double[] medians = features.map(TemperatureExplanation::medians).orElse(new double[0]);
    Logits logits = input.logits().select(nodes);
    double[] own = Arrays.stream(nodes.toArray()).mapToDouble(node -> temperatures[node]).toArray();
    Probabilities before = logits.softmax();
    Probabilities after = logits.dividedBy(own).softmax();
    List<TemperatureExplanation> explanations = new ArrayList<>();
    for (int k = 0; k < nodes.size(); k++) {
      int node = nodes.get(k);
      int predicted = logits.predictedClass(k);
      explanations.add(
          new TemperatureExplanation(
              node,
              predicted,
              before.get(k, predicted),
              after.get(k, predicted),
              own[k],
              median,
              features.map(table -> inputs(table, medians, node)).orElse(List.of())));
    }
    return explanations;
  }

  private static List<Input> inputs(FeatureTable table, double[] medians, int node) {
    List<Input> inputs = new ArrayList<>();
    for (int c = 0; c < table.columnCount(); c++) {
      inputs.add(new Input(table.names().get(c), table.get(node, c), medians[c]));
    }
    return inputs;
  }

  private static double[] medians(FeatureTable table) {
    double[] medians = new double[table.columnCount()];
    double[] values = new double[table.nodeCount()];
    for (int c = 0; c < medians.length; c++) {
      for (int i = 0; i < values.length; i++) {
        values[i] = table.get(i, c);
      }
      medians[c] = median(values);
    }
    return medians;
  }

  /** The middle value, the lower one of two. */
  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) / 2];
  }
}
