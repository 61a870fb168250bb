package io.github.wats.benchmarks;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Training;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.features.GraphFeatures;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Rows;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.io.synthetic.GraphGenerator;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.nn.GcnBackbone;
import io.github.wats.nn.TrainingData;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.Splits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * How time and memory of wavelet features (K = 4), a WATS fit (100 epochs, features included) and
 * one epoch of GCN (16 units) grow with the number of directed edges. Graphs are generated, 100
 * neighbors a node. Prints a table with the slope in log–log coordinates. Arguments: numbers of
 * directed edges.
 */
public final class GrowthBenchmark {
  private static final double NEIGHBORS = 100;

  /** Small work is repeated for so long, after a first time that is not counted. */
  private static final double ENOUGH_SECONDS = 0.5;

  private final Map<String, List<Point>> seconds = new LinkedHashMap<>();

  private record Point(double edges, double seconds) {}

  private GrowthBenchmark() {}

  public static void main(String[] args) {
    GrowthBenchmark growth = new GrowthBenchmark();
    Report.print(
        "%d threads, heap %.1f GB", Rows.threads(), Runtime.getRuntime().maxMemory() / 1e9);
    Report.print("| directed edges | nodes | work | seconds | peak GB |");
    Report.print("| ---: | ---: | --- | ---: | ---: |");
    for (String size : args) {
      growth.measure((long) Double.parseDouble(size));
    }
    growth.seconds.forEach(GrowthBenchmark::printSlope);
  }

  private void measure(long edges) {
    int nodes = (int) (edges / NEIGHBORS);
    GeneratorSettings settings =
        GeneratorSettings.DEFAULT
            .withClasses(3)
            .withNodes(nodes)
            .withAverageDegree(NEIGHBORS)
            .withFeatures(64)
            .withWordsPerNode(6);
    GraphGenerator.Generated made;
    try {
      made = GraphGenerator.generate(settings, 0);
    } catch (IllegalStateException tooLarge) {
      Report.print(
          "| %,d | %,d | graph | %s | |", edges, nodes, String.valueOf(tooLarge.getMessage()));
      return;
    }
    Labels labels = made.labels();
    Split split = Splits.random(nodes, new Splits.Fractions(0.2, 0.1, 0.7), 0);
    Runnable features = () -> WaveletFeatures.of(made.graph(), WaveletSettings.DEFAULT);
    run("wavelet features", edges, nodes, () -> repeated(features));
    CalibrationData input =
        CalibrationData.of(made.graph(), RidgeTask.logits(labels))
            .withLabels(labels)
            .withSplit(split);
    Training training = Training.DEFAULT.withEpochs(100).withEarlyStopping(EarlyStopping.NONE);
    Wats wats = Wats.DEFAULT.withTraining(training);
    run(
        "WATS fit",
        edges,
        nodes,
        () -> repeated(() -> wats.fit(input.withStructure(GraphFeatures.of(made.graph())), 0)));
    TrainingData data = new TrainingData(made.graph(), FeatureMatrix.wrap(made.features()), labels);
    run("epoch of GCN", edges, nodes, () -> epoch(data, split));
  }

  private void run(String work, long edges, int nodes, Supplier<Double> timed) {
    String start = String.format(Locale.ROOT, "| %,d | %,d | %s |", edges, nodes, work);
    try {
      Measured<Double> measured = Measured.of(timed);
      seconds
          .computeIfAbsent(work, unused -> new ArrayList<>())
          .add(new Point(edges, measured.result()));
      Report.print("%s %.4f | %.2f |", start, measured.result(), measured.extraBytes() / 1e9);
    } catch (IllegalStateException tooLarge) {
      Report.print("%s %s | |", start, String.valueOf(tooLarge.getMessage()));
    }
  }

  /** Seconds of one call: large work once, small work the median of several after the first. */
  private static double repeated(Runnable work) {
    double first = Measured.seconds(work);
    if (first > 4 * ENOUGH_SECONDS) {
      return first;
    }
    List<Double> times = new ArrayList<>();
    for (double total = 0; total < ENOUGH_SECONDS || times.size() < 3; ) {
      times.add(Measured.seconds(work));
      total += times.get(times.size() - 1);
    }
    return Measured.median(times);
  }

  /** The median epoch after the first, in which loops are still being compiled. */
  private static double epoch(TrainingData data, Split split) {
    List<Long> marks = new ArrayList<>();
    int epochs = data.graph().edgeCount() < 10_000_000 ? 120 : 6;
    GcnBackbone.DEFAULT
        .withHidden(16)
        .withOptimization(GcnBackbone.DEFAULT.optimization().withEpochs(epochs))
        .train(data, split, 0, (epoch, loss, validation) -> marks.add(System.nanoTime()));
    List<Double> times = new ArrayList<>();
    for (int e = marks.size() / 2; e < marks.size(); e++) {
      times.add((marks.get(e) - marks.get(e - 1)) / 1e9);
    }
    return Measured.median(times);
  }

  /** The exponent of the growth between the sizes whose times compilation does not rule. */
  private static void printSlope(String work, List<Point> points) {
    List<Point> large = points.stream().filter(point -> point.edges() >= 1e6).toList();
    if (large.size() >= 2) {
      Point first = large.get(0);
      Point last = large.get(large.size() - 1);
      double slope =
          Math.log(last.seconds() / first.seconds()) / Math.log(last.edges() / first.edges());
      Report.print(
          "slope of %s from %.0e to %.0e edges: %.2f", work, first.edges(), last.edges(), slope);
    }
  }
}
