package io.github.wats.calibration;

import io.github.wats.calibration.internal.LabelFits;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A calibrator of nodes with several labels: a fitted calibrator of two classes for each label. Of
 * one label that is the calibrator of {@link Calibrator#fit}. Of several, what the fits are shrunk
 * to, and how much, is estimated over all labels, so that rare labels borrow strength; a label
 * without both outcomes among the validation nodes takes what the others are shrunk to.
 *
 * @param labels in the order of the labels
 * @param shared the labels that have no fit of their own
 */
public record FittedLabels(List<FittedCalibrator> labels, List<Integer> shared) {
  /** Labels are parallel whatever their size. */
  private static final long MUCH_WORK = Long.MAX_VALUE;

  public FittedLabels {
    labels = List.copyOf(labels);
    shared = List.copyOf(shared);
    Check.argument(!labels.isEmpty(), "there must be at least one label, got none");
  }

  /** The names of the methods that can be fitted to several labels. */
  public static List<String> methods() {
    return Methods.all().stream()
        .filter(method -> method.calibrator() instanceof LabelFits)
        .map(Method::name)
        .toList();
  }

  /** Fits on the known outcomes of the validation nodes. */
  public static FittedLabels fit(MultiLabelData data, Calibrator<?> calibrator, long seed) {
    if (!(calibrator instanceof LabelFits several)) {
      throw new IllegalArgumentException(
          "method must be one of %s for nodes with several labels, got %s"
              .formatted(String.join(", ", methods()), Methods.of(calibrator).name()));
    }
    if (data.labelCount() == 1) {
      return new FittedLabels(List.of(calibrator.fit(data.label(0), seed)), List.of());
    }
    int[] both = data.withBothOutcomes(data.requireSplit().validation());
    Check.argument(
        both.length > 0,
        "at least one label must have both outcomes, 0 and 1, among the %d validation nodes, got"
            + " none",
        data.requireSplit().validation().size());
    List<FittedCalibrator> fits =
        several.fitLabels(data.pooled(), both.length, k -> data.label(both[k]), seed);
    List<FittedCalibrator> all = new ArrayList<>();
    List<Integer> shared = new ArrayList<>();
    for (int l = 0; l < data.labelCount(); l++) {
      int place = Arrays.binarySearch(both, l);
      all.add(fits.get(place >= 0 ? place : both.length));
      shared.addAll(place >= 0 ? List.of() : List.of(l));
    }
    return new FittedLabels(all, shared);
  }

  /** The probability that a node has a label, for all nodes and labels, row by row (n·L). */
  public double[] probabilities(MultiLabelData data) {
    int count = labels.size();
    Check.argument(
        data.labelCount() == count,
        "this calibrator was fitted on %d labels, got logits of %d",
        count,
        data.labelCount());
    double[] result = new double[Math.multiplyExact(data.nodeCount(), count)];
    Rows.forEachRow(
        count,
        MUCH_WORK,
        l -> {
          Calibration one = labels.get(l).calibrate(data.label(l));
          for (int i = 0; i < data.nodeCount(); i++) {
            result[i * count + l] = one.probabilities().get(i, 1);
          }
        });
    return result;
  }

  /** What is unusual about the fits: the labels by remark, the most frequent remarks first. */
  public Map<String, List<Integer>> notes() {
    Map<String, List<Integer>> notes = new LinkedHashMap<>();
    for (int l = 0; l < labels.size(); l++) {
      for (String note : shared.contains(l) ? List.<String>of() : labels.get(l).report().notes()) {
        notes.computeIfAbsent(note, unused -> new ArrayList<>()).add(l);
      }
    }
    return notes.entrySet().stream()
        .sorted((a, b) -> b.getValue().size() - a.getValue().size())
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, LinkedHashMap::new));
  }
}
