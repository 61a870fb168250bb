package io.github.wats.experiment;

import io.github.wats.calibration.Settings;
import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.ReliabilityBins;
import io.github.wats.metrics.RiskCoverage;
import io.github.wats.metrics.Trend;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A {@link FitRecord} as one line of JSON and back. */
final class RecordJson {
  /** Rises when a field changes its meaning or goes away. */
  static final int SCHEMA = 1;

  private static final Set<String> POINT = Set.of("k", "s", "features");
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private RecordJson() {}

  /** One line, without its end. */
  static String write(FitRecord record) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("schema", SCHEMA);
    line.put("dataset", record.key().task().dataset());
    line.put("model", record.key().task().model());
    line.put("run", record.key().task().run());
    line.put("method", record.key().variant().method());
    record.key().variant().putPoint(line);
    line.put("protocol", record.origin().protocol().label());
    line.put("seed", record.origin().seed());
    line.put("version", record.origin().version());
    line.put("data", record.origin().data());
    line.put("backbone", record.origin().backbone().asMap());
    line.put("settings", record.settings().asMap());
    record.failure().ifPresent(reason -> line.put("failure", reason));
    record.result().ifPresent(result -> putResult(line, result));
    return MAPPER.writeValueAsString(line);
  }

  private static void putResult(Map<String, Object> line, FitRecord.Result result) {
    Evaluation evaluation = result.evaluation();
    line.put("nodes", evaluation.nodes());
    line.put("metrics", evaluation.metrics());
    line.put("floors", evaluation.floors());
    line.put("epochs", result.epochs());
    line.put("converged", result.converged());
    line.put("seconds", result.seconds());
    line.put("trainingSeconds", result.trainingSeconds());
    line.put("notes", result.notes());
    line.put("losses", result.losses());
    line.put("reliability", evaluation.reliability().stream().map(RecordJson::bin).toList());
    line.put("degreeBins", evaluation.degreeBins().stream().map(RecordJson::bin).toList());
    line.put("coverage", evaluation.coverage().stream().map(RecordJson::point).toList());
    line.put("temperatures", evaluation.temperatures().stream().map(RecordJson::bin).toList());
  }

  private static Map<String, Object> bin(ReliabilityBins.Bin bin) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("from", bin.from());
    map.put("to", bin.to());
    map.put("count", bin.count());
    map.put("confidence", bin.confidence());
    map.put("accuracy", bin.accuracy());
    return map;
  }

  private static Map<String, Object> bin(DegreeBins.Bin bin) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("minDegree", bin.minDegree());
    map.put("maxDegree", bin.maxDegree());
    map.put("count", bin.count());
    map.put("confidence", bin.confidence());
    map.put("accuracy", bin.accuracy());
    return map;
  }

  private static Map<String, Object> point(RiskCoverage.Point point) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("share", point.share());
    map.put("accuracy", point.accuracy());
    return map;
  }

  private static Map<String, Object> bin(Trend.Bin bin) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("from", bin.from());
    map.put("to", bin.to());
    map.put("count", bin.count());
    map.put("mean", bin.mean());
    map.put("low", bin.low());
    map.put("high", bin.high());
    return map;
  }

  /**
   * The record of one line.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  static FitRecord read(String text) {
    try {
      return read(MAPPER.readTree(text));
    } catch (JacksonException broken) {
      throw new IllegalArgumentException(
          "must be a JSON object: " + broken.getOriginalMessage(), broken);
    }
  }

  private static FitRecord read(JsonNode line) {
    checkSchema(line);
    Task task =
        new Task(
            required(line, "dataset").asString(),
            required(line, "model").asString(),
            required(line, "run").asInt());
    FitKey key = new FitKey(task, variant(line));
    FitRecord.Origin origin = origin(line, required(line, "seed").asLong());
    Settings settings = settings(required(line, "settings"));
    return line.has("failure")
        ? FitRecord.failed(key, origin, settings, required(line, "failure").asString())
        : FitRecord.done(key, origin, settings, result(line));
  }

  static void checkSchema(JsonNode line) {
    int schema = required(line, "schema").asInt();
    if (schema != SCHEMA) {
      throw new IllegalArgumentException(
          "schema must be " + SCHEMA + ", got " + schema + ": written by another version");
    }
  }

  static Variant variant(JsonNode line) {
    Map<String, Object> point = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : line.properties()) {
      if (POINT.contains(field.getKey())) {
        point.put(field.getKey(), scalar(field.getValue()));
      }
    }
    line.path(Variant.FIELD)
        .properties()
        .forEach(field -> point.put(field.getKey(), scalar(field.getValue())));
    return new Variant(required(line, "method").asString(), Settings.from(point));
  }

  static FitRecord.Origin origin(JsonNode line, long seed) {
    return new FitRecord.Origin(
        Protocol.named(required(line, "protocol").asString()),
        seed,
        required(line, "version").asString(),
        required(line, "data").asString(),
        settings(required(line, "backbone")));
  }

  private static FitRecord.Result result(JsonNode line) {
    Evaluation evaluation =
        new Evaluation(
            required(line, "nodes").asInt(),
            numbers(required(line, "metrics")),
            numbers(required(line, "floors")),
            list(line, "reliability", RecordJson::reliabilityBin),
            list(line, "degreeBins", RecordJson::degreeBin),
            list(
                line,
                "coverage",
                node -> new RiskCoverage.Point(number(node, "share"), number(node, "accuracy"))),
            list(line, "temperatures", RecordJson::trendBin));
    return new FitRecord.Result(
        evaluation,
        required(line, "epochs").asInt(),
        required(line, "converged").asBoolean(),
        number(line, "seconds"),
        number(line, "trainingSeconds"),
        list(line, "losses", RecordJson::number),
        list(line, "notes", JsonNode::asString));
  }

  private static ReliabilityBins.Bin reliabilityBin(JsonNode node) {
    return new ReliabilityBins.Bin(
        number(node, "from"),
        number(node, "to"),
        required(node, "count").asInt(),
        number(node, "confidence"),
        number(node, "accuracy"));
  }

  private static DegreeBins.Bin degreeBin(JsonNode node) {
    return new DegreeBins.Bin(
        required(node, "minDegree").asInt(),
        required(node, "maxDegree").asInt(),
        required(node, "count").asInt(),
        number(node, "confidence"),
        number(node, "accuracy"));
  }

  private static Trend.Bin trendBin(JsonNode node) {
    return new Trend.Bin(
        number(node, "from"),
        number(node, "to"),
        required(node, "count").asInt(),
        number(node, "mean"),
        number(node, "low"),
        number(node, "high"));
  }

  static JsonNode required(JsonNode node, String field) {
    JsonNode value = node.get(field);
    if (value == null) {
      throw new IllegalArgumentException("field " + field + " is missing");
    }
    return value;
  }

  private static double number(JsonNode node, String field) {
    return number(required(node, field));
  }

  /** JSON has no infinity: it is written as a text. */
  static double number(JsonNode node) {
    return node.isString() ? Double.parseDouble(node.asString()) : node.asDouble();
  }

  private static Map<String, Double> numbers(JsonNode node) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    node.properties().forEach(field -> numbers.put(field.getKey(), number(field.getValue())));
    return numbers;
  }

  static Settings settings(JsonNode node) {
    Map<String, Object> values = new LinkedHashMap<>();
    node.properties().forEach(field -> values.put(field.getKey(), scalar(field.getValue())));
    return Settings.from(values);
  }

  private static Object scalar(JsonNode node) {
    if (node.isBoolean()) {
      return node.asBoolean();
    }
    if (node.isIntegralNumber()) {
      return node.asLong();
    }
    return node.isNumber() ? (Object) node.asDouble() : node.asString();
  }

  private static <T> List<T> list(JsonNode line, String field, Function<JsonNode, T> element) {
    List<T> values = new ArrayList<>();
    for (JsonNode node : required(line, field)) {
      values.add(element.apply(node));
    }
    return values;
  }
}
