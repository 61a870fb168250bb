package io.github.wats.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.features.WaveletSettings.BaseSignal;
import io.github.wats.features.WaveletSettings.Coefficients;
import io.github.wats.features.WaveletSettings.Signal;
import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.settings.SettingsSchema;
import io.github.wats.testing.Golden;
import io.github.wats.testing.RandomGraphs;
import io.github.wats.testing.Threads;
import io.github.wats.testing.TinyGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

class WaveletFeaturesTest {
  private static final JsonNode GOLDEN = Golden.read("wavelets.json");

  private static JsonNode of(Signal signal) {
    return GOLDEN.get(signal == Signal.WITH_SELF_LOOP ? "with_self_loop" : "without_self_loop");
  }

  private static ChebyshevTerms terms(Graph graph, Signal signal, int order) {
    return ChebyshevTerms.of(graph, DegreeTable.perNode(graph, logDegree(signal)::signalOf), order);
  }

  @ParameterizedTest
  @EnumSource
  void meetsTheGoldenTerms(Signal signal) {
    ChebyshevTerms terms = terms(TinyGraph.graph(), signal, 5);
    double[][] expected = Golden.matrix(of(signal).get("chebyshev_terms"));
    for (int i = 0; i < expected.length; i++) {
      for (int k = 0; k <= 5; k++) {
        assertThat(terms.get(i, k)).isCloseTo(expected[i][k], within(1e-8));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void meetsTheGoldenFeatures(Signal signal) {
    for (Coefficients coefficients : Coefficients.values()) {
      String name = coefficients == Coefficients.EXPONENTIAL ? "exponential" : "heat_kernel";
      for (int k = 2; k <= 5; k++) {
        for (double s : new double[] {0.1, 0.4, 0.8, 2.5}) {
          JsonNode expected = of(signal).get("features").get(name).get("k=" + k + ",s=" + s);
          FeatureTable actual =
              WaveletFeatures.of(
                  TinyGraph.graph(),
                  with(
                      with(WaveletSettings.of(k, s), "coefficients", coefficients),
                      "signal",
                      signal));
          assertThat(actual.toArray()).containsExactly(flat(Golden.matrix(expected)), within(1e-8));
        }
      }
    }
  }

  private static double[] flat(double[][] rows) {
    return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
  }

  @Test
  void putsSeveralScalesSideBySide() {
    Graph graph = TinyGraph.graph();
    FeatureTable both = WaveletFeatures.of(graph, WaveletSettings.of(3, 0.4, 1.6));
    FeatureTable first = WaveletFeatures.of(graph, WaveletSettings.of(3, 0.4));
    FeatureTable second = WaveletFeatures.of(graph, WaveletSettings.of(3, 1.6));
    assertThat(both.names()).hasSize(8).startsWith("wave0@0.4").endsWith("wave3@1.6");
    for (int i = 0; i < graph.nodeCount(); i++) {
      for (int k = 0; k <= 3; k++) {
        assertThat(both.get(i, k)).isEqualTo(first.get(i, k));
        assertThat(both.get(i, 4 + k)).isEqualTo(second.get(i, k));
      }
    }
  }

  @Test
  void aRowFromTermsIsTheRowOfTheTable() {
    Graph graph = TinyGraph.graph();
    WaveletSettings settings = WaveletSettings.of(3, 0.4, 1.2);
    ChebyshevTerms terms = terms(graph, settings.signal(), 3);
    FeatureTable table = WaveletFeatures.of(graph, settings);
    for (int i = 0; i < graph.nodeCount(); i++) {
      int node = i;
      double[] own = IntStream.rangeClosed(0, 3).mapToDouble(k -> terms.get(node, k)).toArray();
      double[] row = WaveletFeatures.row(own, WaveletFeatures.weights(settings));
      for (int j = 0; j < row.length; j++) {
        assertThat(row[j]).isEqualTo(table.get(i, j));
      }
    }
  }

  @Test
  void columnsAreThoseOfTheTable() {
    FeatureTable table = WaveletFeatures.of(TinyGraph.graph(), WaveletSettings.of(3, 0.4));
    assertThat(table.columns().keySet()).containsExactlyElementsOf(table.names());
    for (int j = 0; j < table.columnCount(); j++) {
      double[] column = table.columns().get(table.names().get(j));
      for (int i = 0; i < table.nodeCount(); i++) {
        assertThat(column[i]).isEqualTo(table.get(i, j));
      }
    }
  }

  /**
   * On a ring the cosine of harmonic j has value cos(π − 2πj/n) under L − I; T_k(cos t) = cos(kt).
   */
  @Test
  void matchesTheClosedFormOnARing() {
    int n = 12;
    GraphBuilder ring = GraphBuilder.withNodes(n);
    for (int i = 0; i < n; i++) {
      ring.edge(i, (i + 1) % n);
    }
    for (int j = 0; j <= 6; j++) {
      double angle = 2 * Math.PI * j / n;
      double[] wave = new double[n];
      for (int i = 0; i < n; i++) {
        wave[i] = Math.cos(angle * i);
      }
      ChebyshevTerms terms = ChebyshevTerms.of(ring.build(), wave, 9);
      for (int k = 0; k <= 9; k++) {
        for (int i = 0; i < n; i++) {
          assertThat(terms.get(i, k))
              .isCloseTo(Math.cos(k * (Math.PI - angle)) * wave[i], within(1e-12));
        }
      }
    }
  }

  @Test
  void heatKernelSumConvergesToTheEigendecomposition() {
    for (long seed = 0; seed < 4; seed++) {
      Graph graph = RandomGraphs.uniform(40, 60, seed);
      double scale = 0.3 + seed;
      double[] expected = heatByEigenvectors(graph, Signal.WITH_SELF_LOOP, scale);
      double before = Double.POSITIVE_INFINITY;
      for (int order : new int[] {2, 5, 10, 40}) {
        double error = sumError(graph, order, scale, expected);
        assertThat(error).as("seed %d order %d", seed, order).isLessThan(before);
        before = Math.max(error, 1e-13);
      }
      assertThat(before).isLessThan(1e-12);
    }
  }

  private static double sumError(Graph graph, int order, double scale, double[] expected) {
    ChebyshevTerms terms = terms(graph, Signal.WITH_SELF_LOOP, order);
    double[] weights = Coefficients.HEAT_KERNEL.of(order, scale);
    double largest = 0;
    for (int i = 0; i < expected.length; i++) {
      double sum = 0;
      for (int k = 0; k <= order; k++) {
        sum += weights[k] * terms.get(i, k);
      }
      largest = Math.max(largest, Math.abs(sum - expected[i]));
    }
    return largest;
  }

  /** {@code U e^(−sΛ) Uᵀ x} of the dense Laplacian. */
  private static double[] heatByEigenvectors(Graph graph, Signal signal, double scale) {
    int n = graph.nodeCount();
    DMatrixRMaj laplacian = new DMatrixRMaj(n, n);
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = logDegree(signal).signalOf(graph.degree(i));
      laplacian.set(i, i, graph.degree(i) == 0 ? 0 : 1);
      for (int k = 0; k < graph.degree(i); k++) {
        int j = graph.neighbor(i, k);
        laplacian.set(i, j, -1 / Math.sqrt((double) graph.degree(i) * graph.degree(j)));
      }
    }
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(n, true, true);
    assertThat(eigen.decompose(laplacian)).isTrue();
    double[] result = new double[n];
    for (int e = 0; e < n; e++) {
      DMatrixRMaj vector = eigen.getEigenVector(e);
      double product = 0;
      for (int i = 0; i < n; i++) {
        product += vector.get(i) * x[i];
      }
      double factor = Math.exp(-scale * eigen.getEigenvalue(e).getReal()) * product;
      for (int i = 0; i < n; i++) {
        result[i] += factor * vector.get(i);
      }
    }
    return result;
  }

  @Test
  void meetsKnownValuesOfTheBesselFunction() {
    // e^(−x) I_k(x), from the power series in 60 digits
    double[][] known = {
      {0.1, 0, 9.07100925782301096436e-1},
      {0.1, 1, 4.52984468088093250071e-2},
      {0.1, 5, 2.35732942957821345570e-9},
      {0.1, 20, 3.54729840181302053919e-45},
      {1, 0, 4.65759607593640436502e-1},
      {1, 1, 2.07910415349708448869e-1},
      {1, 20, 1.45931740568186859607e-25},
      {2.5, 0, 2.70046441612202739560e-1},
      {2.5, 5, 2.69595661429957971601e-3},
      {2.5, 20, 3.15208998814499549566e-18},
      {30, 1, 7.19163305986475547061e-2},
      {30, 20, 1.05459016989268771857e-4},
      {700, 0, 1.50812956515313575870e-2},
      {700, 20, 1.13311561002505276728e-2},
    };
    for (double[] value : known) {
      for (int order : new int[] {20, 60}) {
        double actual = Bessel.scaledI(order, value[0])[(int) value[1]];
        assertThat(actual / value[2] - 1).as("x %s k %s", value[0], value[1]).isLessThan(2e-15);
        assertThat(actual / value[2] - 1).isGreaterThan(-2e-15);
      }
    }
  }

  @Test
  void theBesselFunctionSurvivesExtremes() {
    assertThat(Bessel.scaledI(3, 1e-6)[0]).isCloseTo(1, within(1e-5));
    // e^(−x) I_0(x) → 1/√(2πx) (1 + 1/(8x))
    double x = 1e6;
    double expected = (1 + 1 / (8 * x)) / Math.sqrt(2 * Math.PI * x);
    assertThat(Bessel.scaledI(0, x)[0] / expected).isCloseTo(1, within(1e-12));
  }

  @Test
  void isolatedNodesAlternate() {
    Graph alone = Graph.fromEdges(2, new int[0], new int[0]);
    FeatureTable features = WaveletFeatures.of(alone, WaveletSettings.of(3, 1.0));
    double sum = 1 + Math.exp(-1) + Math.exp(-2) + Math.exp(-3);
    for (int k = 0; k <= 3; k++) {
      double sign = k % 2 == 0 ? 1 : -1;
      assertThat(features.get(1, k)).isCloseTo(sign * Math.exp(-k) / sum, within(1e-15));
    }
    WaveletSettings without = with(WaveletSettings.of(3, 1.0), "signal", Signal.WITHOUT_SELF_LOOP);
    assertThat(WaveletFeatures.of(alone, without).get(0, 0)).isZero();
  }

  @Test
  void isTheSameForAnyNumberOfThreads() {
    Graph graph = RandomGraphs.uniform(5000, 40_000, 3);
    FeatureTable one = Threads.with(1, () -> WaveletFeatures.of(graph, WaveletSettings.DEFAULT));
    FeatureTable four = Threads.with(4, () -> WaveletFeatures.of(graph, WaveletSettings.DEFAULT));
    assertThat(four).isEqualTo(one);
  }

  @Test
  void refusesSettingsThatMakeNoSense() {
    assertThatThrownBy(() -> WaveletSettings.of(0, 0.4)).hasMessage("k must be in 1 … 1000, got 0");
    assertThatThrownBy(() -> WaveletSettings.of(3, -0.4))
        .hasMessage("s must be in (0, 1000000], got -0.4");
    assertThatThrownBy(() -> WaveletSettings.of(3, Double.NaN)).hasMessageEndingWith("got NaN");
    assertThatThrownBy(() -> WaveletSettings.of(3))
        .hasMessageContaining("s must have at least one value");
    assertThat(WaveletSettings.of(1, 0.5).s()).isEqualTo(List.of(0.5));
  }

  /** On a path 0 – 1 – 2: {@code T_1 = −D^(−1/2) A D^(−1/2) x} by hand. */
  @Test
  void filtersTheChosenBaseSignal() {
    Graph path = Graph.fromEdges(3, new int[] {0, 1}, new int[] {1, 2});
    double[][] signals = {
      {Math.log(5), Math.log(7), Math.log(5)}, // ln(1 + 2 (d + 1))
      {4, 6, 4},
      {1, 1, 1}
    };
    for (BaseSignal base : BaseSignal.values()) {
      double[] x = signals[base.ordinal()];
      FeatureTable features =
          WaveletFeatures.of(path, with(WaveletSettings.of(1, 0.7), "base-signal", base));
      double first = -Math.exp(-0.7) * x[1] / Math.sqrt(2);
      assertThat(features.columnCount()).isEqualTo(2);
      assertThat(features.get(0, 1)).isCloseTo(first / (x[0] - first), within(1e-15));
    }
  }

  /** A sum over k would have one column: S and H are concatenated. */
  @Test
  void thereAreKPlusOneColumnsForEachScale() {
    Graph graph = RandomGraphs.uniform(40, 90, 2);
    for (int k = 1; k <= 6; k++) {
      for (Coefficients coefficients : Coefficients.values()) {
        WaveletSettings settings = with(WaveletSettings.of(k, 0.4), "coefficients", coefficients);
        assertThat(WaveletFeatures.of(graph, settings).columnCount()).isEqualTo(k + 1);
        assertThat(WaveletFeatures.of(graph, settings.withS(0.4, 2)).columnCount())
            .isEqualTo(2 * k + 2);
      }
    }
  }

  private static WaveletSettings logDegree(Signal signal) {
    return with(WaveletSettings.DEFAULT, "signal", signal);
  }

  private static WaveletSettings with(WaveletSettings settings, String name, Object value) {
    return SettingsSchema.of(settings).bind(Map.of(name, value));
  }
}
