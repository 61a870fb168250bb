package io.github.wats.io.dataset;

import io.github.wats.graph.Subgraph;
import io.github.wats.prediction.Labels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reduces a data set to its largest connected component: nodes keep their order, and labels are
 * renumbered without gaps where a class has no node left.
 */
final class LargestComponent {
  private LargestComponent() {}

  static Dataset of(Dataset whole) {
    Subgraph largest = Subgraph.largestComponent(whole.graph());
    int[] nodes = largest.oldNodes();
    int[] kept = Arrays.stream(nodes).map(whole.labels()::get).toArray();
    int[] classes = Arrays.stream(kept).sorted().distinct().toArray(); // new label → old label
    int[] renumbered =
        Arrays.stream(kept).map(label -> Arrays.binarySearch(classes, label)).toArray();
    List<String> names = new ArrayList<>();
    if (!whole.classNames().isEmpty()) {
      Arrays.stream(classes).forEach(label -> names.add(whole.classNames().get(label)));
    }
    return new Dataset(
        whole.name(),
        largest.graph(),
        whole.features().map(matrix -> matrix.selectRows(nodes)),
        Labels.of(Math.max(1, classes.length), renumbered),
        names,
        List.of(),
        whole.fingerprint());
  }
}
