package io.github.wats.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.features.NodeFeatures.Kind;
import io.github.wats.testing.TinyGraph;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class GraphFeaturesTest {
  private final GraphFeatures features = GraphFeatures.of(TinyGraph.graph());

  @Test
  void computesEachTableOnce() {
    WaveletSettings settings = WaveletSettings.of(3, 0.8);
    FeatureTable table = features.table(NodeFeatures.WAVELET, settings);
    assertThat(table).isEqualTo(WaveletFeatures.of(TinyGraph.graph(), settings));
    assertThat(features.wavelets(settings)).isSameAs(table);
    assertThat(features.wavelets(settings.withOrder(2))).isNotEqualTo(table);
  }

  @Test
  void putsStructuralColumnsSideBySide() {
    NodeFeatures wanted = NodeFeatures.of(Kind.CLUSTERING, Kind.BETWEENNESS);
    FeatureTable table = features.table(wanted, WaveletSettings.DEFAULT);
    assertThat(table).isEqualTo(wanted.of(TinyGraph.graph(), OptionalInt.empty(), 0));
    FeatureTable swapped =
        features.table(NodeFeatures.of(Kind.BETWEENNESS, Kind.CLUSTERING), WaveletSettings.DEFAULT);
    assertThat(swapped.names()).containsExactly("betweenness", "clustering");
    assertThat(swapped.get(3, 0)).isEqualTo(table.get(3, 1));
  }

  @Test
  void hasWhatWasGivenAndNothingElse() {
    WaveletSettings settings = WaveletSettings.of(1, 0.4);
    GraphFeatures given = GraphFeatures.given(settings, 2, new double[] {1, 2, 3, 4});
    assertThat(given.wavelets(settings).get(1, 0)).isEqualTo(3);
    assertThat(given.wavelets(settings).names()).containsExactly("wave0", "wave1");
    assertThatThrownBy(() -> given.wavelets(settings.withOrder(2)))
        .hasMessageStartingWith("features were given for");
    assertThatThrownBy(() -> GraphFeatures.given(settings, 2, new double[3]))
        .hasMessage("there must be 2 × 2 values, got 3");
  }
}
