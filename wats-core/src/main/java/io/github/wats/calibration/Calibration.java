package io.github.wats.calibration;

import io.github.wats.calibration.Explanation.Input;
import io.github.wats.calibration.Explanation.OfTemperature;
import io.github.wats.features.FeatureTable;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a fitted calibrator gives for all nodes: probabilities, for most methods the temperatures
 * they come from, and an explanation of single nodes. Immutable.
 */
public final class Calibration {
  private final Probabilities probabilities; // (n × C)
  private final double @Nullable [] temperatures; // (n), each above 0
  private final Optional<FeatureTable> inputs;
  private final IntFunction<Optional<Explanation>> explain;
  private final List<String> notes;

  private Calibration(
      Probabilities probabilities,
      double @Nullable [] temperatures,
      Optional<FeatureTable> inputs,
      IntFunction<Optional<Explanation>> explain,
      List<String> notes) {
    this.probabilities = probabilities;
    this.temperatures = temperatures;
    this.inputs = inputs;
    this.explain = explain;
    this.notes = List.copyOf(notes);
  }

  /** Probabilities that are not explained. */
  public static Calibration of(Probabilities probabilities) {
    return new Calibration(
        probabilities, null, Optional.empty(), node -> Optional.empty(), List.of());
  }

  /**
   * Probabilities and their explanations.
   *
   * @param explain what explains a node, from numbers that are known already
   * @param notes what a reader should know of them
   */
  public static Calibration of(
      Probabilities probabilities, IntFunction<Explanation> explain, List<String> notes) {
    return new Calibration(
        probabilities, null, Optional.empty(), node -> Optional.of(explain.apply(node)), notes);
  }

  /**
   * {@code p_i = softmax(z_i / T_i)}. Keeps every predicted class.
   *
   * @param temperatures one per node, each above 0: a copy is kept
   * @param inputs what they were computed from, if that is a short list of numbers
   */
  public static Calibration ofTemperatures(
      Logits logits, double[] temperatures, Optional<FeatureTable> inputs) {
    double[] copy = temperatures.clone();
    Probabilities probabilities = logits.dividedBy(copy).softmax();
    Medians medians = new Medians(copy, inputs);
    return new Calibration(
        probabilities,
        copy,
        inputs,
        node -> Optional.of(ofTemperature(logits, probabilities, copy, medians, node)),
        List.of());
  }

  /** One temperature for all nodes. */
  public static Calibration ofTemperature(Logits logits, double temperature) {
    double[] all = new double[logits.nodeCount()];
    Arrays.fill(all, temperature);
    return ofTemperatures(logits, all, Optional.empty());
  }

  /** Calibrated probabilities of all nodes. */
  public Probabilities probabilities() {
    return probabilities;
  }

  /** The temperature of each node, for methods that have them: a copy. */
  public Optional<double[]> temperatures() {
    return Optional.ofNullable(temperatures).map(double[]::clone);
  }

  /** What the temperatures were computed from, such as the wavelet features of WATS. */
  public Optional<FeatureTable> inputs() {
    return inputs;
  }

  /** Why a node's probabilities are what they are, for methods that can tell. */
  public Optional<Explanation> explain(int node) {
    Check.index(node, probabilities.nodeCount(), "node");
    return explain.apply(node);
  }

  /** What a reader should know of these probabilities; mostly empty. */
  public List<String> notes() {
    return notes;
  }

  /** The probability the network gives to the class it predicts for a node. */
  public static double confidenceBefore(Logits logits, int node) {
    Probabilities one = logits.select(NodeSet.of(logits.nodeCount(), node)).softmax();
    return one.get(0, logits.predictedClass(node));
  }

  private static Explanation ofTemperature(
      Logits logits, Probabilities after, double[] temperatures, Medians medians, int node) {
    int predicted = logits.predictedClass(node);
    return new OfTemperature(
        node,
        predicted,
        confidenceBefore(logits, node),
        after.get(node, predicted),
        temperatures[node],
        medians.ofTemperatures(),
        medians.inputsOf(node));
  }

  /** Medians over all nodes, computed when a node is first explained. */
  private static final class Medians {
    private final double[] temperatures;
    private final Optional<FeatureTable> inputs;
    private double @Nullable [] medians; // of the temperatures, then of each input

    Medians(double[] temperatures, Optional<FeatureTable> inputs) {
      this.temperatures = temperatures;
      this.inputs = inputs;
    }

    private synchronized double[] medians() {
      if (medians == null) {
        Map<String, double[]> columns = inputs.map(FeatureTable::columns).orElse(Map.of());
        medians = new double[1 + columns.size()];
        medians[0] = median(temperatures.clone());
        int k = 1;
        for (double[] column : columns.values()) {
          medians[k++] = median(column);
        }
      }
      return medians;
    }

    double ofTemperatures() {
      return medians()[0];
    }

    List<Input> inputsOf(int node) {
      List<Input> all = new ArrayList<>();
      inputs.ifPresent(
          table -> {
            for (int c = 0; c < table.columnCount(); c++) {
              double median = medians()[c + 1];
              all.add(new Input(table.names().get(c), table.get(node, c), median));
            }
          });
      return all;
    }

    /** The middle value, the lower one of two; sorts the array. */
    private static double median(double[] values) {
      Arrays.sort(values);
      return values[(values.length - 1) / 2];
    }
  }
}
