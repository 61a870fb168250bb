package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
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
    Check.argument(
        learningRate > 0 && learningRate < Double.POSITIVE_INFINITY,
        "learningRate must be positive and finite, got %s",
        learningRate);
    Check.argument(
        weightDecay >= 0 && weightDecay < Double.POSITIVE_INFINITY,
        "weightDecay must be at least 0 and finite, got %s",
        weightDecay);
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
      Parameter parameter = parameters.get(k);
      float[] p = parameter.value().array();
      float[] g = parameter.gradient().array();
      float[] m = first[k];
      float[] v = second[k];
      Rows.forEach(
          p.length,
          4L * p.length,
          (from, to) -> move(p, g, m, v, weightDecay, rate, 1 / root, from, to));
    }
  }

  private static void move(
      float[] p,
      float[] dp,
      float[] m,
      float[] v,
      float decay,
      float rate,
      float scale,
      int from,
      int to) {
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
