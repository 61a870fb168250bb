package io.github.wats.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.testing.RandomGraphs;
import io.github.wats.testing.Threads;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphAdoptRowsTest {
  @Test
  void sortsRowsAndDropsRepeatsAndLoops() {
    Graph expected = Graph.fromEdges(4, new int[] {0, 0, 2}, new int[] {2, 1, 3});
    int[] offsets = {0, 3, 5, 8, 9};
    int[] targets = {2, 1, 2, 1, 0, 3, 2, 0, 2};
    assertThat(Graph.adoptRows(offsets, targets)).isEqualTo(expected);
  }

  @Test
  void addsTheOtherDirectionWhereOneIsMissing() {
    Graph path = Graph.fromEdges(3, new int[] {0, 1}, new int[] {1, 2});
    assertThat(Graph.adoptRows(new int[] {0, 1, 2, 2}, new int[] {1, 2})).isEqualTo(path);
    assertThat(Graph.adoptRows(new int[] {0, 0, 1, 2}, new int[] {0, 1})).isEqualTo(path);
    assertThat(Graph.adoptRows(new int[] {0, 1, 3, 3}, new int[] {1, 0, 2})).isEqualTo(path);
    assertThat(Graph.adoptRows(new int[] {0, 0, 2, 3}, new int[] {0, 2, 1})).isEqualTo(path);
    assertThat(Graph.adoptRows(new int[] {0, 0, 0, 0}, new int[0]).edgeCount()).isZero();
    assertThat(Graph.adoptRows(new int[] {0}, new int[0]).nodeCount()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, 30, 10", "2, 30, 400", "3, 2, 50", "4, 300, 40000", "5, 3000, 200000"})
  void agreesWithTheGraphOfTheEdgesForAnyNumberOfThreads(long seed, int nodes, int edges) {
    int[][] pairs = RandomGraphs.pairs(nodes, edges, seed);
    Graph expected = Graph.fromEdges(nodes, pairs[0], pairs[1]);
    for (int threads : Threads.COUNTS) {
      int[] offsets = offsets(nodes, pairs[0]);
      int[] targets = targets(offsets, pairs);
      assertThat(Threads.with(threads, () -> Graph.adoptRows(offsets, targets)))
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 30, 40", "2, 300, 40000", "3, 3000, 100000"})
  void shuffledRowsOfAGraphAreThatGraph(long seed, int nodes, int edges) {
    Graph graph = RandomGraphs.uniform(nodes, edges, seed);
    int[] offsets = new int[nodes + 1];
    int[] targets = new int[graph.adjacency().entryCount()];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < nodes; i++) {
      offsets[i + 1] = offsets[i] + graph.degree(i);
      graph.adjacency().copyRow(i, targets, offsets[i]);
      for (int k = offsets[i + 1] - 1; k > offsets[i]; k--) {
        int other = offsets[i] + random.nextInt(k - offsets[i] + 1);
        int target = targets[k];
        targets[k] = targets[other];
        targets[other] = target;
      }
    }
    assertThat(Graph.adoptRows(offsets, targets)).isEqualTo(graph);
  }

  @Test
  void refusesNodesOutOfRangeAndSaysWhichEdge() {
    for (int threads : Threads.COUNTS) {
      assertThatThrownBy(
              () ->
                  Threads.with(
                      threads, () -> Graph.adoptRows(new int[] {0, 1, 2, 2}, new int[] {1, 3})))
          .rootCause()
          .hasMessage("nodes must be in 0 … 2, got edge 1-3");
    }
    assertThatThrownBy(() -> Graph.adoptRows(new int[] {0, 1, 2, 2}, new int[] {1, -1}))
        .hasMessage("nodes must be in 0 … 2, got edge 1--1");
  }

  @Test
  void refusesOffsetsThatDoNotFitTheTargets() {
    assertThatThrownBy(() -> Graph.adoptRows(new int[0], new int[0]))
        .hasMessage("offsets must have rows + 1 entries, got none");
    assertThatThrownBy(() -> Graph.adoptRows(new int[] {1, 1}, new int[1]))
        .hasMessage("offsets must start at 0, got 1");
    assertThatThrownBy(() -> Graph.adoptRows(new int[] {0, 2, 1}, new int[1]))
        .hasMessage("offsets must not fall: 1 follows 2 at row 1");
    assertThatThrownBy(() -> Graph.adoptRows(new int[] {0, 1, 1}, new int[2]))
        .hasMessage("the last offset must be the number of entries: 2, got 1");
  }

  private static int[] offsets(int nodes, int[] sources) {
    int[] offsets = new int[nodes + 1];
    for (int source : sources) {
      offsets[source + 1]++;
    }
    for (int i = 0; i < nodes; i++) {
      offsets[i + 1] += offsets[i];
    }
    return offsets;
  }

  private static int[] targets(int[] offsets, int[][] pairs) {
    int[] next = offsets.clone();
    int[] targets = new int[pairs[0].length];
    for (int k = 0; k < targets.length; k++) {
      targets[next[pairs[0][k]]++] = pairs[1][k];
    }
    return targets;
  }
}
