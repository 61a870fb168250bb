package io.github.wats.calibration;

import io.github.wats.internal.Check;
import io.github.wats.prediction.Labels;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The labels of the training and validation nodes of one graph, which their neighbors may use.
 *
 * @param graph the fingerprint of the graph; of any other graph these labels say nothing
 * @param nodes the training nodes, then the validation nodes
 * @param classes their labels
 */
public record KnownLabels(String graph, int[] nodes, int[] classes, int trainingCount)
    implements Serializable {
  public static final KnownLabels NONE = new KnownLabels("", new int[0], new int[0], 0);

  /** The training and validation nodes whose labels are known, where the graph is at hand. */
  public static KnownLabels of(CalibrationData data) {
    if (data.inputs().isPresent()) {
      return NONE;
    }
    Labels labels = data.requireLabels();
    int[] first = data.requireSplit().train().withKnownLabel(labels).toArray();
    int[] second = data.requireSplit().validation().withKnownLabel(labels).toArray();
    int[] nodes = IntStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
    int[] classes = Arrays.stream(nodes).map(labels::get).toArray();
    return new KnownLabels(data.graph().fingerprint(), nodes, classes, first.length);
  }

  public int count() {
    return nodes.length;
  }

  /** Whether and how many of these were used, in words. */
  public String note(boolean used) {
    return used
        ? count() == 0
            ? "neighbors' labels were used"
            : "neighbors' labels were used: %s of training and %s of validation nodes"
                .formatted(trainingCount, count() - trainingCount)
        : "neighbors' labels were not used";
  }

  /**
   * These on their own graph, whatever labels the data have, so that a stored calibrator gives what
   * it gave at its fit. On another graph those of the data, if they have labels and a split.
   */
  public KnownLabels on(CalibrationData data) {
    if (areOf(data)) {
      return this;
    }
    return data.labels().isPresent() && data.split().isPresent() ? of(data) : NONE;
  }

  /** Why predictions for these data are made otherwise than at the fit; empty if they are not. */
  public Optional<String> otherInputs(CalibrationData data) {
    return areOf(data)
        ? Optional.empty()
        : Optional.of("neighbors' labels are not those of the fit, since this is another graph");
  }

  private boolean areOf(CalibrationData data) {
    return count() > 0 && data.inputs().isEmpty() && graph.equals(data.graph().fingerprint());
  }

  /** The class of each node, −1 where unknown (n). */
  public int[] labels(int nodeCount) {
    int[] codes = Arrays.copyOf(codes(nodeCount), nodeCount);
    return Arrays.stream(codes).map(code -> Math.abs(code) - 1).toArray();
  }

  /** The labels as {@code NodeView.label} has them (n); empty if none is known. */
  public int[] codes(int nodeCount) {
    int[] codes = new int[count() == 0 ? 0 : nodeCount];
    for (int k = 0; k < nodes.length; k++) {
      Check.argument(
          nodes[k] < nodeCount, "a known label is of node %d, beyond the graph", nodes[k]);
      codes[nodes[k]] = k < trainingCount ? classes[k] + 1 : -(classes[k] + 1);
    }
    return codes;
  }

  public void store(Map<String, CalibratorState.Array> arrays, Map<String, String> texts) {
    arrays.put("label-nodes", CalibratorState.Array.of(nodes));
    arrays.put("label-classes", CalibratorState.Array.of(classes));
    arrays.put("label-training-count", CalibratorState.Array.of(trainingCount));
    texts.put("graph", graph);
  }

  public static KnownLabels restore(CalibratorState form, int classCount) {
    int count = form.array("label-nodes").columns();
    return new KnownLabels(
        form.text("graph"),
        form.integers("label-nodes", count, 0, Integer.MAX_VALUE),
        form.integers("label-classes", count, 0, classCount - 1),
        form.integers("label-training-count", 1, 0, count)[0]);
  }
}
