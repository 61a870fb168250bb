package io.github.wats.calibration.internal;

import io.github.wats.internal.Softmax;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The homophily that HoTS expects of each node, from one product of {@code D⁻¹ A} with the classes
 * as columns, for graphs whose products are computed elsewhere: {@code h_i = Σ_c q_ic · mean over
 * neighbors j of B_jc} with {@code q = softmax(z / T0)} and B_j the known label or q_j.
 *
 * @param classes C
 * @param temperature T0
 */
public record NeighborAgreement(int classes, double temperature) implements Serializable {
  /**
   * B, what the product is applied to (n × C).
   *
   * @param given logits and a code of the label, as for {@link NeighborMeans#first}
   */
  public double[] beliefs(double[] given) {
    double[] beliefs = predicted(given);
    for (int i = 0; i < beliefs.length / classes; i++) {
      int label = Math.abs((int) given[i * (classes + 1) + classes]) - 1;
      if (label >= 0) {
        Arrays.fill(beliefs, i * classes, (i + 1) * classes, 0);
        beliefs[i * classes + label] = 1;
      }
    }
    return beliefs;
  }

  /** h of each node (n) from the product; {@code Σ_c q_ic²} for a node without neighbors. */
  public double[] homophily(int[] degrees, double[] given, double[] means) {
    double[] predicted = predicted(given);
    double[] homophily = new double[degrees.length];
    for (int k = 0; k < predicted.length; k++) {
      int node = k / classes;
      homophily[node] += predicted[k] * (degrees[node] == 0 ? predicted[k] : means[k]);
    }
    return homophily;
  }

  private double[] predicted(double[] given) {
    int n = given.length / (classes + 1);
    double[] predicted = new double[Math.multiplyExact(n, classes)];
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < classes; c++) {
        predicted[i * classes + c] = given[i * (classes + 1) + c] / temperature;
      }
      Softmax.rowInPlace(predicted, i * classes, classes);
    }
    return predicted;
  }
}
