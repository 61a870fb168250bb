package io.github.wats.calibration.nodewise;

import io.github.wats.engine.autodiff.HiddenLayer;
import io.github.wats.engine.autodiff.Initializers;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.ScaledCrossEntropy;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.features.NodeColumns;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.prediction.Logits;
import java.util.List;
import java.util.stream.IntStream;

/** {@code T_i = softplus(MLP(H_i)) + 1e-6}: a row of features is all a node's temperature needs. */
final class WatsModel implements NodewiseModel {
  /** Keeps T above 0 where the softplus is too small for a float; the authors' value. */
  private static final double SMALLEST_TEMPERATURE = 1e-6;

  /** Rows computed at once for all nodes: bounds memory on graphs of any size. */
  private static final int CHUNK = 1 << 15;

  private final NodeColumns features; // (n × columns)
  private final Logits logits; // (n × C)
  private final double dropout;
  private final Parameter firstWeight; // (columns × hidden)
  private final Parameter firstBias; // (1 × hidden)
  private final Parameter secondWeight; // (hidden × 1)
  private final Parameter secondBias; // (1 × 1)

  WatsModel(NodeColumns features, Logits logits, int hidden, double dropout, long seed) {
    this.features = features;
    this.logits = logits;
    this.dropout = dropout;
    int columns = features.width();
    firstWeight = uniform("mlp.0.weight", columns, hidden, columns, seed);
    firstBias = uniform("mlp.0.bias", 1, hidden, columns, seed);
    secondWeight = uniform("mlp.1.weight", hidden, 1, hidden, seed);
    secondBias = uniform("mlp.1.bias", 1, 1, hidden, seed);
  }

  /** Uniform in ±1/√inputs. */
  private static Parameter uniform(String name, int rows, int columns, int inputs, long seed) {
    long stream = Seeds.derive(seed, name);
    return Parameter.of(name, Initializers.uniform(rows, columns, 1 / Math.sqrt(inputs), stream));
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(firstWeight, firstBias, secondWeight, secondBias);
  }

  @Override
  public Loss loss(Tape tape, int[] nodes, int[] labels, long seed) {
    Variable temperature = temperature(tape, nodes, seed);
    DenseMatrix centered = NodeRows.centered(logits, nodes);
    return Loss.of(ScaledCrossEntropy.dividedBy(centered, temperature, labels));
  }

  private Variable temperature(Tape tape, int[] nodes, long seed) {
    Variable raw =
        new HiddenLayer(
            columns(nodes),
            tape.use(firstWeight),
            tape.use(firstBias),
            tape.use(secondWeight),
            dropout,
            Seeds.derive(seed, "mlp.0.dropout"));
    return raw.addBias(tape.use(secondBias)).softplus().scaleShift(1, SMALLEST_TEMPERATURE);
  }

  /** The features of some nodes as floats (columns × nodes). */
  private float[][] columns(int[] nodes) {
    float[][] columns = new float[features.width()][nodes.length];
    double[] row = new double[columns.length];
    for (int r = 0; r < nodes.length; r++) {
      features.write(nodes[r], row, 0);
      for (int j = 0; j < row.length; j++) {
        columns[j][r] = (float) row[j];
      }
    }
    return columns;
  }

  /** The temperatures of all nodes. */
  double[] temperatures() {
    double[] result = new double[features.nodeCount()];
    for (int first = 0; first < result.length; first += CHUNK) {
      int[] nodes = IntStream.range(first, Math.min(result.length, first + CHUNK)).toArray();
      NodewiseModel.evaluate(tape -> temperature(tape, nodes, 0), nodes, result);
    }
    return result;
  }
}
