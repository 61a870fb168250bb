package io.github.wats.benchmarks;

import io.github.wats.experiment.PaperSettings;
import io.github.wats.io.NodeData;
import io.github.wats.io.Origin;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.format.NodeFileWriter;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.Splits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Everything that can be compared with the programs beside the project, in one command: training,
 * fits, features and the ridge, each by its own benchmark, and at the end one table of ratios. Says
 * so where Python or PyTorch is missing. Arguments: the folder {@code shared} beside the project,
 * then data sets, {@code cora} if none is named.
 */
public final class PeerComparison {
  private PeerComparison() {}

  public static void main(String[] args) throws Exception {
    Path shared = Path.of(args[0]);
    List<String> datasets =
        args.length > 1 ? Arrays.asList(args).subList(1, args.length) : List.of("cora");
    Path folder = Files.createTempDirectory("wats-comparison");
    FitPeer peer = new FitPeer(shared, folder);
    System.out.println("PyTorch program: " + peer.state());
    if (!peer.isThere()) {
      System.out.println(
          "Nothing to compare with. Debian: apt-get install python3-torch python3-scipy");
      return;
    }
    List<String> named = new ArrayList<>(List.of(args[0], folder.resolve("peer").toString()));
    List<String> files = new ArrayList<>(List.of(shared.resolve("peers").toString()));
    for (String dataset : datasets) {
      Path file = folder.resolve(dataset + ".npz");
      writeNodeFile(shared, dataset, file);
      named.add(dataset + "=" + file);
      files.add(file.toString());
    }
    title("Training, fresh processes");
    TrainingBenchmark.main(with(List.of(args[0], "1", "1,2"), datasets));
    title("Wavelet features");
    FeatureBenchmark.main(with(List.of(args[0]), datasets));
    title("Fits");
    FitBenchmark.main(named.toArray(String[]::new));
    title("Ridge");
    RidgeComparison.main(files.toArray(String[]::new));
    title("Building a graph of Reddit's size");
    GraphBuildBenchmark.main(new String[0]);
    title("Wavelet kernel at Reddit's size");
    WaveletBenchmark.main(new String[0]);
    title("All ratios");
    System.out.println(Ratios.table());
  }

  /** What {@code wats train --model gcn} writes. */
  private static void writeNodeFile(Path shared, String name, Path file) throws IOException {
    Dataset dataset = Datasets.load(new DataFolder(shared.resolve("datasets")), name);
    TrainingData data =
        new TrainingData(dataset.graph(), dataset.requiredFeatures(), dataset.labels());
    Split split = Splits.random(dataset.nodeCount(), new Splits.Shares(0.2, 0.1, 0.7), 0);
    Logits logits =
        PaperSettings.backbone("gcn", name)
            .train(data, split, 0, TrainingListener.SILENT)
            .logits(data.graph(), data.features());
    NodeFileWriter.write(
        file,
        NodeData.of(new Origin(name), dataset.nodeCount())
            .withGraph(dataset.graph())
            .withFeatures(dataset.requiredFeatures())
            .withLabels(dataset.labels())
            .withSplit(split)
            .withLogits(logits));
  }

  private static String[] with(List<String> first, List<String> more) {
    List<String> all = new ArrayList<>(first);
    all.addAll(more);
    return all.toArray(String[]::new);
  }

  private static void title(String text) {
    System.out.println();
    System.out.println("## " + text);
    System.out.println();
  }
}
