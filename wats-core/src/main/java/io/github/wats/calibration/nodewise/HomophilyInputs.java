package io.github.wats.calibration.nodewise;

import io.github.wats.features.NodeInputs;
import io.github.wats.features.NodeView;
import io.github.wats.internal.Softmax;
import java.util.List;

/**
 * The homophily that is expected of a node: {@code h_i = Σ_c q_ic · mean over neighbors j of B_jc}
 * with {@code q = softmax(z / T0)} and B_j the known label or q_j; {@code Σ_c q_ic²} for a node
 * without neighbors. A node's own label has no effect.
 *
 * @param classes C
 * @param temperature T0
 */
record HomophilyInputs(int classes, double temperature) implements NodeInputs {
  @Override
  public boolean readsLabels() {
    return true;
  }

  @Override
  public List<Integer> rounds() {
    return List.of(classes);
  }

  @Override
  public void writeRound(int round, NodeView node, double[] target, int start) {
    if (node.label() == 0) {
      writePredicted(node, target, start);
    } else {
      target[start + Math.abs(node.label()) - 1] = 1;
    }
  }

  private void writePredicted(NodeView node, double[] target, int start) {
    for (int c = 0; c < classes; c++) {
      target[start + c] = node.logit(c) / temperature;
    }
    Softmax.rowInPlace(target, start, classes);
  }

  @Override
  public int width() {
    return 1;
  }

  @Override
  public List<String> names() {
    return List.of("homophily");
  }

  @Override
  public void write(NodeView node, double[] target, int start) {
    double[] own = new double[classes];
    double[] means = own;
    writePredicted(node, own, 0);
    if (node.degree() > 0) {
      means = new double[classes];
      node.copyMeans(0, 0, classes, means, 0);
    }
    double sum = 0;
    for (int c = 0; c < classes; c++) {
      sum += own[c] * means[c];
    }
    target[start] = sum;
  }
}
