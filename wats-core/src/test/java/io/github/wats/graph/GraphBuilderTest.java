package io.github.wats.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.testing.RandomGraphs;
import io.github.wats.testing.Threads;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphBuilderTest {
  @Test
  void mergesDirectionsAndRepeatsAndDropsLoops() {
    int[] sources = {2, 0, 0, 1, 1, 3, 2};
    int[] targets = {0, 2, 2, 1, 0, 2, 3};
    Graph expected = Graph.adoptRows(new int[] {0, 2, 3, 5, 6}, new int[] {1, 2, 0, 0, 3, 2});
    assertThat(Graph.fromEdges(4, sources, targets)).isEqualTo(expected);
  }

  @Test
  void buildsGraphsWithoutEdgesOrNodes() {
    assertThat(GraphBuilder.withNodes(0).build().nodeCount()).isZero();
    assertThat(GraphBuilder.withNodes(3).build()).hasToString("Graph[3 nodes, 0 edges]");
    assertThat(GraphBuilder.withNodes(1).edge(0, 0).build().edgeCount()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, 30, 10", "2, 30, 400", "3, 2, 50", "4, 300, 40000", "5, 300, 90000"})
  void agreesWithSetsOfNeighbors(long seed, int nodes, int edges) {
    int[][] pairs = RandomGraphs.pairs(nodes, edges, seed);
    Graph graph = Graph.fromEdges(nodes, pairs[0], pairs[1]);
    for (int i = 0; i < nodes; i++) {
      Set<Integer> expected = new TreeSet<>();
      for (int k = 0; k < edges; k++) {
        if (pairs[0][k] == i || pairs[1][k] == i) {
          expected.add(pairs[0][k] + pairs[1][k] - i);
        }
      }
      expected.remove(i);
      int[] row = new int[graph.degree(i)];
      graph.adjacency().copyRow(i, row, 0);
      assertThat(row)
          .as("seed %d, node %d", seed, i)
          .isEqualTo(expected.stream().mapToInt(Integer::intValue).toArray());
    }
  }

  @Test
  void isTheSameForAnyNumberOfThreadsAndAnyWayOfGivingEdges() {
    int[][] pairs = RandomGraphs.pairs(3_000, 200_000, 6);
    GraphBuilder builder = GraphBuilder.withNodes(3_000);
    for (int k = 0; k < pairs[0].length; k++) {
      builder.edge(pairs[1][k], pairs[0][k]);
    }
    Graph expected = builder.build();
    EdgeSource stream = consumer -> EdgeSource.of(pairs[0], pairs[1]).forEach(consumer::accept);
    for (int threads : Threads.COUNTS) {
      assertThat(Threads.with(threads, () -> Graph.fromEdges(3_000, pairs[0], pairs[1])))
          .isEqualTo(expected);
      assertThat(Threads.with(threads, () -> Graph.fromEdges(3_000, stream))).isEqualTo(expected);
    }
  }

  @Test
  void copesWithAHubAtEitherEnd() {
    int n = 50_000;
    for (int hub : new int[] {0, n / 2, n - 1}) {
      GraphBuilder builder = GraphBuilder.withNodes(n);
      for (int i = 0; i < n; i++) {
        builder.edge(hub, i).edge(i, hub);
      }
      for (int threads : Threads.COUNTS) {
        Graph star = Threads.with(threads, builder::build);
        assertThat(star.degree(hub)).isEqualTo(n - 1);
        assertThat(star.edgeCount()).isEqualTo(n - 1);
        assertThat(star.neighbor((hub + 1) % n, 0)).isEqualTo(hub);
      }
    }
  }

  /** Symmetric input without repeats is the case in which the first array becomes the last. */
  @Test
  void rebuildsAGraphFromItsOwnRows() {
    Graph graph = RandomGraphs.uniform(500, 60_000, 9);
    int[][] pairs = new int[2][graph.adjacency().entryCount()];
    for (int i = 0; i < 500; i++) {
      for (int k = graph.adjacency().offset(i); k < graph.adjacency().offset(i + 1); k++) {
        pairs[0][k] = i;
        pairs[1][k] = graph.adjacency().column(k);
      }
    }
    for (int threads : Threads.COUNTS) {
      assertThat(Threads.with(threads, () -> Graph.fromEdges(500, pairs[0], pairs[1])))
          .isEqualTo(graph);
    }
  }

  @Test
  void refusesMoreEdgesThanAnArrayHolds() {
    EdgeSource ring = consumer -> GraphBuilderTest.ring(10, consumer);
    assertThat(new EdgeSort(10, ring, 20).sorted().edgeCount()).isEqualTo(10);
    assertThatThrownBy(() -> new EdgeSort(10, ring, 19).sorted())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a graph holds at most 19 directed edges, got 20");
    assertThatThrownBy(() -> new EdgeSort(10, ring, 9).sorted())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a graph is built from at most 9 edges, got 10");
  }

  @Tag("slow")
  @Test
  void refusesThreeThousandMillionEdgesBeforeItTakesMemory() {
    EdgeSource endless =
        consumer -> {
          for (long k = 0; k < 3_000_000_000L; k++) {
            consumer.accept(0, 1);
          }
        };
    assertThatThrownBy(() -> Graph.fromEdges(2, endless))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a graph is built from at most 2147483632 edges, got 3000000000");
  }

  @Test
  void refusesNodesOutOfRangeAndSaysWhichEdgeForAnyNumberOfThreads() {
    int[][] pairs = RandomGraphs.pairs(1_000, 100_000, 6);
    pairs[1][70_000] = -1;
    pairs[0][80_000] = 1_000;
    String edge = pairs[0][70_000] + "--1";
    for (int threads : Threads.COUNTS) {
      assertThat(
              Threads.with(
                  threads,
                  () -> {
                    try {
                      return Graph.fromEdges(1_000, pairs[0], pairs[1]).toString();
                    } catch (IllegalArgumentException e) {
                      return e.getMessage();
                    }
                  }))
          .isEqualTo("nodes must be in 0 … 999, got edge " + edge);
    }
  }

  @Test
  void refusesArraysOfUnequalLength() {
    assertThatThrownBy(() -> Graph.fromEdges(3, new int[2], new int[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sources and targets must be equally long, got 2 and 3");
  }

  @Test
  void refusesANegativeNumberOfNodes() {
    assertThatThrownBy(() -> Graph.fromEdges(-1, new int[0], new int[0]))
        .hasMessage("node count must not be negative, got -1");
  }

  private static void ring(int nodes, EdgeSource.EdgeConsumer consumer) {
    for (int i = 0; i < nodes; i++) {
      consumer.accept(i, (i + 1) % nodes);
    }
  }
}
