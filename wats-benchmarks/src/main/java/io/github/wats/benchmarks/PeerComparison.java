package io.github.wats.benchmarks;

import io.github.wats.io.Location;
import io.github.wats.io.NodeData;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.format.NodeFileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

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
    FitPeer peer = FitPeer.of(shared, folder);
    Report.print("PyTorch program: %s", peer.state());
    if (!peer.isThere()) {
      Report.print("Nothing to compare with. Debian: apt-get install python3-torch python3-scipy");
      return;
    }
    List<String> named = new ArrayList<>();
    List<String> files = new ArrayList<>();
    for (String dataset : datasets) {
      Path file = folder.resolve(dataset + ".npz");
      writeNodeFile(shared, dataset, file);
      named.add(dataset + "=" + file);
      files.add(file.toString());
    }
    Report.print("%n## Training, fresh processes%n");
    TrainingBenchmark.main(with(datasets, args[0], "1", "1,2"));
    Report.print("%n## Wavelet features%n");
    FeatureBenchmark.main(with(datasets, args[0]));
    Report.print("%n## Fits%n");
    FitBenchmark.main(with(named, args[0], folder.resolve("peer").toString()));
    Report.print("%n## Ridge%n");
    RidgeComparison.main(with(files, shared.resolve("peers").toString()));
    Report.print("%n## Building a graph of Reddit's size%n");
    GraphBuildBenchmark.main(new String[0]);
    Report.print("%n## All ratios%n");
    Report.printRatios();
  }

  /** What {@code wats train --model gcn} writes. */
  private static void writeNodeFile(Path shared, String name, Path file) throws IOException {
    TrainOnce task = new TrainOnce(shared.resolve("datasets"), name);
    Dataset dataset = task.dataset;
    NodeFileWriter.write(
        file,
        NodeData.of(new Location(name), dataset.nodeCount())
            .withGraph(dataset.graph())
            .withFeatures(dataset.requiredFeatures())
            .withLabels(dataset.labels())
            .withSplit(task.split)
            .withLogits(task.logits("gcn")));
  }

  private static String[] with(List<String> last, String... first) {
    return Stream.concat(Arrays.stream(first), last.stream()).toArray(String[]::new);
  }
}
