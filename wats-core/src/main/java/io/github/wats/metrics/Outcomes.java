package io.github.wats.metrics;

import io.github.wats.internal.Check;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Predicted probabilities and true labels of some nodes: the input of all metrics. Nodes whose
 * label is unknown are left out. Outcomes are independent, or {@linkplain #withUnits those of a
 * unit} are not. Immutable.
 */
public final class Outcomes {
  private final Probabilities probabilities;
  private final int[] nodes; // (n) rows of the probabilities
  private final int[] labels; // (n)
  private final int @Nullable [] degrees; // (n)
  private final int @Nullable [] units; // (n) 0 … u − 1, of dependent outcomes
  private final double[] confidences; // (n) largest probability
  private final int[] predicted; // (n) its class, the first of equals
  private final Map<Binned, int[]> binned = new ConcurrentHashMap<>(); // cache: bin of each outcome

  private record Binned(Metric.Order order, int bins) {}

  private Outcomes(
      Probabilities probabilities,
      int[] nodes,
      int[] labels,
      int @Nullable [] degrees,
      int @Nullable [] units,
      double[] confidences,
      int[] predicted) {
    this.probabilities = probabilities;
    this.nodes = nodes;
    this.labels = labels;
    this.degrees = degrees;
    this.units = units;
    this.confidences = confidences;
    this.predicted = predicted;
  }

  /** The outcomes of all nodes. */
  public static Outcomes of(Probabilities predicted, Labels actual) {
    return of(predicted, actual, NodeSet.all(predicted.nodeCount()));
  }

  /** The outcomes of the given nodes. */
  public static Outcomes of(Probabilities predicted, Labels actual, NodeSet nodes) {
    Check.argument(
        predicted.nodeCount() == actual.nodeCount() && predicted.nodeCount() == nodes.nodeCount(),
        "probabilities, labels and node set must have the same number of nodes, got %d, %d and %d",
        predicted.nodeCount(),
        actual.nodeCount(),
        nodes.nodeCount());
    return of(predicted, actual, nodes.toArray());
  }

  /**
   * The outcomes of the given nodes in this order, which nodes of equal degree or confidence keep
   * when they are sorted into bins.
   */
  public static Outcomes of(Probabilities predicted, Labels actual, int[] nodes) {
    Check.argument(
        predicted.classCount() == actual.classCount(),
        "probabilities and labels must have the same classes, got %d and %d",
        predicted.classCount(),
        actual.classCount());
    int[] labeled = Arrays.stream(nodes).filter(actual::isKnown).toArray();
    int[] labels = Arrays.stream(labeled).map(actual::get).toArray();
    int[] classes = Arrays.stream(labeled).map(predicted::predictedClass).toArray();
    double[] confidences = new double[labeled.length];
    Arrays.setAll(confidences, k -> predicted.get(labeled[k], classes[k]));
    return new Outcomes(predicted, labeled, labels, null, null, confidences, classes);
  }

  /** These outcomes with the degree of their nodes, such as {@code graph::degree}. */
  public Outcomes withDegrees(IntUnaryOperator degreeOfNode) {
    int[] chosen = Arrays.stream(nodes).map(degreeOfNode).toArray();
    return new Outcomes(probabilities, nodes, labels, chosen, units, confidences, predicted);
  }

  /** These outcomes, of which those with the same unit, such as a node, are dependent. */
  public Outcomes withUnits(IntUnaryOperator unitOfNode) {
    Map<Integer, Integer> numbers = new HashMap<>();
    int[] chosen = new int[nodes.length];
    for (int k = 0; k < chosen.length; k++) {
      chosen[k] =
          numbers.computeIfAbsent(unitOfNode.applyAsInt(nodes[k]), unused -> numbers.size());
    }
    return new Outcomes(probabilities, nodes, labels, degrees, chosen, confidences, predicted);
  }

  /** Whether outcomes are independent as far as is known. */
  boolean areIndependent() {
    return units == null;
  }

  /** The number of independent units. */
  int unitCount() {
    return units == null ? nodes.length : Arrays.stream(units).max().orElse(-1) + 1;
  }

  /** The largest number of outcomes in as many units as there are, drawn with replacement. */
  int mostDrawn() {
    if (units == null) {
      return nodes.length;
    }
    int[] sizes = new int[unitCount()];
    Arrays.stream(units).forEach(unit -> sizes[unit]++);
    return Math.multiplyExact(sizes.length, Arrays.stream(sizes).max().orElse(0));
  }

  int unit(int index) {
    return units == null ? index : units[index];
  }

  /** A value for each unit (u) from one for each outcome (n), with the same mean. */
  public double[] byUnit(double[] values) {
    if (units == null) {
      return values;
    }
    double[] sums = new double[unitCount()];
    for (int k = 0; k < values.length; k++) {
      sums[units[k]] += values[k] * sums.length / values.length;
    }
    return sums;
  }

  /** The number of outcomes. */
  public int size() {
    return nodes.length;
  }

  public boolean isEmpty() {
    return nodes.length == 0;
  }

  public int classCount() {
    return probabilities.classCount();
  }

  /** The predicted probability of class {@code label} in outcome {@code index}. */
  public double probability(int index, int label) {
    return probabilities.get(nodes[index], label);
  }

  public int label(int index) {
    return labels[index];
  }

  public int predictedClass(int index) {
    return predicted[index];
  }

  /** The largest probability. */
  public double confidence(int index) {
    return confidences[index];
  }

  /** Whether the predicted class is the true class. */
  public boolean isCorrect(int index) {
    return predicted[index] == labels[index];
  }

  /** Whether metrics of the probabilities of all classes are defined. */
  boolean hasAllClasses() {
    return !probabilities.areTopLabels();
  }

  public boolean hasDegrees() {
    return degrees != null;
  }

  /** The degree of the node of outcome {@code index}; needs {@link #withDegrees}. */
  public int degree(int index) {
    if (degrees == null) {
      throw new IllegalStateException("these outcomes have no degrees");
    }
    return degrees[index];
  }

  /** The bin of each outcome, computed once. Must not be modified. */
  int[] binned(Metric.Order order, int bins) {
    return binned.computeIfAbsent(new Binned(order, bins), unused -> Bins.find(order, this, bins));
  }

  /** The node of outcome {@code index}. */
  public int node(int index) {
    return nodes[index];
  }

  /** Writes the probabilities of outcome {@code index} into {@code row}. */
  void copyRow(int index, double[] row) {
    probabilities.copyRow(nodes[index], row, 0);
  }
}
