package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.Training;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.calibration.internal.Warnings;
import io.github.wats.engine.autodiff.Adam;
import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.engine.autodiff.Weights;
import io.github.wats.internal.Seeds;
import io.github.wats.nn.DivergedException;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The fit all networks here share: Adam on the mean cross-entropy of the fit nodes, plus the
 * model's penalty. With early stopping, the loss of the nodes it monitors is computed after every
 * step, without dropout; the parameters with the lowest one, the last of equals, are kept.
 */
final class GradientFit {
  private final NodewiseModel model;
  private final Training training;
  private final int maxEpochs;
  private final List<Double> losses = new ArrayList<>();
  private final List<Double> validationLosses = new ArrayList<>();

  GradientFit(NodewiseModel model, Training training, int maxEpochs) {
    this.model = model;
    this.training = training;
    this.maxEpochs = maxEpochs;
  }

  /** Fits {@code model} and reports. */
  static FitReport fit(
      Calibrator<?> calibrator,
      Training training,
      int epochsWithoutStopping,
      NodewiseModel model,
      CalibrationRows rows,
      CalibrationData data,
      long seed) {
    FitNodes nodes = FitNodes.of(rows, data, training.earlyStopping(), seed);
    int maxEpochs = training.maxEpochs(epochsWithoutStopping);
    GradientFit fit = new GradientFit(model, training, maxEpochs);
    fit.run(data.requireLabels(), nodes, seed);
    EarlyStopping rule = training.earlyStopping();
    boolean converged = rule == EarlyStopping.NONE || fit.losses.size() < maxEpochs;
    long count = model.parameters().stream().mapToLong(each -> each.value().array().length).sum();
    List<String> warnings = new ArrayList<>(Warnings.parameters(rows, count));
    if (rule == EarlyStopping.TRAINING_NODES) {
      warnings.addAll(Warnings.stoppedOnTrainingNodes(data));
    }
    return rows.report(calibrator, seed, fit.losses, converged, warnings)
        .withEarlyStopping(rule, fit.validationLosses);
  }

  /** Moves the model's parameters to where the fit ends; returns the number of epochs. */
  int run(Labels labels, FitNodes nodes, long seed) {
    Tape tape = new Tape(maxEpochs);
    int[] classes = labels.select(nodes.fitNodes()).toArray();
    NodewiseModel.Loss written =
        model.loss(tape, nodes.fitNodes().toArray(), classes, Seeds.derive(seed, "training"));
    Variable loss = written.crossEntropy();
    Variable total = written.penalty().map(loss::add).orElse(loss);
    Optional<Validation> validation =
        nodes.stoppingNodes().isEmpty()
            ? Optional.empty()
            : Optional.of(new Validation(labels, nodes.stoppingNodes()));
    Adam adam = new Adam(model.parameters(), training.learningRate(), training.weightDecay());
    boolean goesOn = true;
    while (goesOn && losses.size() < maxEpochs) {
      tape.forward(Mode.TRAINING);
      if (!Double.isFinite(total.scalar())) {
        throw new DivergedException(losses.size() + 1, total.scalar(), training.learningRate());
      }
      losses.add(loss.scalar());
      tape.backward(total);
      adam.step();
      goesOn = validation.map(Validation::goesOn).orElse(true);
    }
    validation.ifPresent(Validation::restoreBest);
    return losses.size();
  }

  /** Early stopping on the loss of its nodes, computed on a tape of its own. */
  private final class Validation {
    private final Tape tape = Tape.forwardOnly(maxEpochs);
    private final Variable loss;
    private Weights best = Weights.from(model.parameters());
    private double lowest = Double.POSITIVE_INFINITY;
    private int waited;

    Validation(Labels labels, NodeSet nodes) {
      int[] classes = labels.select(nodes).toArray();
      loss = model.loss(tape, nodes.toArray(), classes, 0).crossEntropy();
    }

    /** After a step: whether another may follow. */
    boolean goesOn() {
      tape.forward(Mode.EVALUATION);
      validationLosses.add(loss.scalar());
      if (loss.scalar() <= lowest) {
        lowest = loss.scalar();
        waited = 0;
        best = Weights.from(model.parameters());
      } else {
        waited++;
      }
      return waited < training.patience();
    }

    void restoreBest() {
      best.copyTo(model.parameters());
    }
  }
}
