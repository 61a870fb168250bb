package io.github.wats.calibration.nodewise;

import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import java.util.List;
import java.util.Optional;

/** A network that calibrates the nodes of one input: what {@link GradientFit} fits. */
interface NodewiseModel {
  /** The parameters to fit. */
  List<Parameter> parameters();

  /**
   * Writes the calibrated logits of some nodes on a tape.
   *
   * @param nodes the nodes to calibrate; only what their logits depend on is computed
   * @param seed names the streams of dropout masks and noise
   */
  Output write(Tape tape, int[] nodes, long seed);

  /** As {@link #write} for a tape that only runs forward: the logits alone. */
  default Calibrated writeForward(Tape tape, int[] nodes) {
    return write(tape, nodes, 0).calibrated();
  }

  /**
   * What a model writes.
   *
   * @param calibrated the logits of these nodes
   * @param penalty (1 × 1), added to the loss while fitting
   */
  record Output(Calibrated calibrated, Optional<Variable> penalty) {
    static Output of(Calibrated calibrated) {
      return new Output(calibrated, Optional.empty());
    }
  }
}
