package io.github.wats.autodiff;

import io.github.wats.internal.Check;
import java.util.Arrays;

/**
 * Softmax over the {@code count} largest entries of each row, 0 for the others: the gates of a
 * sparse mixture of experts (Shazeer et al., ICLR 2017).
 */
final class TopSoftmax extends Variable {
  private final Variable x;
  private final int count;

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
  }

  @Override
  protected void forward() {
    float[] scores = x.valueArray();
    float[] gates = valueArray();
    int width = columns();
    forEntries(
        width,
        (from, to) -> {
          for (int start = from; start < to; start += width) {
            softmax(scores, gates, start, width, count);
          }
        });
  }

  private static void softmax(float[] scores, float[] gates, int start, int width, int count) {
    Arrays.fill(gates, start, start + width, 0);
    int first = Ranking.largest(scores, start, width, 0);
    float top = scores[start + first];
    gates[start + first] = 1 + 0 * top; // 1, or NaN
    long taken = 1L << first;
    double sum = gates[start + first];
    for (int k = 1; k < count; k++) {
      int j = Ranking.largest(scores, start, width, taken);
      taken |= 1L << j;
      gates[start + j] = (float) Math.exp((double) scores[start + j] - top);
      sum += gates[start + j];
    }
    for (int e = start; e < start + width; e++) {
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
