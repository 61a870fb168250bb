package io.github.wats.cli.dataset;

import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Table;
import io.github.wats.graph.GraphStatistics;
import io.github.wats.io.dataset.CatalogueEntry;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** What commands say of a data set: the words of the catalogue and the numbers of the graph. */
final class DatasetDescription {
  private static final double[] QUANTILES = {0, 0.25, 0.5, 0.75, 0.9, 0.99, 1};

  private DatasetDescription() {}

  /** What is known without opening a file. */
  static Map<String, Object> of(CatalogueEntry entry) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", entry.name());
    fields.put("title", entry.title());
    fields.put("nodes", entry.figures().nodes());
    fields.put("edges", entry.figures().edges());
    fields.put("features", entry.figures().features());
    fields.put("classes", entry.figures().classes());
    fields.put("origin", entry.origin());
    fields.put("license", entry.license());
    fields.put("preparation", entry.preparation());
    return fields;
  }

  /** What is known of the generated data set before it is made. */
  static Map<String, Object> of(GeneratorSettings settings) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", Datasets.SYNTHETIC);
    fields.put("title", "Generated graph");
    fields.put("nodes", settings.nodes());
    fields.put("edges", edges(settings));
    fields.put("features", settings.features());
    fields.put("classes", settings.classes());
    fields.put(
        "origin", "a degree-corrected block model; 'wats dataset generate' has its settings");
    fields.put("license", "none needed");
    fields.put("preparation", "none");
    fields.put("present", true);
    return fields;
  }

  /** About how many undirected edges there will be: the generator hits the mean degree closely. */
  static long edges(GeneratorSettings settings) {
    return settings.edges();
  }

  /** Nodes, undirected edges, features (0 where there are none) and classes. */
  static Map<String, Object> counts(Dataset dataset) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", dataset.name());
    fields.put("nodes", dataset.nodeCount());
    fields.put("edges", dataset.graph().edgeCount());
    fields.put("features", dataset.features().map(FeatureMatrix::columns).orElse(0));
    fields.put("classes", dataset.classCount());
    return fields;
  }

  /** The counts and what the graph looks like. */
  static Map<String, Object> statistics(Dataset dataset) {
    Map<String, Object> fields = counts(dataset);
    GraphStatistics graph = GraphStatistics.of(dataset.graph());
    fields.put("components", graph.componentCount());
    fields.put("largestComponent", graph.largestComponentSize());
    fields.put("isolated", graph.isolatedCount());
    OptionalDouble homophily = graph.homophily(dataset.labels().toArray());
    homophily.ifPresent(share -> fields.put("homophily", share));
    Map<String, Object> quantiles = new LinkedHashMap<>();
    quantiles.put("mean", graph.meanDegree());
    for (double share : QUANTILES) {
      quantiles.put("q" + Math.round(100 * share), graph.degreeQuantile(share));
    }
    fields.put("degrees", quantiles);
    fields.put("nodesPerClass", nodesPerClass(dataset));
    if (!dataset.classNames().isEmpty()) {
      fields.put("classNames", dataset.classNames());
    }
    dataset.publicSplit().ifPresent(split -> fields.put("publicSplit", sizes(split)));
    fields.put("fingerprint", dataset.fingerprint());
    return fields;
  }

  private static Map<String, Object> sizes(Split split) {
    Map<String, Object> sizes = new LinkedHashMap<>();
    sizes.put("train", split.train().size());
    sizes.put("val", split.calibration().size());
    sizes.put("test", split.test().size());
    return sizes;
  }

  private static List<Integer> nodesPerClass(Dataset dataset) {
    int[] counts = new int[dataset.classCount()];
    for (int label : dataset.labels().toArray()) {
      if (label >= 0) {
        counts[label]++;
      }
    }
    List<Integer> list = new ArrayList<>();
    for (int count : counts) {
      list.add(count);
    }
    return list;
  }

  /** The fields of {@link #statistics} for people. */
  static String text(Dataset dataset) {
    GraphStatistics graph = GraphStatistics.of(dataset.graph());
    Table table =
        new Table("", dataset.name())
            .row("nodes", Format.count(dataset.nodeCount()))
            .row("undirected edges", Format.count(dataset.graph().edgeCount()))
            .row(
                "features",
                dataset.features().map(x -> Format.count(x.columns())).orElse("not here"))
            .row("classes", Format.count(dataset.classCount()))
            .row("components", Format.count(graph.componentCount()))
            .row("nodes without neighbor", Format.count(graph.isolatedCount()))
            .row("mean degree", Format.number(graph.meanDegree()));
    for (double share : QUANTILES) {
      String name =
          share == 0 ? "smallest" : share == 1 ? "largest" : Math.round(100 * share) + " %";
      table.row("degree, " + name, Format.count(graph.degreeQuantile(share)));
    }
    OptionalDouble homophily = graph.homophily(dataset.labels().toArray());
    table.row(
        "edge homophily", homophily.isPresent() ? Format.number(homophily.getAsDouble()) : "none");
    dataset
        .publicSplit()
        .ifPresent(
            split ->
                table.row(
                    "public split",
                    split.train().size()
                        + " / "
                        + split.calibration().size()
                        + " / "
                        + split.test().size()));
    return table.toString();
  }
}
