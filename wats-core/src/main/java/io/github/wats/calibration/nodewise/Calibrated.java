package io.github.wats.calibration.nodewise;

import io.github.wats.engine.autodiff.ScaledCrossEntropy;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.prediction.Labels;

/** The calibrated logits of some nodes on a tape, up to a constant per node. */
interface Calibrated {
  /** Writes them on the tape (nodes × C). */
  Variable logits();

  /** Writes their mean cross-entropy (1 × 1), and not the logits where it can do without. */
  Variable crossEntropy(Labels labels);

  /** Logits that are on the tape. */
  static Calibrated of(Variable logits) {
    return new Calibrated() {
      @Override
      public Variable logits() {
        return logits;
      }

      @Override
      public Variable crossEntropy(Labels labels) {
        return logits.crossEntropy(labels.toArray());
      }
    };
  }

  /** {@code s_i z_i} for {@link NodeRows#centered} logits and scales (nodes × 1). */
  static Calibrated times(Tape tape, DenseMatrix centered, Variable scales) {
    return new Calibrated() {
      @Override
      public Variable logits() {
        return tape.constant(centered).mulRows(scales);
      }

      @Override
      public Variable crossEntropy(Labels labels) {
        return ScaledCrossEntropy.times(centered, scales, labels.toArray());
      }
    };
  }

  /** {@code z_i / T_i} for {@link NodeRows#centered} logits and temperatures (nodes × 1). */
  static Calibrated dividedBy(Tape tape, DenseMatrix centered, Variable temperatures) {
    return new Calibrated() {
      @Override
      public Variable logits() {
        return tape.constant(centered).divRows(temperatures);
      }

      @Override
      public Variable crossEntropy(Labels labels) {
        return ScaledCrossEntropy.dividedBy(centered, temperatures, labels.toArray());
      }
    };
  }
}
