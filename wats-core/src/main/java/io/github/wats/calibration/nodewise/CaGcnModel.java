package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.engine.autodiff.HiddenLayer;
import io.github.wats.engine.autodiff.Initializers;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.ScaledCrossEntropy;
import io.github.wats.engine.autodiff.SparseOperator;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.engine.layer.GraphOperators;
import io.github.wats.engine.layer.NeighborBlock;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.prediction.Logits;
import java.util.Arrays;
import java.util.List;

/**
 * {@code t = Â dropout(relu(Â z W0 + b0)) W1 + b1}. The input z is fixed, so Â z is computed once
 * for the nodes whose hidden layer is needed.
 */
final class CaGcnModel implements NodewiseModel {
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
    firstWeight = glorot("gcn.0.weight", classes, hidden, seed);
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
  public Loss loss(Tape tape, int[] nodes, int[] labels, long seed) {
    Variable scale = scale(tape, nodes, seed);
    return Loss.of(ScaledCrossEntropy.times(NodeRows.centered(logits, nodes), scale, labels));
  }

  /** {@code softplus(t)} of some nodes (nodes × 1). */
  private Variable scale(Tape tape, int[] nodes, long seed) {
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
    return hidden.spmm(block.cut(operator)).addBias(tape.use(secondBias)).softplus();
  }

  /** {@code 1 / softplus(t)} of all nodes. */
  double[] temperatures() {
    int[] all = NodeRows.all(logits.nodeCount());
    double[] scales = new double[all.length];
    NodewiseModel.evaluate(tape -> scale(tape, all, 0), all, scales);
    return Arrays.stream(scales).map(scale -> 1 / Math.max(SMALLEST_SCALE, scale)).toArray();
  }
}
