package io.github.wats.cli.dataset;

import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Messages;
import io.github.wats.cli.console.SchemaOptions;
import io.github.wats.cli.console.SeedOption;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.Table;
import io.github.wats.cli.console.UsageException;
import io.github.wats.experiment.PaperSettings;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeFileWriter;
import io.github.wats.io.model.BackboneFile;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.TrainedBackbone;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.settings.SettingsSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code wats train}: a backbone on a data set, and a node file of what it says. */
@Command(
    name = "train",
    description = {
      "Trains a graph neural network and writes a node file to calibrate.",
      "Settings have the paper's values for the data set unless given."
    },
    footer = {
      "",
      "Examples:",
      "  wats train --dataset cora --model gcn -o run.npz",
      "  wats train my-graph.npz --model gcn -o run.npz",
      "  wats train --dataset synthetic --model gat --epochs 100 -o run.npz --save network.json"
    })
public final class TrainCommand extends Subcommand {
  @Mixin private DatasetOptions dataset = new DatasetOptions();
  @Mixin private SeedOption seed = new SeedOption();

  private final SchemaOptions settings = options();

  @Parameters(
      arity = "0..1",
      paramLabel = "DATA.npz",
      description = "Instead of a data set: a node file with edge_index, x, y, and masks if any.")
  private @Nullable Path file;

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

  @Option(
      names = "--public-split",
      description = "Use the split published with the data instead of a random 20/10/70 one.")
  private boolean publicSplit;

  /** An option for every setting of a backbone. */
  @Spec
  void addSettings(CommandSpec command) {
    settings.addTo(command);
  }

  private static SchemaOptions options() {
    Map<String, SettingsSchema<?>> schemas = new LinkedHashMap<>();
    Backbone.all().forEach((name, backbone) -> schemas.put(name, backbone.schema()));
    return new SchemaOptions(schemas);
  }

  @Override
  protected String commandName() {
    return "train";
  }

  @Override
  protected Outcome execute() throws IOException {
    if (output == null) {
      throw new UsageException("an output is needed"); // picocli has refused before
    }
    Backbone backbone = UsageException.checked(this::backbone);
    TrainingSource source = source();
    NodeData data = source.data();
    Split split = data.requireSplit();
    TrainingData nodes =
        data.origin()
            .checked(
                () ->
                    new TrainingData(
                        data.requireGraph(), data.requireFeatures(), data.requireLabels()));
    long start = System.nanoTime();
    TrainedBackbone trained = data.origin().checked(() -> train(backbone, nodes, split));
    Logits logits = trained.logits(nodes.graph(), nodes.features());
    double seconds = (System.nanoTime() - start) * 1e-9;
    NodeFileWriter.write(output, data.withLogits(logits));
    if (save != null) {
      BackboneFile.write(save, trained, source.fingerprint());
    }
    return outcome(source, backbone, split, logits, seconds);
  }

  private TrainingSource source() throws IOException {
    if ((file == null) == dataset.isAbsent()) {
      throw new UsageException("give either a node file or --dataset NAME");
    }
    return file == null
        ? TrainingSource.of(dataset.load(console()), publicSplit, seed.seed())
        : TrainingSource.of(file, seed.seed());
  }

  private Backbone backbone() {
    return PaperSettings.backbone(model, dataset.isAbsent() ? "" : dataset.name())
        .with(settings.given());
  }

  private TrainedBackbone train(Backbone backbone, TrainingData nodes, Split split) {
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
      TrainingSource source, Backbone backbone, Split split, Logits logits, double seconds) {
    Labels labels = source.data().requireLabels();
    Map<String, Double> accuracy = new LinkedHashMap<>();
    putAccuracy(accuracy, "train", logits, labels, split.train());
    putAccuracy(accuracy, "val", logits, labels, split.calibration());
    putAccuracy(accuracy, "test", logits, labels, split.test());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("dataset", source.name());
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
            + source.name()
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
      Map<String, Double> accuracy, String name, Logits logits, Labels labels, NodeSet nodes) {
    NodeSet known = nodes.withKnownLabel(labels);
    int hits = 0;
    for (int k = 0; k < known.size(); k++) {
      hits += logits.predictedClass(known.get(k)) == labels.get(known.get(k)) ? 1 : 0;
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
