package io.github.wats.cli;

import io.github.wats.io.NodeData;
import io.github.wats.io.NodeFileWriter;
import io.github.wats.io.Origin;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.model.BackboneFile;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.Optimization;
import io.github.wats.nn.PaperBackbones;
import io.github.wats.nn.TrainedBackbone;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.SplitShares;
import io.github.wats.prediction.Splits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wats train}: a backbone on a data set, and a node file of what it says. */
@Command(
    name = "train",
    description = "Trains a graph neural network and writes a node file ready to be calibrated.",
    footer = {
      "",
      "Examples:",
      "  wats train --dataset cora --model gcn -o run.npz",
      "  wats train --dataset synthetic --model gat --epochs 100 -o run.npz --save network.json"
    })
final class TrainCommand extends Subcommand {
  @Mixin private DatasetOptions dataset = new DatasetOptions();
  @Mixin private SeedOption seed = new SeedOption();

  @Option(
      names = "--model",
      paramLabel = "KIND",
      description = "gcn, gat, gat-classic or mlp. Default: ${DEFAULT-VALUE}.")
  private String model = "gcn";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "RUN.npz",
      required = true,
      description = "Write the node file here.")
  private @Nullable Path output;

  @Option(names = "--save", paramLabel = "MODEL.json", description = "Write the trained network.")
  private @Nullable Path save;

  @Option(names = "--epochs", paramLabel = "N", description = "Training steps.")
  private @Nullable Integer epochs;

  @Option(names = "--hidden", paramLabel = "N", description = "Units of the hidden layer.")
  private @Nullable Integer hidden;

  @Option(names = "--dropout", paramLabel = "P", description = "Share of hidden units dropped.")
  private @Nullable Double dropout;

  @Option(names = "--layers", paramLabel = "N", description = "Depth of the network.")
  private @Nullable Integer layers;

  @Option(names = "--learning-rate", paramLabel = "R", description = "Step size of Adam.")
  private @Nullable Double learningRate;

  @Option(names = "--weight-decay", paramLabel = "D", description = "L2 penalty of all weights.")
  private @Nullable Double weightDecay;

  @Option(
      names = "--public-split",
      description = "Use the split published with the data instead of a random 20/10/70 one.")
  private boolean publicSplit;

  @Override
  String commandName() {
    return "train";
  }

  @Override
  Outcome execute() throws IOException {
    if (output == null) {
      throw new UsageException("an output is needed"); // picocli has refused before
    }
    Backbone backbone = UsageException.checked(this::backbone);
    Dataset data = dataset.load(console());
    Split split = split(data);
    io.github.wats.nn.NodeData nodes =
        Origin.of(Path.of(data.name()))
            .checked(
                () ->
                    new io.github.wats.nn.NodeData(
                        data.graph(), data.requiredFeatures(), data.labels()));
    long start = System.nanoTime();
    TrainedBackbone trained = train(backbone, nodes, split);
    Logits logits = trained.logits(data.graph(), data.requiredFeatures());
    double seconds = (System.nanoTime() - start) * 1e-9;
    NodeFileWriter.write(
        output,
        NodeData.of(new Origin(data.name()), data.nodeCount())
            .withGraph(data.graph())
            .withLogits(logits)
            .withLabels(data.labels())
            .withSplit(split)
            .withFeatures(data.requiredFeatures()));
    if (save != null) {
      BackboneFile.write(
          save, trained, Map.of("dataset", data.name(), "sha256", data.fingerprint()));
    }
    return outcome(data, backbone, split, logits, seconds);
  }

  private Backbone backbone() {
    Backbone chosen = PaperBackbones.of(model, dataset.name());
    Optimization optimization = chosen.optimization();
    if (epochs != null) {
      optimization = optimization.withEpochs(epochs);
    }
    if (learningRate != null) {
      optimization = optimization.withLearningRate(learningRate);
    }
    if (weightDecay != null) {
      optimization = optimization.withWeightDecay(weightDecay);
    }
    chosen = chosen.withOptimization(optimization);
    chosen = hidden == null ? chosen : chosen.withHidden(hidden);
    chosen = dropout == null ? chosen : chosen.withDropout(dropout);
    return layers == null ? chosen : chosen.withLayers(layers);
  }

  private Split split(Dataset data) {
    if (!publicSplit) {
      return Splits.random(data.nodeCount(), SplitShares.DEFAULT, seed.seed());
    }
    return data.publicSplit()
        .orElseThrow(() -> new UsageException("no split was published with " + data.name()));
  }

  private TrainedBackbone train(Backbone backbone, io.github.wats.nn.NodeData nodes, Split split) {
    int most = backbone.optimization().epochs();
    int step = Math.max(1, most / 50);
    try (Messages.Progress progress = messages().progress("training " + backbone.name(), most)) {
      TrainingListener listener =
          (epoch, loss, accuracy) -> {
            if (epoch % step == 0 && progress.isShown()) {
              progress.to(
                  epoch,
                  String.format(
                      Locale.ROOT,
                      "loss %.4f, validation %.1f %%",
                      loss,
                      100 * accuracy.getAsDouble()));
            }
          };
      return backbone.train(nodes, split, seed.seed(), listener);
    }
  }

  private Outcome outcome(
      Dataset data, Backbone backbone, Split split, Logits logits, double seconds) {
    Map<String, Double> accuracy = new LinkedHashMap<>();
    putAccuracy(accuracy, "train", logits, data, split.train());
    putAccuracy(accuracy, "val", logits, data, split.calibration());
    putAccuracy(accuracy, "test", logits, data, split.test());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("dataset", data.name());
    fields.put("model", backbone.name());
    fields.put("seed", seed.seed());
    fields.put("accuracy", accuracy);
    fields.put("epochs", backbone.optimization().epochs());
    fields.put("seconds", seconds);
    Table table = new Table("nodes", "count", "accuracy");
    table.row("train", Format.count(split.train().size()), shown(accuracy, "train"));
    table.row("val", Format.count(split.calibration().size()), shown(accuracy, "val"));
    table.row("test", Format.count(split.test().size()), shown(accuracy, "test"));
    String text =
        backbone.name()
            + " on "
            + data.name()
            + ": "
            + backbone.optimization().epochs()
            + " epochs in "
            + Format.seconds(seconds)
            + ", seed "
            + seed.seed()
            + ", written to "
            + output
            + System.lineSeparator();
    return new Outcome(fields, text + table);
  }

  private static void putAccuracy(
      Map<String, Double> accuracy, String name, Logits logits, Dataset data, NodeSet nodes) {
    NodeSet known = nodes.withKnownLabel(data.labels());
    int hits = 0;
    for (int k = 0; k < known.size(); k++) {
      hits += logits.predictedClass(known.get(k)) == data.labels().get(known.get(k)) ? 1 : 0;
    }
    if (!known.isEmpty()) {
      accuracy.put(name, (double) hits / known.size());
    }
  }

  private static String shown(Map<String, Double> accuracy, String name) {
    Double value = accuracy.get(name);
    return value == null ? "" : Format.percent(value);
  }
}
