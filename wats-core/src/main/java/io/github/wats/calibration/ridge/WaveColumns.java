package io.github.wats.calibration.ridge;

import io.github.wats.features.FeatureTable;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;

/** The graph around each node: its wavelet features (order 4, scale 0.4) and {@code ln(1 + d)}. */
final class WaveColumns {
  static final int WIDTH = 6;
  private static final WaveletSettings WAVELETS = WaveletSettings.of(WIDTH - 2, 0.4);

  private final Graph graph;
  private final FeatureTable features; // (N × 5)

  private WaveColumns(Graph graph, FeatureTable features) {
    this.graph = graph;
    this.features = features;
  }

  static WaveColumns of(Graph graph) {
    return new WaveColumns(graph, WaveletFeatures.of(graph, WAVELETS));
  }

  /** Writes the columns of one node (6). */
  void write(int node, double[] target, int start) {
    for (int k = 0; k < WIDTH - 1; k++) {
      target[start + k] = features.get(node, k);
    }
    target[start + WIDTH - 1] = Math.log(1.0 + graph.degree(node));
  }
}
