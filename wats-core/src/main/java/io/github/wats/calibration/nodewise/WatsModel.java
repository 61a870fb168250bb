package io.github.wats.calibration.nodewise;

import io.github.wats.autodiff.Mode;
import io.github.wats.autodiff.Parameter;
import io.github.wats.autodiff.Tape;
import io.github.wats.autodiff.Variable;
import io.github.wats.features.FeatureTable;
import io.github.wats.linalg.DenseMatrix;
import io.github.wats.nn.Mlp;
import io.github.wats.prediction.Logits;
import java.util.List;

/** {@code T_i = softplus(MLP(H_i)) + 1e-6}: a row of features is all a node's temperature needs. */
final class WatsModel implements NodewiseModel {
  /** Keeps T above 0 where the softplus is too small for a float; the authors' value. */
  private static final double SMALLEST_TEMPERATURE = 1e-6;

  /** Rows computed at once for all nodes: bounds memory on graphs of any size. */
  private static final int CHUNK = 1 << 15;

  private final FeatureTable features; // (n × columns)
  private final Logits logits; // (n × C)
  private final Mlp mlp;

  WatsModel(FeatureTable features, Logits logits, int hidden, double dropout, long seed) {
    this.features = features;
    this.logits = logits;
    this.mlp = new Mlp("mlp", new int[] {features.columnCount(), hidden, 1}, dropout, seed);
  }

  @Override
  public List<Parameter> parameters() {
    return mlp.parameters();
  }

  @Override
  public Output write(Tape tape, int[] nodes, long seed) {
    DenseMatrix rows = DenseMatrix.zeros(nodes.length, features.columnCount());
    fill(rows, nodes);
    Variable z = tape.constant(NodeRows.centered(logits, nodes));
    return Output.of(z.dividedByRows(temperature(tape, rows, seed)));
  }

  private Variable temperature(Tape tape, DenseMatrix rows, long seed) {
    return mlp.apply(tape, tape.constant(rows), seed).softplus().affine(1, SMALLEST_TEMPERATURE);
  }

  /** The temperatures of all nodes. */
  double[] temperatures() {
    int n = features.nodeCount();
    double[] result = new double[n];
    int size = Math.min(n, CHUNK);
    DenseMatrix rows = DenseMatrix.zeros(size, features.columnCount());
    Tape tape = Tape.forwardOnly();
    Variable temperature = temperature(tape, rows, 0);
    int[] nodes = new int[size];
    for (int first = 0; first < n; first += size) {
      int count = Math.min(size, n - first);
      for (int r = 0; r < size; r++) {
        nodes[r] = first + Math.min(r, count - 1);
      }
      fill(rows, nodes);
      tape.forward(Mode.EVALUATION);
      for (int r = 0; r < count; r++) {
        result[first + r] = temperature.value().get(r, 0);
      }
    }
    return result;
  }

  private void fill(DenseMatrix rows, int[] nodes) {
    for (int r = 0; r < nodes.length; r++) {
      for (int j = 0; j < rows.columns(); j++) {
        rows.set(r, j, (float) features.get(nodes[r], j));
      }
    }
  }
}
