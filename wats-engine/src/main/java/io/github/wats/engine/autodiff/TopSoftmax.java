package io.github.wats.engine.autodiff;

import io.github.wats.internal.ArrayExp;
import io.github.wats.internal.Check;
import java.util.Arrays;

/**
 * Softmax over the {@code count} largest entries of each row, 0 for the others: the gates of a
 * sparse mixture of experts (Shazeer et al., ICLR 2017).
 */
public final class TopSoftmax extends Variable {
  private final Variable x;
  private final int count;
  private final int ranked; // one more than count, if there is one more
  private final int[] ranking; // (rows × ranked) the columns of the largest entries

  TopSoftmax(Variable x, int count) {
    super(x.rows(), x.columns(), x);
    Check.argument(
        count >= 1 && count <= x.columns(),
        "the number of entries to keep must be in 1 … %d, got %d",
        x.columns(),
        count);
    Ranking.checkWidth(x);
    this.x = x;
    this.count = count;
    this.ranked = Math.min(count + 1, x.columns());
    this.ranking = new int[Math.multiplyExact(rows(), ranked)];
  }

  /** What is ranked. */
  Variable scores() {
    return x;
  }

  int count() {
    return count;
  }

  /** The column of the entry of {@code row} that has {@code rank} larger ones: at most count. */
  int column(int row, int rank) {
    return ranking[row * ranked + rank];
  }

  @Override
  protected void forward() {
    forEntries(columns(), (from, to) -> softmax(from / columns(), to / columns()));
  }

  /** Powers are taken in a loop of their own, which the compiler puts into vector registers. */
  private void softmax(int first, int last) {
    float[] scores = x.valueArray();
    int width = columns();
    double[] powers = new double[(last - first) * count];
    for (int row = first; row < last; row++) {
      Ranking.largest(scores, row * width, width, ranking, row * ranked, ranked);
      double top = scores[entry(row, 0)];
      for (int rank = 0; rank < count; rank++) {
        powers[(row - first) * count + rank] = scores[entry(row, rank)] - top;
      }
    }
    for (int k = 0; k < powers.length; k++) {
      powers[k] = ArrayExp.exp(powers[k]);
    }
    float[] gates = valueArray();
    Arrays.fill(gates, first * width, last * width, 0);
    for (int row = first; row < last; row++) {
      int start = (row - first) * count;
      double sum = 0;
      for (int rank = 0; rank < count; rank++) {
        sum += powers[start + rank];
      }
      double share = 1 / sum;
      for (int rank = 0; rank < count; rank++) {
        gates[entry(row, rank)] = (float) (powers[start + rank] * share);
      }
    }
  }

  private int entry(int row, int rank) {
    return row * columns() + column(row, rank);
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
            slope(gates, dy, dx, start, width, add);
          }
        });
  }

  private static void slope(
      float[] gates, float[] dy, float[] dx, int start, int width, boolean add) {
    float mean = 0;
    for (int e = start; e < start + width; e++) {
      mean += gates[e] * dy[e];
    }
    for (int e = start; e < start + width; e++) {
      dx[e] = (add ? dx[e] : 0) + gates[e] * (dy[e] - mean);
    }
  }
}
