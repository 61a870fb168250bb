package io.github.wats.cli.dataset;

import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.SeedOption;
import io.github.wats.cli.console.SettingOptions;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.cli.dataset.DatasetConvertCommand.SplitKind;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.format.NodeFileWriter;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.settings.SettingsSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wats dataset generate}: a graph of any size to try things on. */
@Command(
    name = "generate",
    description = {
      "Generates a graph of any size and writes it as a node file.",
      "The graph has communities, a skewed degree distribution, class-dependent features, label",
      "noise, and a random split: 20 %% training, 10 %% validation, 70 %% test."
    },
    footer = {
      "",
      "Examples:",
      "  wats dataset generate -o graph.npz",
      "  wats dataset generate -o large.npz --nodes 1000000 --average-degree 20",
      "  wats dataset generate -o growing.npz --kind growing --low-degree-noise 0.3",
      "  wats dataset generate -o hard.npz --homophily 0.4 --label-noise 0.2 --seed 7"
    })
final class DatasetGenerateCommand extends Subcommand {
  @Mixin private SeedOption seed = new SeedOption();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "RUN.npz",
      required = true,
      description = "Write the node file to this file.")
  private Path output = Path.of("");

  private static final SettingsSchema<GeneratorSettings> SCHEMA =
      SettingsSchema.of(GeneratorSettings.DEFAULT);

  @Mixin private SettingOptions settings = SettingOptions.of(SCHEMA);

  @Override
  protected Outcome execute() throws IOException {
    GeneratorSettings wanted = UsageException.checked(() -> SCHEMA.bind(settings.values()));
    long start = System.nanoTime();
    Dataset dataset = UsageException.checked(() -> Datasets.generate(wanted, seed.seed()));
    double seconds = (System.nanoTime() - start) / 1e9;
    NodeFileWriter.write(
        output,
        dataset.nodeData(DatasetConvertCommand.split(dataset, SplitKind.RANDOM, seed.seed())));
    Map<String, Object> fields = DatasetInfoCommand.counts(dataset);
    fields.put("seed", seed.seed());
    fields.put("fingerprint", dataset.fingerprint());
    fields.put("seconds", seconds);
    fields.put("output", output.toString());
    String text =
        Format.text(
            "Generated %,d nodes, %,d edges, %d classes in %s with seed %d, written to %s.",
            dataset.nodeCount(),
            dataset.graph().edgeCount(),
            dataset.classCount(),
            Format.seconds(seconds),
            seed.seed(),
            output);
    List<String> next = List.of("train", output.toString(), "-o", "run.npz");
    return new Outcome(fields, text().head(ResultText.Tone.PLAIN, text).end(next));
  }
}
