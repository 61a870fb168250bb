package io.github.wats.autodiff;

import io.github.wats.autodiff.BlockSum.Block;
import io.github.wats.internal.Check;
import io.github.wats.linalg.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code H_r = dropout(max(Σ_b [0 … x_b,i … 0] + b, 0))} with {@code i = rows_r}, in equal groups
 * of columns of which only those somebody asked for are computed. {@code dx_b,i = scale · dH_r}
 * where {@code H_r > 0}, else 0, and {@code db} is the sum of that. Masks are those of {@link
 * Variable#reluDropout}.
 */
final class HiddenGroups {
  /** The most blocks that a group may be made of. */
  private static final int SOURCES = 3;

  /** Parts of the sum over rows; a fixed number, so that it does not depend on the threads. */
  private static final int PARTS = 16;

  private final Source[][] sources; // (groups × SOURCES)
  private final List<Variable> learnt; // the blocks that want a gradient
  private final int[] rows;
  private final Variable bias; // (1 × groups · size)
  private final DropoutMask mask;
  private final int size;
  private final float[][] values; // (groups) × (rows × size), old where not needed
  private final boolean[] needed; // (rows × groups)
  private float scale = 1; // what kept entries were multiplied by

  /**
   * {@code blocks} must be whole groups; {@code rows} says which rows of theirs, none of them
   * twice.
   */
  HiddenGroups(List<Block> blocks, int[] rows, Variable bias, int groups, double rate, long seed) {
    Check.argument(
        bias.rows() == 1 && bias.columns() % groups == 0,
        "%d groups need a row of biases in equal groups, got %s",
        groups,
        bias.value());
    Check.argument(
        rate == 0 || (long) rows.length * bias.columns() <= Integer.MAX_VALUE,
        "dropout reaches 2^31 − 1 hidden units, got %d rows of %d",
        rows.length,
        bias.columns());
    this.size = bias.columns() / groups;
    this.sources = new Source[groups][];
    for (int g = 0; g < groups; g++) {
      sources[g] = sources(blocks, g);
    }
    this.learnt = blocks.stream().map(Block::x).filter(Variable::needsGradient).distinct().toList();
    this.rows = rows.clone();
    this.bias = bias;
    this.mask = new DropoutMask(rate, seed);
    this.values = new float[groups][Math.multiplyExact(rows.length, size)];
    this.needed = new boolean[rows.length * groups];
    for (Block block : blocks) {
      checkRows(rows, block.x().rows());
    }
  }

  /** What a group is the sum of: always {@link #SOURCES}, some of them nothing. */
  private Source[] sources(List<Block> blocks, int group) {
    List<Source> found = new ArrayList<>();
    int place = group * size;
    for (Block block : blocks) {
      Check.argument(
          block.top() == 0 && block.place() % size == 0 && block.width() % size == 0,
          "a block must be whole groups of %d columns, got %d … %d at %d",
          size,
          block.from(),
          block.to(),
          block.place());
      int from = block.from() + place - block.place();
      if (block.from() <= from && from < block.to()) {
        found.add(new Source(block.x(), from));
      }
    }
    Check.argument(
        found.size() <= SOURCES,
        "a group may be made of %d blocks at most, got %d",
        SOURCES,
        found.size());
    while (found.size() < SOURCES) {
      found.add(new Source(size));
    }
    return found.toArray(Source[]::new);
  }

  /** Columns of a variable, or nothing. */
  private static final class Source {
    final float[] values;
    private final float @Nullable [] slopes;
    private final int stride;
    private final int from;

    Source(Variable x, int from) {
      this.values = x.valueArray();
      this.slopes = x.needsGradient() ? x.gradientArray() : null;
      this.stride = x.columns();
      this.from = from;
    }

    Source(int size) {
      this.values = new float[size];
      this.slopes = null;
      this.stride = 0;
      this.from = 0;
    }

    int place(int row) {
      return row * stride + from;
    }

    float[] slopes(float[] unread) {
      return slopes == null ? unread : slopes;
    }

    int slopePlace(int row) {
      return slopes == null ? 0 : place(row);
    }
  }

  private static void checkRows(int[] rows, int count) {
    boolean[] seen = new boolean[count];
    for (int row : rows) {
      Check.index(row, count, "row of a block");
      Check.argument(!seen[row], "each row of a block may be read once, got %d again", row);
      seen[row] = true;
    }
  }

  int width() {
    return bias.columns();
  }

  int size() {
    return size;
  }

  int groups() {
    return sources.length;
  }

  /** The units of a group, row after row (rows × size). */
  float[] values(int group) {
    return values[group];
  }

  /** Forgets what was asked for. */
  void clear() {
    Arrays.fill(needed, false);
  }

  /** Asks for a group of a row; from any thread. */
  void need(int row, int group) {
    needed[row * groups() + group] = true;
  }

  /** Computes what was asked for, with the dropout of run number {@code step} of a training. */
  void compute(boolean training, long step) {
    boolean drops = training && mask.limit() < DropoutMask.ALL;
    scale = training ? mask.scale() : 1;
    long stream = drops ? mask.stream(step) : 0;
    Rows.forEach(
        rows.length,
        2L * rows.length * width(),
        (first, last) -> {
          int[] wanted = new int[(last - first) * groups()];
          int count = wanted(first * groups(), last * groups(), wanted);
          for (int k = 0; k < count; k++) {
            compute(wanted[k] / groups(), wanted[k] % groups(), drops, stream);
          }
        });
  }

  /** Lists what was asked for, without a branch, which would go the wrong way as often as not. */
  private int wanted(int from, int to, int[] list) {
    int count = 0;
    for (int k = from; k < to; k++) {
      list[count] = k;
      count += needed[k] ? 1 : 0;
    }
    return count;
  }

  private void compute(int r, int g, boolean drops, long stream) {
    Source[] from = sources[g];
    int start = r * size;
    sum(
        bias.valueArray(),
        g * size,
        from[0].values,
        from[0].place(rows[r]),
        from[1].values,
        from[1].place(rows[r]),
        from[2].values,
        from[2].place(rows[r]),
        values[g],
        start,
        size);
    if (drops) {
      dropout(values[g], start, size, r * width() + g * size, stream, mask.limit(), scale);
    }
  }

  /** {@code max(b + x0 + x1 + x2, 0)}. */
  private static void sum(
      float[] b,
      int p,
      float[] x0,
      int q0,
      float[] x1,
      int q1,
      float[] x2,
      int q2,
      float[] y,
      int start,
      int count) {
    for (int j = 0; j < count; j++) {
      float v = b[p + j] + x0[q0 + j] + x1[q1 + j] + x2[q2 + j];
      y[start + j] = (v + Math.abs(v)) * 0.5f; // NaN stays NaN
    }
  }

  /**
   * Drops entries of the mask from {@code first} on; four share a draw. Without branches, which
   * random bits would send the wrong way.
   */
  private static void dropout(
      float[] y, int start, int count, int first, long stream, int limit, float scale) {
    int q = start - first;
    int end = first + count;
    int e = first;
    for (; e < end && (e & 3) != 0; e++) {
      y[q + e] =
          kept(scale * y[q + e], DropoutMask.bits(stream, e >>> 2) >>> (16 * (e & 3)), limit);
    }
    for (; e + 4 <= end; e += 4) {
      long bits = DropoutMask.bits(stream, e >>> 2);
      y[q + e] = kept(scale * y[q + e], bits, limit);
      y[q + e + 1] = kept(scale * y[q + e + 1], bits >>> 16, limit);
      y[q + e + 2] = kept(scale * y[q + e + 2], bits >>> 32, limit);
      y[q + e + 3] = kept(scale * y[q + e + 3], bits >>> 48, limit);
    }
    for (; e < end; e++) {
      y[q + e] =
          kept(scale * y[q + e], DropoutMask.bits(stream, e >>> 2) >>> (16 * (e & 3)), limit);
    }
  }

  private static float kept(float value, long bits, int limit) {
    return Float.intBitsToFloat(Float.floatToRawIntBits(value) & DropoutMask.keep(bits, limit));
  }

  /** The slopes of the groups of a row that were asked for; others are not read. */
  @FunctionalInterface
  interface Slopes {
    /** Adds those of row {@code r} to {@code d} (width), which is 0. */
    void addTo(int r, float[] d);
  }

  /** Gives the slopes to blocks and bias. */
  void backward(Slopes slopes) {
    for (Variable input : learnt) {
      input.gradientToAdd();
    }
    float[] sums = new float[PARTS * width()];
    int each = (rows.length + PARTS - 1) / PARTS;
    Rows.forEach(
        PARTS,
        3L * rows.length * width(),
        (first, last) -> {
          float[] d = new float[width()];
          float[] unread = new float[size];
          for (int r = first * each; r < Math.min(rows.length, last * each); r++) {
            slopes.addTo(r, d);
            give(r, d, sums, r / each * width(), unread);
          }
        });
    if (bias.needsGradient()) {
      float[] db = bias.gradientToAdd();
      for (int e = 0; e < sums.length; e++) {
        db[e % width()] += sums[e];
      }
    }
  }

  /** Gives the slopes of one row, and clears them. */
  private void give(int r, float[] d, float[] sums, int place, float[] unread) {
    for (int g = 0; g < groups(); g++) {
      if (needed[r * groups() + g]) {
        Source[] to = sources[g];
        int start = g * size;
        give(
            values[g],
            r * size,
            scale,
            d,
            start,
            sums,
            place + start,
            to[0].slopes(unread),
            to[0].slopePlace(rows[r]),
            to[1].slopes(unread),
            to[1].slopePlace(rows[r]),
            to[2].slopes(unread),
            to[2].slopePlace(rows[r]),
            size);
      }
    }
  }

  private static void give(
      float[] h,
      int q,
      float scale,
      float[] d,
      int start,
      float[] sums,
      int place,
      float[] x0,
      int q0,
      float[] x1,
      int q1,
      float[] x2,
      int q2,
      int count) {
    for (int j = 0; j < count; j++) {
      int positive = -Float.floatToRawIntBits(h[q + j]) >> 31; // h is never below 0
      float v = Float.intBitsToFloat(Float.floatToRawIntBits(scale * d[start + j]) & positive);
      d[start + j] = 0;
      sums[place + j] += v;
      x0[q0 + j] += v;
      x1[q1 + j] += v;
      x2[q2 + j] += v;
    }
  }
}
