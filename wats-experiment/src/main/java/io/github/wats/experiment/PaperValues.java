package io.github.wats.experiment;

import io.github.wats.io.json.TypedJson;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

/**
 * The numbers printed in the paper (arXiv 2506.23782 v1): ECE as fractions, not percent. They are
 * very likely the degree-binned ECE, although the text defines the usual one.
 */
public final class PaperValues {
  private static final JsonNode TABLES =
      TypedJson.resource(PaperValues.class, "paper-tables.json", new TypeReference<>() {});

  private PaperValues() {}

  /** The paper's value, or empty where it has none or reports that memory ran out. */
  public static Optional<Value> of(String dataset, String model, Variant variant) {
    Map<String, Object> point = variant.point();
    if (variant.isSweepPoint()) {
      return value(
          "sensitivity_gcn_ece10",
          model.equals("gcn"),
          dataset,
          "k=" + point.get("k"),
          "s=" + point.get("s"));
    }
    if (variant.isAblationPoint()) {
      return value(
          "ablation_gcn_ece10",
          model.equals("gcn"),
          dataset,
          String.valueOf(point.get("features")));
    }
    boolean asPublished = point.isEmpty();
    return value("table1_ece10", asPublished, dataset, model, variant.method());
  }

  /**
   * What the conference version (ICLR 2026) prints, as far as public notes quote it, without a
   * deviation. Its baselines are those of version 1 to the digit; only WATS was run again.
   */
  public static OptionalDouble conference(String dataset, String model, Variant variant) {
    JsonNode part = TABLES.path("iclr2026");
    JsonNode mean =
        variant.method().equals(Variant.WATS)
            ? part.path(Variant.WATS).path(model).path(dataset)
            : part.path("other").path(model).path(dataset).path(variant.method());
    return variant.point().isEmpty() && mean.isNumber()
        ? OptionalDouble.of(mean.asDouble() / 100)
        : OptionalDouble.empty();
  }

  private static Optional<Value> value(String table, boolean covered, String... path) {
    JsonNode node = TABLES.path(table);
    for (String step : path) {
      node = node.path(step);
    }
    return covered && node.has("mean")
        ? Optional.of(
            new Value(node.path("mean").asDouble() / 100, node.path("std").asDouble() / 100))
        : Optional.empty();
  }

  /** A mean and its printed deviation, as fractions. */
  public record Value(double mean, double std) {}
}
