package io.github.wats.calibration;

import io.github.wats.features.FeatureTable;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeInputs;
import io.github.wats.features.NodeView;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.prediction.Logits;
import java.util.Arrays;
import java.util.Optional;

/** Runs a recipe on a graph in memory. Means are summed in the order of neighbors. */
final class LocalInputs implements NodeColumns {
  private final NodeInputs recipe;
  private final SparsePattern adjacency;
  private final Logits logits;
  private final Optional<FeatureTable> structure;
  private final int[] labels; // (n) as NodeView.label, or empty if none is known
  private final int[] widths; // of the rounds
  private final double[][] rounds; // (rounds) × (n × width): what nodes wrote

  LocalInputs(CalibrationData data, NodeInputs recipe, int[] labels) {
    this.recipe = recipe;
    this.adjacency = data.graph().adjacency();
    this.logits = data.logits();
    this.structure =
        recipe.structure().map(s -> data.structure().table(s.features(), s.wavelets()));
    this.labels = labels;
    this.widths = recipe.rounds().stream().mapToInt(width -> width).toArray();
    this.rounds = new double[widths.length][];
    for (int r = 0; r < rounds.length; r++) {
      rounds[r] = round(r, widths[r]);
    }
  }

  private double[] round(int round, int width) {
    double[] values = new double[Math.multiplyExact(nodeCount(), width)];
    Rows.forEachRow(
        nodeCount(),
        round == 0 ? 20L * values.length : ((long) adjacency.entryCount() + nodeCount()) * width,
        i -> recipe.writeRound(round, new View(i), values, i * width));
    return values;
  }

  @Override
  public int nodeCount() {
    return logits.nodeCount();
  }

  @Override
  public int width() {
    return recipe.width();
  }

  @Override
  public void write(int node, double[] target, int start) {
    recipe.write(new View(node), target, start);
  }

  @Override
  public boolean hasLabels() {
    return Arrays.stream(labels).anyMatch(label -> label != 0);
  }

  /** A node of this graph. */
  private final class View implements NodeView {
    private final int node;

    View(int node) {
      this.node = node;
    }

    @Override
    public int degree() {
      return adjacency.rowLength(node);
    }

    @Override
    public double logit(int c) {
      return logits.get(node, c);
    }

    @Override
    public double structural(int column) {
      return structure.orElseThrow().get(node, column);
    }

    @Override
    public int label() {
      return labels.length == 0 ? 0 : labels[node];
    }

    @Override
    public double own(int round, int column) {
      return rounds[round][node * widths[round] + column];
    }

    @Override
    public void countLabels(int classes, double[] target, int start) {
      int to = labels.length == 0 ? 0 : adjacency.offset(node + 1);
      for (int k = adjacency.offset(node); k < to; k++) {
        int label = labels[adjacency.column(k)];
        if (label != 0) {
          target[start + (label > 0 ? label : classes - label) - 1]++;
        }
      }
    }

    @Override
    public void copyMeans(int round, int column, int count, double[] target, int start) {
      double[] values = rounds[round];
      int width = widths[round];
      int degree = degree();
      if (degree == 0) {
        System.arraycopy(values, node * width + column, target, start, count);
        return;
      }
      int from = adjacency.offset(node);
      int to = adjacency.offset(node + 1);
      int c = 0;
      for (; c + 3 < count; c += 4) { // four sums at a time, held in registers
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        for (int k = from; k < to; k++) {
          int place = adjacency.column(k) * width + column + c;
          sum0 += values[place];
          sum1 += values[place + 1];
          sum2 += values[place + 2];
          sum3 += values[place + 3];
        }
        target[start + c] = sum0 / degree;
        target[start + c + 1] = sum1 / degree;
        target[start + c + 2] = sum2 / degree;
        target[start + c + 3] = sum3 / degree;
      }
      for (; c < count; c++) {
        double sum = 0;
        for (int k = from; k < to; k++) {
          sum += values[adjacency.column(k) * width + column + c];
        }
        target[start + c] = sum / degree;
      }
    }
  }
}
