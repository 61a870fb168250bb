package io.github.wats.autodiff;

import io.github.wats.internal.Check;
import io.github.wats.linalg.CsrMatrix;
import io.github.wats.linalg.CsrPattern;
import io.github.wats.linalg.RowParts;
import io.github.wats.linalg.Rows;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code y_i = Σ_e gate_ie (Σ_j s_ij H_je W_e + b_e)}: a mixture of experts that each have hidden
 * units H_e of their own. Few gates of a row are not 0, and only what these need is computed, of
 * the hidden layer too: with 2 gates of 7, a third of the work of products with all experts.
 *
 * <p>{@code dgate_ie} is found for gates that are not 0 alone: the slope of the others is 0
 * whatever it is multiplied by in a softmax over the largest.
 */
public final class GatedExperts extends Variable {
  private static final int NONE = -1;
  private static final int FOUR = 4; // columns at a time

  /** Parts of sums over rows; a fixed number, so that they do not depend on the threads. */
  private static final int PARTS = 16;

  private final SparseOperator operator; // (n × read)
  private final HiddenGroups hidden; // (experts) × (read × size)
  private final Variable gates; // (n × experts)
  private final int[] order; // (experts) the expert of each group of hidden units
  private final Variable weight; // (experts · size × C), by group
  private final Variable bias; // (experts × C), by expert
  private final int count;
  private final int[] kept; // (n × count) groups, NONE where there are fewer
  private final int[] slots; // places in kept, those of a group one after the other
  private final float[] sums; // (n × count × size) Σ_j s_ij H_j of the group
  private final float[] slopes; // (n × count × size) of these sums

  private final int padded; // C, up to a multiple of four
  private final float[] wide; // (experts · size × padded) the weights

  /**
   * The mixture.
   *
   * @param operator (n × read)
   * @param blocks what the hidden units are before bias and ReLU, side by side
   * @param rows the row of the blocks of each node read
   * @param hiddenBias (1 × experts · size)
   * @param gates (n × experts), in every row at most {@code count} that are not 0
   * @param order the expert of each group of hidden units: each expert once
   */
  public GatedExperts(
      SparseOperator operator,
      List<BlockSum.Block> blocks,
      int[] rows,
      Variable hiddenBias,
      Variable gates,
      List<Integer> order,
      int count,
      Variable weight,
      Variable bias,
      double rate,
      long seed) {
    super(gates.rows(), weight.columns(), inputs(blocks, hiddenBias, gates, weight, bias));
    int experts = order.size();
    Check.argument(
        order.stream().sorted().toList().equals(IntStream.range(0, experts).boxed().toList()),
        "the groups of hidden units must name each expert once, got %s",
        order);
    Check.argument(
        operator.matrix().rows() == gates.rows()
            && operator.matrix().columns() == rows.length
            && gates.columns() == experts
            && weight.rows() == hiddenBias.columns()
            && bias.rows() == experts
            && bias.columns() == weight.columns(),
        "%d experts do not fit: %s × %d rows, gates %s, weights %s, biases %s",
        experts,
        operator.matrix(),
        rows.length,
        gates.value(),
        weight.value(),
        bias.value());
    this.operator = operator;
    this.hidden = new HiddenGroups(blocks, rows, hiddenBias, experts, rate, seed);
    this.gates = gates;
    this.order = order.stream().mapToInt(e -> e).toArray();
    this.weight = weight;
    this.bias = bias;
    this.count = count;
    this.kept = new int[rows() * count];
    this.slots = new int[kept.length];
    this.sums = new float[Math.multiplyExact(kept.length, hidden.size())];
    this.slopes = new float[needsGradient() ? sums.length : 0];
    this.padded = (columns() + FOUR - 1) / FOUR * FOUR;
    this.wide = new float[weight.rows() * padded];
  }

  private static Variable[] inputs(List<BlockSum.Block> blocks, Variable... others) {
    Variable[] inputs = Arrays.copyOf(others, others.length + blocks.size());
    for (int k = 0; k < blocks.size(); k++) {
      inputs[others.length + k] = blocks.get(k).x();
    }
    return inputs;
  }

  private long work() {
    return 2L * operator.matrix().entryCount() * count * hidden.size();
  }

  @Override
  protected void forward() {
    hidden.clear();
    for (int e = 0; e < weight.valueArray().length; e++) {
      wide[e / columns() * padded + e % columns()] = weight.valueArray()[e];
    }
    Rows.forEach(rows(), work(), this::choose);
    hidden.compute(isTraining(), tape().step());
    addHidden(sortSlots());
    Rows.forEach(
        rows(),
        (long) sums.length * columns(),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            mix(i);
          }
        });
  }

  /** Finds the groups whose gates are open, and asks for what they read. */
  private void choose(int from, int to) {
    float[] g = gates.valueArray();
    CsrPattern pattern = operator.matrix().pattern();
    for (int i = from; i < to; i++) {
      int next = i * count;
      for (int group = 0; group < order.length && next < (i + 1) * count; group++) {
        if (g[i * order.length + order[group]] != 0) {
          kept[next++] = group;
          for (int k = pattern.offset(i); k < pattern.offset(i + 1); k++) {
            hidden.need(pattern.column(k), group);
          }
        }
      }
      Arrays.fill(kept, next, (i + 1) * count, NONE);
    }
  }

  /** Sorts the slots in use by group; returns how many there are. */
  private int sortSlots() {
    int[] next = new int[order.length + 1];
    for (int group : kept) {
      next[group + 1]++; // those of none come first, and are not listed
    }
    int used = kept.length - next[0];
    next[0] = 0;
    for (int group = 1; group <= order.length; group++) {
      next[group] += next[group - 1];
    }
    for (int slot = 0; slot < kept.length; slot++) {
      if (kept[slot] != NONE) {
        slots[next[kept[slot]]++] = slot;
      }
    }
    return used;
  }

  /**
   * Sums what rows read, group after group: only the units of one group, or of a part of it, have
   * to stay in a cache at a time.
   */
  private void addHidden(int used) {
    CsrPattern pattern = operator.matrix().pattern();
    int size = hidden.size();
    Arrays.fill(sums, 0);
    List<RowParts> parts = pattern.parts((long) pattern.columnCount() * size);
    for (RowParts part : parts) {
      Rows.forEach(
          used,
          work() / parts.size(),
          (from, to) -> {
            for (int k = from; k < to; k++) {
              int i = slots[k] / count;
              gather(part.first(i), part.end(i), kept[slots[k]], slots[k] * size);
            }
          });
    }
  }

  private void mix(int i) {
    int width = columns();
    float[] y = valueArray();
    Arrays.fill(y, i * width, (i + 1) * width, 0);
    for (int slot = i * count; slot < (i + 1) * count && kept[slot] != NONE; slot++) {
      float gate = gates.valueArray()[i * order.length + order[kept[slot]]];
      for (int c = 0; c < width; c += FOUR) {
        addOutputs(slot, c, gate, y, i * width + c, Math.min(FOUR, width - c));
      }
    }
  }

  /** Adds {@code gate (sums W + b)} in {@code number} columns, four or fewer, from {@code c} on. */
  private void addOutputs(int slot, int c, float gate, float[] y, int place, int number) {
    int size = hidden.size();
    int group = kept[slot];
    int q = group * size * padded + c;
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    for (int k = 0; k < size; k++) {
      float a = sums[slot * size + k];
      s0 += a * wide[q];
      s1 += a * wide[q + 1];
      s2 += a * wide[q + 2];
      s3 += a * wide[q + 3];
      q += padded;
    }
    int b = order[group] * columns() + c;
    y[place] += gate * (s0 + bias.valueArray()[b]);
    if (number > 1) {
      y[place + 1] += gate * (s1 + bias.valueArray()[b + 1]);
    }
    if (number > 2) {
      y[place + 2] += gate * (s2 + bias.valueArray()[b + 2]);
    }
    if (number > 3) {
      y[place + 3] += gate * (s3 + bias.valueArray()[b + 3]);
    }
  }

  /** Adds entries of a group; eight, then one, column at a time. */
  private void gather(int first, int end, int group, int place) {
    int size = hidden.size();
    int j = 0;
    for (; j + 8 <= size; j += 8) {
      gatherEight(operator.matrix(), first, end, hidden.values(group), size, j, sums, place + j);
    }
    for (; j < size; j++) {
      gatherOne(operator.matrix(), first, end, hidden.values(group), size, j, sums, place + j);
    }
  }

  private static void gatherEight(
      CsrMatrix s, int first, int end, float[] h, int width, int column, float[] sums, int place) {
    CsrPattern pattern = s.pattern();
    float s0 = sums[place];
    float s1 = sums[place + 1];
    float s2 = sums[place + 2];
    float s3 = sums[place + 3];
    float s4 = sums[place + 4];
    float s5 = sums[place + 5];
    float s6 = sums[place + 6];
    float s7 = sums[place + 7];
    for (int k = first; k < end; k++) {
      float w = s.value(k);
      int q = pattern.column(k) * width + column;
      s0 += w * h[q];
      s1 += w * h[q + 1];
      s2 += w * h[q + 2];
      s3 += w * h[q + 3];
      s4 += w * h[q + 4];
      s5 += w * h[q + 5];
      s6 += w * h[q + 6];
      s7 += w * h[q + 7];
    }
    sums[place] = s0;
    sums[place + 1] = s1;
    sums[place + 2] = s2;
    sums[place + 3] = s3;
    sums[place + 4] = s4;
    sums[place + 5] = s5;
    sums[place + 6] = s6;
    sums[place + 7] = s7;
  }

  private static void gatherOne(
      CsrMatrix s, int first, int end, float[] h, int width, int column, float[] sums, int place) {
    CsrPattern pattern = s.pattern();
    float sum = sums[place];
    for (int k = first; k < end; k++) {
      sum += s.value(k) * h[pattern.column(k) * width + column];
    }
    sums[place] = sum;
  }

  @Override
  protected void backward() {
    float[] dg =
        gates.needsGradient() ? gates.gradientToAdd() : new float[gates.valueArray().length];
    float[][] parts = new float[PARTS][wide.length + order.length * padded];
    int each = (rows() + PARTS - 1) / PARTS;
    Rows.forEach(
        PARTS,
        work(),
        (first, last) -> {
          float[] dy = new float[padded];
          for (int i = first * each; i < Math.min(rows(), last * each); i++) {
            System.arraycopy(gradientArray(), i * columns(), dy, 0, columns());
            for (int slot = i * count; slot < (i + 1) * count && kept[slot] != NONE; slot++) {
              slopesOfGroup(slot, i * order.length, dy, dg, parts[i / each]);
            }
          }
        });
    if (weight.needsGradient()) {
      join(parts, 0, weight.gradientToAdd());
    }
    if (bias.needsGradient()) {
      join(parts, wide.length, bias.gradientToAdd());
    }
    hidden.backward(this::addSlopes);
  }

  /** Adds the padded rows from {@code from} on. */
  private void join(float[][] parts, int from, float[] target) {
    int width = columns();
    for (float[] part : parts) {
      for (int e = 0; e < target.length; e++) {
        target[e] += part[from + e / width * padded + e % width];
      }
    }
  }

  /**
   * {@code d = W dy}; then dgate, dW and db, and {@code gate · d} for the way to the hidden layer.
   */
  private void slopesOfGroup(int slot, int row, float[] dy, float[] dg, float[] part) {
    int size = hidden.size();
    int group = kept[slot];
    int expert = order[group];
    float gate = gates.valueArray()[row + expert];
    float ofGate = 0;
    for (int c = 0; c < columns(); c++) {
      ofGate += bias.valueArray()[expert * columns() + c] * dy[c];
    }
    Arrays.fill(slopes, slot * size, (slot + 1) * size, 0);
    for (int c = 0; c < padded; c += FOUR) {
      slopesOfColumns(slot, group * size * padded + c, gate, dy, c, part);
    }
    for (int e = slot * size; e < (slot + 1) * size; e++) {
      ofGate += sums[e] * slopes[e];
      slopes[e] *= gate;
    }
    for (int c = 0; c < padded; c++) {
      part[wide.length + expert * padded + c] += gate * dy[c];
    }
    dg[row + expert] += ofGate;
  }

  private void slopesOfColumns(int slot, int place, float gate, float[] dy, int c, float[] part) {
    int size = hidden.size();
    float d0 = dy[c];
    float d1 = dy[c + 1];
    float d2 = dy[c + 2];
    float d3 = dy[c + 3];
    int q = place;
    for (int e = slot * size; e < (slot + 1) * size; e++) {
      slopes[e] += d0 * wide[q] + d1 * wide[q + 1] + d2 * wide[q + 2] + d3 * wide[q + 3];
      float a = gate * sums[e];
      part[q] += a * d0;
      part[q + 1] += a * d1;
      part[q + 2] += a * d2;
      part[q + 3] += a * d3;
      q += padded;
    }
  }

  private static void addScaled(float factor, float[] x, int q, float[] y, int r, int count) {
    for (int j = 0; j < count; j++) {
      y[r + j] += factor * x[q + j];
    }
  }

  /** The slopes of the hidden units of one node read, from all rows that read it. */
  private void addSlopes(int r, float[] d) {
    CsrMatrix s = operator.transposed();
    int size = hidden.size();
    for (int k = s.pattern().offset(r); k < s.pattern().offset(r + 1); k++) {
      int i = s.pattern().column(k);
      for (int slot = i * count; slot < (i + 1) * count && kept[slot] != NONE; slot++) {
        addScaled(s.value(k), slopes, slot * size, d, kept[slot] * size, size);
      }
    }
  }
}
