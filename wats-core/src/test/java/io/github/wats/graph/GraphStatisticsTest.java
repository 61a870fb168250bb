package io.github.wats.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.testing.RandomGraphs;
import io.github.wats.testing.Threads;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GraphStatisticsTest {
  /** A star around 0 with the rim edge 1–2, and the lone 4: degrees 3, 2, 2, 1, 0. */
  private static final Graph STAR =
      Graph.fromEdges(5, new int[] {0, 0, 0, 1}, new int[] {1, 2, 3, 2});

  @Test
  void describesTheDegreesOfAStar() {
    GraphStatistics degrees = GraphStatistics.of(STAR);
    assertThat(degrees.degreeQuantile(0)).isZero();
    assertThat(degrees.degreeQuantile(0.5)).isEqualTo(2);
    assertThat(degrees.largestDegree()).isEqualTo(3);
    assertThat(degrees.meanDegree()).isEqualTo(8.0 / 5);
    assertThat(degrees.isolatedCount()).isEqualTo(1);
    assertThat(degrees.degreeQuantile(0.2)).isZero(); // one of five nodes
    assertThat(degrees.degreeQuantile(0.21)).isEqualTo(1);
    assertThat(degrees.degreeQuantile(0.8)).isEqualTo(2);
  }

  @Test
  void tellsTheSizeOfANodesComponent() {
    GraphStatistics star = GraphStatistics.of(STAR);
    assertThat(IntStream.range(0, 5).map(star::componentSize)).containsExactly(4, 4, 4, 4, 1);
  }

  /** Node 0 has neighbors 1, 2, 3; node 1 has 0 and 2; node 4 has none. */
  @Test
  void tellsTheShareOfNeighborsOfTheSameClass() {
    assertThat(GraphStatistics.of(STAR).agreement(new int[] {1, 1, 0, 1, 0}))
        .containsExactly(2.0 / 3, 0.5, 0, 1, Double.NaN);
  }

  @Test
  void describesAGraphWithoutNodes() {
    GraphStatistics degrees = GraphStatistics.of(GraphBuilder.withNodes(0).build());
    assertThat(degrees.meanDegree()).isZero();
    assertThat(degrees.degreeQuantile(0.5)).isZero();
    assertThat(degrees.isolatedCount()).isZero();
  }

  @Test
  void refusesAShareThatIsNone() {
    assertThatThrownBy(() -> GraphStatistics.of(STAR).degreeQuantile(1.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("fraction must be in 0 … 1, got 1.5");
  }

  @Test
  void countsEdgesBetweenEqualLabels() {
    // 0–1 and 1–2 join equals, 0–2 too; 0–3 does not
    assertThat(GraphStatistics.of(STAR).homophily(new int[] {7, 7, 7, 1, 7})).hasValue(0.75);
  }

  @Test
  void leavesOutEdgesAtUnknownLabels() {
    assertThat(GraphStatistics.of(STAR).homophily(new int[] {0, -1, 0, 1, -1}))
        .hasValue(0.5); // 0–2 and 0–3
    assertThat(GraphStatistics.of(STAR).homophily(new int[] {-1, -1, -1, -1, -1})).isEmpty();
  }

  @Test
  void agreesWithTheDenseVersionForAnyNumberOfThreads() {
    Graph graph = RandomGraphs.uniform(400, 20_000, 11);
    int[] labels = IntStream.range(0, 400).map(i -> i % 7 - 1).toArray();
    boolean[][] dense = RandomGraphs.dense(graph);
    double counted = 0;
    double equal = 0;
    for (int i = 0; i < 400; i++) {
      for (int j = 0; j < i; j++) {
        if (dense[i][j] && labels[i] >= 0 && labels[j] >= 0) {
          counted++;
          equal += labels[i] == labels[j] ? 1 : 0;
        }
      }
    }
    for (int threads : Threads.COUNTS) {
      assertThat(
              Threads.with(threads, () -> GraphStatistics.of(graph).homophily(labels))
                  .getAsDouble())
          .isCloseTo(equal / counted, within(1e-15));
    }
  }

  @Test
  void refusesTooFewLabels() {
    assertThatThrownBy(() -> GraphStatistics.of(STAR).homophily(new int[4]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("one label per node: expected 5, got 4");
  }
}
