package io.github.wats.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.testing.Golden;
import io.github.wats.testing.TinyGraph;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class GraphTest {
  @Test
  void becomesSimpleAndUndirected() {
    JsonNode expected = Golden.read("graph.json");
    Graph graph = TinyGraph.graph();
    for (int i = 0; i < graph.nodeCount(); i++) {
      int[] neighbors = new int[graph.degree(i)];
      graph.adjacency().copyRow(i, neighbors, 0);
      assertThat(neighbors)
          .as("node " + i)
          .isEqualTo(Golden.ints(expected.get("neighbours").get(i)));
    }
  }

  @Test
  void refusesANodeOutOfRangeAndSaysWhich() {
    assertThatThrownBy(() -> GraphBuilder.withNodes(3).edge(1, 3))
        .hasMessage("nodes must be in 0 … 2, got edge 1-3");
  }
}
