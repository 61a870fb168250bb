package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
import io.github.wats.internal.Normal;
import java.util.Arrays;

/**
 * The probability of each entry to be among the {@code count} largest of its row if its noise were
 * drawn again: {@code P = Φ((c − t) / σ)}, where the threshold t is the largest noisy score outside
 * the top for entries inside, and the smallest inside for entries outside (Shazeer et al., ICLR
 * 2017, appendix A). In evaluation it is 1 for entries in the top and 0 for others.
 */
public final class TopProbability extends Variable {
  /** Entries at a time: the arrays of a step stay in the L1 cache. */
  private static final int BLOCK = 512;

  private final Variable clean;
  private final TopSoftmax top;
  private final Variable noisy;
  private final Variable spread;
  private final int count;
  private final float[] in; // (nodes × experts) 1 in the top, else 0
  private final float[] distance; // (nodes × experts) u = (c − t)/σ
  private final float[] slope; // (nodes × experts) φ(u)/σ

  /**
   * All three are (nodes × experts).
   *
   * @param clean the scores c without noise
   * @param top the gates of the scores with noise, which decide the top
   * @param spread σ, the standard deviation of the noise, above 0
   */
  public TopProbability(Variable clean, TopSoftmax top, Variable spread) {
    super(clean.rows(), clean.columns(), clean, top, top.scores(), spread);
    Shapes.same("a probability to be in the top", clean, top);
    Shapes.same("a probability to be in the top", clean, spread);
    Check.argument(
        top.count() < clean.columns(),
        "the number of entries in the top must be in 1 … %d, got %d",
        clean.columns() - 1,
        top.count());
    this.clean = clean;
    this.top = top;
    this.noisy = top.scores();
    this.spread = spread;
    this.count = top.count();
    this.in = new float[rows() * columns()];
    this.distance = new float[rows() * columns()];
    this.slope = new float[rows() * columns()];
  }

  @Override
  protected void forward() {
    int width = columns();
    int block = width * Math.max(1, BLOCK / width);
    forEntries(
        5,
        (first, last) -> {
          mark(first, last);
          if (!isTraining()) {
            System.arraycopy(in, first, valueArray(), first, last - first);
            return;
          }
          double[] u = new double[block];
          double[] density = new double[block];
          double[] cdf = new double[block];
          for (int from = first; from < last; from += block) {
            probabilities(from, Math.min(last - from, block), u, density, cdf);
          }
        });
  }

  /** Finds what is in the top. */
  private void mark(int from, int to) {
    int width = columns();
    Arrays.fill(in, from, to, 0);
    for (int row = from / width; row < to / width; row++) {
      for (int rank = 0; rank < count; rank++) {
        in[row * width + top.column(row, rank)] = 1;
      }
    }
  }

  /** The entry of the smallest noisy score in the top. */
  private int inside(int row) {
    return row * columns() + top.column(row, count - 1);
  }

  /** The entry of the largest one outside. */
  private int outside(int row) {
    return row * columns() + top.column(row, count);
  }

  /** In steps over arrays of doubles, which the compiler puts into vector registers. */
  private void probabilities(int from, int size, double[] u, double[] density, double[] cdf) {
    distances(u, from, size);
    Normal.densities(u, density, size);
    Normal.roughCdfs(u, density, cdf, size);
    float[] sigma = spread.valueArray();
    float[] p = valueArray();
    for (int k = 0; k < size; k++) {
      distance[from + k] = (float) u[k];
      slope[from + k] = (float) (density[k] / sigma[from + k]);
      p[from + k] = (float) cdf[k];
    }
  }

  private void distances(double[] u, int from, int size) {
    float[] c = clean.valueArray();
    float[] scores = noisy.valueArray();
    float[] sigma = spread.valueArray();
    int width = columns();
    for (int k = 0; k < size; k += width) {
      int row = (from + k) / width;
      float ofInside = scores[outside(row)];
      float ofOutside = scores[inside(row)];
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
      dn[outside(row)] -= ofOutside;
      dn[inside(row)] -= ofInside;
    }
  }
}
