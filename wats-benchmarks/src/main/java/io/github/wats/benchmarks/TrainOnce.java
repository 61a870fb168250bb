package io.github.wats.benchmarks;

import io.github.wats.experiment.PaperSettings;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.Splits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Trains one backbone in this JVM, from the first network to the logits of all nodes, and prints
 * seconds, CPU seconds, peak memory of the process (MB) and test accuracy. Arguments: data folder,
 * data set, backbone, threads.
 */
public final class TrainOnce {
  final Dataset dataset;
  final Split split;
  private final String name;

  TrainOnce(Path folder, String name) throws IOException {
    this.name = name;
    dataset = Datasets.load(new DataFolder(folder), name);
    split = Splits.random(dataset.nodeCount(), new Splits.Fractions(0.2, 0.1, 0.7), 0);
  }

  public static void main(String[] args) throws IOException {
    TrainOnce task = new TrainOnce(Path.of(args[0]), args[1]);
    Measured<Logits> trained =
        Measured.of(
            () -> Measured.onThreads(Integer.parseInt(args[3]), () -> task.logits(args[2])));
    Report.print(
        "%.3f %.3f %d %.4f",
        trained.seconds(), trained.cpuSeconds(), peakMegabytes(), task.accuracy(trained.result()));
  }

  /** The logits of a backbone trained with the paper's settings. */
  Logits logits(String backbone) {
    TrainingData data =
        new TrainingData(dataset.graph(), dataset.requiredFeatures(), dataset.labels());
    return PaperSettings.backbone(backbone, name)
        .train(data, split, 0, TrainingListener.SILENT)
        .logits(data.graph(), data.features());
  }

  private double accuracy(Logits logits) {
    return Arrays.stream(split.test().toArray())
        .map(node -> logits.predictedClass(node) == dataset.labels().get(node) ? 1 : 0)
        .average()
        .orElseThrow();
  }

  /** The most memory this process ever held, as Linux counts it; 0 elsewhere. */
  private static long peakMegabytes() throws IOException {
    Path status = Path.of("/proc/self/status");
    List<String> lines = Files.exists(status) ? Files.readAllLines(status) : List.of();
    return lines.stream()
        .filter(line -> line.startsWith("VmHWM"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(0);
  }
}
