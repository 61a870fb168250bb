package io.github.wats.testing;

import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import tools.jackson.databind.JsonNode;

/** The 12-node graph of {@code golden/graph.json} that the other vectors use. */
public final class TinyGraph {
  private static final JsonNode DATA = Golden.read("graph.json");

  private TinyGraph() {}

  public static Graph graph() {
    GraphBuilder builder = GraphBuilder.withNodes(DATA.get("nodes").intValue());
    for (JsonNode edge : DATA.get("edges")) {
      builder.edge(edge.get(0).intValue(), edge.get(1).intValue());
    }
    return builder.build();
  }

  public static Logits logits() {
    return Logits.of(Golden.matrix(DATA.get("logits")));
  }

  public static double[][] features() {
    return Golden.matrix(DATA.get("features"));
  }

  public static Labels labels() {
    return Labels.of(DATA.get("classes").intValue(), Golden.ints(DATA.get("labels")));
  }

  public static NodeSet train() {
    return NodeSet.of(DATA.get("nodes").intValue(), Golden.ints(DATA.get("train")));
  }

  public static NodeSet validation() {
    return NodeSet.of(DATA.get("nodes").intValue(), Golden.ints(DATA.get("calibration")));
  }
}
