package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.Columns;
import io.github.wats.engine.kernel.GroupedRows;
import io.github.wats.engine.kernel.Kernels;
import io.github.wats.engine.kernel.Products;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.DenseMatrix;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code H_r = dropout(max(u_i + x_i W + b, 0))} with {@code i = rows_r}, in groups that each have
 * their own u, x and W ({@link HiddenGroup}); of each group only the rows that somebody asked for
 * are computed. {@code du_i = scale · dH_r} where {@code H_r > 0}, else 0; {@code db} is the sum of
 * that and {@code dW = xᵀ du}. Masks are those of {@link Variable#reluDropout} on all groups side
 * by side, but an infinite unit that is dropped becomes NaN.
 */
final class HiddenGroups {
  /** Parts of sums over rows; a fixed number, so that they do not depend on the threads. */
  private static final int PARTS = 16;

  /** Rows at a time: what belongs to them alone stays in a cache. */
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
  private final boolean learns;
  private final float[] slopes; // (rows × size) of the units of a group; 0 between uses
  private float scale = 1; // what kept entries were multiplied by

  /** {@code rows} says which rows of the groups, none of them twice. */
  HiddenGroups(List<HiddenGroup> groups, int[] rows, Variable bias, double rate, long seed) {
    Check.argument(
        !groups.isEmpty() && bias.rows() == 1 && bias.columns() % groups.size() == 0,
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
    this.learns = variables().anyMatch(Variable::needsGradient);
    this.slopes = new float[learns ? values[0].length : 0];
    int read = Integer.MAX_VALUE; // rows that all groups have
    for (HiddenGroup group : groups) {
      checkWidths(group);
      read = Math.min(read, group.columns().map(Variable::rows).orElse(read));
      read = Math.min(read, group.inputs().map(DenseMatrix::rows).orElse(read));
    }
    checkRows(rows, read);
  }

  private void checkWidths(HiddenGroup group) {
    group
        .columns()
        .ifPresent(
            x ->
                Check.argument(
                    group.first() >= 0 && group.first() + size <= x.columns(),
                    "a group of %d columns of %s cannot begin at %d",
                    size,
                    x.value(),
                    group.first()));
    group
        .weight()
        .ifPresent(
            w ->
                Check.argument(
                    w.columns() == size, "weights must have %d columns, got %s", size, w.value()));
  }

  private static void checkRows(int[] rows, int count) {
    int[] sorted = rows.clone();
    Arrays.sort(sorted);
    for (int k = 0; k < sorted.length; k++) {
      Check.index(sorted[k], count, "row of a group");
      Check.argument(
          k == 0 || sorted[k - 1] < sorted[k],
          "each row of a group may be read once, got %d again",
          sorted[k]);
    }
  }

  /** The variables that the units are made of. */
  Stream<Variable> variables() {
    Stream<Optional<Variable>> ofGroups =
        groups.stream().flatMap(group -> Stream.of(group.columns(), group.weight()));
    return Stream.concat(Stream.of(bias), ofGroups.flatMap(Optional::stream)).distinct();
  }

  /** Whether there is a way back to any of them. */
  boolean needsGradient() {
    return learns;
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
    Kernels multiply = products.forMultiply(size, workOfProducts());
    GroupedRows.of(products, starts)
        .forEach(
            work + workOfProducts(),
            (g, first, last) -> {
              int inner = inputs(g);
              float[] chosen = new float[CHUNK * inner];
              float[] added = inner > 0 ? new float[CHUNK * size] : NONE;
              float[] keep = drops ? new float[CHUNK * size] : NONE;
              for (int k = first; k < last; k += CHUNK) {
                int from = k - starts[g];
                int to = Math.min(last, k + CHUNK) - starts[g];
                if (drops) {
                  masks(g, from, to, stream, keep);
                }
                if (inner > 0) {
                  choose(g, from, to, chosen);
                  float[] w = groups.get(g).weight().orElseThrow().valueArray();
                  multiply.multiply(chosen, w, added, inner, size, 0, to - from, false);
                }
                Columns b = new Columns(bias.valueArray(), 0, g * size);
                Columns x = columns(g, groups.get(g).columns().map(Variable::valueArray));
                sums.reluSums(listed[g], from, to, rows, b, x, added, keep, values[g], size);
              }
            });
  }

  private long work() {
    return 4L * starts[groups.size()] * size;
  }

  private long workOfProducts() {
    long work = 0;
    for (int g = 0; g < groups.size(); g++) {
      work += (long) inputs(g) * (starts[g + 1] - starts[g]) * size;
    }
    return work;
  }

  /** How many inputs a group has that no step changes. */
  private int inputs(int g) {
    return groups.get(g).inputs().map(DenseMatrix::columns).orElse(0);
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

  /** Copies the inputs of listed rows of a group, row after row. */
  private void choose(int g, int from, int to, float[] chosen) {
    DenseMatrix x = groups.get(g).inputs().orElseThrow();
    int width = x.columns();
    for (int k = from; k < to; k++) {
      System.arraycopy(x.array(), rows[listed[g][k]] * width, chosen, (k - from) * width, width);
    }
  }

  /** Writes what dropout multiplies listed rows of a group by (to − from × size). */
  private void masks(int g, int from, int to, long stream, float[] keep) {
    for (int k = from; k < to; k++) {
      int first = listed[g][k] * width() + g * size;
      mask.factors(stream, first, size, keep, (k - from) * size);
    }
  }

  /** The slopes of the units of a group that were asked for; others are not read. */
  @FunctionalInterface
  interface Slopes {
    /** Adds them to {@code d} (rows × size). */
    void addTo(int group, float[] d);
  }

  /** Gives the slopes to what the units are made of. */
  void backward(Products products, Slopes ofUnits) {
    variables().filter(Variable::needsGradient).forEach(Variable::gradientToAdd);
    Kernels relu = products.forReluSlopes(size, work());
    Kernels transposed = products.forMultiplyTransposed(size, workOfProducts());
    for (int g = 0; g < groups.size(); g++) {
      ofUnits.addTo(g, slopes);
      give(relu, transposed, g);
    }
  }

  /** Gives the slopes of a group, and clears them. */
  private void give(Kernels relu, Kernels transposed, int g) {
    Optional<Variable> learnt = groups.get(g).columns().filter(Variable::needsGradient);
    Optional<Variable> weight = groups.get(g).weight().filter(Variable::needsGradient);
    int inner = weight.isPresent() ? inputs(g) : 0;
    float[] sums = new float[PARTS * size];
    float[] ofWeight = new float[PARTS * inner * size];
    int count = starts[g + 1] - starts[g];
    int each = (count + PARTS - 1) / PARTS;
    Rows.forEach(
        PARTS,
        4L * count * size,
        (first, last) -> {
          Columns x = columns(g, learnt.map(Variable::gradientArray)); // of no use to others
          float[] v = new float[CHUNK * size];
          float[] chosen = new float[CHUNK * inner];
          for (int p = first; p < last; p++) {
            int end = Math.min(count, (p + 1) * each);
            for (int from = p * each; from < end; from += CHUNK) {
              int to = Math.min(end, from + CHUNK);
              relu.reluSlopes(
                  listed[g], from, to, rows, values[g], scale, slopes, x, v, sums, p * size, size);
              if (inner > 0) {
                choose(g, from, to, chosen);
                int place = p * inner * size;
                transposed.multiplyTransposed(
                    chosen, v, ofWeight, place, inner, size, 0, to - from, 0, inner, true);
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
