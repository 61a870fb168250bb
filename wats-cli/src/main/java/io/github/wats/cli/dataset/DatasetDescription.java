package io.github.wats.cli.dataset;

import io.github.wats.io.dataset.CatalogueEntry;
import io.github.wats.io.dataset.CatalogueEntry.Figures;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.matrix.FeatureMatrix;
import java.util.LinkedHashMap;
import java.util.Map;

/** What commands say of a data set: the words of the catalogue and the numbers of the graph. */
final class DatasetDescription {
  private DatasetDescription() {}

  /** What is known without opening a file. */
  static Map<String, Object> of(CatalogueEntry entry) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", entry.name());
    fields.put("title", entry.title());
    put(fields, entry.figures());
    fields.put("origin", entry.origin());
    fields.put("license", entry.license());
    fields.put("preparation", entry.preparation());
    return fields;
  }

  /** What is known of the generated data set; the number of edges is approximate. */
  static Map<String, Object> ofGenerated() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", Datasets.SYNTHETIC);
    fields.put("title", "Generated graph");
    put(fields, Datasets.figures(Datasets.SYNTHETIC));
    fields.put(
        "origin", "a degree-corrected block model; 'wats dataset generate' has its settings");
    fields.put("license", "none needed");
    fields.put("preparation", "none");
    fields.put("present", true);
    return fields;
  }

  private static void put(Map<String, Object> fields, Figures figures) {
    fields.put("nodes", figures.nodes());
    fields.put("edges", figures.edges());
    fields.put("features", figures.features());
    fields.put("classes", figures.classes());
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
}
