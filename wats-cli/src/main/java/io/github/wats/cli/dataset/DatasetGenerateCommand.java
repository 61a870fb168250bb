package io.github.wats.cli.dataset;

import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.SchemaOptions;
import io.github.wats.cli.console.SeedOption;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.prediction.Splits;
import io.github.wats.settings.SettingsSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code wats dataset generate}: a graph of any size to try things on. */
@Command(
    name = "generate",
    description = {
      "Generates a graph of any size and writes it as a node file.",
      "It has communities, a skewed distribution of degrees, features that depend on the class,",
      "some wrong labels, and a random split: 20 %% training, 10 %% validation, 70 %% test."
    },
    footer = {
      "",
      "Examples:",
      "  wats dataset generate -o graph.npz",
      "  wats dataset generate -o large.npz --nodes 1000000 --average-degree 20 --classes 40",
      "  wats dataset generate -o growing.npz --kind growing --low-degree-noise 0.3",
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

  private static final SettingsSchema<GeneratorSettings> SCHEMA =
      SettingsSchema.of(GeneratorSettings.DEFAULT);

  private final SchemaOptions settings = new SchemaOptions(SCHEMA);

  @Spec
  void addSettings(CommandSpec command) {
    settings.addTo(command);
  }

  @Override
  protected String commandName() {
    return "dataset generate";
  }

  @Override
  protected Outcome execute() throws IOException {
    if (output == null) {
      throw new UsageException("an output is needed"); // picocli has refused before
    }
    GeneratorSettings wanted = UsageException.checked(() -> SCHEMA.bind(settings.given()));
    long start = System.nanoTime();
    Dataset dataset = UsageException.checked(() -> Datasets.generate(wanted, seed.seed()));
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
}
