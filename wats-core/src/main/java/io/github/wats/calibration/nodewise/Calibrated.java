package io.github.wats.calibration.nodewise;

import io.github.wats.engine.autodiff.ScaledCrossEntropy;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.prediction.Labels;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The calibrated logits of some nodes on a tape, up to a constant per node.
 *
 * @param writer writes them (nodes × C)
 * @param loss writes their mean cross-entropy (1 × 1) for labels, without the logits where possible
 */
record Calibrated(Supplier<Variable> writer, Function<int[], Variable> loss) {
  /** Logits that are on the tape. */
  static Calibrated of(Variable logits) {
    return new Calibrated(() -> logits, logits::crossEntropy);
  }

  /** {@code s_i z_i} for {@link NodeRows#centered} logits and scales (nodes × 1). */
  static Calibrated times(Tape tape, DenseMatrix centered, Variable scales) {
    return new Calibrated(
        () -> tape.constant(centered).mulRows(scales),
        labels -> ScaledCrossEntropy.times(centered, scales, labels));
  }

  /** {@code z_i / T_i} for {@link NodeRows#centered} logits and temperatures (nodes × 1). */
  static Calibrated dividedBy(Tape tape, DenseMatrix centered, Variable temperatures) {
    return new Calibrated(
        () -> tape.constant(centered).divRows(temperatures),
        labels -> ScaledCrossEntropy.dividedBy(centered, temperatures, labels));
  }

  Variable logits() {
    return writer.get();
  }

  Variable crossEntropy(Labels labels) {
    return loss.apply(labels.toArray());
  }
}
