package io.github.wats.cli.dataset;

import io.github.wats.cli.console.DataFolderOption;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.SeedOption;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.format.NodeFileWriter;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.Splits;
import io.github.wats.settings.SettingsSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wats dataset convert}: a data set as a node file. */
@Command(
    name = "convert",
    description = {
      "Writes a data set as a node file: graph, labels, features, split.",
      "The file has no logits; 'wats train' adds them."
    },
    footer = {
      "",
      "Examples:",
      "  wats dataset convert cora -o cora.npz",
      "  wats dataset convert photo -o photo.npz --split stratified --seed 3"
    })
final class DatasetConvertCommand extends Subcommand {
  @Mixin private DataFolderOption data = new DataFolderOption();
  @Mixin private SeedOption seed = new SeedOption();

  @Parameters(paramLabel = "NAME", description = "Data set; 'wats dataset list' lists them.")
  private String name = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "RUN.npz",
      required = true,
      description = "Write the node file to this file.")
  private Path output = Path.of("");

  @Option(
      names = "--split",
      paramLabel = "public|random|stratified|none",
      description =
          "Split of the nodes; random and stratified: 20 %% training, 10 %% validation, 70 %% test."
              + " Default: public if one was published, else random.")
  private @Nullable SplitKind split;

  /** How the nodes are split into training, validation and test nodes. */
  enum SplitKind {
    PUBLIC,
    RANDOM,
    STRATIFIED,
    NONE
  }

  @Override
  protected Outcome execute() throws IOException {
    String registered = UsageException.checked(() -> Datasets.named(name));
    Dataset dataset = Datasets.load(data.folder(console()), registered);
    if (dataset.features().isEmpty()) {
      messages()
          .note("note: the files of " + registered + " that are present have no node features");
    }
    SplitKind kind =
        split != null
            ? split
            : dataset.publicSplit().isPresent() ? SplitKind.PUBLIC : SplitKind.RANDOM;
    NodeFileWriter.write(output, dataset.nodeData(split(dataset, kind, seed.seed())));
    Map<String, Object> fields = DatasetInfoCommand.counts(dataset);
    fields.put("split", SettingsSchema.text(kind));
    fields.put("seed", seed.seed());
    fields.put("output", output.toString());
    return new Outcome(fields, summary(dataset, kind, seed.seed(), output));
  }

  /** A split of a data set; the random ones are 20/10/70. */
  static Optional<Split> split(Dataset dataset, SplitKind kind, long seed) {
    return switch (kind) {
      case NONE -> Optional.empty();
      case RANDOM ->
          Optional.of(Splits.random(dataset.nodeCount(), Splits.Fractions.DEFAULT, seed));
      case STRATIFIED ->
          Optional.of(Splits.stratified(dataset.labels(), Splits.Fractions.DEFAULT, seed));
      case PUBLIC -> {
        if (dataset.publicSplit().isEmpty()) {
          throw new UsageException("public split: no split was published with " + dataset.name());
        }
        yield dataset.publicSplit();
      }
    };
  }

  private static String summary(Dataset dataset, SplitKind kind, long seed, Path output) {
    return Format.text(
        "%s: %,d nodes, %,d edges, split %s%s, written to %s%n",
        dataset.name(),
        dataset.nodeCount(),
        dataset.graph().edgeCount(),
        SettingsSchema.text(kind),
        kind == SplitKind.PUBLIC || kind == SplitKind.NONE ? "" : " with seed " + seed,
        output);
  }
}
