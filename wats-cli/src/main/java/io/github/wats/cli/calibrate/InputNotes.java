package io.github.wats.cli.calibrate;

import io.github.wats.cli.console.Format;
import io.github.wats.io.NodeData;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Notes on input that is valid, but often a mistake. */
final class InputNotes {
  private InputNotes() {}

  /** Notes on the order of rows, where labels are known. */
  static Optional<String> of(NodeData data) {
    Optional<IntUnaryOperator> ofLogits = data.logits().map(z -> z::predictedClass);
    Optional<IntUnaryOperator> ofProbabilities = data.probabilities().map(p -> p::predictedClass);
    return ofProbabilities
        .or(() -> ofLogits)
        .flatMap(predicted -> data.labels().flatMap(labels -> accuracy(labels, predicted)));
  }

  /** The test nodes that metrics leave out, where labels and a split are known. */
  static Optional<String> ofTestNodes(NodeData data) {
    NodeSet none = NodeSet.of(data.nodeCount());
    NodeSet test = data.split().map(Split::test).orElse(none);
    int labeled = data.labels().map(labels -> test.withKnownLabel(labels).size()).orElse(0);
    String note = "note: the labels of %d of %d test nodes are unknown; metrics leave them out";
    return labeled == 0 || labeled == test.size()
        ? Optional.empty()
        : Optional.of(Format.text(note, test.size() - labeled, test.size()));
  }

  /** Rows in another order than the labels are right less often than the largest class is. */
  private static Optional<String> accuracy(Labels labels, IntUnaryOperator predictedClass) {
    int[] labeled = IntStream.range(0, labels.nodeCount()).filter(labels::isKnown).toArray();
    int right = 0;
    for (int node : labeled) {
      right += predictedClass.applyAsInt(node) == labels.get(node) ? 1 : 0;
    }
    int largest = Arrays.stream(labels.counts()).max().orElse(0);
    String note =
        "note: predictions are right for %s of the labeled nodes, but the largest class has %s:"
            + " are they in the same order of nodes and classes as the labels?";
    return right >= largest
        ? Optional.empty()
        : Optional.of(Format.text(note, percent(right, labeled), percent(largest, labeled)));
  }

  private static String percent(int count, int[] of) {
    return Format.percent((double) count / of.length);
  }
}
