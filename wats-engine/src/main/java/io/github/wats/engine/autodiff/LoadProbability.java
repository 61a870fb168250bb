package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
import io.github.wats.internal.FastMath;

/**
 * The probability of each entry to be among the {@code count} largest of its row if its noise were
 * drawn again: {@code P = Φ(u)} with {@code u = (c − t) / σ}, where the threshold t is the largest
 * noisy score outside the top for entries inside, and the smallest inside for entries outside
 * (Shazeer et al., ICLR 2017, appendix A). In evaluation it is 1 for entries in the top and 0 for
 * others. {@code dc = φ(u)/σ · dP}, {@code dt = −dc}, {@code dσ = −u dc}.
 */
public final class LoadProbability extends Variable {
  private final Variable clean;
  private final TopSoftmax top;
  private final Variable noisy;
  private final Variable deviation;
  private final float[] distance; // (nodes × experts) u
  private final float[] density; // (nodes × experts) φ(u)/σ

  /** Scores c without noise, the gates of those with noise, and σ above 0, of one shape. */
  public LoadProbability(Variable clean, TopSoftmax top, Variable deviation) {
    super(clean.rows(), clean.columns(), clean, top, top.scores(), deviation);
    Shapes.same("a probability to be in the top", clean, top);
    Shapes.same("a probability to be in the top", clean, deviation);
    Check.argument(
        top.count() < clean.columns(),
        "the number of entries in the top must be in 1 … %d, got %d",
        clean.columns() - 1,
        top.count());
    this.clean = clean;
    this.top = top;
    this.noisy = top.scores();
    this.deviation = deviation;
    this.distance = new float[valueArray().length];
    this.density = new float[valueArray().length];
  }

  /** The entry whose noisy score is the threshold of the entries of {@code row} at {@code rank}. */
  private int threshold(int row, int rank) {
    return top.entry(row, rank < top.count() ? top.count() : top.count() - 1);
  }

  @Override
  protected void forward() {
    boolean training = isTraining();
    int width = columns();
    forEntries(
        20,
        (from, to) -> {
          for (int k = from; k < to; k++) {
            int row = k / width;
            int rank = k % width;
            int e = top.entry(row, rank);
            valueArray()[e] = rank < top.count() ? 1 : 0;
            if (training) {
              probability(e, threshold(row, rank));
            }
          }
        });
  }

  private void probability(int e, int threshold) {
    double sigma = deviation.valueArray()[e];
    double u = (clean.valueArray()[e] - noisy.valueArray()[threshold]) / sigma;
    double phi = FastMath.normalDensity(u);
    distance[e] = (float) u;
    density[e] = (float) (phi / sigma);
    valueArray()[e] = (float) FastMath.normalCdf(u, phi);
  }

  @Override
  protected void backward() {
    if (!isTraining()) {
      return;
    }
    float[] dp = gradientArray();
    float[] dc = clean.needsGradient() ? clean.gradientToAdd() : new float[dp.length];
    float[] dn = noisy.needsGradient() ? noisy.gradientToAdd() : new float[dp.length];
    float[] ds = deviation.needsGradient() ? deviation.gradientToAdd() : new float[dp.length];
    int width = columns();
    forEntries(
        4,
        (from, to) -> {
          for (int k = from; k < to; k++) {
            int e = top.entry(k / width, k % width);
            float d = dp[e] * density[e];
            dc[e] += d;
            dn[threshold(k / width, k % width)] -= d;
            ds[e] -= d * distance[e];
          }
        });
  }
}
