package io.github.wats.io.dataset;

import io.github.wats.graph.Graph;
import io.github.wats.io.Location;
import io.github.wats.io.format.GraphArrays;
import io.github.wats.io.format.SparseArrays;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.prediction.Labels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads the archives of gnn-benchmark (Shchur et al. 2018): adjacency and features as compressed
 * rows, {@code labels}, perhaps {@code class_names}; other arrays are ignored. The graph is reduced
 * to its largest component. Positive features become 1, as PyTorch Geometric reads these files and
 * most papers use them; for the Amazon graphs, which are 0/1, that changes nothing.
 */
record BenchmarkReader(String file) implements DatasetLayout {
  @Override
  public Dataset read(Path folder, String name, String fingerprint) throws IOException {
    return LargestComponent.of(whole(folder, name, fingerprint));
  }

  @Override
  public Dataset whole(Path folder, String name, String fingerprint) throws IOException {
    try (NpzFile npz = NpzFile.open(folder.resolve(file))) {
      Graph graph = GraphArrays.read(npz);
      FeatureMatrix features =
          FeatureMatrix.wrap(binary(SparseArrays.open(npz, "attr_").toMatrix()));
      Location location = npz.location().array("attr_shape");
      location.check(
          features.rows() == graph.nodeCount(),
          "features must have a row for each of the %d nodes, got %d",
          graph.nodeCount(),
          features.rows());
      int[] labels = labels(npz.array("labels"), graph.nodeCount());
      List<String> names = classNames(npz, labels);
      int classes = Arrays.stream(labels).max().orElse(0) + 1;
      return new Dataset(
          name,
          graph,
          Optional.of(features),
          Labels.of(Math.max(classes, names.size()), labels),
          names,
          List.of(),
          fingerprint);
    }
  }

  private static SparseMatrix binary(SparseMatrix matrix) {
    float[] values = new float[matrix.entryCount()];
    for (int k = 0; k < values.length; k++) {
      values[k] = matrix.value(k) > 0 ? 1 : matrix.value(k);
    }
    return SparseMatrix.wrap(matrix.pattern(), values);
  }

  /** One label per node, none negative. */
  static int[] labels(NpyArray array, int nodeCount) throws IOException {
    array.check(
        array.withDimensions(1).elementCount() == nodeCount,
        "must have a label for each of the %d nodes, got %d",
        nodeCount,
        array.elementCount());
    int[] labels = array.toInts();
    for (int i = 0; i < labels.length; i++) {
      array.check(labels[i] >= 0, "labels must not be negative, got %d at [%d]", labels[i], i);
    }
    return labels;
  }

  /** The names, where there is one for every label; in some files they are Python objects. */
  private static List<String> classNames(NpzFile npz, int[] labels) throws IOException {
    if (!npz.has("class_names")) {
      return List.of();
    }
    NpyArray array = npz.array("class_names").withDimensions(1);
    String[] names = array.toStrings();
    for (int i = 0; i < labels.length; i++) {
      array.check(
          labels[i] < names.length,
          "must name every class: node %d has label %d, got %d names",
          i,
          labels[i],
          names.length);
    }
    return List.of(names);
  }
}
