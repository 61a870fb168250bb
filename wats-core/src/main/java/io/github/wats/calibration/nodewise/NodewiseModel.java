package io.github.wats.calibration.nodewise;

import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A network that calibrates the nodes of one input: what {@link GradientFit} fits. */
interface NodewiseModel {
  /** The parameters to fit. */
  List<Parameter> parameters();

  /**
   * Writes the loss of some nodes on a tape; only what it depends on is computed.
   *
   * @param labels of these nodes
   * @param seed names the streams of dropout masks and noise
   */
  Loss loss(Tape tape, int[] nodes, int[] labels, long seed);

  /**
   * The loss of some nodes.
   *
   * @param crossEntropy the mean over the nodes (1 × 1)
   * @param penalty (1 × 1), added while fitting
   */
  record Loss(Variable crossEntropy, Optional<Variable> penalty) {
    static Loss of(Variable crossEntropy) {
      return new Loss(crossEntropy, Optional.empty());
    }
  }

  /** Evaluates a column with one row for each of {@code nodes}, whose entries it sets. */
  static void evaluate(Function<Tape, Variable> column, int[] nodes, double[] ofNode) {
    Tape tape = Tape.forwardOnly();
    Variable values = column.apply(tape);
    tape.forward(Mode.EVALUATION);
    for (int r = 0; r < nodes.length; r++) {
      ofNode[nodes[r]] = values.value().get(r, 0);
    }
  }
}
