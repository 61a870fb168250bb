package io.github.wats.calibration.nodewise;

import io.github.wats.autodiff.Parameter;
import io.github.wats.autodiff.Tape;
import io.github.wats.autodiff.Variable;
import java.util.List;
import java.util.Optional;

/** A network that calibrates the nodes of one input: what {@link GradientFit} fits. */
interface NodewiseModel {
  /** What is learnt. */
  List<Parameter> parameters();

  /**
   * Writes the calibrated logits of some nodes on a tape.
   *
   * @param nodes the nodes whose logits are wanted; nothing is computed that they do not need
   * @param seed names the streams of dropout masks and noise
   */
  Output write(Tape tape, int[] nodes, long seed);

  /** As {@link #write} for a tape that only looks: the logits alone. */
  default Variable writeForward(Tape tape, int[] nodes) {
    return write(tape, nodes, 0).logits();
  }

  /**
   * Writes what {@link #write} and {@link #writeForward} do on one tape, for a model in which most
   * of the work serves both; empty where two tapes do as well.
   */
  default Optional<Shared> writeShared(Tape tape, int[] learnt, int[] watched, long seed) {
    return Optional.empty();
  }

  /** The calibrated logits of the nodes learnt from, and those of the watched ones. */
  record Shared(Output output, Variable watched) {}

  /**
   * What a model writes.
   *
   * @param logits calibrated (nodes × C), up to a constant per node
   * @param penalty (1 × 1), added to the loss while fitting
   */
  record Output(Variable logits, Optional<Variable> penalty) {
    static Output of(Variable logits) {
      return new Output(logits, Optional.empty());
    }
  }
}
