package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
import io.github.wats.internal.FastMath;

/**
 * Softmax over the {@code count} largest entries of each row, 0 for the others: the gates of a
 * sparse mixture of experts (Shazeer et al., ICLR 2017). Of equal entries the first is the larger.
 */
public final class TopSoftmax extends Variable {
  private final Variable x;
  private final int count;
  private final int[] ranking; // (rows × columns) the columns of each row, the largest entry first

  TopSoftmax(Variable x, int count) {
    super(x.rows(), x.columns(), x);
    Check.argument(
        count >= 1 && count <= x.columns(),
        "the number of entries to keep must be in 1 … %d, got %d",
        x.columns(),
        count);
    this.x = x;
    this.count = count;
    this.ranking = new int[x.valueArray().length];
  }

  Variable scores() {
    return x;
  }

  int count() {
    return count;
  }

  /** The place in the arrays of the entry of {@code row} that has {@code rank} larger ones. */
  int entry(int row, int rank) {
    return row * columns() + ranking[row * columns() + rank];
  }

  @Override
  protected void forward() {
    int width = columns();
    forEntries(
        width,
        (from, to) -> {
          for (int row = from / width; row < to / width; row++) {
            rank(x.valueArray(), row * width, width);
            softmax(row);
          }
        });
  }

  /** Counts the larger entries of each, without a branch. */
  private void rank(float[] scores, int start, int width) {
    for (int j = 0; j < width; j++) {
      float own = scores[start + j];
      int rank = 0;
      for (int k = 0; k < j; k++) {
        rank += scores[start + k] >= own ? 1 : 0;
      }
      for (int k = j + 1; k < width; k++) {
        rank += scores[start + k] > own ? 1 : 0;
      }
      ranking[start + rank] = j;
    }
  }

  private void softmax(int row) {
    float[] scores = x.valueArray();
    float[] gates = valueArray();
    double top = scores[row * columns()];
    for (int j = 1; j < columns(); j++) {
      top = Math.max(top, scores[row * columns() + j]); // NaN where any score is
    }
    double sum = 0;
    for (int rank = 0; rank < count; rank++) {
      sum += FastMath.expOfNegative(scores[entry(row, rank)] - top);
    }
    for (int rank = 0; rank < columns(); rank++) {
      int e = entry(row, rank);
      gates[e] = rank < count ? (float) (FastMath.expOfNegative(scores[e] - top) / sum) : 0;
    }
  }

  @Override
  protected void backward() {
    boolean add = x.addsToGradient();
    float[] gates = valueArray();
    float[] dy = gradientArray();
    float[] dx = x.gradientArray();
    int width = columns();
    forEntries(
        2,
        (from, to) -> {
          for (int start = from; start < to; start += width) {
            float mean = 0;
            for (int e = start; e < start + width; e++) {
              mean += gates[e] * dy[e];
            }
            for (int e = start; e < start + width; e++) {
              dx[e] = (add ? dx[e] : 0) + gates[e] * (dy[e] - mean);
            }
          }
        });
  }
}
