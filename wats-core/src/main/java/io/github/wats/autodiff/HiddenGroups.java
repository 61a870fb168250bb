package io.github.wats.autodiff;

import io.github.wats.autodiff.BlockSum.Block;
import io.github.wats.internal.Check;
import io.github.wats.linalg.Columns;
import io.github.wats.linalg.GroupedRows;
import io.github.wats.linalg.Kernels;
import io.github.wats.linalg.Products;
import io.github.wats.linalg.Rows;
import java.util.Arrays;
import java.util.List;

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

  /** Rows at a time: what dropout keeps of them stays in the L1 cache. */
  private static final int CHUNK = 64;

  private static final float[] ALL_KEPT = {};

  private final Columns[][] sources; // (groups × SOURCES)
  private final Columns[][]
      slopes; // (groups × SOURCES), those of sources that are not learnt unread
  private final List<Variable> learnt; // the blocks that want a gradient
  private final int[] rows;
  private final Variable bias; // (1 × groups · size)
  private final DropoutMask mask;
  private final int size;
  private final float[][] values; // (groups) × (rows × size), old where not needed
  private final boolean[][] needed; // (groups) × (rows)
  private final int[][] listed; // (groups) × (rows) those needed
  private final int[] starts; // (groups + 1) how many rows earlier groups have listed
  private final float[] ofValues; // (rows × size) slopes of a group; 0 between uses
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
    this.sources = new Columns[groups][SOURCES];
    this.slopes = new Columns[groups][SOURCES];
    for (int g = 0; g < groups; g++) {
      findSources(blocks, g);
    }
    this.learnt = blocks.stream().map(Block::x).filter(Variable::needsGradient).distinct().toList();
    this.rows = rows.clone();
    this.bias = bias;
    this.mask = new DropoutMask(rate, seed);
    this.values = new float[groups][Math.multiplyExact(rows.length, size)];
    this.needed = new boolean[groups][rows.length];
    this.listed = new int[groups][rows.length];
    this.starts = new int[groups + 1];
    this.ofValues = new float[learnt.isEmpty() && !bias.needsGradient() ? 0 : values[0].length];
    for (Block block : blocks) {
      checkRows(rows, block.x().rows());
    }
  }

  /** What a group is the sum of: always {@link #SOURCES}, some of them nothing. */
  private void findSources(List<Block> blocks, int group) {
    Columns nothing = new Columns(new float[size], 0, 0);
    Arrays.fill(sources[group], nothing);
    Arrays.fill(slopes[group], new Columns(new float[size], 0, 0));
    int place = group * size;
    int found = 0;
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
        Check.argument(
            found < SOURCES, "a group may be made of %d blocks at most, got more", SOURCES);
        Variable x = block.x();
        sources[group][found] = new Columns(x.valueArray(), x.columns(), from);
        if (x.needsGradient()) {
          slopes[group][found] = new Columns(x.gradientArray(), x.columns(), from);
        }
        found++;
      }
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

  private int groups() {
    return sources.length;
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
    for (int g = 0; g < groups(); g++) {
      starts[g + 1] = starts[g] + list(needed[g], listed[g]);
    }
    long work = 4L * starts[groups()] * size;
    Kernels loops = products.forReluSums(size, work);
    GroupedRows.of(products, starts)
        .forEach(
            work,
            (g, from, to) -> {
              for (int k = from; k < to; k += CHUNK) {
                int last = Math.min(to, k + CHUNK);
                compute(loops, g, k - starts[g], last - starts[g], drops, stream);
              }
            });
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

  private void compute(Kernels loops, int g, int from, int to, boolean drops, long stream) {
    float[] keep = ALL_KEPT;
    if (drops) {
      keep = new float[(to - from) * size];
      float[] factors = {0, scale};
      for (int k = from; k < to; k++) {
        int first = listed[g][k] * width() + g * size;
        mask(keep, (k - from) * size, size, first, stream, mask.limit(), factors);
      }
    }
    Columns[] x = sources[g];
    Columns b = new Columns(bias.valueArray(), 0, g * size);
    loops.reluSums(listed[g], from, to, rows, b, x[0], x[1], x[2], keep, values[g], size);
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

  /** Gives the slopes to blocks and bias. */
  void backward(Products products, Slopes ofUnits) {
    for (Variable input : learnt) {
      input.gradientToAdd();
    }
    float[] db = bias.needsGradient() ? bias.gradientToAdd() : new float[width()];
    Kernels loops = products.forReluSlopes(size, 4L * starts[groups()] * size);
    for (int g = 0; g < groups(); g++) {
      ofUnits.addTo(g, ofValues);
      float[] sums = give(loops, g);
      for (int e = 0; e < sums.length; e++) {
        db[g * size + e % size] += sums[e];
      }
    }
  }

  /** Gives the slopes of a group, and clears them; returns parts of their sum (PARTS × size). */
  private float[] give(Kernels loops, int g) {
    Columns[] x = slopes[g];
    float[] sums = new float[PARTS * size];
    int count = starts[g + 1] - starts[g];
    int each = (count + PARTS - 1) / PARTS;
    Rows.forEach(
        PARTS,
        4L * count * size,
        (first, last) -> {
          for (int p = first; p < last; p++) {
            int from = Math.min(count, p * each);
            int to = Math.min(count, from + each);
            loops.reluSlopes(
                listed[g], from, to, rows, values[g], scale, ofValues, x[0], x[1], x[2], sums,
                p * size, size);
          }
        });
    return sums;
  }
}
