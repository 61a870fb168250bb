package io.github.wats.autodiff;

import io.github.wats.internal.Check;
import io.github.wats.internal.Normal;

/**
 * The probability of each entry to be among the {@code count} largest of its row if its noise were
 * drawn again: {@code P = Φ((c − t) / σ)}, where the threshold t is the largest noisy score outside
 * the top for entries inside, and the smallest inside for entries outside (Shazeer et al., ICLR
 * 2017, appendix A). In evaluation it is 1 for entries in the top and 0 for others.
 */
public final class TopProbability extends Variable {
  private final Variable clean;
  private final Variable noisy;
  private final Variable spread;
  private final int count;

  /**
   * All three are (nodes × experts).
   *
   * @param clean the scores c without noise
   * @param noisy the scores with noise, which decide the top
   * @param spread σ, the standard deviation of the noise, above 0
   */
  public TopProbability(Variable clean, Variable noisy, Variable spread, int count) {
    super(clean.rows(), clean.columns(), clean, noisy, spread);
    Shapes.same("a probability to be in the top", clean, noisy);
    Shapes.same("a probability to be in the top", clean, spread);
    Check.argument(
        count >= 1 && count < clean.columns(),
        "the number of entries in the top must be in 1 … %d, got %d",
        clean.columns() - 1,
        count);
    this.clean = clean;
    this.noisy = noisy;
    this.spread = spread;
    this.count = count;
  }

  @Override
  protected void forward() {
    float[] scores = noisy.valueArray();
    float[] c = clean.valueArray();
    float[] sigma = spread.valueArray();
    int width = columns();
    boolean training = isTraining();
    for (int start = 0; start < scores.length; start += width) {
      int inside = Ranking.at(scores, start, width, count - 1);
      int outside = Ranking.at(scores, start, width, count);
      for (int e = start; e < start + width; e++) {
        boolean top = Ranking.isAmongTop(scores, start, width, e, count);
        float threshold = scores[top ? outside : inside];
        valueArray()[e] =
            training ? (float) Normal.cdf((c[e] - threshold) / sigma[e]) : top ? 1 : 0;
      }
    }
  }

  @Override
  protected void backward() {
    if (!isTraining()) {
      return;
    }
    float[] scores = noisy.valueArray();
    int width = columns();
    for (int start = 0; start < scores.length; start += width) {
      int inside = Ranking.at(scores, start, width, count - 1);
      int outside = Ranking.at(scores, start, width, count);
      for (int e = start; e < start + width; e++) {
        boolean top = Ranking.isAmongTop(scores, start, width, e, count);
        slope(e, top ? outside : inside);
      }
    }
  }

  /** {@code dc = φ(u)/σ · dP}, {@code dt = −dc}, {@code dσ = −u dc} with {@code u = (c − t)/σ}. */
  private void slope(int e, int threshold) {
    double sigma = spread.valueArray()[e];
    double u = (clean.valueArray()[e] - noisy.valueArray()[threshold]) / sigma;
    double slope = gradientArray()[e] * Normal.density(u) / sigma;
    give(clean, e, slope);
    give(noisy, threshold, -slope);
    give(spread, e, -slope * u);
  }

  private static void give(Variable input, int e, double slope) {
    if (input.needsGradient()) {
      input.gradientToAdd()[e] += (float) slope;
    }
  }
}
