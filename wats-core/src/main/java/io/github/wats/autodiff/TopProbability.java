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
  private final long[] top; // (nodes) one bit per expert
  private final int[] inside; // (nodes) the entry of the smallest noisy score in the top
  private final int[] outside; // (nodes) the entry of the largest one outside
  private final float[] distance; // (nodes × experts) u = (c − t)/σ
  private final float[] slope; // (nodes × experts) φ(u)/σ

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
    Ranking.checkWidth(clean);
    this.clean = clean;
    this.noisy = noisy;
    this.spread = spread;
    this.count = count;
    this.top = new long[rows()];
    this.inside = new int[rows()];
    this.outside = new int[rows()];
    this.distance = new float[rows() * columns()];
    this.slope = new float[rows() * columns()];
  }

  @Override
  protected void forward() {
    float[] scores = noisy.valueArray();
    int width = columns();
    forEntries(
        20,
        (from, to) -> {
          for (int start = from; start < to; start += width) {
            rank(scores, start, width);
            probabilities(scores, start, width);
          }
        });
  }

  private void rank(float[] scores, int start, int width) {
    int row = start / width;
    long above = Ranking.top(scores, start, width, count - 1);
    int last = Ranking.largest(scores, start, width, above);
    top[row] = above | 1L << last;
    inside[row] = start + last;
    outside[row] = start + Ranking.largest(scores, start, width, top[row]);
  }

  private void probabilities(float[] scores, int start, int width) {
    float[] c = clean.valueArray();
    float[] sigma = spread.valueArray();
    float[] p = valueArray();
    boolean training = isTraining();
    int row = start / width;
    long best = top[row];
    for (int j = 0; j < width; j++) {
      boolean in = (best >>> j & 1) == 1;
      int e = start + j;
      if (training) {
        double u = (c[e] - scores[in ? outside[row] : inside[row]]) / sigma[e];
        double density = Normal.density(u);
        distance[e] = (float) u;
        slope[e] = (float) (density / sigma[e]);
        p[e] = Normal.roughCdf(u, density);
      } else {
        p[e] = in ? 1 : 0;
      }
    }
  }

  @Override
  protected void backward() {
    if (!isTraining()) {
      return;
    }
    prepare(clean);
    prepare(noisy);
    prepare(spread);
    int width = columns();
    forEntries(
        20,
        (from, to) -> {
          for (int row = from / width; row < to / width; row++) {
            for (int j = 0; j < width; j++) {
              boolean in = (top[row] >>> j & 1) == 1;
              slope(row * width + j, in ? outside[row] : inside[row]);
            }
          }
        });
  }

  private static void prepare(Variable input) {
    if (input.needsGradient()) {
      input.gradientToAdd();
    }
  }

  /** {@code dc = φ(u)/σ · dP}, {@code dt = −dc}, {@code dσ = −u dc} with {@code u = (c − t)/σ}. */
  private void slope(int e, int threshold) {
    float dc = gradientArray()[e] * slope[e];
    give(clean, e, dc);
    give(noisy, threshold, -dc);
    give(spread, e, -dc * distance[e]);
  }

  private static void give(Variable input, int e, float slope) {
    if (input.needsGradient()) {
      input.gradientArray()[e] += slope;
    }
  }
}
