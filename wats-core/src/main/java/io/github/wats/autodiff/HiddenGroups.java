package io.github.wats.autodiff;

import io.github.wats.internal.Check;
import io.github.wats.linalg.Columns;
import io.github.wats.linalg.DenseMatrix;
import io.github.wats.linalg.GroupedRows;
import io.github.wats.linalg.Kernels;
import io.github.wats.linalg.Products;
import io.github.wats.linalg.Rows;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code H_r = dropout(max(u_i + x_i W + b, 0))} with {@code i = rows_r}, in groups that each have
 * their own u, x and W ({@link HiddenGroup}); of each group only the rows that somebody asked for
 * are computed. {@code du_i = scale · dH_r} where {@code H_r > 0}, else 0; {@code db} is the sum of
 * that and {@code dW = xᵀ du}. Masks are those of {@link Variable#reluDropout} on all groups side
 * by side.
 */
final class HiddenGroups {
  /** Parts of sums over rows; a fixed number, so that they do not depend on the threads. */
  private static final int PARTS = 16;

  /** Rows at a time: what belongs to them stays in the L1 cache. */
  private static final int CHUNK = 64;

  private static final float[] NONE = {};

  private final List<HiddenGroup> groups;
  private final int[] rows;
  private final Variable bias; // (1 × groups · size)
  private final DropoutMask mask;
  private final int size;
  private final float[][] values; // (groups) × (rows × size), old where not needed
  private final boolean[][] needed; // (groups) × (rows)
  private final int[][] listed; // (groups) × (rows) those needed
  private final int[] starts; // (groups + 1) how many rows earlier groups have listed
  private final float[] slopes; // (rows × size) of the units of a group; 0 between uses
  private float scale = 1; // what kept entries were multiplied by

  /** {@code rows} says which rows of the groups, none of them twice. */
  HiddenGroups(List<HiddenGroup> groups, int[] rows, Variable bias, double rate, long seed) {
    Check.argument(
        bias.rows() == 1 && bias.columns() % groups.size() == 0,
        "%d groups need a row of biases in equal groups, got %s",
        groups.size(),
        bias.value());
    Check.argument(
        rate == 0 || (long) rows.length * bias.columns() <= Integer.MAX_VALUE,
        "dropout reaches 2^31 − 1 hidden units, got %d rows of %d",
        rows.length,
        bias.columns());
    this.groups = List.copyOf(groups);
    this.size = bias.columns() / groups.size();
    this.rows = rows.clone();
    this.bias = bias;
    this.mask = new DropoutMask(rate, seed);
    this.values = new float[groups.size()][Math.multiplyExact(rows.length, size)];
    this.needed = new boolean[groups.size()][rows.length];
    this.listed = new int[groups.size()][rows.length];
    this.starts = new int[groups.size() + 1];
    this.slopes = new float[inputs().anyMatch(Variable::needsGradient) ? values[0].length : 0];
    for (HiddenGroup group : groups) {
      check(group);
    }
  }

  private void check(HiddenGroup group) {
    group
        .columns()
        .ifPresent(
            x -> {
              Check.argument(
                  group.first() >= 0 && group.first() + size <= x.columns(),
                  "a group of %d columns of %s cannot begin at %d",
                  size,
                  x.value(),
                  group.first());
              checkRows(x.rows());
            });
    group
        .weight()
        .ifPresent(
            w ->
                Check.argument(
                    w.columns() == size, "weights must have %d columns, got %s", size, w.value()));
    group.inputs().ifPresent(x -> checkRows(x.rows()));
  }

  private void checkRows(int count) {
    boolean[] seen = new boolean[count];
    for (int row : rows) {
      Check.index(row, count, "row of a group");
      Check.argument(!seen[row], "each row of a group may be read once, got %d again", row);
      seen[row] = true;
    }
  }

  /** What the units are made of. */
  Stream<Variable> inputs() {
    Stream<Optional<Variable>> ofGroups =
        groups.stream().flatMap(group -> Stream.of(group.columns(), group.weight()));
    return Stream.concat(Stream.of(bias), ofGroups.flatMap(Optional::stream)).distinct();
  }

  private int width() {
    return bias.columns();
  }

  int size() {
    return size;
  }

  /** The units of each group, row after row (groups) × (rows × size). */
  float[][] values() {
    return values;
  }

  /** Forgets what was asked for. */
  void clear() {
    for (boolean[] ofGroup : needed) {
      Arrays.fill(ofGroup, false);
    }
  }

  /** Asks for a group of a row; from any thread. */
  void need(int row, int group) {
    needed[group][row] = true;
  }

  /** Computes what was asked for, with the dropout of run number {@code step} of a training. */
  void compute(Products products, boolean training, long step) {
    boolean drops = training && mask.limit() < DropoutMask.ALL;
    scale = training ? mask.scale() : 1;
    long stream = drops ? mask.stream(step) : 0;
    for (int g = 0; g < groups.size(); g++) {
      starts[g + 1] = starts[g] + list(needed[g], listed[g]);
    }
    long work = work();
    Kernels sums = products.forReluSums(size, work);
    Kernels multiply = products.forMultiply(size, 4 * work);
    GroupedRows.of(products, starts)
        .forEach(
            4 * work,
            (g, first, last) -> {
              for (int k = first; k < last; k += CHUNK) {
                int from = k - starts[g];
                int to = Math.min(last, k + CHUNK) - starts[g];
                float[] keep = drops ? masks(g, from, to, stream) : NONE;
                float[] added = products(multiply, g, from, to);
                Columns b = new Columns(bias.valueArray(), 0, g * size);
                Columns x = columns(g, groups.get(g).columns().map(Variable::valueArray));
                sums.reluSums(listed[g], from, to, rows, b, x, added, keep, values[g], size);
              }
            });
  }

  private long work() {
    return 4L * starts[groups.size()] * size;
  }

  /** Lists what is needed, without a branch, which would go the wrong way as often as not. */
  private static int list(boolean[] needed, int[] list) {
    int count = 0;
    for (int r = 0; r < needed.length; r++) {
      list[count] = r;
      count += needed[r] ? 1 : 0;
    }
    return count;
  }

  /** The columns of a group in an array of its variable, or columns of no use. */
  private Columns columns(int g, Optional<float[]> array) {
    return array
        .map(a -> new Columns(a, groups.get(g).columns().orElseThrow().columns(), first(g)))
        .orElseGet(() -> new Columns(new float[size], 0, 0));
  }

  private int first(int g) {
    return groups.get(g).first();
  }

  /** {@code x W} for listed rows of a group (to − from × size), nothing where it has none. */
  private float[] products(Kernels multiply, int g, int from, int to) {
    Optional<Variable> weight = groups.get(g).weight();
    if (weight.isEmpty()) {
      return NONE;
    }
    float[] x = inputs(g, from, to);
    float[] y = new float[(to - from) * size];
    int inner = weight.get().rows();
    multiply.multiply(x, weight.get().valueArray(), y, inner, size, 0, to - from, false);
    return y;
  }

  /** The inputs of listed rows of a group, row after row. */
  private float[] inputs(int g, int from, int to) {
    DenseMatrix x = groups.get(g).inputs().orElseThrow();
    int width = x.columns();
    float[] chosen = new float[(to - from) * width];
    for (int k = from; k < to; k++) {
      System.arraycopy(x.array(), rows[listed[g][k]] * width, chosen, (k - from) * width, width);
    }
    return chosen;
  }

  /** What dropout multiplies listed rows of a group by (to − from × size). */
  private float[] masks(int g, int from, int to, long stream) {
    float[] keep = new float[(to - from) * size];
    float[] factors = {0, scale};
    for (int k = from; k < to; k++) {
      int first = listed[g][k] * width() + g * size;
      mask(keep, (k - from) * size, size, first, stream, mask.limit(), factors);
    }
    return keep;
  }

  /**
   * What entries of the mask from {@code first} on are multiplied by; four share a draw. Without
   * branches, which random bits would send the wrong way.
   */
  private static void mask(
      float[] keep, int start, int count, int first, long stream, int limit, float[] factors) {
    int q = start - first;
    int end = first + count;
    int e = first;
    for (; e < end && (e & 3) != 0; e++) {
      keep[q + e] = factors[kept(DropoutMask.bits(stream, e >>> 2) >>> (16 * (e & 3)), limit)];
    }
    for (; e + 4 <= end; e += 4) {
      long bits = DropoutMask.bits(stream, e >>> 2);
      keep[q + e] = factors[kept(bits, limit)];
      keep[q + e + 1] = factors[kept(bits >>> 16, limit)];
      keep[q + e + 2] = factors[kept(bits >>> 32, limit)];
      keep[q + e + 3] = factors[kept(bits >>> 48, limit)];
    }
    for (; e < end; e++) {
      keep[q + e] = factors[kept(DropoutMask.bits(stream, e >>> 2) >>> (16 * (e & 3)), limit)];
    }
  }

  /** 1 if the entry is kept, else 0. */
  private static int kept(long bits, int limit) {
    return -DropoutMask.keep(bits, limit);
  }

  /** The slopes of the units of a group that were asked for; others are not read. */
  @FunctionalInterface
  interface Slopes {
    /** Adds them to {@code d} (rows × size). */
    void addTo(int group, float[] d);
  }

  /** Gives the slopes to what the units are made of. */
  void backward(Products products, Slopes ofUnits) {
    inputs().filter(Variable::needsGradient).forEach(Variable::gradientToAdd);
    Kernels sums = products.forReluSlopes(size, work());
    Kernels transposed = products.forMultiplyTransposed(size, 4 * work());
    for (int g = 0; g < groups.size(); g++) {
      ofUnits.addTo(g, slopes);
      give(sums, transposed, g);
    }
  }

  /** Gives the slopes of a group, and clears them. */
  private void give(Kernels slopesOf, Kernels transposed, int g) {
    Optional<Variable> learnt = groups.get(g).columns().filter(Variable::needsGradient);
    Optional<Variable> weight = groups.get(g).weight().filter(Variable::needsGradient);
    int inner = weight.map(Variable::rows).orElse(0);
    float[] sums = new float[PARTS * size];
    float[] ofWeight = new float[PARTS * inner * size];
    int count = starts[g + 1] - starts[g];
    int each = (count + PARTS - 1) / PARTS;
    Rows.forEach(
        PARTS,
        4L * count * size,
        (first, last) -> {
          Columns x = columns(g, learnt.map(Variable::gradientArray)); // of no use to others
          for (int p = first; p < last; p++) {
            int end = Math.min(count, (p + 1) * each);
            for (int from = p * each; from < end; from += CHUNK) {
              int to = Math.min(end, from + CHUNK);
              float[] v = new float[(to - from) * size];
              slopesOf.reluSlopes(
                  listed[g], from, to, rows, values[g], scale, slopes, x, v, sums, p * size, size);
              if (inner > 0) {
                float[] a = inputs(g, from, to);
                int place = p * inner * size;
                transposed.multiplyTransposed(
                    a, v, ofWeight, place, inner, size, 0, to - from, 0, inner, true);
              }
            }
          }
        });
    if (bias.needsGradient()) {
      addParts(sums, bias.gradientToAdd(), g * size, size);
    }
    weight.ifPresent(w -> addParts(ofWeight, w.gradientToAdd(), 0, inner * size));
  }

  /** Adds each of the parts, which are {@code length} long. */
  private static void addParts(float[] parts, float[] target, int start, int length) {
    for (int p = 0; p < PARTS; p++) {
      for (int e = 0; e < length; e++) {
        target[start + e] += parts[p * length + e];
      }
    }
  }
}
