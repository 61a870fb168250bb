package io.github.wats.io.dataset;

import io.github.wats.graph.Graph;
import io.github.wats.graph.Subgraph;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.prediction.Labels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reduces a data set to its largest connected component: nodes keep their order, and labels are
 * renumbered without gaps where a class has no node left.
 */
final class LargestComponent {
  private LargestComponent() {}

  /**
   * @param labels one per node, none negative
   * @param classNames the names of the classes, or empty
   */
  static Dataset of(
      String name,
      String fingerprint,
      Graph graph,
      Optional<SparseMatrix> features,
      int[] labels,
      List<String> classNames) {
    Subgraph largest = Subgraph.largestComponent(graph);
    int[] nodes = largest.oldNodes();
    int[] kept = Arrays.stream(nodes).map(node -> labels[node]).toArray();
    int[] classes = Arrays.stream(kept).sorted().distinct().toArray(); // new label → old label
    int[] renumbered =
        Arrays.stream(kept).map(label -> Arrays.binarySearch(classes, label)).toArray();
    List<String> names = new ArrayList<>();
    if (!classNames.isEmpty()) {
      Arrays.stream(classes).forEach(label -> names.add(classNames.get(label)));
    }
    return new Dataset(
        name,
        largest.graph(),
        features.map(matrix -> FeatureMatrix.wrap(matrix.selectRows(nodes))),
        Labels.of(Math.max(1, classes.length), renumbered),
        names,
        Optional.empty(),
        fingerprint);
  }
}
