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
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * {@code T_i = softplus(MLP(H_i)) + 1e-6}: a row of features is all a node's temperature needs. Of
 * pairs of nodes the MLP has a second output, a bias: the logits are {@code (0, u_i/T_i + b_i)}.
 */
final class WatsModel implements NodewiseModel {
  /** Keeps T above 0 where the softplus is too small for a float; the authors' value. */
  private static final double SMALLEST_TEMPERATURE = 1e-6;

  /** Adds to the logit of class 1. */
  private static final DenseMatrix LINK = DenseMatrix.wrap(1, 2, new float[] {0, 1});

  /** Rows computed at once for all nodes: bounds memory on graphs of any size. */
  private static final int CHUNK = 1 << 15;

  /** The name of the weights of the second output. */
  static final String BIAS = "mlp.bias";

  private final NodeColumns features; // (n × columns)
  private final Logits logits; // (n × C)
  private final double dropout;
  private final Parameter firstWeight; // (columns × hidden)
  private final Parameter firstBias; // (1 × hidden)
  private final Parameter secondWeight; // (hidden × 1)
  private final Parameter secondBias; // (1 × 1)
  private final List<Parameter> ofBias; // (hidden × 1) and (1 × 1), or empty

  WatsModel(NodeColumns features, Logits logits, int hidden, double dropout, long seed) {
    this(features, logits, hidden, dropout, seed, false);
  }

  static WatsModel ofPairs(
      NodeColumns features, Logits logits, int hidden, double dropout, long seed) {
    return new WatsModel(features, logits, hidden, dropout, seed, true);
  }

  private WatsModel(
      NodeColumns features, Logits logits, int hidden, double dropout, long seed, boolean hasBias) {
    this.features = features;
    this.logits = logits;
    this.dropout = dropout;
    int columns = features.width();
    firstWeight = uniform("mlp.0.weight", columns, hidden, columns, seed);
    firstBias = uniform("mlp.0.bias", 1, hidden, columns, seed);
    secondWeight = uniform("mlp.1.weight", hidden, 1, hidden, seed);
    secondBias = uniform("mlp.1.bias", 1, 1, hidden, seed);
    ofBias =
        hasBias
            ? List.of(
                uniform(BIAS + ".weight", hidden, 1, hidden, seed),
                uniform(BIAS + ".bias", 1, 1, hidden, seed))
            : List.of();
  }

  /** Uniform in ±1/√inputs. */
  private static Parameter uniform(String name, int rows, int columns, int inputs, long seed) {
    long stream = Seeds.derive(seed, name);
    return Parameter.of(name, Initializers.uniform(rows, columns, 1 / Math.sqrt(inputs), stream));
  }

  @Override
  public List<Parameter> parameters() {
    return Stream.concat(
            Stream.of(firstWeight, firstBias, secondWeight, secondBias), ofBias.stream())
        .toList();
  }

  @Override
  public Loss loss(Tape tape, int[] nodes, int[] labels, long seed) {
    Variable temperature = temperature(tape, nodes, seed);
    if (!ofBias.isEmpty()) {
      Variable bias = bias(tape, nodes, seed).matmul(tape.constant(LINK));
      Variable scores = tape.constant(NodeRows.of(logits, nodes));
      return Loss.of(scores.divRows(temperature).add(bias).crossEntropy(labels));
    }
    DenseMatrix centered = NodeRows.centered(logits, nodes);
    return Loss.of(ScaledCrossEntropy.dividedBy(centered, temperature, labels));
  }

  private Variable temperature(Tape tape, int[] nodes, long seed) {
    return output(tape, nodes, seed, secondWeight, secondBias)
        .softplus()
        .scaleShift(1, SMALLEST_TEMPERATURE);
  }

  private Variable bias(Tape tape, int[] nodes, long seed) {
    return output(tape, nodes, seed, ofBias.get(0), ofBias.get(1));
  }

  private Variable output(Tape tape, int[] nodes, long seed, Parameter weight, Parameter bias) {
    return new HiddenLayer(
            columns(nodes),
            tape.use(firstWeight),
            tape.use(firstBias),
            tape.use(weight),
            dropout,
            Seeds.derive(seed, "mlp.0.dropout"))
        .addBias(tape.use(bias));
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
    return all((tape, nodes) -> temperature(tape, nodes, 0));
  }

  /** The biases of all pairs. */
  double[] biases() {
    return all((tape, nodes) -> bias(tape, nodes, 0));
  }

  private double[] all(BiFunction<Tape, int[], Variable> column) {
    double[] result = new double[features.nodeCount()];
    for (int first = 0; first < result.length; first += CHUNK) {
      int[] nodes = IntStream.range(first, Math.min(result.length, first + CHUNK)).toArray();
      NodewiseModel.evaluate(tape -> column.apply(tape, nodes), nodes, result);
    }
    return result;
  }
}
