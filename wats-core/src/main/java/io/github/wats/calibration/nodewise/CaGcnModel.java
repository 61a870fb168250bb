package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.engine.autodiff.HiddenLayer;
import io.github.wats.engine.autodiff.Initializers;
import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.SparseOperator;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.engine.layer.GraphOperators;
import io.github.wats.engine.layer.NeighborBlock;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.prediction.Logits;
import java.util.List;

/**
 * {@code t = Â dropout(relu(Â z W0 + b0)) W1 + b1}. The input z is fixed, so Â z is computed once
 * for the nodes whose hidden layer is needed.
 */
final class CaGcnModel implements NodewiseModel {
  static final String FIRST_WEIGHT = "gcn.0.weight";

  /** Where e^t is below this, probabilities are even to the last digit; keeps 1/scale finite. */
  private static final double SMALLEST_SCALE = 1e-12;

  private final Logits logits; // (n × C)
  private final SparseOperator operator; // (n × n)
  private final double dropout;
  private final Parameter firstWeight; // (C × hidden)
  private final Parameter firstBias; // (1 × hidden)
  private final Parameter secondWeight; // (hidden × 1)
  private final Parameter secondBias; // (1 × 1)

  CaGcnModel(CaGcn settings, CalibrationData input, long seed) {
    logits = input.logits();
    operator = GraphOperators.gcn(input.graph().adjacency(), settings.selfLoops());
    dropout = settings.dropout();
    int classes = logits.classCount();
    int hidden = settings.hidden();
    firstWeight = glorot(FIRST_WEIGHT, classes, hidden, seed);
    firstBias = Parameter.of("gcn.0.bias", DenseMatrix.zeros(1, hidden));
    secondWeight = glorot("gcn.1.weight", hidden, 1, seed);
    secondBias = Parameter.of("gcn.1.bias", DenseMatrix.zeros(1, 1));
  }

  private static Parameter glorot(String name, int inputs, int outputs, long seed) {
    long stream = Seeds.derive(seed, name);
    return Parameter.of(name, Initializers.glorotUniform(inputs, outputs, stream));
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(firstWeight, firstBias, secondWeight, secondBias);
  }

  @Override
  public Output write(Tape tape, int[] nodes, long seed) {
    Variable scale = raw(tape, nodes, seed).softplus();
    return Output.of(Calibrated.times(tape, NodeRows.centered(logits, nodes), scale));
  }

  /** t of some nodes (nodes × 1). */
  private Variable raw(Tape tape, int[] nodes, long seed) {
    NeighborBlock block = NeighborBlock.of(operator.matrix().pattern(), nodes);
    DenseMatrix z = NodeRows.of(logits, NodeRows.all(logits.nodeCount()));
    Variable hidden =
        new HiddenLayer(
            NeighborBlock.propagated(operator, z, block.read()),
            tape.use(firstWeight),
            tape.use(firstBias),
            tape.use(secondWeight),
            dropout,
            Seeds.derive(seed, "gcn.dropout"));
    return hidden.spmm(block.cut(operator)).addBias(tape.use(secondBias));
  }

  /** {@code 1 / softplus(t)} of all nodes. */
  double[] temperatures() {
    Tape tape = Tape.forwardOnly();
    Variable scale = raw(tape, NodeRows.all(logits.nodeCount()), 0).softplus();
    tape.forward(Mode.EVALUATION);
    double[] result = new double[logits.nodeCount()];
    for (int i = 0; i < result.length; i++) {
      result[i] = 1 / Math.max(SMALLEST_SCALE, scale.value().get(i, 0));
    }
    return result;
  }
}
