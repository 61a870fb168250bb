package io.github.wats.engine.autodiff;

import io.github.wats.internal.Rows;
import java.util.List;

/**
 * Adam (Kingma, Ba, ICLR 2015) with weight decay added to the gradient, as PyTorch's {@code Adam}
 * does it: {@code g = dp + λ p}, {@code m = β₁ m + (1 − β₁) g}, {@code v = β₂ v + (1 − β₂) g²},
 * {@code p = p − η m̂ / (√v̂ + ε)}.
 */
public final class Adam {
  private static final double BETA_1 = 0.9;
  private static final double BETA_2 = 0.999;
  private static final double EPSILON = 1e-8;

  private final List<Parameter> parameters;
  private final float[][] first; // moments, one array per parameter
  private final float[][] second;
  private final double learningRate;
  private final float weightDecay;
  private int steps;

  public Adam(List<Parameter> parameters, double learningRate, double weightDecay) {
    this.parameters = List.copyOf(parameters);
    this.first = moments(this.parameters);
    this.second = moments(this.parameters);
    this.learningRate = learningRate;
    this.weightDecay = (float) weightDecay;
  }

  private static float[][] moments(List<Parameter> parameters) {
    return parameters.stream()
        .map(parameter -> new float[parameter.value().array().length])
        .toArray(float[][]::new);
  }

  /** Moves every parameter against its gradient. */
  public void step() {
    steps++;
    float rate = (float) (learningRate / (1 - Math.pow(BETA_1, steps)));
    float root = (float) Math.sqrt(1 - Math.pow(BETA_2, steps));
    for (int k = 0; k < first.length; k++) {
      int parameter = k;
      int length = first[k].length;
      Rows.forEach(length, 4L * length, (from, to) -> move(parameter, rate, 1 / root, from, to));
    }
  }

  private void move(int k, float rate, float scale, int from, int to) {
    float[] p = parameters.get(k).value().array();
    float[] dp = parameters.get(k).gradient().array();
    float[] m = first[k];
    float[] v = second[k];
    float decay = weightDecay;
    float keep1 = (float) BETA_1;
    float take1 = (float) (1 - BETA_1);
    float keep2 = (float) BETA_2;
    float take2 = (float) (1 - BETA_2);
    float epsilon = (float) EPSILON;
    for (int e = from; e < to; e++) {
      float g = dp[e] + decay * p[e];
      m[e] = keep1 * m[e] + take1 * g;
      v[e] = keep2 * v[e] + take2 * g * g;
      p[e] -= rate * m[e] / ((float) Math.sqrt(v[e]) * scale + epsilon);
    }
  }
}
