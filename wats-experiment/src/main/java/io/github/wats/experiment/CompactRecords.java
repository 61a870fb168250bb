package io.github.wats.experiment;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.github.wats.internal.Check;
import io.github.wats.io.json.TypedJson;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Records small enough to keep in a repository: one line per data set, backbone and variant, with
 * each metric as a list over the runs, rounded to six digits. Tables made from them are those of
 * the full records to the digits shown; figures need the full ones.
 */
public final class CompactRecords {
  /** The file of an experiment's folder. */
  public static final String FILE = "summary.jsonl";

  /** A line has a few kilobytes, and there is one per cell of a table. */
  private static final long MOST_BYTES = 256L << 20;

  private CompactRecords() {}

  /** The runs of a line that have results, and why others have none. */
  private record Runs(List<Integer> runs, long seed, Map<Integer, String> failures) {}

  /** All records as lines, each ended. */
  public static String write(Collection<FitRecord> records) {
    Map<ResultTable.Place, List<FitRecord>> cells =
        records.stream()
            .collect(
                groupingBy(
                    record -> ResultTable.Place.of(record.key()), LinkedHashMap::new, toList()));
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
    line.put("seed", first.origin().seed() - first.key().task().run());
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

  /** Reads what {@link #write} wrote; epochs and times are those of the runs, bins are gone. */
  public static List<FitRecord> read(Path file) throws IOException {
    return RecordJson.read(file, TypedJson.text(file, MOST_BYTES), CompactRecords::records);
  }

  private static List<FitRecord> records(ObjectNode line) {
    List<FitRecord> records = new ArrayList<>();
    if (!line.has("failures")) {
      line.putObject("failures");
    }
    Runs runs = TypedJson.bind(line, Runs.class);
    for (int index = 0; index < runs.runs.size(); index++) {
      ObjectNode run = ofRun(line, runs.runs.get(index), runs.seed);
      records.add(RecordJson.record(run, Optional.of(result(line, index)), Optional.empty()));
    }
    for (Map.Entry<Integer, String> failure : runs.failures.entrySet()) {
      ObjectNode run = ofRun(line, failure.getKey(), runs.seed);
      records.add(RecordJson.record(run, Optional.empty(), Optional.of(failure.getValue())));
    }
    return records;
  }

  /** The line as it was before {@link #line} left out the run. */
  private static ObjectNode ofRun(ObjectNode line, int run, long firstSeed) {
    return line.deepCopy().put("run", run).put("seed", firstSeed + run);
  }

  private static FitRecord.Result result(JsonNode line, int index) {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    Map<Metric, Double> floors = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      if (line.has(metric.key())) {
        values.put(metric, value(line, metric.key(), index));
      }
      if (line.has(metric.key() + "Floor")) {
        floors.put(metric, value(line, metric.key() + "Floor", index));
      }
    }
    return new FitRecord.Result(
        Evaluation.ofValues((long) value(line, "nodes", index), values, floors),
        (int) value(line, "epochs", index),
        true,
        value(line, "seconds", index),
        value(line, "trainingSeconds", index),
        List.of(),
        List.of());
  }

  private static double value(JsonNode line, String column, int index) {
    JsonNode value = line.path(column).path(index);
    Check.argument(!value.isMissingNode(), "field '%s[%d]' is missing", column, index);
    return TypedJson.bind(value, double.class);
  }
}
