package io.github.wats.cli.dataset;

import io.github.wats.cli.console.DataFolderOption;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.graph.GraphStatistics;
import io.github.wats.io.dataset.Catalogue;
import io.github.wats.io.dataset.CatalogueEntry;
import io.github.wats.io.dataset.CatalogueEntry.Counts;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.report.figure.DataTable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code wats dataset info}: the statistics of a data set. */
@Command(
    name = "info",
    description = {
      "Verifies the files of a data set and describes its graph.",
      "Prints counts, degrees, homophily and components of the preprocessed graph."
    },
    footer = {"", "Examples:", "  wats dataset info cora", "  wats dataset info photo --json"})
final class DatasetInfoCommand extends Subcommand {
  /** Quantiles of the degree, in percent. */
  private static final List<Integer> QUANTILES = List.of(0, 25, 50, 75, 90, 99, 100);

  @Mixin private DataFolderOption data = new DataFolderOption();

  @Parameters(paramLabel = "NAME", description = "Data set; 'wats dataset list' lists them.")
  private String name = "";

  @Override
  protected Outcome execute() throws IOException {
    String registered = UsageException.checked(() -> Datasets.named(name));
    DataFolder folder = data.folder(console());
    Dataset dataset = Datasets.load(folder, registered);
    Map<String, Object> fields = new LinkedHashMap<>();
    Optional<CatalogueEntry> entry = Catalogue.find(registered);
    entry.ifPresent(about -> fields.putAll(fields(about)));
    String text = addStatistics(dataset, fields).toString();
    if (entry.isPresent()) {
      String place = folder.folder(entry.get()).toString();
      fields.put("folder", place);
      fields.put("counted", "in the files"); // also where the list has published counts
      text +=
          Format.text(
              "%ncounted:   in these files, each undirected edge once, without self-loops%n"
                  + "prepared:  %s%npublisher: %s%nlicense:   %s%nfiles:     %s%n",
              entry.get().preparation(), entry.get().publisher(), entry.get().license(), place);
    }
    return new Outcome(fields, text().say(text));
  }

  /** Puts the counts and the shape of the graph into the fields, and most of them into a table. */
  private static DataTable.Builder addStatistics(Dataset dataset, Map<String, Object> fields) {
    GraphStatistics graph = GraphStatistics.of(dataset.graph());
    fields.putAll(counts(dataset));
    fields.put("components", graph.componentCount());
    fields.put("largestComponent", graph.largestComponentSize());
    fields.put("isolated", graph.isolatedCount());
    DataTable.Builder table =
        new DataTable.Builder("", dataset.name())
            .row("nodes", Format.count(dataset.nodeCount()))
            .row("undirected edges", Format.count(dataset.graph().edgeCount()))
            .row(
                "features",
                dataset.features().map(x -> Format.count(x.columns())).orElse("missing"))
            .row("classes", Format.count(dataset.classCount()))
            .row("components", Format.count(graph.componentCount()))
            .row("isolated nodes", Format.count(graph.isolatedCount()))
            .row("mean degree", Format.number(graph.meanDegree()));
    Map<String, Object> degrees = new LinkedHashMap<>();
    degrees.put("mean", graph.meanDegree());
    for (int percent : QUANTILES) {
      int degree = graph.degreeQuantile(percent / 100.0);
      String name = percent == 0 ? "smallest" : percent == 100 ? "largest" : percent + " %";
      degrees.put("q" + percent, degree);
      table.row("degree, " + name, Format.count(degree));
    }
    OptionalDouble homophily = graph.homophily(dataset.labels().toArray());
    homophily.ifPresent(share -> fields.put("homophily", share));
    table.row(
        "edge homophily", homophily.isPresent() ? Format.number(homophily.getAsDouble()) : "none");
    fields.put("degrees", degrees);
    fields.put("nodesPerClass", dataset.labels().counts());
    if (!dataset.classNames().isEmpty()) {
      fields.put("classNames", dataset.classNames());
    }
    dataset
        .publicSplit()
        .ifPresent(
            split -> {
              Map<String, Object> sizes = new LinkedHashMap<>();
              sizes.put("train", split.train().size());
              sizes.put("val", split.validation().size());
              sizes.put("test", split.test().size());
              fields.put("publicSplit", sizes);
              table.row(
                  "public split",
                  sizes.values().stream().map(Object::toString).collect(Collectors.joining(" / ")));
            });
    fields.put("fingerprint", dataset.fingerprint());
    return table;
  }

  /** What is known without opening a file. */
  static Map<String, Object> fields(CatalogueEntry entry) {
    Map<String, Object> fields = fields(entry.name(), Optional.of(entry.title()), entry.counts());
    fields.put("counted", entry.counted());
    fields.put("publisher", entry.publisher());
    fields.put("license", entry.license());
    fields.put("preparation", entry.preparation());
    return fields;
  }

  /** What is known of a generated data set; the number of edges is approximate. */
  static Map<String, Object> generatedFields(String name) {
    Map<String, Object> fields =
        fields(name, Optional.of("Generated graph"), Datasets.counts(name));
    fields.put("publisher", "a random graph; 'wats dataset generate' has its settings");
    fields.put("license", "none needed");
    fields.put("preparation", "none");
    fields.put("present", true);
    return fields;
  }

  private static Map<String, Object> fields(String name, Optional<String> title, Counts counts) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", name);
    title.ifPresent(words -> fields.put("title", words));
    fields.put("nodes", counts.nodes());
    fields.put("edges", counts.edges());
    fields.put("features", counts.features());
    fields.put("classes", counts.classes());
    return fields;
  }

  /** Nodes, undirected edges, features (0 where there are none) and classes. */
  static Map<String, Object> counts(Dataset dataset) {
    int edges = dataset.graph().edgeCount();
    int features = dataset.features().map(FeatureMatrix::columns).orElse(0);
    Counts counts = new Counts(dataset.nodeCount(), edges, features, dataset.classCount());
    return fields(dataset.name(), Optional.empty(), counts);
  }
}
