package io.github.wats.features;

import static org.assertj.core.api.Assertions.assertThat;

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
    assertThat(features.wavelets(settings.withK(2))).isNotEqualTo(table);
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
}
