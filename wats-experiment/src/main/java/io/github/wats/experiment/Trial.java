package io.github.wats.experiment;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.FittedTemperatures;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.Settings;
import io.github.wats.experiment.NetworkStore.Trained;
import io.github.wats.internal.Seeds;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.NodeData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One run on one data set: trains the network and fits variants on it. */
final class Trial {
  /** Loss curves in records are thinned to about this many points. */
  private static final int CURVE_POINTS = 100;

  private final Plan plan;
  private final Task task;
  private final Dataset dataset;
  private final Split split;
  private final Backbone backbone;
  private final FitRecord.Origin origin;
  private final Evaluator evaluator;

  Trial(Plan plan, Task task, Dataset dataset, String version) {
    this.plan = plan;
    this.task = task;
    this.dataset = dataset;
    this.split = plan.protocol().split(dataset.nodeCount(), plan.seed(), task.run());
    this.backbone = BackboneSettings.backbone(plan, task.model(), task.dataset());
    this.origin =
        new FitRecord.Origin(
            plan.protocol(),
            plan.seed() + task.run(),
            version,
            dataset.fingerprint(),
            BackboneSettings.of(backbone));
    this.evaluator = new Evaluator(dataset.graph(), dataset.labels(), split.test());
  }

  FitRecord.Origin origin() {
    return origin;
  }

  Trained train() {
    long begin = System.nanoTime();
    NodeData data = new NodeData(dataset.graph(), dataset.requiredFeatures(), dataset.labels());
    long seed = Seeds.derive(origin.seed(), "backbone");
    Logits logits =
        backbone
            .train(data, split, seed, TrainingListener.SILENT)
            .logits(dataset.graph(), dataset.requiredFeatures());
    return new Trained(logits, secondsSince(begin));
  }

  FitRecord fit(Variant variant, Trained trained) {
    Calibrator<?> calibrator = calibrator(plan, variant, task.dataset());
    CalibrationInput input =
        new CalibrationInput(
            dataset.graph(), trained.logits(), dataset.features(), Optional.of(split.train()));
    long begin = System.nanoTime();
    long seed = Seeds.derive(origin.seed(), "calibrator");
    FittedCalibrator fitted = calibrator.fit(input, dataset.labels(), split, seed);
    double seconds = secondsSince(begin);
    return FitRecord.done(
        key(variant),
        origin,
        calibrator.settings(),
        result(fitted, input, seconds, trained.seconds()));
  }

  FitRecord failed(Variant variant, String reason) {
    Settings settings = calibrator(plan, variant, task.dataset()).settings();
    return FitRecord.failed(key(variant), origin, settings, reason);
  }

  /** The recipe of a variant on a data set. */
  static Calibrator<?> calibrator(Plan plan, Variant variant, String dataset) {
    return Methods.named(variant.method()).calibrator(plan.changes(variant, dataset));
  }

  private FitRecord.Result result(
      FittedCalibrator fitted, CalibrationInput input, double seconds, double trainingSeconds) {
    Optional<double[]> temperatures =
        fitted instanceof FittedTemperatures perNode
            ? Optional.of(perNode.temperatures(input))
            : Optional.empty();
    Probabilities predicted =
        temperatures.isPresent()
            ? input.logits().dividedBy(temperatures.get()).softmax()
            : fitted.calibrate(input);
    Evaluation evaluation =
        evaluator.evaluate(predicted, temperatures, Seeds.derive(origin.seed(), "floor"));
    FitReport report = fitted.fitReport();
    boolean figures = plan.kind() == Plan.Kind.BENCHMARK;
    return new FitRecord.Result(
        figures ? evaluation : evaluation.withoutFigures(),
        report.epochs(),
        report.converged(),
        seconds,
        trainingSeconds,
        figures ? thinned(report.losses()) : List.of(),
        report.notes());
  }

  private FitKey key(Variant variant) {
    return new FitKey(task, variant);
  }

  private static List<Double> thinned(List<Double> losses) {
    int step = Math.max(1, (losses.size() + CURVE_POINTS - 1) / CURVE_POINTS);
    List<Double> kept = new ArrayList<>();
    for (int k = 0; k < losses.size(); k += step) {
      kept.add(losses.get(k));
    }
    return kept;
  }

  private static double secondsSince(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }
}
