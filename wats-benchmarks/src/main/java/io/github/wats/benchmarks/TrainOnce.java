package io.github.wats.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.github.wats.experiment.PaperSettings;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.Splits;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.ForkJoinPool;

/**
 * Trains one backbone in this JVM, from the first network to the logits of all nodes, and prints
 * seconds, CPU seconds, peak memory of the process (MB) and test accuracy. Arguments: data folder,
 * data set, backbone, threads.
 */
public final class TrainOnce {
  private TrainOnce() {}

  public static void main(String[] args) throws IOException {
    Dataset dataset = Datasets.load(new DataFolder(Path.of(args[0])), args[1]);
    TrainingData data =
        new TrainingData(dataset.graph(), dataset.requiredFeatures(), dataset.labels());
    Backbone backbone = PaperSettings.backbone(args[2], args[1]);
    Split split = Splits.random(dataset.nodeCount(), new Splits.Shares(0.2, 0.1, 0.7), 0);
    ForkJoinPool pool = new ForkJoinPool(Integer.parseInt(args[3]));
    long cpuStart = cpuNanos();
    long start = System.nanoTime();
    Logits logits =
        pool.submit(
                () ->
                    backbone
                        .train(data, split, 0, TrainingListener.SILENT)
                        .logits(data.graph(), data.features()))
            .join();
    double seconds = (System.nanoTime() - start) / 1e9;
    double cpuSeconds = (cpuNanos() - cpuStart) / 1e9;
    pool.shutdown();
    System.out.println(
        String.format(
            Locale.ROOT,
            "%.3f %.3f %d %.4f",
            seconds,
            cpuSeconds,
            peakMegabytes(),
            accuracy(logits, data, split)));
  }

  private static double accuracy(Logits logits, TrainingData data, Split split) {
    int right = 0;
    for (int k = 0; k < split.test().size(); k++) {
      int node = split.test().get(k);
      right += logits.predictedClass(node) == data.labels().get(node) ? 1 : 0;
    }
    return (double) right / split.test().size();
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /** The most memory this process ever held, as Linux counts it; 0 elsewhere. */
  private static long peakMegabytes() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(0);
  }
}
