package io.github.wats.cli.dataset;

import io.github.wats.cli.console.DataFolderOption;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.GroupedHelp;
import io.github.wats.cli.console.Messages;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.ResultText.Tone;
import io.github.wats.cli.console.SeedOption;
import io.github.wats.cli.console.SettingOptions;
import io.github.wats.cli.console.SplitIndexOption;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.cli.dataset.DatasetConvertCommand.SplitKind;
import io.github.wats.experiment.PaperSettings;
import io.github.wats.io.Hashes;
import io.github.wats.io.NodeData;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.NodeFileWriter;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.model.BackboneFile;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.TrainedBackbone;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.Splits;
import io.github.wats.report.figure.DataTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wats train}: trains a backbone and writes a node file with its logits. */
@Command(
    name = "train",
    description = {
      "Trains a network and writes a node file for calibrate.",
      "Hyperparameters default to the paper's values for the data set."
    },
    footer = {
      "",
      "Examples:",
      "  wats train --dataset cora --model gcn -o run.npz",
      "  wats train my-graph.npz --model gcn -o run.npz",
      "  wats train --dataset synthetic --model gat -o run.npz --save network.json"
    })
public final class TrainCommand extends Subcommand {
  @Mixin private DataFolderOption folder = new DataFolderOption();
  @Mixin private SeedOption seed = new SeedOption();

  @Mixin private SplitIndexOption splitIndex = new SplitIndexOption();

  @Mixin
  private SettingOptions settings =
      SettingOptions.of(
          Backbone.all().values().stream().map(Backbone::schema).toList(),
          () -> Backbone.named(this.model.toLowerCase(Locale.ROOT)).schema(),
          "network, such as hidden=64");

  @Parameters(
      arity = "0..1",
      paramLabel = "DATA.npz",
      description =
          "Train on this node file with edge_index, x, y and optional masks instead of --dataset.")
  private @Nullable Path file;

  @Option(
      names = "--dataset",
      paramLabel = "NAME",
      description = "Train on this data set; 'wats dataset list' lists them.")
  private @Nullable String dataset;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "Network to train; 'wats methods' lists them. Default: ${DEFAULT-VALUE}.")
  private String model = "gcn";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "RUN.npz",
      required = true,
      description = "Write the node file with the logits to this file.")
  private Path output = Path.of("");

  @Option(
      names = "--save",
      paramLabel = "MODEL.json",
      description = "Write the trained network to this file.")
  private @Nullable Path save;

  @Option(
      names = "--public-split",
      order = GroupedHelp.ADVANCED,
      description =
          "Use the split published with the data set instead of a random one (20/10/70 %%).")
  private boolean publicSplit;

  @Override
  protected Outcome execute() throws IOException {
    Backbone backbone = UsageException.checked(this::backbone);
    Source source = source();
    NodeData data = source.data;
    long start = System.nanoTime();
    TrainedBackbone trained = data.location().checked(() -> train(backbone, data));
    Logits logits = trained.logits(data.requireGraph(), data.requireFeatures());
    double seconds = (System.nanoTime() - start) * 1e-9;
    NodeFileWriter.write(output, data.withLogits(logits));
    if (save != null) {
      BackboneFile.write(save, trained, source.fingerprint);
    }
    return outcome(source, backbone, logits, seconds);
  }

  /** What a network is trained on: nodes with a split, what they are called, and their origin. */
  private record Source(String name, NodeData data, Map<String, String> fingerprint) {}

  private Source source() throws IOException {
    if (file != null && dataset == null) {
      return source(file);
    }
    if (dataset != null && file == null) {
      if (splitIndex.index().isPresent()) {
        throw new UsageException("--split-index chooses a split of a node file, not of a data set");
      }
      return source(dataset);
    }
    throw new UsageException("give either a node file or --dataset NAME");
  }

  /** A data set with its published split, or a random one. */
  private Source source(String name) throws IOException {
    Dataset loaded = Datasets.load(folder.folder(console()), Datasets.named(name));
    loaded.requiredFeatures();
    SplitKind kind = publicSplit ? SplitKind.PUBLIC : SplitKind.RANDOM;
    return new Source(
        loaded.name(),
        loaded.nodeData(DatasetConvertCommand.split(loaded, kind, seed.seed())),
        new TreeMap<>(Map.of("dataset", loaded.name(), "sha256", loaded.fingerprint())));
  }

  /** A node file with the split it has, or a random one. */
  private Source source(Path nodes) throws IOException {
    NodeReader.Source input = new NodeReader.Source(nodes, EnumSet.allOf(NodeField.class));
    NodeData data =
        NodeReader.read(
            List.of(input.withSplit(splitIndex.index())),
            EnumSet.of(NodeField.GRAPH, NodeField.FEATURES, NodeField.LABELS, NodeField.SPLIT));
    Supplier<Split> random =
        () -> Splits.random(data.nodeCount(), Splits.Fractions.DEFAULT, seed.seed());
    boolean chosen = splitIndex.index().isPresent();
    return new Source(
        nodes.toString(),
        data.withSplit(chosen ? data.requireSplit() : data.split().orElseGet(random)),
        Map.of("sha256", Hashes.sha256(nodes)));
  }

  private Backbone backbone() {
    String name = dataset == null ? "" : Datasets.named(dataset);
    return PaperSettings.backbone(model, name).with(settings.values());
  }

  private TrainedBackbone train(Backbone backbone, NodeData data) {
    TrainingData nodes =
        new TrainingData(data.requireGraph(), data.requireFeatures(), data.requireLabels());
    int epochs = backbone.optimization().epochs();
    int step = Math.max(1, epochs / 50);
    try (Messages.Progress progress = messages().progress("training " + backbone.name(), epochs)) {
      TrainingListener listener =
          (epoch, loss, accuracy) -> {
            if (epoch % step == 0 && progress.isShown()) {
              String validation = Format.percent(accuracy.getAsDouble());
              progress.to(epoch, Format.text("loss %.4f, validation %s", loss, validation));
            }
          };
      return backbone.train(nodes, data.requireSplit(), seed.seed(), listener);
    }
  }

  private Outcome outcome(Source source, Backbone backbone, Logits logits, double seconds) {
    Split split = source.data.requireSplit();
    Map<String, NodeSet> parts = new LinkedHashMap<>();
    parts.put("train", split.train());
    parts.put("val", split.validation());
    parts.put("test", split.test());
    Map<String, Double> accuracies = new LinkedHashMap<>();
    DataTable.Builder table = new DataTable.Builder("nodes", "count", "accuracy");
    parts.forEach(
        (name, nodes) -> {
          OptionalDouble accuracy = accuracy(logits, source.data.requireLabels(), nodes);
          accuracy.ifPresent(value -> accuracies.put(name, value));
          table.row(
              name,
              Format.count(nodes.size()),
              accuracy.isPresent() ? Format.percent(accuracy.getAsDouble()) : "");
        });
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("dataset", source.name);
    fields.put("model", backbone.name());
    fields.put("seed", seed.seed());
    fields.put("accuracy", accuracies);
    fields.put("epochs", backbone.optimization().epochs());
    fields.put("seconds", seconds);
    String how =
        Format.text(
            "%s on %s: %d epochs in %s, seed %d, written to %s",
            backbone.name(),
            source.name,
            backbone.optimization().epochs(),
            Format.seconds(seconds),
            seed.seed(),
            output);
    Double test = accuracies.get("test");
    String right = test == null ? "" : ": right for " + Format.percent(test) + " of the test nodes";
    ResultText text = text().head(Tone.PLAIN, "The network is trained" + right + ".");
    List<String> next = List.of("compare", output.toString());
    return new Outcome(fields, text.table(table.build()).end(next, how, Format.written(save)));
  }

  /** The accuracy on the nodes with a known label, empty if there are none. */
  private static OptionalDouble accuracy(Logits logits, Labels labels, NodeSet nodes) {
    return Arrays.stream(nodes.withKnownLabel(labels).toArray())
        .mapToDouble(node -> logits.predictedClass(node) == labels.get(node) ? 1 : 0)
        .average();
  }
}
