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
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of a fitted calibrator for all nodes: probabilities, for most methods the temperatures
 * they come from, and explanations of single nodes. Immutable.
 */
public final class Calibration {
  private final Probabilities probabilities; // (n × C)
  private final double @Nullable [] temperatures; // (n), each above 0
  private final IntFunction<Optional<Explanation>> explain;
  private final List<String> notes;

  private Calibration(
      Probabilities probabilities,
      double @Nullable [] temperatures,
      IntFunction<Optional<Explanation>> explain,
      List<String> notes) {
    this.probabilities = probabilities;
    this.temperatures = temperatures;
    this.explain = explain;
    this.notes = List.copyOf(notes);
  }

  /** Probabilities without explanations. */
  public static Calibration of(Probabilities probabilities) {
    return new Calibration(probabilities, null, node -> Optional.empty(), List.of());
  }

  /**
   * Probabilities and their explanations.
   *
   * @param explain explains a node from values that are computed already
   * @param notes remarks for the user
   */
  public static Calibration of(
      Probabilities probabilities, IntFunction<Explanation> explain, List<String> notes) {
    return new Calibration(probabilities, null, node -> Optional.of(explain.apply(node)), notes);
  }

  /**
   * {@code p_i = softmax(z_i / T_i)}. Keeps every predicted class.
   *
   * @param temperatures one per node, each above 0: a copy is kept
   * @param inputs the features they were computed from, if there are few
   */
  public static Calibration ofTemperatures(
      Logits logits, double[] temperatures, Optional<FeatureTable> inputs) {
    double[] copy = temperatures.clone();
    Probabilities probabilities = logits.dividedBy(copy).softmax();
    Explainer explainer = new Explainer(logits, probabilities, copy, inputs);
    return new Calibration(probabilities, copy, explainer::explain, List.of());
  }

  /** One temperature for all nodes. */
  public static Calibration ofTemperature(Logits logits, double temperature) {
    double[] all = new double[logits.nodeCount()];
    Arrays.fill(all, temperature);
    return ofTemperatures(logits, all, Optional.empty());
  }

  /** This result with further remarks; those it has already are not repeated. */
  public Calibration withNotes(List<String> more) {
    List<String> all = Stream.concat(more.stream(), notes.stream()).distinct().toList();
    return new Calibration(probabilities, temperatures, explain, all);
  }

  /** Calibrated probabilities of all nodes. */
  public Probabilities probabilities() {
    return probabilities;
  }

  /** The temperature of each node, for methods that have them: a copy. */
  public Optional<double[]> temperatures() {
    return Optional.ofNullable(temperatures).map(double[]::clone);
  }

  /** Explains the probabilities of a node, for methods that support it. */
  public Optional<Explanation> explain(int node) {
    Check.index(node, probabilities.nodeCount(), "node");
    return explain.apply(node);
  }

  /** Remarks for the user; mostly empty. */
  public List<String> notes() {
    return notes;
  }

  /** The probability the network gives to the class it predicts for a node. */
  public static double confidenceBefore(Logits logits, int node) {
    Probabilities one = logits.select(NodeSet.of(logits.nodeCount(), node)).softmax();
    return one.get(0, logits.predictedClass(node));
  }

  /** Explains temperatures; medians are computed when a node is first explained. */
  private static final class Explainer {
    private final Logits logits;
    private final Probabilities after;
    private final double[] temperatures;
    private final Optional<FeatureTable> inputs;
    private double @Nullable [] medians; // over all nodes: of the temperatures, then of each input

    Explainer(
        Logits logits, Probabilities after, double[] temperatures, Optional<FeatureTable> inputs) {
      this.logits = logits;
      this.after = after;
      this.temperatures = temperatures;
      this.inputs = inputs;
    }

    synchronized Optional<Explanation> explain(int node) {
      if (medians == null) {
        Stream<double[]> columns = inputs.stream().flatMap(t -> t.columns().values().stream());
        medians =
            Stream.concat(Stream.of(temperatures.clone()), columns)
                .mapToDouble(Explainer::median)
                .toArray();
      }
      List<Input> all = new ArrayList<>();
      for (int k = 1; k < medians.length; k++) {
        FeatureTable table = inputs.orElseThrow();
        all.add(new Input(table.names().get(k - 1), table.get(node, k - 1), medians[k]));
      }
      int predicted = logits.predictedClass(node);
      return Optional.of(
          new OfTemperature(
              node,
              predicted,
              confidenceBefore(logits, node),
              after.get(node, predicted),
              temperatures[node],
              medians[0],
              all));
    }

    /** The middle value, the lower one of two; sorts the array. */
    private static double median(double[] values) {
      Arrays.sort(values);
      return values[(values.length - 1) / 2];
    }
  }
}
