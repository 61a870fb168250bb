package io.github.wats.experiment;

import io.github.wats.internal.Check;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.json.TypedJson;
import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.CoveragePoint;
import io.github.wats.metrics.Evaluation.Trend;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.ReliabilityBins;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A {@link FitRecord} as one line of JSON and back. */
final class RecordJson {
  /** Incremented when a field changes its meaning or is removed. */
  static final int SCHEMA = 1;

  private RecordJson() {}

  private record Schema(int schema) {}

  private record Failure(String failure) {}

  private record Settings(Map<String, Object> settings) {}

  /** What came out of a fit. */
  private record Body(
      long nodes,
      Map<Metric, Double> metrics,
      Map<Metric, Double> floors,
      int epochs,
      boolean converged,
      double seconds,
      double trainingSeconds,
      List<String> notes,
      List<Double> losses,
      List<ReliabilityBins.Bin> reliability,
      List<DegreeBins.Bin> degreeBins,
      List<CoveragePoint> coverage,
      List<Trend.Bin> temperatures) {
    FitRecord.Result result() {
      Evaluation evaluation =
          new Evaluation(
              nodes,
              metrics,
              floors,
              Optional.empty(),
              Map.of(),
              new ReliabilityBins(reliability),
              ReliabilityBins.NONE,
              degreeBins.isEmpty() ? Optional.empty() : Optional.of(new DegreeBins(degreeBins)),
              coverage,
              temperatures.isEmpty() ? Optional.empty() : Optional.of(new Trend(temperatures)));
      return new FitRecord.Result(
          evaluation, epochs, converged, seconds, trainingSeconds, losses, notes);
    }
  }

  /** One line, without its end. */
  static String write(FitRecord record) {
    Map<String, Object> line = head(record);
    record.failure().ifPresent(reason -> line.put("failure", reason));
    record.result().ifPresent(result -> putResult(line, result));
    return TypedJson.MAPPER.writeValueAsString(line);
  }

  /** What identifies a fit and what it was made from. */
  static Map<String, Object> head(FitRecord record) {
    Variant variant = record.key().variant();
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("schema", SCHEMA);
    line.putAll(fields(record.key().task()));
    line.put("method", variant.method());
    variant.putPoint(line);
    line.putAll(fields(record.info()));
    line.put("settings", record.settings());
    return line;
  }

  private static Map<String, Object> fields(Object record) {
    return TypedJson.MAPPER.convertValue(record, new TypeReference<>() {});
  }

  private static void putResult(Map<String, Object> line, FitRecord.Result result) {
    Evaluation evaluation = result.evaluation();
    line.put("nodes", evaluation.nodes());
    line.put("metrics", Metric.byKey(evaluation.values()));
    line.put("floors", Metric.byKey(evaluation.noiseFloors()));
    line.put("epochs", result.epochs());
    line.put("converged", result.converged());
    line.put("seconds", result.seconds());
    line.put("trainingSeconds", result.trainingSeconds());
    line.put("notes", result.notes());
    line.put("losses", result.losses());
    line.put("reliability", evaluation.reliability().bins());
    line.put("degreeBins", evaluation.degrees().map(DegreeBins::bins).orElse(List.of()));
    line.put("coverage", evaluation.coverage());
    line.put("temperatures", evaluation.temperatures().map(Trend::bins).orElse(List.of()));
  }

  /**
   * The records of a file.
   *
   * @param reader gives those of one line
   * @throws InvalidDataException naming file, line and what is wrong with it
   */
  static List<FitRecord> read(
      Path file, String text, Function<ObjectNode, List<FitRecord>> reader) {
    List<FitRecord> records = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      try {
        if (!line.isBlank()) {
          records.addAll(reader.apply(object(line)));
        }
      } catch (JacksonException broken) {
        throw new InvalidDataException(
            "%s: line %s: must be the JSON object of a fit: %s"
                .formatted(file, number, TypedJson.message(broken)),
            broken);
      } catch (IllegalArgumentException wrong) {
        throw new InvalidDataException(
            file + ": line " + number + ": " + wrong.getMessage(), wrong);
      }
    }
    return records;
  }

  private static ObjectNode object(String line) {
    JsonNode parsed = TypedJson.MAPPER.readTree(line);
    Check.argument(
        parsed instanceof ObjectNode, "must be the JSON object of a fit, got %s", parsed);
    ObjectNode object = (ObjectNode) parsed;
    int schema = TypedJson.bind(object, Schema.class).schema;
    Check.argument(
        schema == SCHEMA, "schema must be %d, got %d: written by another version", SCHEMA, schema);
    return object;
  }

  /** The record of a line that {@link #write} wrote. */
  static FitRecord read(ObjectNode line) {
    return line.has("failure")
        ? record(line, Optional.empty(), Optional.of(TypedJson.bind(line, Failure.class).failure))
        : record(line, Optional.of(TypedJson.bind(line, Body.class).result()), Optional.empty());
  }

  /** A record with the head of {@code line}. */
  static FitRecord record(
      ObjectNode line, Optional<FitRecord.Result> result, Optional<String> failure) {
    return new FitRecord(
        new FitKey(TypedJson.bind(line, Task.class), Variant.read(line)),
        TypedJson.bind(line, FitRecord.RunInfo.class),
        TypedJson.bind(line, Settings.class).settings,
        result,
        failure);
  }
}
