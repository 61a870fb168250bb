package io.github.wats.experiment;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.github.wats.io.json.TypedJson;
import io.github.wats.metrics.Metric;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Records small enough to keep in a repository: one line per data set, backbone and variant, with
 * each metric as a list over the runs, rounded to six digits. Tables made from them are those of
 * the full records to the digits shown; figures need the full ones.
 */
public final class CompactRecords {
  /** The file of an experiment's folder. */
  public static final String FILE = "summary.jsonl";

  private CompactRecords() {}

  /** All records as lines, each ended. */
  public static String write(Collection<FitRecord> records) {
    Map<FitKey, List<FitRecord>> cells =
        records.stream()
            .collect(groupingBy(record -> record.key().ofRun(0), LinkedHashMap::new, toList()));
    StringBuilder text = new StringBuilder();
    for (List<FitRecord> cell : cells.values()) {
      text.append(TypedJson.MAPPER.writeValueAsString(line(cell))).append('\n');
    }
    return text.toString();
  }

  private static Map<String, Object> line(List<FitRecord> cell) {
    FitRecord first = cell.get(0);
    Map<String, Object> line = RecordJson.head(first);
    line.remove("run");
    line.put("seed", first.info().seed() - first.key().task().run());
    Map<String, Object> failures = new LinkedHashMap<>();
    List<Integer> runs = new ArrayList<>();
    Map<String, List<Object>> columns = new LinkedHashMap<>();
    for (FitRecord record : cell) {
      int run = record.key().task().run();
      record.failure().ifPresent(reason -> failures.put(Integer.toString(run), reason));
      if (record.result().isPresent()) {
        runs.add(run);
        columns(record.result().get())
            .forEach(
                (name, value) -> columns.computeIfAbsent(name, k -> new ArrayList<>()).add(value));
      }
    }
    line.put("runs", runs);
    line.putAll(columns);
    if (!failures.isEmpty()) {
      line.put("failures", failures);
    }
    return line;
  }

  private static Map<String, Object> columns(FitRecord.Result result) {
    Map<String, Object> columns = new LinkedHashMap<>();
    columns.put("nodes", result.evaluation().nodes());
    Metric.byKey(result.evaluation().values())
        .forEach((key, value) -> columns.put(key, rounded(value)));
    Metric.byKey(result.evaluation().noiseFloors())
        .forEach((key, value) -> columns.put(key + "Floor", rounded(value)));
    columns.put("epochs", result.epochs());
    columns.put("seconds", rounded(result.seconds()));
    columns.put("trainingSeconds", rounded(result.trainingSeconds()));
    return columns;
  }

  private static double rounded(double value) {
    return Double.isFinite(value)
        ? Double.parseDouble(String.format(Locale.ROOT, "%.6g", value))
        : value;
  }
}
