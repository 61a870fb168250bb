package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Method;
import io.github.wats.cli.console.Format;
import io.github.wats.io.NodeData;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Notes on input that is valid, but often a mistake. */
final class InputNotes {
  /** Rows of probabilities in single precision sum to 1 within this. */
  private static final double ROUNDING = 1e-3;

  private InputNotes() {}

  /** Notes on the logits, and on their predictions where labels are known. */
  static Stream<String> of(NodeData data) {
    Optional<String> order =
        data.logits()
            .flatMap(z -> data.labels().flatMap(labels -> accuracy(labels, z::predictedClass)));
    return Stream.of(data.logits().flatMap(InputNotes::probabilities), order)
        .flatMap(Optional::stream);
  }

  /** The same for a method, which may use the edges. */
  static Stream<String> of(NodeData data, Method method) {
    String note = "note: the graph has no edges, so %s cannot use neighbors; ts needs no graph";
    boolean edgeless = data.graph().filter(graph -> graph.edgeCount() == 0).isPresent();
    return edgeless && method.scope() != Method.Scope.LOGITS
        ? Stream.concat(of(data), Stream.of(Format.text(note, method.name())))
        : of(data);
  }

  /** Probabilities in place of logits make the network look less confident than it is. */
  private static Optional<String> probabilities(Logits logits) {
    double[] row = new double[logits.classCount()];
    boolean zeros = false;
    for (int i = 0; i < logits.nodeCount(); i++) {
      logits.copyRow(i, row, 0);
      double least = Arrays.stream(row).min().orElse(0);
      if (least < 0 || Math.abs(Arrays.stream(row).sum() - 1) > ROUNDING) {
        return Optional.empty();
      }
      zeros |= least == 0;
    }
    return Optional.of(
        "note: rows of 'logits' sum to 1: these look like probabilities; pass raw scores, or "
            + (zeros ? "np.log(np.maximum(p, 1e-12))" : "np.log(p)"));
  }

  /** Rows in another order than the labels are right less often than the largest class is. */
  static Optional<String> accuracy(Labels labels, IntUnaryOperator predictedClass) {
    int[] sizes = new int[labels.classCount()];
    int[] known = IntStream.range(0, labels.nodeCount()).filter(labels::isKnown).toArray();
    int right = 0;
    for (int node : known) {
      sizes[labels.get(node)]++;
      right += predictedClass.applyAsInt(node) == labels.get(node) ? 1 : 0;
    }
    int largest = Arrays.stream(sizes).max().orElse(0);
    String note =
        "note: predictions are right for %s of the labeled nodes, but the largest class has %s:"
            + " are logits and labels in the same order of nodes and classes?";
    return right >= largest
        ? Optional.empty()
        : Optional.of(Format.text(note, percent(right, known), percent(largest, known)));
  }

  private static String percent(int count, int[] of) {
    return Format.percent((double) count / of.length);
  }
}
