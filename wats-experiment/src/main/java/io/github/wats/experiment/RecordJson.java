package io.github.wats.experiment;

import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.CoveragePoint;
import io.github.wats.metrics.Evaluation.Trend;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.ReliabilityBins;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** A {@link FitRecord} as one line of JSON and back. */
final class RecordJson {
  /** Rises when a field changes its meaning or goes away. */
  static final int SCHEMA = 1;

  /** Fields in the order in which they are declared, each required; whole numbers are longs. */
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.USE_LONG_FOR_INTS)
          .build();

  private RecordJson() {}

  /** What identifies a fit and what it was made from, without the run. */
  record Head(
      String dataset,
      String model,
      String method,
      String protocol,
      long seed,
      String version,
      String data,
      Map<String, Object> backbone,
      Map<String, Object> settings) {
    FitRecord.Origin origin(long runSeed) {
      return new FitRecord.Origin(Protocol.named(protocol), runSeed, version, data, backbone);
    }
  }

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
    return MAPPER.writeValueAsString(line);
  }

  static Map<String, Object> head(FitRecord record) {
    FitKey key = record.key();
    FitRecord.Origin origin = record.origin();
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("schema", SCHEMA);
    line.put("dataset", key.task().dataset());
    line.put("model", key.task().model());
    line.put("run", key.task().run());
    line.put("method", key.variant().method());
    key.variant().putPoint(line);
    line.put("protocol", origin.protocol().label());
    line.put("seed", origin.seed());
    line.put("version", origin.version());
    line.put("data", origin.data());
    line.put("backbone", origin.backbone());
    line.put("settings", record.settings());
    return line;
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
   * The record of one line.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  static FitRecord read(String text) {
    try {
      JsonNode line = MAPPER.readTree(text);
      checkSchema(line);
      Head head = MAPPER.treeToValue(line, Head.class);
      Task task = new Task(head.dataset, head.model, line.required("run").asInt());
      FitKey key = new FitKey(task, Variant.read(line));
      FitRecord.Origin origin = head.origin(head.seed);
      return line.has("failure")
          ? FitRecord.failed(key, origin, head.settings, line.get("failure").asString())
          : FitRecord.done(
              key, origin, head.settings, MAPPER.treeToValue(line, Body.class).result());
    } catch (JacksonException broken) {
      throw new IllegalArgumentException(
          "must be the JSON object of a fit: " + broken.getOriginalMessage(), broken);
    }
  }

  static void checkSchema(JsonNode line) {
    int schema = line.required("schema").asInt();
    if (schema != SCHEMA) {
      throw new IllegalArgumentException(
          "schema must be " + SCHEMA + ", got " + schema + ": written by another version");
    }
  }
}
