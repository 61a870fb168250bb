package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.GroupedRows;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
  private static final int MOST_FLOATS = Integer.MAX_VALUE - 16;

  private final SparseOperator operator; // (n × read)
  private final HiddenGroups hidden; // (experts) × (read × size)
  private final Variable gates; // (n × experts)
  private final int[] order; // (experts) the expert of each group of hidden units
  private final Variable weight; // (experts · size × C), by group
  private final Variable bias; // (experts × C), by expert
  private final int count;
  private final int[] kept; // (n × count) groups, NONE where there are fewer
  private final int[] places; // (n × count) where these are when sorted by group
  private final int[] nodes; // (n × count) the row i at each of these places
  private final int[] starts; // (experts + 1) the first place of each group

  // at each place (n × count):
  private final float[] sums; // (size) Σ_j s_ij H_j of the group
  private final float[] outputs; // (C) these sums times weights
  private final float[] slopes; // (size) of the sums
  private final float[] outputSlopes; // (C) of the outputs

  /**
   * The mixture.
   *
   * @param operator (n × read)
   * @param groups the hidden units of each expert, before bias and ReLU
   * @param rows the row of the groups of each node read
   * @param hiddenBias (1 × experts · size), by group
   * @param gates (n × experts), in every row at most {@code count} that are not 0
   */
  public GatedExperts(
      SparseOperator operator,
      List<HiddenGroup> groups,
      int[] rows,
      Variable hiddenBias,
      Variable gates,
      int count,
      Variable weight,
      Variable bias,
      double rate,
      long seed) {
    this(
        operator,
        new HiddenGroups(groups, rows, hiddenBias, rate, seed),
        rows.length,
        gates,
        groups.stream().map(HiddenGroup::expert).toList(),
        count,
        weight,
        bias);
  }

  private GatedExperts(
      SparseOperator operator,
      HiddenGroups hidden,
      int read,
      Variable gates,
      List<Integer> order,
      int count,
      Variable weight,
      Variable bias) {
    super(
        gates.rows(),
        weight.columns(),
        Stream.concat(Stream.of(gates, weight, bias), hidden.variables()).toArray(Variable[]::new));
    int experts = order.size();
    Check.argument(
        order.stream().sorted().toList().equals(IntStream.range(0, experts).boxed().toList()),
        "the groups of hidden units must name each expert once, got %s",
        order);
    Check.argument(
        operator.matrix().rows() == gates.rows()
            && operator.matrix().columns() == read
            && gates.columns() == experts
            && weight.rows() == experts * hidden.size()
            && bias.rows() == experts
            && bias.columns() == weight.columns(),
        "%d experts do not fit: %s × %d rows, gates %s, weights %s, biases %s",
        experts,
        operator.matrix(),
        read,
        gates.value(),
        weight.value(),
        bias.value());
    this.operator = operator;
    this.hidden = hidden;
    this.gates = gates;
    this.order = order.stream().mapToInt(e -> e).toArray();
    this.weight = weight;
    this.bias = bias;
    this.count = count;
    long slots = (long) rows() * count;
    Check.argument(
        slots * Math.max(hidden.size(), columns()) <= MOST_FLOATS,
        "%d rows × %d experts × %d values are more than an array holds",
        rows(),
        count,
        Math.max(hidden.size(), columns()));
    this.kept = new int[(int) slots];
    this.places = new int[kept.length];
    this.nodes = new int[kept.length];
    this.starts = new int[experts + 1];
    this.sums = new float[kept.length * hidden.size()];
    this.outputs = new float[kept.length * columns()];
    this.slopes = new float[hidden.needsGradient() ? sums.length : 0];
    this.outputSlopes = new float[needsGradient() ? outputs.length : 0];
  }

  private long work() {
    return 2L * operator.matrix().entryCount() * count * hidden.size();
  }

  @Override
  protected void forward() {
    hidden.clear();
    Rows.forEach(rows(), work(), this::choose);
    hidden.compute(products(), isTraining(), tape().step());
    sortByGroup();
    GroupedRows byGroup = GroupedRows.of(products(), starts);
    byGroup.gather(operator.matrix(), nodes, hidden.values(), sums, hidden.size());
    byGroup.multiply(sums, weights(false), outputs, hidden.size(), columns());
    Rows.forEach(
        rows(),
        (long) outputs.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            mix(i);
          }
        });
  }

  /** Finds the groups whose gates are open, and asks for what they read. */
  private void choose(int from, int to) {
    float[] g = gates.valueArray();
    SparsePattern pattern = operator.matrix().pattern();
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

  /** Finds the places of what is kept, and where groups start. */
  private void sortByGroup() {
    Arrays.fill(starts, 0);
    for (int group : kept) {
      if (group != NONE) {
        starts[group + 1]++;
      }
    }
    for (int g = 0; g < order.length; g++) {
      starts[g + 1] += starts[g];
    }
    int[] next = starts.clone();
    for (int slot = 0; slot < kept.length; slot++) {
      if (kept[slot] != NONE) {
        places[slot] = next[kept[slot]]++;
        nodes[places[slot]] = slot / count;
      }
    }
  }

  /** The weights of each group (size × C), or transposed. */
  private float[][] weights(boolean transposed) {
    int size = hidden.size();
    int width = columns();
    float[][] groups = new float[order.length][size * width];
    for (int g = 0; g < groups.length; g++) {
      for (int e = 0; e < groups[g].length; e++) {
        int place = transposed ? e % width * size + e / width : e;
        groups[g][place] = weight.valueArray()[g * groups[g].length + e];
      }
    }
    return groups;
  }

  private void mix(int i) {
    int width = columns();
    float[] y = valueArray();
    Arrays.fill(y, i * width, (i + 1) * width, 0);
    for (int slot = i * count; slot < (i + 1) * count && kept[slot] != NONE; slot++) {
      int expert = order[kept[slot]];
      float gate = gates.valueArray()[i * order.length + expert];
      float[] b = bias.valueArray();
      for (int c = 0; c < width; c++) {
        y[i * width + c] += gate * (outputs[places[slot] * width + c] + b[expert * width + c]);
      }
    }
  }

  @Override
  protected void backward() {
    float[] dg =
        gates.needsGradient() ? gates.gradientToAdd() : new float[gates.valueArray().length];
    Rows.forEach(
        rows(),
        2L * outputs.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            slopesOfRow(i, dg);
          }
        });
    GroupedRows byGroup = GroupedRows.of(products(), starts);
    int size = hidden.size();
    if (weight.needsGradient()) {
      byGroup.addTransposed(sums, outputSlopes, weight.gradientToAdd(), size, columns());
    }
    if (bias.needsGradient()) {
      addToBias(bias.gradientToAdd());
    }
    if (hidden.needsGradient()) {
      byGroup.multiply(outputSlopes, weights(true), slopes, columns(), size);
      hidden.backward(
          products(), (g, d) -> byGroup.addScattered(operator.matrix(), nodes, g, slopes, d, size));
    }
  }

  /** {@code gate_ie dy_i} at each place of a row, and dgate. */
  private void slopesOfRow(int i, float[] dg) {
    int width = columns();
    float[] dy = gradientArray();
    for (int slot = i * count; slot < (i + 1) * count && kept[slot] != NONE; slot++) {
      int expert = order[kept[slot]];
      float gate = gates.valueArray()[i * order.length + expert];
      float ofGate = 0;
      for (int c = 0; c < width; c++) {
        int place = places[slot] * width + c;
        float d = dy[i * width + c];
        outputSlopes[place] = gate * d;
        ofGate += d * (outputs[place] + bias.valueArray()[expert * width + c]);
      }
      dg[i * order.length + expert] += ofGate;
    }
  }

  private void addToBias(float[] db) {
    int width = columns();
    for (int g = 0; g < order.length; g++) {
      for (int place = starts[g]; place < starts[g + 1]; place++) {
        for (int c = 0; c < width; c++) {
          db[order[g] * width + c] += outputSlopes[place * width + c];
        }
      }
    }
  }
}
