package io.github.wats.engine.autodiff;

import io.github.wats.internal.FastMath;
import io.github.wats.internal.Softmax;
import java.util.Arrays;

/**
 * Softmax over the {@code count} largest entries of each row, 0 for the others: the gates of a
 * sparse mixture of experts (Shazeer et al., ICLR 2017). Of equal entries the first is the larger.
 */
public final class TopSoftmax extends Variable {
  private final Variable x;
  private final int count;
  private final int[] ranking; // (rows × columns) the entries of each row, the largest first

  TopSoftmax(Variable x, int count) {
    super(x.rows(), x.columns(), x);
    this.x = x;
    this.count = count;
    this.ranking = new int[x.valueArray().length];
  }

  @Override
  protected void forward() {
    float[] scores = x.valueArray();
    int width = columns();
    forEntries(
        20,
        (from, to) -> {
          double[] top = new double[width];
          for (int start = from; start < to; start += width) {
            Arrays.fill(top, Double.NEGATIVE_INFINITY);
            for (int j = 0; j < width; j++) {
              int rank = rank(scores, start, j);
              ranking[start + rank] = start + j;
              top[j] = rank < count ? scores[start + j] : top[j];
            }
            Softmax.rowInPlace(top, 0, width);
            for (int j = 0; j < width; j++) {
              valueArray()[start + j] = (float) top[j];
            }
          }
        });
  }

  /** How many entries of a row are larger than entry j; none for NaN, which then shows. */
  private int rank(float[] scores, int start, int j) {
    float own = scores[start + j];
    int rank = 0;
    for (int k = 0; k < columns(); k++) {
      rank += scores[start + k] > own || (k < j && scores[start + k] == own) ? 1 : 0;
    }
    return rank;
  }

  @Override
  protected void backward() {
    boolean add = x.addsToGradient();
    float[] dx = x.gradientArray();
    int width = columns();
    forEntries(
        2,
        (from, to) -> {
          for (int e = from; e < to; e += width) {
            EdgeSoftmax.backward(valueArray(), gradientArray(), dx, e, e + width, add);
          }
        });
  }

  /**
   * The probability of each entry to be among the {@code count} largest of its row, fewer than all,
   * if its noise were drawn again.
   *
   * @param clean the scores c without noise
   * @param deviation σ of the noise, above 0
   */
  public Variable loadProbability(Variable clean, Variable deviation) {
    return new Load(clean, deviation);
  }

  /**
   * {@code P = Φ(u)} with {@code u = (c − t) / σ}, where the threshold t is the largest noisy score
   * outside the top for entries inside, and the smallest inside for entries outside (appendix A of
   * the paper); in evaluation 1 in the top, else 0. {@code dc = φ(u)/σ · dP}, {@code dt = −dc},
   * {@code dσ = −u dc}.
   */
  private final class Load extends Variable {
    private interface Body {
      void run(int e, int t, boolean inTop);
    }

    private final Variable clean;
    private final Variable deviation;

    Load(Variable clean, Variable deviation) {
      super(clean.rows(), clean.columns(), clean, x, deviation);
      this.clean = clean;
      this.deviation = deviation;
    }

    /** Runs {@code body} for each entry e with its threshold t. */
    private void forEachEntry(Body body) {
      int width = columns();
      forEntries(
          20,
          (from, to) -> {
            for (int row = from; row < to; row += width) {
              for (int rank = 0; rank < width; rank++) {
                boolean inTop = rank < count;
                body.run(ranking[row + rank], ranking[row + (inTop ? count : count - 1)], inTop);
              }
            }
          });
    }

    private double distance(int e, int t) {
      float difference = clean.valueArray()[e] - x.valueArray()[t];
      return difference / (double) deviation.valueArray()[e];
    }

    @Override
    protected void forward() {
      float[] p = valueArray();
      boolean training = isTraining();
      forEachEntry(
          (e, t, inTop) -> {
            double u = distance(e, t);
            double probability = FastMath.normalCdf(u, FastMath.normalDensity(u));
            p[e] = (float) (training ? probability : inTop ? 1 : 0);
          });
    }

    @Override
    protected void backward() {
      if (!isTraining()) {
        return;
      }
      float[] dp = gradientArray();
      float[] dc = clean.gradientToAdd();
      float[] dt = x.gradientToAdd();
      float[] ds = deviation.gradientToAdd();
      forEachEntry(
          (e, t, inTop) -> {
            double u = distance(e, t);
            double density = FastMath.normalDensity(u) / deviation.valueArray()[e];
            float d = (float) (dp[e] * density);
            dc[e] += d;
            dt[t] -= d;
            ds[e] -= (float) (d * u);
          });
    }
  }
}
