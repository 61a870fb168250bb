package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.Explanation;
import io.github.wats.io.NodeData;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.report.ChangedNodes;
import io.github.wats.report.ChangedNodes.Node;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The nodes whose confidence a calibrator changed most, explained for the report. */
final class MostChanged {
  private static final int SHOWN = 10;

  private MostChanged() {}

  /**
   * The test nodes whose confidence in the predicted class changed most, of equal ones the first;
   * empty where the calibrator cannot explain nodes, or there is none.
   *
   * @param before the network's probabilities
   */
  static Optional<ChangedNodes> of(
      String method, NodeData data, Probabilities before, Calibration calibration) {
    NodeSet test = data.requireSplit().test();
    double[] changes = new double[test.size()];
    for (int k = 0; k < changes.length; k++) {
      int node = test.get(k);
      int predicted = data.requireLogits().predictedClass(node);
      changes[k] =
          Math.abs(calibration.probabilities().get(node, predicted) - before.get(node, predicted));
    }
    List<Explanation> most =
        IntStream.range(0, changes.length)
            .boxed()
            .sorted(Comparator.comparingDouble(k -> -changes[k]))
            .limit(SHOWN)
            .map(k -> calibration.explain(test.get(k)))
            .flatMap(Optional::stream)
            .toList();
    Stream<Node> nodes =
        most.stream().map(why -> new Node(data.ids().get(why.node()), data.degree(why.node())));
    return most.isEmpty()
        ? Optional.empty()
        : Optional.of(new ChangedNodes(method, nodes.toList(), most, data.classNames()));
  }
}
