package io.github.wats.cli.calibrate;

import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.SeedOption;
import io.github.wats.cli.console.SettingOptions;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.features.FeatureTable;
import io.github.wats.features.NodeFeatures;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.FeatureFile;
import io.github.wats.settings.SettingsSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wats features}: features of nodes computed from the graph. */
@Command(
    name = "features",
    description = "Computes graph wavelets or structural features of all nodes.",
    footer = {
      "",
      "Examples:",
      "  wats features run.npz -o features.npy --k 4 --s 0.4",
      "  wats features edges.csv -o features.csv --features degree+clustering"
    })
public final class FeaturesCommand extends Subcommand {
  @Parameters(
      index = "0",
      paramLabel = "GRAPH",
      description = "Node file, SciPy sparse matrix (.npz), or edges in a format of files.md.")
  private Path source = Path.of("");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "F.npy",
      required = true,
      description =
          "Write the features (nodes × columns, float64) as .npy, or with the ids of the nodes as"
              + " .npz, .csv or .tsv.")
  private Path output = Path.of("");

  @Option(
      names = "--features",
      paramLabel = "NAME",
      description =
          "Features to compute: wavelet, or any of degree, betweenness, clustering joined by +."
              + " Default: ${DEFAULT-VALUE}.")
  private String kind = "wavelet";

  @Option(names = "--kind", hidden = true, description = "The same as --features.")
  private @Nullable String alias;

  @Option(
      names = "--pivots",
      paramLabel = "N",
      description =
          "Estimate betweenness from N sampled nodes. Default: all nodes, 100 of a large graph.")
  private @Nullable Integer pivots;

  @Mixin private SeedOption seed = new SeedOption();

  private static final SettingsSchema<WaveletSettings> SCHEMA =
      SettingsSchema.of(WaveletSettings.DEFAULT);

  @Mixin private SettingOptions wavelets = SettingOptions.of(SCHEMA);

  @Override
  protected Outcome execute() throws IOException {
    Function<Graph, FeatureTable> method = UsageException.checked(this::method);
    NodeData data = InputOptions.readGraph(source);
    Graph graph = data.requireGraph();
    if (graph.edgeCount() == 0) {
      messages().note("note: the graph has no edges: all nodes have the features of a lone node");
    }
    long start = System.nanoTime();
    FeatureTable features = method.apply(graph);
    double seconds = (System.nanoTime() - start) * 1e-9;
    FeatureFile.write(output, data.ids(), features);
    if (data.ids().areNames() && !FeatureFile.hasIds(output)) {
      messages().note("note: " + output + " has no node ids; write .npz or .csv to keep them");
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("nodes", features.nodeCount());
    fields.put("columns", features.columnCount());
    fields.put("names", features.names());
    fields.put("seconds", seconds);
    String text =
        Format.text(
            "%,d nodes × %s, computed in %s, written to %s",
            features.nodeCount(),
            String.join(", ", features.names()),
            Format.seconds(seconds),
            output);
    return new Outcome(fields, text().say(text));
  }

  private Function<Graph, FeatureTable> method() {
    kind = alias == null ? kind : alias;
    boolean wavelet = kind.equalsIgnoreCase("wavelet");
    if (wavelet ? pivots != null : !wavelets.values().isEmpty()) {
      String unused = wavelet ? "--pivots" : "--" + wavelets.values().keySet().iterator().next();
      throw new UsageException(unused + " has no effect on --features " + kind);
    }
    if (wavelet) {
      WaveletSettings settings = SCHEMA.bind(wavelets.values());
      return graph -> WaveletFeatures.of(graph, settings);
    }
    NodeFeatures features = NodeFeatures.parse(kind);
    if (pivots != null && pivots < 1) {
      throw new UsageException("--pivots must be at least 1, got " + pivots);
    }
    OptionalInt sample = pivots == null ? OptionalInt.empty() : OptionalInt.of(pivots);
    return graph -> features.of(graph, sample, seed.seed());
  }
}
