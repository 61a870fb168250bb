package io.github.wats.spark;

import io.github.wats.features.NodeInputs;
import io.github.wats.features.NodeView;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import java.util.Collections;
import java.util.List;

/**
 * The recurrence of {@link WaveletFeatures} as a recipe: with {@code t_k = D^(−1/2) T_k} it reads
 * {@code t_k = −2 D^(−1) A t_(k−1) − t_(k−2)}. A node writes t in each round.
 */
record WaveletRecipe(WaveletSettings settings, double[][] weights) implements NodeInputs {
  static WaveletRecipe of(WaveletSettings settings) {
    return new WaveletRecipe(settings, WaveletFeatures.weights(settings));
  }

  @Override
  public boolean readsDegree() {
    return true;
  }

  @Override
  public List<Integer> rounds() {
    return Collections.nCopies(settings.k(), 1);
  }

  @Override
  public int width() {
    return settings.columnCount();
  }

  /** {@code sqrt(degree)}, 1 for an isolated node. */
  private static double root(NodeView node) {
    return Math.sqrt(Math.max(1, node.degree()));
  }

  @Override
  public void writeRound(int round, NodeView node, double[] target, int start) {
    if (round == 0) {
      target[start] = settings.signalOf(node.degree()) / root(node);
      return;
    }
    node.copyMeans(round - 1, 0, 1, target, start);
    int factor = round == 1 ? 1 : 2; // t_1 = −D^(−1) A t_0
    double older = round == 1 ? 0 : node.own(round - 2, 0);
    target[start] = -factor * target[start] - older;
  }

  @Override
  public void write(NodeView node, double[] target, int start) {
    double[] terms = new double[settings.k() + 1];
    for (int k = 0; k < settings.k(); k++) {
      terms[k] = root(node) * node.own(k, 0);
    }
    writeRound(settings.k(), node, terms, settings.k());
    terms[settings.k()] *= root(node);
    System.arraycopy(WaveletFeatures.row(terms, weights), 0, target, start, width());
  }
}
