package io.github.wats.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.features.NodeFeatures.Kind;
import io.github.wats.graph.Graph;
import io.github.wats.testing.Golden;
import io.github.wats.testing.RandomGraphs;
import io.github.wats.testing.Threads;
import io.github.wats.testing.TinyGraph;
import java.util.Arrays;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class StructuralFeaturesTest {
  private static final JsonNode GOLDEN = Golden.read("structure.json");

  private static double[] exact(Graph graph) {
    return Betweenness.of(graph, graph.nodeCount(), 0);
  }

  @Test
  void meetsTheGoldenValues() {
    Graph graph = TinyGraph.graph();
    assertThat(Kind.DEGREE.of(graph, 1, 0))
        .containsExactly(Golden.doubles(GOLDEN.get("log1p_degree")), within(1e-8));
    assertThat(exact(graph))
        .containsExactly(Golden.doubles(GOLDEN.get("betweenness_normalised")), within(1e-9));
    assertThat(Clustering.of(graph))
        .containsExactly(Golden.doubles(GOLDEN.get("clustering")), within(1e-9));
  }

  @Test
  void theMiddleOfAPathLiesBetweenAllOthers() {
    Graph path = Graph.fromEdges(3, new int[] {0, 1}, new int[] {1, 2});
    assertThat(exact(path)).containsExactly(0, 1, 0);
    assertThat(exact(Graph.fromEdges(2, new int[] {0}, new int[] {1}))).containsExactly(0, 0);
  }

  @Test
  void agreesWithBetweennessByDefinition() {
    for (long seed = 0; seed < 5; seed++) {
      Graph graph = RandomGraphs.uniform(25, 40, seed);
      assertThat(exact(graph)).containsExactly(byDefinition(graph), within(1e-12));
    }
  }

  /** Σ over pairs s < t of paths(s,v) paths(v,t) / paths(s,t) where v lies on a shortest path. */
  private static double[] byDefinition(Graph graph) {
    int n = graph.nodeCount();
    int[][] distance = new int[n][n];
    double[][] paths = new double[n][n];
    for (int s = 0; s < n; s++) {
      Arrays.fill(distance[s], Integer.MAX_VALUE / 4);
      distance[s][s] = 0;
      paths[s][s] = 1;
      for (int length = 0; length < n; length++) {
        for (int v = 0; v < n; v++) {
          for (int k = 0; distance[s][v] == length && k < graph.degree(v); k++) {
            int w = graph.neighbor(v, k);
            distance[s][w] = Math.min(distance[s][w], length + 1);
            paths[s][w] += distance[s][w] == length + 1 ? paths[s][v] : 0;
          }
        }
      }
    }
    double[] sums = new double[n];
    for (int v = 0; v < n; v++) {
      for (int s = 0; s < n; s++) {
        for (int t = s + 1; t < n; t++) {
          if (v != s && v != t && distance[s][v] + distance[v][t] == distance[s][t]) {
            sums[v] += paths[s][v] * paths[v][t] / paths[s][t];
          }
        }
      }
      sums[v] /= (n - 1) * (n - 2) / 2.0;
    }
    return sums;
  }

  @Test
  void agreesWithClusteringByDefinition() {
    Graph graph = RandomGraphs.uniform(60, 500, 1);
    double[] actual = Clustering.of(graph);
    for (int v = 0; v < graph.nodeCount(); v++) {
      int linked = 0;
      int d = graph.degree(v);
      for (int a = 0; a < d; a++) {
        for (int b = a + 1; b < d; b++) {
          linked += graph.hasEdge(graph.neighbor(v, a), graph.neighbor(v, b)) ? 1 : 0;
        }
      }
      assertThat(actual[v]).isCloseTo(d < 2 ? 0 : 2.0 * linked / (d * (d - 1)), within(1e-15));
    }
  }

  @Test
  void samplesWithoutBias() {
    Graph graph = RandomGraphs.uniform(60, 120, 4);
    double[] exact = exact(graph);
    double[] mean = new double[60];
    for (int seed = 0; seed < 300; seed++) {
      double[] sampled = Betweenness.of(graph, 10, seed);
      Arrays.setAll(mean, i -> mean[i] + sampled[i] / 300);
    }
    double largest = Arrays.stream(exact).max().orElseThrow();
    assertThat(mean).containsExactly(exact, within(0.1 * largest));
    assertThat(Betweenness.of(graph, 60, 1)).isEqualTo(exact);
    assertThat(Betweenness.of(graph, 10, 1)).isEqualTo(Betweenness.of(graph, 10, 1));
  }

  @Test
  void isTheSameForAnyNumberOfThreads() {
    Graph graph = RandomGraphs.uniform(400, 3000, 8);
    NodeFeatures kinds = NodeFeatures.of(Kind.values());
    FeatureTable one = Threads.with(1, () -> kinds.of(graph, OptionalInt.of(1000), 0));
    assertThat(Threads.with(4, () -> kinds.of(graph, OptionalInt.of(1000), 0))).isEqualTo(one);
  }

  @Test
  void putsTheNamedKindsSideBySide() {
    NodeFeatures features = NodeFeatures.parse("Degree+clustering+betweenness");
    assertThat(features.kinds()).containsExactly(Kind.DEGREE, Kind.CLUSTERING, Kind.BETWEENNESS);
    FeatureTable table = features.of(TinyGraph.graph(), OptionalInt.of(1000), 0);
    assertThat(table.names()).containsExactly("degree", "clustering", "betweenness");
    assertThat(table.get(0, 1)).isCloseTo(0.2, within(1e-12));
    assertThat(table.get(0, 2)).isCloseTo(0.466666667, within(1e-9));
    assertThatThrownBy(() -> NodeFeatures.parse("degree+pagerank"))
        .hasMessageEndingWith("joined by +, got 'pagerank' in 'degree+pagerank'");
    assertThatThrownBy(() -> NodeFeatures.parse("degree+degree"))
        .hasMessage("features must be distinct, got [DEGREE, DEGREE]");
  }
}
