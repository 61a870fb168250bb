package io.github.wats.experiment;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.features.GraphFeatures;
import io.github.wats.internal.Check;
import io.github.wats.internal.Seeds;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.Trend;
import io.github.wats.metrics.Outcomes;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One run on one data set: trains the network and fits variants on it. */
final class Trial {
  /** Loss curves in records are thinned to about this many points. */
  private static final int CURVE_POINTS = 100;

  /**
   * With 50 draws the standard error of a noise floor is a seventh of one run's spread, less over
   * several runs.
   */
  private static final Evaluation.Options OPTIONS =
      Evaluation.Options.METRICS.withFloorResamples(50).withCoveragePoints(20);

  private final Plan plan;
  private final Task task;
  private final Dataset dataset;
  private final Split split;
  private final Backbone backbone;
  private final FitRecord.RunInfo info;
  private final int[] test; // in the order that decides between nodes of equal degree
  private final Optional<GraphFeatures> structure;

  /**
   * @param structure features of the graph, shared by all fits; without it each computes its own,
   *     and its time includes that
   */
  Trial(Plan plan, Task task, Dataset dataset, Optional<GraphFeatures> structure, String version) {
    this.plan = plan;
    this.task = task;
    this.dataset = dataset;
    this.structure = structure;
    this.split = plan.protocol().split(dataset, plan.seed(), task.run());
    this.backbone = plan.backbone(task.model(), task.dataset());
    this.info =
        new FitRecord.RunInfo(
            plan.protocol(),
            plan.seed() + task.run(),
            version,
            dataset.fingerprint(),
            backbone.settings());
    this.test = plan.protocol().testOrder(split, plan.seed(), task.run());
  }

  /** What a training gave and how long it took. */
  record Trained(Logits logits, double seconds) {}

  Trained train() {
    long begin = System.nanoTime();
    TrainingData data =
        new TrainingData(dataset.graph(), dataset.requiredFeatures(), dataset.labels());
    long seed = Seeds.derive(info.seed(), "backbone");
    Logits logits =
        backbone
            .train(data, split, seed, TrainingListener.SILENT)
            .logits(dataset.graph(), dataset.requiredFeatures());
    return new Trained(logits, secondsSince(begin));
  }

  FitRecord fit(Variant variant, Trained trained) {
    Calibrator<?> calibrator = calibrator(plan, variant, task.dataset());
    CalibrationData data =
        CalibrationData.of(dataset.graph(), trained.logits())
            .withLabels(dataset.labels())
            .withSplit(variant.validation().map(this::splitWith).orElse(split))
            .withStructure(structure.orElseGet(() -> GraphFeatures.of(dataset.graph())));
    if (dataset.features().isPresent()) {
      data = data.withFeatures(dataset.requiredFeatures());
    }
    long begin = System.nanoTime();
    FittedCalibrator fitted = calibrator.fit(data, Seeds.derive(info.seed(), "calibrator"));
    double seconds = secondsSince(begin);
    FitReport report = fitted.report();
    Evaluation evaluation = evaluate(fitted.calibrate(data));
    boolean figures = !plan.isGrid();
    FitRecord.Result result =
        new FitRecord.Result(
            figures
                ? evaluation
                : Evaluation.ofValues(
                    evaluation.nodes(), evaluation.values(), evaluation.noiseFloors()),
            report.epochs(),
            report.converged(),
            seconds,
            trained.seconds(),
            figures ? thinned(report.losses()) : List.of(),
            report.notes());
    return FitRecord.done(key(variant), info, report.settings(), result);
  }

  /** The split with some of its validation nodes, the first in an order drawn for the run. */
  private Split splitWith(String validation) {
    boolean perClass = validation.endsWith("-per-class");
    int wanted = Integer.parseInt(validation.split("-", 2)[0]);
    int[] all = split.validation().withKnownLabel(dataset.labels()).toArray();
    Check.argument(
        perClass || wanted <= all.length,
        "there must be %d validation nodes of known label, got %d",
        wanted,
        all.length);
    long seed = Seeds.derive(info.seed(), "validation") & Plan.MOST_SEED;
    int[] taken = new int[dataset.labels().classCount()];
    int[] chosen =
        Arrays.stream(new NumpyRandom(seed).permutation(all.length))
            .map(i -> all[i])
            .filter(node -> taken[perClass ? dataset.labels().get(node) : 0]++ < wanted)
            .toArray();
    return new Split(split.train(), NodeSet.of(dataset.nodeCount(), chosen), split.test());
  }

  FitRecord failed(Variant variant, String reason) {
    return FitRecord.failed(key(variant), info, settings(plan, variant, task.dataset()), reason);
  }

  /** The calibrator of a variant on a data set. */
  static Calibrator<?> calibrator(Plan plan, Variant variant, String dataset) {
    return Methods.named(variant.method()).calibrator(plan.changes(variant, dataset));
  }

  /** Every setting of a variant on a data set. */
  static Map<String, Object> settings(Plan plan, Variant variant, String dataset) {
    Method method = Methods.named(variant.method());
    return method.settings(method.calibrator(plan.changes(variant, dataset)));
  }

  private Evaluation evaluate(Calibration calibration) {
    Outcomes outcomes =
        Outcomes.of(calibration.probabilities(), dataset.labels(), test)
            .withDegrees(dataset.graph()::degree);
    Evaluation.Options options =
        OPTIONS.withBins(plan.protocol().bins()).withSeed(Seeds.derive(info.seed(), "floor"));
    return Evaluation.of(outcomes, options)
        .orElseThrow(() -> new IllegalArgumentException("no test node has a known label"))
        .withoutCalibrationTest()
        .withTemperatures(calibration.temperatures().map(all -> Trend.byDegree(outcomes, all)));
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
