package io.github.wats.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.features.WaveletSettings.Signal;
import io.github.wats.graph.Graph;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.settings.SettingsSchema;
import io.github.wats.testing.RandomGraphs;
import io.github.wats.testing.Threads;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChebyshevTermsTest {
  /** Short rows are taken in another order and logarithms from a table, which changes no bit. */
  @ParameterizedTest
  @CsvSource({"2500, 2000, 1", "2500, 9000, 2", "700, 30000, 3"})
  void areTheBitsOfThePlainRecurrenceForAnyNumberOfThreads(int nodes, int edges, long seed) {
    Graph graph = RandomGraphs.uniform(nodes, edges, seed);
    int order = 3;
    for (Signal signal : Signal.values()) {
      double[][] expected = plain(graph, signal, order);
      for (int threads : Threads.COUNTS) {
        double[] x = DegreeTable.perNode(graph, logDegree(signal)::signalOf);
        ChebyshevTerms terms = Threads.with(threads, () -> ChebyshevTerms.of(graph, x, order));
        for (int k = 0; k <= order; k++) {
          for (int i = 0; i < nodes; i++) {
            assertThat(terms.get(i, k)).isEqualTo(Math.sqrt(positive(graph, i)) * expected[k][i]);
          }
        }
      }
    }
  }

  private static double[][] plain(Graph graph, Signal signal, int order) {
    int n = graph.nodeCount();
    double[][] scaled = new double[order + 1][n];
    for (int k = 0; k <= order; k++) {
      for (int i = 0; i < n; i++) {
        double sum = graph.adjacency().rowSum(i, scaled[Math.max(0, k - 1)]);
        int degree = graph.degree(i);
        scaled[k][i] =
            switch (k) {
              case 0 -> logDegree(signal).signalOf(degree) / Math.sqrt(positive(graph, i));
              case 1 -> -(degree == 0 ? scaled[0][i] : sum / degree);
              default -> -2 * (degree == 0 ? scaled[k - 1][i] : sum / degree) - scaled[k - 2][i];
            };
      }
    }
    return scaled;
  }

  private static int positive(Graph graph, int node) {
    return Math.max(1, graph.degree(node));
  }

  @Test
  void anOrderOfShortRowsHoldsEachRowOnceAndLengthsRiseWithinBlocks() {
    SparsePattern pattern = RandomGraphs.uniform(2_500, 6_000, 4).adjacency();
    int[] order = RowOrder.of(pattern);
    assertThat(order.clone()).doesNotHaveDuplicates().hasSize(2_500);
    for (int r = 0; r < order.length; r++) {
      assertThat(order[r] / 1024).isEqualTo(r / 1024);
      if (r % 1024 > 0) {
        assertThat(pattern.rowLength(order[r]))
            .isGreaterThanOrEqualTo(pattern.rowLength(order[r - 1]));
      }
    }
    assertThat(RowOrder.of(RandomGraphs.uniform(100, 3_000, 5).adjacency())).isEmpty();
  }

  private static WaveletSettings logDegree(Signal signal) {
    return SettingsSchema.of(WaveletSettings.DEFAULT).bind(Map.of("signal", signal));
  }
}
