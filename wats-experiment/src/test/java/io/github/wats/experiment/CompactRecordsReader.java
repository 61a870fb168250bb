package io.github.wats.experiment;

import io.github.wats.internal.Check;
import io.github.wats.io.json.TypedJson;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the records that are kept in this repository, to make the pages of results from them. */
final class CompactRecordsReader {
  /** A line has a few kilobytes, and there is one per cell of a table. */
  private static final long MOST_BYTES = 256L << 20;

  private CompactRecordsReader() {}

  /** The runs of a line that have results, and why others have none. */
  private record Runs(List<Integer> runs, long seed, Map<Integer, String> failures) {}

  /**
   * Reads what {@link CompactRecords#write} wrote, compressed if the file's name ends in {@code
   * .gz}; epochs and times are those of the runs, bins are gone.
   */
  public static List<FitRecord> read(Path file) throws IOException {
    return RecordJson.read(file, text(file), CompactRecordsReader::records);
  }

  private static String text(Path file) throws IOException {
    if (!file.toString().endsWith(".gz")) {
      return TypedJson.text(file, MOST_BYTES);
    }
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
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

  /** The line as it was before {@link CompactRecords} left out the run. */
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
