package io.github.wats.metrics;

import io.github.wats.internal.Check;
import io.github.wats.metrics.Evaluation.Options;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Metrics of nodes with several labels, each a problem of two classes. Only labels with both
 * outcomes among the evaluated nodes count. The bins of {@link Metric#ECE} are of the confidence in
 * the more probable outcome, those of {@link Metric#CLASSWISE_ECE} of the probability of the label.
 *
 * @param micro of the known outcomes of all nodes and labels as rows; without intervals, since the
 *     rows of a node are not independent
 * @param macro the means over labels
 * @param labels those that count
 * @param others those with one outcome, or none, among these nodes
 * @param losses of each node of known outcome: its part of the micro NLL, of which that is the mean
 */
public record LabelEvaluation(
    Evaluation micro,
    Map<Metric, Double> macro,
    List<Label> labels,
    List<Integer> others,
    double[] losses) {
  /** Those that are means over labels. */
  public static final List<Metric> METRICS =
      List.of(Metric.NLL, Metric.BRIER, Metric.ECE, Metric.CLASSWISE_ECE);

  /**
   * A label.
   *
   * @param nodes of known outcome
   * @param positives those that have the label
   */
  public record Label(int label, int nodes, int positives, Map<Metric, Double> values) {
    /** The value of one of {@link #METRICS}. */
    public double value(Metric metric) {
      return values.getOrDefault(metric, Double.NaN);
    }

    /** The values by key, for JSON. */
    public Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("label", label);
      fields.put("nodes", nodes);
      fields.put("positives", positives);
      fields.putAll(Metric.byKey(values));
      return fields;
    }
  }

  /**
   * Evaluates; empty if no label has both outcomes among the nodes.
   *
   * @param probabilities of all nodes and labels, row by row (n·L)
   * @param outcomes likewise, of two classes
   */
  public static Optional<LabelEvaluation> of(
      double[] probabilities, Labels outcomes, NodeSet nodes, Options options) {
    int all = outcomes.nodeCount();
    int count = all / Math.max(1, nodes.nodeCount());
    Check.argument(
        all == probabilities.length && all == count * nodes.nodeCount(),
        "probabilities and outcomes must be of the same nodes and labels, got %d and %d of %d"
            + " nodes",
        probabilities.length,
        all,
        nodes.nodeCount());
    Probabilities predicted = Probabilities.ofRounded(all, 1, probabilities);
    List<Label> labels = new ArrayList<>();
    List<Integer> others = new ArrayList<>();
    for (int l = 0; l < count; l++) {
      int label = l;
      int[] rows = Arrays.stream(nodes.toArray()).map(i -> i * count + label).toArray();
      Outcomes own = Outcomes.of(predicted, outcomes, rows);
      int positives = IntStream.range(0, own.size()).map(own::label).sum();
      if (positives == 0 || positives == own.size()) {
        others.add(l);
        continue;
      }
      Map<Metric, Double> values = new EnumMap<>(Metric.class);
      METRICS.forEach(m -> values.put(m, m.of(own, options.bins()).orElse(Double.NaN)));
      labels.add(new Label(l, own.size(), positives, values));
    }
    int[] columns = labels.stream().mapToInt(Label::label).toArray();
    int[] rows =
        Arrays.stream(nodes.toArray())
            .flatMap(i -> Arrays.stream(columns).map(l -> i * count + l))
            .filter(outcomes::isKnown)
            .toArray();
    Map<Metric, Double> macro = new EnumMap<>(Metric.class);
    METRICS.forEach(
        m -> macro.put(m, labels.stream().mapToDouble(one -> one.value(m)).average().orElse(0)));
    double[] losses = losses(predicted, outcomes, rows, count);
    return Evaluation.of(Outcomes.of(predicted, outcomes, rows), options.withIntervalResamples(0))
        .map(micro -> new LabelEvaluation(micro, macro, labels, others, losses));
  }

  private static double[] losses(Probabilities p, Labels outcomes, int[] rows, int count) {
    Map<Integer, Double> byNode = new LinkedHashMap<>();
    for (int row : rows) {
      double own = -Math.log(Math.max(p.get(row, outcomes.get(row)), 1e-300));
      byNode.merge(row / count, own, Double::sum);
    }
    double share = (double) byNode.size() / rows.length;
    return byNode.values().stream().mapToDouble(sum -> share * sum).toArray();
  }

  /** The mean over labels of one of {@link #METRICS}. */
  public double mean(Metric metric) {
    return macro.getOrDefault(metric, Double.NaN);
  }

  /** The values of all labels together and of each, for JSON. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("micro", micro.fields());
    fields.put("noiseFloor", Metric.byKey(micro.noiseFloors()));
    fields.put("macro", Metric.byKey(macro));
    fields.put("labels", labels.stream().map(Label::fields).toList());
    fields.put("otherLabels", others);
    return fields;
  }
}
