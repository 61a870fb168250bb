package io.github.wats.calibration;

import io.github.wats.calibration.internal.LabelFits;
import io.github.wats.features.NodeInputs;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Probabilities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Calibrates nodes with several labels by a calibrator of two classes for each label. Of one label
 * that is the calibrator itself. Of several, what the fits are shrunk to, and how much, is
 * estimated over all labels, so that rare labels borrow strength; a label without both outcomes
 * among the validation nodes takes what the others are shrunk to.
 */
public record MultiLabelCalibrator(Calibrator<?> each)
    implements Calibrator<MultiLabelCalibrator.Fitted> {
  /** Labels are parallel whatever their size. */
  private static final long MUCH_WORK = Long.MAX_VALUE;

  private static final int MOST_NOTES = 5;

  public MultiLabelCalibrator {
    Check.argument(
        each instanceof LabelFits,
        "method must be one of %s for nodes with several labels, got %s",
        String.join(", ", methods().stream().map(Method::name).toList()),
        Methods.find(each).map(Method::name).orElse(each.toString()));
  }

  /** The methods that can be fitted to several labels; the last one is recommended. */
  public static List<Method> methods() {
    return Methods.all().stream().filter(one -> one.calibrator() instanceof LabelFits).toList();
  }

  /** Fits on the known outcomes of the validation nodes. */
  @Override
  public Fitted fit(CalibrationData rows, long seed) {
    long started = System.nanoTime();
    MultiLabelData all = rows.requireSeveralLabels();
    int count = all.labelCount();
    int[][] counts = all.counts(rows.requireLabels(), rows.requireSplit().validation());
    IntStream labels = IntStream.range(0, count);
    int[] both =
        labels.filter(l -> count == 1 || Math.min(counts[l][0], counts[l][1]) > 0).toArray();
    Check.argument(
        both.length > 0,
        "at least one label must have both outcomes, 0 and 1, among the %d validation nodes, got"
            + " none",
        all.nodes(rows.requireSplit().validation()).size());
    IntFunction<CalibrationData> data = all.labels(rows);
    List<FittedCalibrator> fits =
        count == 1
            ? List.of(each.fit(data.apply(0), seed))
            : ((LabelFits) each).fitLabels(rows, both.length, k -> data.apply(both[k]), seed);
    List<FittedCalibrator> fitted = new ArrayList<>();
    List<Integer> shared = new ArrayList<>();
    for (int l = 0; l < count; l++) {
      int place = Arrays.binarySearch(both, l);
      fitted.add(fits.get(place >= 0 ? place : both.length));
      shared.addAll(place >= 0 ? List.of() : List.of(l));
    }
    return Fitted.of(fitted, shared, all.names(), (System.nanoTime() - started) * 1e-9);
  }

  /**
   * The calibrators of the labels.
   *
   * @param labels in the order of the labels
   * @param shared the labels that have no fit of their own
   * @param names of the labels
   */
  public record Fitted(
      List<FittedCalibrator> labels, List<Integer> shared, List<String> names, FitReport report)
      implements FittedCalibrator {
    public Fitted {
      labels = List.copyOf(labels);
      shared = List.copyOf(shared);
      names = List.copyOf(names);
      check(labels, shared, names);
    }

    private static void check(
        List<FittedCalibrator> labels, List<Integer> shared, List<String> names) {
      int count = labels.size();
      Check.argument(count > 0, "there must be at least one label, got none");
      Check.argument(
          names.size() == count,
          "there must be a name for each of %d labels, got %s",
          count,
          names);
      String rule = "shared labels must be among the %d labels, got %s";
      Check.argument(shared.stream().allMatch(l -> l >= 0 && l < count), rule, count, shared);
    }

    public static Fitted of(
        List<FittedCalibrator> labels, List<Integer> shared, List<String> names, double seconds) {
      check(labels, shared, names);
      List<List<String>> own = new ArrayList<>();
      for (int l = 0; l < labels.size(); l++) {
        own.add(shared.contains(l) ? List.of() : labels.get(l).report().notes());
      }
      List<String> notes = new ArrayList<>();
      if (!shared.isEmpty()) {
        notes.add(
            "without both outcomes among the validation nodes, these labels take the fit shared by"
                + " all: "
                + String.join(", ", shared.stream().map(names::get).toList()));
      }
      notes.addAll(joined(own, names));
      FitReport first = labels.get(0).report();
      FitReport report =
          new FitReport(
              first.calibrator(),
              first.seed(),
              first.epochs(),
              List.of(),
              List.of(),
              labels.stream().allMatch(label -> label.report().converged()),
              seconds,
              first.earlyStopping(),
              notes,
              first.classCount());
      return new Fitted(labels, shared, names, report);
    }

    /** Remarks with the labels that they are on, the most frequent first. */
    private static List<String> joined(List<List<String>> ofLabels, List<String> names) {
      Map<String, List<String>> labels = new LinkedHashMap<>();
      for (int l = 0; l < names.size(); l++) {
        for (String note : ofLabels.get(l)) {
          labels.computeIfAbsent(note, unused -> new ArrayList<>()).add(names.get(l));
        }
      }
      List<String> notes = new ArrayList<>();
      labels.entrySet().stream()
          .sorted(Comparator.comparing(one -> -one.getValue().size()))
          .limit(MOST_NOTES)
          .forEach(one -> notes.add(one.getKey() + on(one.getValue(), names.size())));
      int others = labels.size() - notes.size();
      notes.addAll(
          others > 0
              ? List.of(
                  others + (others == 1 ? " other remark" : " other remarks") + " on single labels")
              : List.of());
      return notes;
    }

    private static String on(List<String> labels, int all) {
      return labels.size() == all
          ? all == 1 ? "" : " (all labels)"
          : labels.size() > MOST_NOTES
              ? " (%s labels)".formatted(labels.size())
              : " (label %s)".formatted(String.join(", ", labels));
    }

    /** The probabilities of rows, of which class 1 is that a node has a label. */
    @Override
    public Calibration calibrate(CalibrationData rows) {
      MultiLabelData all = rows.requireSeveralLabels();
      int count = labels.size();
      Check.argument(
          all.labelCount() == count,
          "this calibrator was fitted on %d labels, got logits of %d",
          count,
          all.labelCount());
      double[] result = new double[Math.multiplyExact(2, rows.nodeCount())];
      List<List<String>> notes = new ArrayList<>(Collections.nCopies(count, List.of()));
      IntFunction<CalibrationData> data = all.labels(rows);
      Rows.forEachRow(
          count,
          MUCH_WORK,
          l -> {
            Calibration one = labels.get(l).calibrate(data.apply(l));
            for (int i = 0; i < all.graph().nodeCount(); i++) {
              one.probabilities().copyRow(i, result, 2 * (i * count + l));
            }
            notes.set(l, one.notes());
          });
      Probabilities probabilities = Probabilities.of(rows.nodeCount(), 2, result);
      return Calibration.of(probabilities).withNotes(joined(notes, names));
    }

    /** Those of the labels are read by {@link #calibrate}. */
    @Override
    public Optional<NodeInputs> inputs() {
      return Optional.empty();
    }

    @Override
    public CalibratorState state() {
      throw new UnsupportedOperationException("files hold the state of each label");
    }

    @Override
    public Optional<String> otherInputs(CalibrationData rows) {
      IntFunction<CalibrationData> data = rows.requireSeveralLabels().labels(rows);
      return IntStream.range(0, labels.size())
          .filter(l -> !shared.contains(l))
          .limit(1) // the others read the same
          .mapToObj(l -> labels.get(l).otherInputs(data.apply(l)))
          .flatMap(Optional::stream)
          .findFirst();
    }
  }
}
