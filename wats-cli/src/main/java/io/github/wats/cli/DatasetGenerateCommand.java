package io.github.wats.cli;

import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.prediction.Splits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wats dataset generate}: a graph of any size to try things on. */
@Command(
    name = "generate",
    description = {
      "Generates a graph of any size and writes it as a node file.",
      "It has communities, power-law degrees, features that depend on the class, some wrong",
      "labels (a degree-corrected block model), and a random split: 20 %% training,",
      "10 %% validation, 70 %% test."
    },
    footer = {
      "",
      "Examples:",
      "  wats dataset generate -o graph.npz",
      "  wats dataset generate -o large.npz --nodes 1000000 --average-degree 20 --classes 40",
      "  wats dataset generate -o hard.npz --homophily 0.4 --label-noise 0.2 --seed 7"
    })
final class DatasetGenerateCommand extends Subcommand {
  @Mixin private SeedOption seed = new SeedOption();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "RUN.npz",
      required = true,
      description = "The node file to write.")
  private @Nullable Path output;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Number of nodes. Default: ${DEFAULT-VALUE}.")
  private int nodes = GeneratorSettings.DEFAULT.nodes();

  @Option(
      names = "--average-degree",
      paramLabel = "D",
      description = "Mean number of neighbors. Default: ${DEFAULT-VALUE}.")
  private double averageDegree = GeneratorSettings.DEFAULT.averageDegree();

  @Option(
      names = "--classes",
      paramLabel = "C",
      description = "Number of classes, each a community. Default: ${DEFAULT-VALUE}.")
  private int classes = GeneratorSettings.DEFAULT.classes();

  @Option(
      names = "--homophily",
      paramLabel = "SHARE",
      description = "Share of edges within a class, before noise. Default: ${DEFAULT-VALUE}.")
  private double homophily = GeneratorSettings.DEFAULT.homophily();

  @Option(
      names = "--degree-exponent",
      paramLabel = "GAMMA",
      description = "Of the power law of degrees; small: large hubs. Default: ${DEFAULT-VALUE}.")
  private double degreeExponent = GeneratorSettings.DEFAULT.degreeExponent();

  @Option(
      names = "--isolated-share",
      paramLabel = "SHARE",
      description = "Share of nodes without an edge. Default: ${DEFAULT-VALUE}.")
  private double isolatedShare = GeneratorSettings.DEFAULT.isolatedShare();

  @Option(
      names = "--features",
      paramLabel = "F",
      description = "Number of words features count. Default: ${DEFAULT-VALUE}.")
  private int features = GeneratorSettings.DEFAULT.features();

  @Option(
      names = "--words-per-node",
      paramLabel = "W",
      description = "Mean number of words of a node. Default: ${DEFAULT-VALUE}.")
  private double wordsPerNode = GeneratorSettings.DEFAULT.wordsPerNode();

  @Option(
      names = "--topic-share",
      paramLabel = "SHARE",
      description = "Share of words that tell the class. Default: ${DEFAULT-VALUE}.")
  private double topicShare = GeneratorSettings.DEFAULT.topicShare();

  @Option(
      names = "--label-noise",
      paramLabel = "SHARE",
      description = "Share of nodes with a wrong label. Default: ${DEFAULT-VALUE}.")
  private double labelNoise = GeneratorSettings.DEFAULT.labelNoise();

  @Override
  String commandName() {
    return "dataset generate";
  }

  @Override
  Outcome execute() throws IOException {
    if (output == null) {
      throw new UsageException("an output is needed"); // picocli has refused before
    }
    GeneratorSettings settings = UsageException.checked(this::settings);
    long start = System.nanoTime();
    Dataset dataset = UsageException.checked(() -> Datasets.generate(settings, seed.seed()));
    double seconds = (System.nanoTime() - start) / 1e9;
    DatasetConvertCommand.write(
        output,
        dataset,
        Optional.of(Splits.random(dataset.nodeCount(), Splits.Shares.DEFAULT, seed.seed())));
    Map<String, Object> fields = new LinkedHashMap<>(DatasetDescription.counts(dataset));
    fields.put("seed", seed.seed());
    fields.put("fingerprint", dataset.fingerprint());
    fields.put("seconds", seconds);
    fields.put("output", output.toString());
    String text =
        "generated "
            + Format.count(dataset.nodeCount())
            + " nodes, "
            + Format.count(dataset.graph().edgeCount())
            + " edges, "
            + dataset.classCount()
            + " classes in "
            + Format.seconds(seconds)
            + " with seed "
            + seed.seed()
            + ", written to "
            + output
            + System.lineSeparator();
    return new Outcome(fields, text);
  }

  private GeneratorSettings settings() {
    return new GeneratorSettings(
        nodes,
        averageDegree,
        classes,
        homophily,
        degreeExponent,
        isolatedShare,
        features,
        wordsPerNode,
        topicShare,
        labelNoise);
  }
}
