package io.github.wats.calibration;

import io.github.wats.features.FeatureTable;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
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
    double[] temperatures = fitted.temperatures(input);
    Logits own = input.logits().select(NodeSet.of(input.nodeCount(), node));
    int predicted = own.predictedClass(0);
    return new TemperatureExplanation(
        node,
        predicted,
        own.softmax().get(0, predicted),
        own.dividedBy(new double[] {temperatures[node]}).softmax().get(0, predicted),
        temperatures[node],
        median(temperatures),
        features.map(table -> inputs(table, node)).orElse(List.of()));
  }

  private static List<Input> inputs(FeatureTable table, int node) {
    List<Input> inputs = new ArrayList<>();
    for (int column = 0; column < table.columnCount(); column++) {
      double[] values = new double[table.nodeCount()];
      for (int i = 0; i < values.length; i++) {
        values[i] = table.get(i, column);
      }
      inputs.add(new Input(table.names().get(column), table.get(node, column), median(values)));
    }
    return inputs;
  }

  /** The middle value, the lower one of two. */
  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) / 2];
  }
}
