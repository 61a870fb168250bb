package io.github.wats.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.testing.RandomGraphs;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistancesTest {
  /** A path 0–1–2–3–4 and the lone 5. */
  private static final Graph PATH =
      Graph.fromEdges(6, new int[] {0, 1, 2, 3}, new int[] {1, 2, 3, 4});

  @Test
  void countsHopsToTheNearestSource() {
    assertThat(PATH.distancesFrom(new int[] {0, 4}, Integer.MAX_VALUE))
        .containsExactly(0, 1, 2, 1, 0, -1);
  }

  @Test
  void looksNoFartherThanAsked() {
    assertThat(PATH.distancesFrom(new int[] {0}, 2)).containsExactly(0, 1, 2, -1, -1, -1);
    assertThat(PATH.distancesFrom(new int[] {3}, 0)).containsExactly(-1, -1, -1, 0, -1, -1);
  }

  @Test
  void reachesNothingWithoutSources() {
    assertThat(PATH.distancesFrom(new int[0], Integer.MAX_VALUE)).containsOnly(Graph.UNREACHED);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void agreesWithRelaxationOfEveryEdge(long seed) {
    Graph graph = RandomGraphs.uniform(70, 80, seed);
    int[] sources = {3, 3, 50};
    assertThat(graph.distancesFrom(sources, Integer.MAX_VALUE))
        .as("seed " + seed)
        .isEqualTo(bellmanFord(graph, sources));
  }

  @Test
  void refusesASourceOutOfRangeAndSaysWhich() {
    assertThatThrownBy(() -> PATH.distancesFrom(new int[] {6}, Integer.MAX_VALUE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sources must be in 0 … 5, got 6");
    assertThatThrownBy(() -> PATH.distancesFrom(new int[] {0}, -1))
        .hasMessage("maximum number of hops must not be negative, got -1");
  }

  private static int[] bellmanFord(Graph graph, int[] sources) {
    int far = graph.nodeCount();
    int[] distance = new int[graph.nodeCount()];
    Arrays.fill(distance, far);
    for (int source : sources) {
      distance[source] = 0;
    }
    for (int round = 0; round < graph.nodeCount(); round++) {
      for (int i = 0; i < graph.nodeCount(); i++) {
        for (int k = 0; k < graph.degree(i); k++) {
          distance[i] = Math.min(distance[i], distance[graph.neighbor(i, k)] + 1);
        }
      }
    }
    return Arrays.stream(distance).map(d -> d == far ? Graph.UNREACHED : d).toArray();
  }
}
