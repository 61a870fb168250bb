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
  private final float[] in; // (nodes × experts) 1 in the top, else 0
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
    this.in = new float[rows() * columns()];
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
        5,
        (from, to) -> {
          for (int start = from; start < to; start += width) {
            rank(scores, start, width);
          }
          if (isTraining()) {
            probabilities(from, to);
          } else {
            counts(from, to);
          }
        });
  }

  private void rank(float[] scores, int start, int width) {
    int row = start / width;
    long above = Ranking.top(scores, start, width, count - 1);
    int last = Ranking.largest(scores, start, width, above);
    long top = above | 1L << last;
    inside[row] = start + last;
    outside[row] = start + Ranking.largest(scores, start, width, top);
    for (int j = 0; j < width; j++) {
      in[start + j] = top >>> j & 1;
    }
  }

  private void counts(int from, int to) {
    for (int e = from; e < to; e++) {
      valueArray()[e] = in[e];
    }
  }

  /** In steps over arrays of doubles, which the compiler puts into vector registers. */
  private void probabilities(int from, int to) {
    double[] u = new double[to - from];
    double[] density = new double[u.length];
    double[] cdf = new double[u.length];
    distances(u, from);
    Normal.densities(u, density);
    Normal.roughCdfs(u, density, cdf);
    float[] sigma = spread.valueArray();
    float[] p = valueArray();
    for (int k = 0; k < u.length; k++) {
      distance[from + k] = (float) u[k];
      slope[from + k] = (float) (density[k] / sigma[from + k]);
      p[from + k] = (float) cdf[k];
    }
  }

  private void distances(double[] u, int from) {
    float[] c = clean.valueArray();
    float[] scores = noisy.valueArray();
    float[] sigma = spread.valueArray();
    int width = columns();
    for (int k = 0; k < u.length; k += width) {
      int row = (from + k) / width;
      float ofInside = scores[outside[row]];
      float ofOutside = scores[inside[row]];
      for (int j = 0; j < width; j++) {
        int e = from + k + j;
        u[k + j] = (c[e] - (in[e] * ofInside + (1 - in[e]) * ofOutside)) / sigma[e];
      }
    }
  }

  @Override
  protected void backward() {
    if (!isTraining()) {
      return;
    }
    float[] dp = gradientArray();
    float[] dc = clean.needsGradient() ? clean.gradientToAdd() : new float[dp.length];
    float[] dn = noisy.needsGradient() ? noisy.gradientToAdd() : new float[dp.length];
    float[] ds = spread.needsGradient() ? spread.gradientToAdd() : new float[dp.length];
    forEntries(2, (from, to) -> slopes(dp, dc, dn, ds, from, to));
  }

  /** {@code dc = φ(u)/σ · dP}, {@code dt = −dc}, {@code dσ = −u dc} with {@code u = (c − t)/σ}. */
  private void slopes(float[] dp, float[] dc, float[] dn, float[] ds, int from, int to) {
    int width = columns();
    for (int start = from; start < to; start += width) {
      int row = start / width;
      float ofInside = 0; // what the entries outside the top give to the smallest inside
      float ofOutside = 0;
      for (int j = 0; j < width; j++) {
        int e = start + j;
        float d = dp[e] * slope[e];
        dc[e] += d;
        ds[e] -= d * distance[e];
        ofOutside += in[e] * d;
        ofInside += (1 - in[e]) * d;
      }
      dn[outside[row]] -= ofOutside;
      dn[inside[row]] -= ofInside;
    }
  }
}
