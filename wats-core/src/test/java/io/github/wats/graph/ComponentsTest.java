package io.github.wats.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.testing.RandomGraphs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComponentsTest {
  /** 0–4, 1–2–3 and the lone 5. */
  private static final Graph THREE_PARTS =
      Graph.fromEdges(6, new int[] {4, 1, 3}, new int[] {0, 2, 2});

  @Test
  void numbersComponentsByTheirSmallestNode() {
    Components components = Components.of(THREE_PARTS);
    assertThat(components.count()).isEqualTo(3);
    assertThat(components.nodes(0)).containsExactly(0, 4);
    assertThat(components.nodes(1)).containsExactly(1, 2, 3);
    assertThat(components.nodes(2)).containsExactly(5);
    assertThat(components.sizes()[1]).isEqualTo(3);
    assertThat(components.largest()).isEqualTo(1);
    assertThat(components.componentOf()[4]).isZero();
  }

  @Test
  void takesTheFirstOfEquallyLargeComponents() {
    Graph pairs = Graph.fromEdges(4, new int[] {0, 1}, new int[] {3, 2});
    assertThat(Components.of(pairs).largest()).isZero();
  }

  @Test
  void findsNoneWithoutNodes() {
    Components components = Components.of(GraphBuilder.withNodes(0).build());
    assertThat(components.count()).isZero();
    assertThat(components.largest()).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void agreesWithTheTransitiveClosure(long seed) {
    Graph graph = RandomGraphs.uniform(60, 45, seed);
    boolean[][] reaches = closure(RandomGraphs.dense(graph));
    Components components = Components.of(graph);
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 60; j++) {
        assertThat(components.componentOf()[i] == components.componentOf()[j])
            .as("seed %d, nodes %d and %d", seed, i, j)
            .isEqualTo(reaches[i][j]);
      }
    }
  }

  @Test
  void keepsCountWithManyComponents() {
    Components components = Components.of(GraphBuilder.withNodes(1000).edge(17, 900).build());
    assertThat(components.count()).isEqualTo(999);
    assertThat(components.sizes()[components.componentOf()[900]]).isEqualTo(2);
  }

  /** Warshall's algorithm. */
  private static boolean[][] closure(boolean[][] edges) {
    int n = edges.length;
    for (int i = 0; i < n; i++) {
      edges[i][i] = true;
    }
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          edges[i][j] |= edges[i][k] && edges[k][j];
        }
      }
    }
    return edges;
  }
}
