package io.github.wats.autodiff;

import io.github.wats.internal.Check;
import java.util.Arrays;
import java.util.List;

/**
 * {@code y_ig = s_i,order(g) x_ig} for equal groups g of columns: row i of a group is multiplied by
 * one entry of S; {@code dx_ig = s dy_ig}, {@code ds = x_ig · dy_ig}. Groups that are multiplied by
 * 0 are not read on the way forward.
 */
public final class GroupProduct extends Variable {
  private final Variable x; // (n × groups · size)
  private final Variable scale; // (n × groups)
  private final int[] order; // (groups) the column of S
  private final int size;

  /** {@code order} names each column of {@code scale} once. */
  public GroupProduct(Variable x, Variable scale, List<Integer> order) {
    super(x.rows(), x.columns(), x, scale);
    int groups = order.size();
    Check.argument(
        scale.rows() == x.rows() && scale.columns() == groups && x.columns() % groups == 0,
        "%d groups of columns need a factor each in every row, got %s and %s",
        groups,
        x.value(),
        scale.value());
    this.x = x;
    this.scale = scale;
    this.order = order.stream().mapToInt(column -> column).toArray();
    this.size = x.columns() / groups;
  }

  @Override
  protected void forward() {
    float[] from = x.valueArray();
    float[] to = valueArray();
    forEntries(
        1,
        (first, last) -> {
          for (int start = first; start < last; start += size) {
            scaleGroup(from, to, start, factor(start), false);
          }
        });
  }

  private float factor(int start) {
    return scale.valueArray()[place(start)];
  }

  /** Where S holds the factor of the group that starts at entry {@code start}. */
  private int place(int start) {
    int width = columns();
    int row = start / width;
    return row * order.length + order[(start - row * width) / size];
  }

  private void scaleGroup(float[] x, float[] y, int start, float factor, boolean add) {
    if (factor == 0) {
      if (!add) {
        Arrays.fill(y, start, start + size, 0);
      }
      return;
    }
    for (int e = start; e < start + size; e++) {
      y[e] = (add ? y[e] : 0) + factor * x[e];
    }
  }

  @Override
  protected void backward() {
    float[] dy = gradientArray();
    if (x.needsGradient()) {
      boolean add = x.addsToGradient();
      float[] dx = x.gradientArray();
      forEntries(
          1,
          (first, last) -> {
            for (int start = first; start < last; start += size) {
              scaleGroup(dy, dx, start, factor(start), add);
            }
          });
    }
    if (scale.needsGradient()) {
      boolean add = scale.addsToGradient();
      forEntries(1, (first, last) -> giveScale(dy, first, last, add));
    }
  }

  private void giveScale(float[] dy, int first, int last, boolean add) {
    float[] from = x.valueArray();
    float[] ds = scale.gradientArray();
    for (int start = first; start < last; start += size) {
      float sum = 0;
      for (int e = start; e < start + size; e++) {
        sum += from[e] * dy[e];
      }
      int place = place(start);
      ds[place] = (add ? ds[place] : 0) + sum;
    }
  }
}
