package io.github.wats.experiment;

import io.github.wats.experiment.ResultTable.Comparison;
import io.github.wats.experiment.ResultTable.Mark;
import io.github.wats.experiment.ResultTable.Row;
import io.github.wats.metrics.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A {@link ResultTable} as plain data for JSON. All shares are fractions, not percent. */
public final class TableJson {
  private TableJson() {}

  /** One object per data set, backbone and variant. */
  public static List<Map<String, Object>> results(ResultTable table) {
    return table.rows().stream().map(TableJson::row).toList();
  }

  /** Average ranks by metric, 1 for the best. */
  public static Map<String, Object> ranks(ResultTable table) {
    Map<String, Object> ranks = new LinkedHashMap<>();
    table
        .ranks()
        .forEach(
            (metric, list) -> {
              Map<String, Double> byVariant = new LinkedHashMap<>();
              list.forEach(rank -> byVariant.put(rank.variant().label(), rank.rank()));
              ranks.put(metric.key(), byVariant);
            });
    return ranks;
  }

  private static Map<String, Object> row(Row row) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("dataset", row.dataset());
    map.put("model", row.model());
    map.put("method", row.variant().method());
    row.variant().putPoint(map);
    map.put("runs", row.runs());
    map.put("failures", row.failures());
    row.metrics().forEach((metric, sample) -> map.put(metric.key(), sample(sample)));
    map.put("paper", row.paper().map(value -> sample(value.mean(), value.std())).orElse(null));
    Map<String, Object> floors = new LinkedHashMap<>();
    row.floors().forEach((metric, sample) -> floors.put(metric.key(), sample(sample)));
    map.put("floors", floors);
    row.seconds().ifPresent(seconds -> map.put("seconds", sample(seconds)));
    map.put("best", marked(row, Mark.BEST));
    map.put("tied", marked(row, Mark.TIED));
    Map<String, Object> comparisons = new LinkedHashMap<>();
    row.comparisons().forEach((baseline, byMetric) -> comparisons.put(baseline, all(byMetric)));
    map.put("comparisons", comparisons);
    return map;
  }

  private static List<String> marked(Row row, Mark mark) {
    List<String> metrics = new ArrayList<>();
    row.marks()
        .forEach(
            (metric, given) -> {
              if (given == mark) {
                metrics.add(metric.key());
              }
            });
    return metrics;
  }

  private static Map<String, Object> all(Map<Metric, Comparison> byMetric) {
    Map<String, Object> map = new LinkedHashMap<>();
    byMetric.forEach(
        (metric, comparison) -> {
          PairedDifference difference = comparison.difference();
          Map<String, Object> one = new LinkedHashMap<>();
          one.put("difference", difference.mean());
          one.put("low", difference.low());
          one.put("high", difference.high());
          one.put("p", difference.p());
          one.put("holm", comparison.holm());
          one.put("runs", difference.runs());
          map.put(metric.key(), one);
        });
    return map;
  }

  private static Map<String, Object> sample(Sample sample) {
    return sample(sample.mean(), sample.std());
  }

  private static Map<String, Object> sample(double mean, double std) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("mean", mean);
    map.put("std", std);
    return map;
  }
}
