package io.github.wats.calibration.nodewise;

import io.github.wats.autodiff.Adam;
import io.github.wats.autodiff.Mode;
import io.github.wats.autodiff.Parameter;
import io.github.wats.autodiff.Tape;
import io.github.wats.autodiff.Variable;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.EarlyStopping;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.Training;
import io.github.wats.internal.Seeds;
import io.github.wats.nn.DivergedException;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.List;

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
    NodewiseModel.Output output =
        model.write(tape, nodes.learnt().toArray(), Seeds.derive(seed, "training"));
    Variable loss = crossEntropy(output.logits(), labels, nodes.learnt());
    Variable total = output.penalty().map(loss::plus).orElse(loss);
    Watch watch = new Watch(labels, nodes.watched());
    Adam adam = new Adam(model.parameters(), training.learningRate(), training.weightDecay());
    for (int epoch = 1; epoch <= training.epochs() && !watch.isOver(); epoch++) {
      tape.forward(Mode.TRAINING);
      if (!Double.isFinite(total.scalar())) {
        throw new DivergedException(epoch, total.scalar(), training.learningRate());
      }
      losses.add(loss.scalar());
      tape.backward(total);
      adam.step();
      watch.look();
    }
    watch.restore();
    return losses.size();
  }

  private static Variable crossEntropy(Variable logits, Labels labels, NodeSet nodes) {
    return logits.crossEntropy(labels.select(nodes), NodeSet.all(nodes.size()));
  }

  /** Early stopping; does nothing where no node is watched. */
  private final class Watch {
    private final boolean active;
    private final Tape tape = Tape.forwardOnly();
    private final List<Variable> loss = new ArrayList<>(); // one, or none
    private final float[][] kept; // the best parameters so far
    private double best = Double.POSITIVE_INFINITY;
    private int waited;

    Watch(Labels labels, NodeSet watched) {
      active = !watched.isEmpty();
      if (active) {
        loss.add(crossEntropy(model.writeForward(tape, watched.toArray()), labels, watched));
      }
      kept =
          model.parameters().stream()
              .map(parameter -> parameter.value().array().clone())
              .toArray(float[][]::new);
    }

    boolean isOver() {
      return waited >= training.patience();
    }

    void look() {
      if (!active) {
        return;
      }
      tape.forward(Mode.EVALUATION);
      double value = loss.get(0).scalar();
      watchedLosses.add(value);
      if (value <= best) {
        best = value;
        waited = 0;
        keep();
      } else {
        waited++;
      }
    }

    private void keep() {
      for (int k = 0; k < kept.length; k++) {
        Parameter parameter = model.parameters().get(k);
        System.arraycopy(parameter.value().array(), 0, kept[k], 0, kept[k].length);
      }
    }

    void restore() {
      for (int k = 0; k < kept.length && active; k++) {
        Parameter parameter = model.parameters().get(k);
        System.arraycopy(kept[k], 0, parameter.value().array(), 0, kept[k].length);
      }
    }
  }
}
