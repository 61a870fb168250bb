package io.github.wats.io.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.Training;
import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.calibration.ridge.WaveletRidge;
import io.github.wats.calibration.ridge.WaveletRidge.Mode;
import io.github.wats.calibration.scaling.TemperatureScaling;
import io.github.wats.decision.Acceptance;
import io.github.wats.decision.NodeGroups;
import io.github.wats.decision.PredictionSets;
import io.github.wats.features.FeatureTable;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.io.Location;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeFileWriter;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.testing.Shared;
import io.github.wats.testing.Snippets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every snippet of docs/library.md stands here between markers, compiles, runs, and is the same.
 */
class LibraryPageTest {
  private static final int NODES = 300;
  private static final int CLASSES = 3;

  @TempDir Path folder;

  private final int[] sources = new int[900];
  private final int[] targets = new int[900];
  private final double[] scores = new double[NODES * CLASSES];
  private final int[] classes = new int[NODES];
  private final boolean[] train = new boolean[NODES];
  private final boolean[] validation = new boolean[NODES];
  private final boolean[] test = new boolean[NODES];

  LibraryPageTest() {
    SplittableRandom random = new SplittableRandom(3);
    for (int k = 0; k < sources.length; k++) {
      sources[k] = random.nextInt(NODES);
      targets[k] = random.nextInt(NODES);
    }
    for (int i = 0; i < NODES; i++) {
      classes[i] = random.nextInt(CLASSES);
      for (int c = 0; c < CLASSES; c++) {
        scores[i * CLASSES + c] = random.nextDouble() + (classes[i] == c ? 0.5 : 0);
      }
      (i < 60 ? train : i < 120 ? validation : test)[i] = true;
    }
  }

  @Test
  void calibratesArrays() {
    int nodeCount = NODES;
    int classCount = CLASSES;
    // snippet: arrays
    Graph graph = Graph.fromEdges(nodeCount, sources, targets); // int[] each, any direction
    Logits logits = Logits.of(nodeCount, classCount, scores); // double[] or float[], row by row
    Labels labels = Labels.of(classCount, classes); // int[], -1 for unknown
    Split split =
        new Split(NodeSet.ofMask(train), NodeSet.ofMask(validation), NodeSet.ofMask(test));

    CalibrationData data = CalibrationData.of(graph, logits).withLabels(labels).withSplit(split);
    FittedCalibrator fitted = Methods.recommended().calibrator().fit(data); // auto
    Probabilities calibrated = fitted.calibrate(data).probabilities();
    // end

    // snippet: logits
    CalibrationData plain = CalibrationData.of(logits).withLabels(labels).withSplit(split);
    double temperature = TemperatureScaling.DEFAULT.fit(plain).temperature();
    // end
    assertThat(temperature).isPositive();

    // snippet: metrics
    double ece = Metric.ECE.value(calibrated, labels, split.test());

    Outcomes outcomes = Outcomes.of(calibrated, labels, split.test()).withDegrees(graph::degree);
    Evaluation after =
        Evaluation.of(outcomes, Evaluation.Options.DEFAULT.withBins(15)).orElseThrow();
    double byDegree = after.value(Metric.DEGREE_ECE);
    String floor = Metric.ECE.format(after.noiseFloor(Metric.ECE)); // such as 1.24 %
    // end
    assertThat(floor).matches("\\d\\.\\d\\d %");
    assertThat(ece).isBetween(0.0, 1.0);
    assertThat(byDegree).isBetween(0.0, 1.0);
    Outcomes uncalibrated = Outcomes.of(logits.softmax(), labels, split.test());
    Evaluation uncalibratedResult =
        Evaluation.of(uncalibrated, Evaluation.Options.METRICS).orElseThrow();
    assertThat(after.value(Metric.NLL)).isLessThan(uncalibratedResult.value(Metric.NLL));

    // snippet: decisions
    List<NodeSet> halves = split.validation().halves(0); // drawn with seed 0
    CalibrationData half = data.withSplit(new Split(split.train(), halves.get(0), split.test()));
    Probabilities p = WaveletRidge.DEFAULT.fit(half).calibrate(half).probabilities();
    Outcomes heldOut = Outcomes.of(p, labels, halves.get(1));
    double[] thresholds = {0.5, 0.6, 0.7, 0.8, 0.9}; // chosen without the labels held out
    Optional<Acceptance> accepted = Acceptance.atRisk(heldOut, thresholds, 0.1, 0.95);
    PredictionSets sets =
        PredictionSets.of(
            new PredictionSets.Settings(0.9, PredictionSets.Score.LAC, 0),
            p,
            labels,
            halves.get(1),
            NodeGroups.one(nodeCount),
            graph);
    // end
    assertThat(accepted).as("30 nodes of random classes").isEmpty();
    assertThat(sets.size(0)).isBetween(1, classCount);

    // snippet: settings
    Wats calibrator =
        Wats.DEFAULT.withK(3).withS(0.8).withTraining(Training.DEFAULT.withEpochs(100));
    Wats.Fitted wats = calibrator.fit(data, 42);
    int epochs = wats.report().epochs();

    WaveletRidge ridge = WaveletRidge.DEFAULT.withMode(Mode.KEEP_CLASS); // no class changes
    // end
    assertThat(ridge.mode()).isEqualTo(Mode.KEEP_CLASS);

    // snippet: calibration
    Calibration calibration = wats.calibrate(data);
    double[] temperatures = calibration.temperatures().orElseThrow(); // auto and vs have none
    double before = calibration.explain(0).orElseThrow().confidenceBefore();
    // end
    assertThat(before).isBetween(0.0, 1.0);
    assertThat(epochs).isEqualTo(100);
    assertThat(temperatures).hasSize(nodeCount);
    assertThat(Metric.ACCURACY.value(calibration.probabilities(), labels, split.test()))
        .isEqualTo(uncalibratedResult.value(Metric.ACCURACY));

    // snippet: features
    FeatureTable features = WaveletFeatures.of(graph, WaveletSettings.of(4, 0.4));
    double ofFirstNode = features.get(0, 2);
    // end
    assertThat(ofFirstNode).isBetween(-1.0, 1.0);
  }

  @Test
  void readsAndWritesFiles() throws Exception {
    Path run = folder.resolve("run.npz");
    Path model = folder.resolve("model.json");
    NodeFileWriter.write(
        run,
        NodeData.of(new Location("here"), NODES)
            .withGraph(Graph.fromEdges(NODES, sources, targets))
            .withLogits(Logits.of(NODES, CLASSES, scores))
            .withLabels(Labels.of(CLASSES, classes))
            .withSplit(
                new Split(
                    NodeSet.ofMask(train), NodeSet.ofMask(validation), NodeSet.ofMask(test))));
    // snippet: files
    CalibrationData data = NodeReader.read(run).calibrationData(); // Path of an .npz
    FittedCalibrator ts = TemperatureScaling.DEFAULT.fit(data);
    CalibratorFile.write(model, ts, Map.of("from", "run.npz")); // Path of a .json
    FittedCalibrator again = CalibratorFile.read(model).calibrator();
    // end
    assertThat(again.calibrate(data).probabilities()).isEqualTo(ts.calibrate(data).probabilities());

    // snippet: threads
    Probabilities same =
        new ForkJoinPool(1).submit(() -> again.calibrate(data).probabilities()).get();
    // end
    assertThat(same).isEqualTo(ts.calibrate(data).probabilities());
  }

  @Test
  void standsOnThePageWordForWord() throws IOException {
    String page =
        Files.readString(Shared.root().resolve("docs/library.md"))
            + Files.readString(Shared.root().resolve("docs/library-methods.md"));
    List<String> snippets =
        Snippets.withImports("wats-io/src/test/java/io/github/wats/io/docs/LibraryPageTest.java");
    assertThat(snippets).hasSize(9);
    for (String snippet : snippets) {
      assertThat(page).contains(snippet);
    }
  }

  /**
   * The Java lines of the README are lines of one of the two pages, whose snippets run in tests.
   */
  @Test
  void javaOfTheReadmeStandsOnThePages() throws IOException {
    String pages =
        Files.readString(Shared.root().resolve("docs/library.md"))
            + Files.readString(Shared.root().resolve("docs/spark.md"));
    String readme = Files.readString(Shared.root().resolve("README.md"));
    Matcher blocks = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
    int count = 0;
    while (blocks.find()) {
      assertThat(pages).contains(blocks.group(1));
      count++;
    }
    assertThat(count).isEqualTo(1);
  }
}
