package io.github.wats.autodiff;

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
    float[] scores = x.valueArray();
    float[] gates = valueArray();
    int width = columns();
    forEntries(
        width,
        (from, to) -> {
          Arrays.fill(gates, from, to, 0);
          for (int row = from / width; row < to / width; row++) {
            Ranking.largest(scores, row * width, width, ranking, row * ranked, ranked);
            softmax(scores, gates, row);
          }
        });
  }

  private void softmax(float[] scores, float[] gates, int row) {
    int start = row * columns();
    int first = start + column(row, 0);
    float top = scores[first];
    gates[first] = 1 + 0 * top; // 1, or NaN
    double sum = gates[first];
    for (int rank = 1; rank < count; rank++) {
      int e = start + column(row, rank);
      gates[e] = (float) ArrayExp.exp((double) scores[e] - top);
      sum += gates[e];
    }
    for (int rank = 0; rank < count; rank++) {
      int e = start + column(row, rank);
      gates[e] = (float) (gates[e] / sum);
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
