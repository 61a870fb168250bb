package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.EarlyStopping;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.Training;
import io.github.wats.engine.autodiff.Adam;
import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.internal.Seeds;
import io.github.wats.nn.DivergedException;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fit all networks here share: Adam on the mean cross-entropy of the nodes learnt from, plus
 * the model's penalty. With early stopping, the loss of the watched nodes is looked at after every
 * step, without dropout; the parameters with the lowest one, the last of equals, are kept.
 */
final class GradientFit {
  private final NodewiseModel model;
  private final Training training;
  private final List<Double> losses = new ArrayList<>();
  private final List<Double> watchedLosses = new ArrayList<>();

  GradientFit(NodewiseModel model, Training training) {
    this.model = model;
    this.training = training;
  }

  /** Fits {@code model} and reports; {@code start} is when the clock was read. */
  static FitReport fit(
      Calibrator<?> calibrator,
      Training training,
      NodewiseModel model,
      CalibrationRows rows,
      Labels labels,
      Split split,
      long seed,
      long start) {
    FitNodes nodes = FitNodes.of(rows, labels, split, training.earlyStopping(), seed);
    GradientFit fit = new GradientFit(model, training);
    fit.run(labels, nodes, seed);
    return new FitReport(
        calibrator.method(),
        calibrator.settings(),
        seed,
        fit.losses.size(),
        fit.losses,
        fit.watchedLosses,
        training.earlyStopping() == EarlyStopping.NONE || fit.losses.size() < training.epochs(),
        (System.nanoTime() - start) / 1e9,
        training.earlyStopping(),
        rows.notes());
  }

  /** Moves the model's parameters to where the fit ends; returns the number of epochs. */
  int run(Labels labels, FitNodes nodes, long seed) {
    Tape tape = new Tape();
    Watch watch = new Watch(tape, labels, nodes, Seeds.derive(seed, "training"));
    Variable loss = watch.output.calibrated().crossEntropy(labels.select(nodes.learnt()));
    Variable total = watch.output.penalty().map(loss::plus).orElse(loss);
    Adam adam = new Adam(model.parameters(), training.learningRate(), training.weightDecay());
    while (losses.size() < training.epochs() && !watch.isOver()) {
      tape.forward(Mode.TRAINING);
      if (watch.endsBeforeStep()) {
        break;
      }
      if (!Double.isFinite(total.scalar())) {
        throw new DivergedException(losses.size() + 1, total.scalar(), training.learningRate());
      }
      losses.add(loss.scalar());
      tape.backward(total);
      adam.step();
      watch.lookAfterStep();
    }
    watch.finish();
    return losses.size();
  }

  /**
   * Early stopping; does nothing where no node is watched. The watched loss is computed on a tape
   * of its own after every step, or, where the model shares the work, along with the next epoch's
   * forward pass, which starts from the same parameters.
   */
  private final class Watch {
    private final Tape fitted;
    private final Tape own = Tape.forwardOnly();
    private final NodewiseModel.Output output;
    private final @Nullable Variable loss; // none where nothing is watched
    private final boolean shared;
    private final float[][] kept; // the best parameters so far; empty where nothing is watched
    private double best = Double.POSITIVE_INFINITY;
    private int waited;

    Watch(Tape fitted, Labels labels, FitNodes nodes, long seed) {
      this.fitted = fitted;
      int[] learnt = nodes.learnt().toArray();
      int[] watched = nodes.watched().toArray();
      Optional<NodewiseModel.Shared> both =
          watched.length == 0 ? Optional.empty() : model.writeShared(fitted, learnt, watched, seed);
      shared = both.isPresent();
      output =
          both.map(NodewiseModel.Shared::output).orElseGet(() -> model.write(fitted, learnt, seed));
      loss =
          watched.length == 0
              ? null
              : both.map(NodewiseModel.Shared::watched)
                  .orElseGet(() -> model.writeForward(own, watched))
                  .crossEntropy(labels.select(nodes.watched()));
      kept =
          watched.length == 0
              ? new float[0][]
              : model.parameters().stream()
                  .map(parameter -> parameter.value().array().clone())
                  .toArray(float[][]::new);
    }

    boolean isOver() {
      return waited >= training.patience();
    }

    /** After a forward pass: whether what it shows of the last step ends the fit. */
    boolean endsBeforeStep() {
      if (shared && !losses.isEmpty()) {
        look();
      }
      return isOver();
    }

    void lookAfterStep() {
      if (!shared && loss != null) {
        own.forward(Mode.EVALUATION);
        look();
      }
    }

    private void look() {
      double value = Objects.requireNonNull(loss).scalar();
      watchedLosses.add(value);
      if (value <= best) {
        best = value;
        waited = 0;
        copy(false);
      } else {
        waited++;
      }
    }

    /** Looks at the last step if nobody has, and restores the best parameters. */
    void finish() {
      if (watchedLosses.size() < losses.size() && shared) {
        fitted.forward(Mode.TRAINING);
        look();
      }
      if (loss != null) {
        copy(true);
      }
    }

    private void copy(boolean back) {
      for (int k = 0; k < kept.length; k++) {
        float[] live = model.parameters().get(k).value().array();
        System.arraycopy(back ? kept[k] : live, 0, back ? live : kept[k], 0, live.length);
      }
    }
  }
}
