package io.github.wats.metrics;

import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * Metrics of each of several labels, a problem of two classes. Only labels with both outcomes among
 * the evaluated rows count. The bins of {@link Metric#ECE} are of the confidence in the more
 * probable outcome, those of {@link Metric#CLASSWISE_ECE} of the probability of the label.
 *
 * @param labels those that count
 * @param macro the means over them
 */
public record LabelEvaluation(List<Label> labels, Map<Metric, Double> macro) {
  public static final List<Metric> METRICS =
      List.of(Metric.NLL, Metric.BRIER, Metric.ECE, Metric.CLASSWISE_ECE);

  /**
   * A label.
   *
   * @param nodes of known outcome
   * @param positives those that have the label
   * @param values of {@link #METRICS}
   */
  public record Label(int label, int nodes, int positives, Map<Metric, Double> values) {
    public double value(Metric metric) {
      return values.getOrDefault(metric, Double.NaN);
    }

    /** The values by key, for JSON. */
    public Map<String, Object> fields(String name) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("label", name);
      fields.put("nodes", nodes);
      fields.put("positives", positives);
      fields.putAll(Metric.byKey(values));
      return fields;
    }
  }

  /**
   * Evaluates these rows.
   *
   * @param labelOf the label of a row
   */
  public static LabelEvaluation of(
      Probabilities predicted, Labels outcomes, NodeSet rows, IntUnaryOperator labelOf, int bins) {
    Map<Integer, List<Integer>> byLabel = new LinkedHashMap<>();
    for (int row : rows.withKnownLabel(outcomes).toArray()) {
      byLabel.computeIfAbsent(labelOf.applyAsInt(row), unused -> new ArrayList<>()).add(row);
    }
    List<Label> labels = new ArrayList<>();
    byLabel.forEach(
        (label, list) -> {
          int[] own = list.stream().mapToInt(row -> row).toArray();
          int positives = Arrays.stream(own).map(outcomes::get).sum();
          if (positives > 0 && positives < own.length) {
            Outcomes nodes = Outcomes.of(predicted, outcomes, own);
            Map<Metric, Double> values = new EnumMap<>(Metric.class);
            METRICS.forEach(m -> values.put(m, m.of(nodes, bins).orElse(Double.NaN)));
            labels.add(new Label(label, own.length, positives, values));
          }
        });
    labels.sort((a, b) -> a.label - b.label);
    Map<Metric, Double> macro = new EnumMap<>(Metric.class);
    METRICS.forEach(m -> macro.put(m, mean(labels, m)));
    return new LabelEvaluation(labels, macro);
  }

  /** The mean over labels, NaN without any. */
  public static double mean(List<Label> labels, Metric metric) {
    return labels.stream().mapToDouble(one -> one.value(metric)).average().orElse(Double.NaN);
  }
}
