package io.github.wats.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.testing.RandomGraphs;
import io.github.wats.testing.Threads;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SubgraphTest {
  /** A path 0–1–2–3–4 with the chord 1–3, and the pair 5–6. */
  private static final Graph GRAPH =
      Graph.fromEdges(7, new int[] {0, 1, 2, 3, 1, 5}, new int[] {1, 2, 3, 4, 3, 6});

  @Test
  void keepsTheEdgesBetweenChosenNodesAndTheirOrder() {
    Subgraph subgraph = Subgraph.of(GRAPH, new int[] {1, 3, 4, 6});
    assertThat(subgraph.graph())
        .isEqualTo(Graph.fromEdges(4, new int[] {0, 1}, new int[] {1, 2})); // 1–3 and 3–4
    assertThat(subgraph.oldNodes()).containsExactly(1, 3, 4, 6);
  }

  @Test
  void cutsOutTheLargestComponent() {
    Subgraph largest = Subgraph.largestComponent(GRAPH);
    assertThat(largest.oldNodes()).containsExactly(0, 1, 2, 3, 4);
    assertThat(largest.graph().edgeCount()).isEqualTo(5);
  }

  @Test
  void hasNothingLeftOfAGraphWithoutNodes() {
    Graph empty = GraphBuilder.withNodes(0).build();
    assertThat(Subgraph.largestComponent(empty).graph()).isEqualTo(empty);
  }

  @Test
  void keepsExactlyTheEdgesOfTheDenseVersion() {
    Graph graph = RandomGraphs.uniform(80, 500, 7);
    boolean[][] dense = RandomGraphs.dense(graph);
    int[] nodes = IntStream.range(0, 80).filter(i -> i % 3 != 1).toArray();
    Subgraph subgraph = Subgraph.of(graph, nodes);
    for (int i = 0; i < nodes.length; i++) {
      for (int j = 0; j < nodes.length; j++) {
        assertThat(subgraph.graph().hasEdge(i, j)).isEqualTo(dense[nodes[i]][nodes[j]]);
      }
      assertThat(subgraph.oldNodes()[i]).isEqualTo(nodes[i]);
    }
  }

  @Test
  void isTheSameForAnyNumberOfThreads() {
    Graph graph = RandomGraphs.uniform(5_000, 100_000, 8);
    int[] nodes = IntStream.range(0, 5_000).filter(i -> i % 5 != 2).toArray();
    Graph expected = Subgraph.of(graph, nodes).graph();
    for (int threads : Threads.COUNTS) {
      assertThat(Threads.with(threads, () -> Subgraph.of(graph, nodes).graph()))
          .isEqualTo(expected);
    }
  }

  @Test
  void refusesNodesThatDoNotRiseAndSaysWhich() {
    assertThatThrownBy(() -> Subgraph.of(GRAPH, new int[] {2, 2}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nodes must be in ascending order, got 2 after 2");
    assertThatThrownBy(() -> Subgraph.of(GRAPH, new int[] {2, 7}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nodes must be in 0 … 6, got 7");
  }
}
