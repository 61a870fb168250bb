package io.github.wats.experiment.page;

import io.github.wats.experiment.PairedDifference;
import io.github.wats.experiment.ResultTable;
import io.github.wats.experiment.ResultTable.Difference;
import io.github.wats.experiment.ResultTable.Mark;
import io.github.wats.experiment.ResultTable.Row;
import io.github.wats.experiment.Sample;
import io.github.wats.metrics.Metric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A {@link ResultTable} as plain data for JSON. All shares are fractions, not percent. */
public final class TableJson {
  private TableJson() {}

  /** One object per data set, backbone and variant. */
  public static List<Map<String, Object>> results(ResultTable table) {
    return table.rows().stream().map(TableJson::row).toList();
  }

  /** Average ranks by metric, 1 for the best. */
  public static Map<String, Object> ranks(ResultTable table) {
    return byKey(
        table.ranks(),
        ranks -> {
          Map<String, Double> byVariant = new LinkedHashMap<>();
          ranks.means().forEach((variant, rank) -> byVariant.put(variant.label(), rank));
          return byVariant;
        });
  }

  private static Map<String, Object> row(Row row) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("dataset", row.dataset());
    map.put("model", row.model());
    map.put("method", row.variant().method());
    row.variant().putPoint(map);
    map.put("runs", row.runs());
    map.put("failures", row.failures());
    map.putAll(samples(row::sample));
    map.put("paper", row.paper().map(value -> sample(value.mean(), value.std())).orElse(null));
    row.conference().ifPresent(mean -> map.put("paperIclr2026", Map.of("mean", mean)));
    map.put("floors", samples(row::floor));
    row.seconds().ifPresent(seconds -> map.put("seconds", sample(seconds)));
    map.put("best", marked(row, Mark.BEST));
    map.put("tied", marked(row, Mark.TIED));
    Map<String, Object> comparisons = new LinkedHashMap<>();
    row.comparisons()
        .forEach((baseline, all) -> comparisons.put(baseline, byKey(all, TableJson::fields)));
    map.put("comparisons", comparisons);
    return map;
  }

  private static List<String> marked(Row row, Mark mark) {
    return row.marks().keySet().stream()
        .filter(metric -> row.mark(metric) == mark)
        .map(Metric::key)
        .toList();
  }

  private static <T> Map<String, Object> byKey(Map<Metric, T> values, Function<T, Object> form) {
    Map<String, Object> map = new LinkedHashMap<>();
    values.forEach((metric, value) -> map.put(metric.key(), form.apply(value)));
    return map;
  }

  private static Map<String, Object> samples(Function<Metric, Optional<Sample>> values) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (Metric metric : Metric.values()) {
      values.apply(metric).ifPresent(value -> map.put(metric.key(), sample(value)));
    }
    return map;
  }

  private static Map<String, Object> fields(Difference difference) {
    PairedDifference paired = difference.paired();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("difference", paired.mean());
    map.put("low", paired.low());
    map.put("high", paired.high());
    map.put("p", paired.p());
    map.put("holm", difference.holm());
    map.put("runs", paired.runs());
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
