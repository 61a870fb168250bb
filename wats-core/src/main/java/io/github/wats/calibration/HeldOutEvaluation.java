package io.github.wats.calibration;

import io.github.wats.internal.Check;
import io.github.wats.internal.Seeds;
import io.github.wats.nn.DivergedException;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;

/**
 * Nodes to evaluate calibrators on that were fitted without their labels: the test nodes, or by
 * cross-fitting the validation nodes. Immutable.
 */
public final class HeldOutEvaluation {
  private final CalibrationData data;
  private final NodeSet nodes; // (m) held out, all of known label
  private final Labels labels; // (m) theirs
  private final int repeats;
  private final List<Fold> folds; // of all repeats
  private final long seed;

  /** What a fit sees, and which of the held-out nodes its calibrator then predicts. */
  private record Fold(int repeat, CalibrationData data, int[] places) {}

  private HeldOutEvaluation(
      CalibrationData data, NodeSet nodes, int repeats, List<Fold> folds, long seed) {
    this.data = data;
    this.nodes = nodes;
    this.labels = data.requireLabels().select(nodes);
    this.repeats = repeats;
    this.folds = folds;
    this.seed = seed;
  }

  /** The test nodes of known label, at least one; a fit uses all validation nodes. */
  public static HeldOutEvaluation testNodes(CalibrationData data, long seed) {
    NodeSet nodes = data.requireSplit().test().withKnownLabel(data.requireLabels());
    Check.argument(!nodes.isEmpty(), "there must be a test node with a known label, got none");
    int[] places = IntStream.range(0, nodes.size()).toArray();
    return new HeldOutEvaluation(data, nodes, 1, List.of(new Fold(0, data, places)), seed);
  }

  /**
   * The validation nodes of known label, at least two, in each repeat divided into folds of about
   * equal size. For the fit that predicts a fold, its nodes are in no part of the split and their
   * labels are unknown, so they have no effect, not even on neighbors.
   *
   * @param folds with fewer nodes, one for each node
   */
  public static HeldOutEvaluation crossFitted(
      CalibrationData data, int folds, int repeats, long seed) {
    Check.argument(folds >= 2, "folds must be at least 2, got %d", folds);
    Check.argument(repeats >= 1, "repeats must be at least 1, got %d", repeats);
    NodeSet nodes = data.requireSplit().validation().withKnownLabel(data.requireLabels());
    Check.argument(
        nodes.size() >= 2,
        "cross-fitting needs at least 2 validation nodes with a known label, got %d",
        nodes.size());
    int parts = Math.min(folds, nodes.size());
    long stream = Seeds.derive(seed, "auto-folds");
    List<Fold> all = new ArrayList<>();
    for (int repeat = 0; repeat < repeats; repeat++) {
      long own = repeat == 0 ? stream : Seeds.derive(stream, repeat);
      int[] shuffled = shuffled(nodes, data.logits(), own);
      for (int part = 0; part < parts; part++) {
        all.add(fold(data, nodes, shuffled, repeat, part, parts));
      }
    }
    return new HeldOutEvaluation(data, nodes, repeats, all, seed);
  }

  private static Fold fold(
      CalibrationData data, NodeSet nodes, int[] shuffled, int repeat, int part, int parts) {
    boolean[] kept = nodes.toMask();
    int[] labels = data.requireLabels().toArray();
    int[] places = new int[(shuffled.length - part + parts - 1) / parts];
    for (int k = 0; k < places.length; k++) {
      places[k] = shuffled[part + k * parts];
      kept[nodes.get(places[k])] = false;
      labels[nodes.get(places[k])] = Labels.UNKNOWN;
    }
    Split split = data.requireSplit();
    return new Fold(
        repeat,
        data.withLabels(Labels.of(data.classCount(), labels))
            .withSplit(new Split(split.train(), NodeSet.ofMask(kept), split.test())),
        places);
  }

  /**
   * The places of the nodes in an order drawn from the seed and a node's logits: how nodes are
   * numbered does not matter.
   */
  private static int[] shuffled(NodeSet nodes, Logits logits, long stream) {
    long[] keys = new long[nodes.size()];
    double[] row = new double[logits.classCount()];
    for (int k = 0; k < keys.length; k++) {
      logits.copyRow(nodes.get(k), row, 0);
      keys[k] = Seeds.bits(stream, Arrays.hashCode(row));
    }
    return IntStream.range(0, keys.length)
        .boxed()
        .sorted(Comparator.comparingLong(place -> keys[place]))
        .mapToInt(place -> place)
        .toArray();
  }

  /** All nodes, with the split and the labels of all validation nodes. */
  public CalibrationData data() {
    return data;
  }

  /** The seed of the folds and of all fits. */
  public long seed() {
    return seed;
  }

  /** The held-out nodes (m). */
  public NodeSet nodes() {
    return nodes;
  }

  /** Their labels (m), all known. */
  public Labels labels() {
    return labels;
  }

  /** Whether these are validation nodes; if not, they are test nodes. */
  public boolean isCrossFitted() {
    return folds.size() > 1;
  }

  /** The number of fits of each method. */
  public int fits() {
    return folds.size();
  }

  /**
   * What calibrators predict for the held-out nodes.
   *
   * @param repeats the probabilities (m × C), once for each repeat
   * @param fitted the calibrator of the last fit
   * @param seconds the mean time of a fit
   */
  public record Predictions(List<Probabilities> repeats, FittedCalibrator fitted, double seconds) {
    public Predictions {
      repeats = List.copyOf(repeats);
    }

    /** {@code −ln p_y} of each node (m), the mean over repeats. */
    public double[] losses(Labels labels) {
      double[] losses = new double[labels.nodeCount()];
      for (int k = 0; k < losses.length; k++) {
        double sum = 0;
        for (Probabilities repeat : repeats) {
          sum += MethodChoice.loss(repeat.get(k, labels.get(k)));
        }
        losses[k] = sum / repeats.size();
      }
      return losses;
    }
  }

  /**
   * Methods by name.
   *
   * @param failures a sentence for each method that was left out
   */
  public record Predicted(Map<String, Predictions> methods, Map<String, String> failures) {}

  /**
   * Fits every method; one that fails is left out.
   *
   * @param progress called before each fit with the method and the number of fits before it
   */
  public Predicted predict(Map<String, Calibrator<?>> methods, ObjIntConsumer<String> progress) {
    Map<String, Predictions> predictions = new LinkedHashMap<>();
    Map<String, String> failures = new LinkedHashMap<>();
    methods.forEach(
        (name, calibrator) -> {
          int first = (predictions.size() + failures.size()) * folds.size();
          try {
            predictions.put(name, predict(calibrator, k -> progress.accept(name, first + k)));
          } catch (IllegalArgumentException | IllegalStateException | DivergedException failure) {
            failures.put(name, name + " was left out, since it failed: " + failure.getMessage());
          }
        });
    return new Predicted(predictions, failures);
  }

  /** What one calibrator predicts for the held-out nodes (m × C), in the first repeat. */
  public Probabilities unseen(Calibrator<?> calibrator) {
    return predict(calibrator, fit -> {}).repeats.get(0);
  }

  private Predictions predict(Calibrator<?> calibrator, IntConsumer progress) {
    int classes = labels.classCount();
    double[][] rows = new double[repeats][nodes.size() * classes];
    double seconds = 0;
    FittedCalibrator last = null;
    for (int f = 0; f < folds.size(); f++) {
      progress.accept(f);
      Fold fold = folds.get(f);
      last = calibrator.fit(fold.data, seed);
      Probabilities predicted = last.calibrate(fold.data).probabilities();
      for (int place : fold.places) {
        predicted.copyRow(nodes.get(place), rows[fold.repeat], place * classes);
      }
      seconds += last.report().seconds() / folds.size();
    }
    List<Probabilities> all =
        Arrays.stream(rows).map(one -> Probabilities.of(nodes.size(), classes, one)).toList();
    return new Predictions(all, Objects.requireNonNull(last), seconds);
  }

  /**
   * The calibrator of some predictions, fitted to all validation nodes. That of test nodes is not
   * fitted again.
   */
  public FittedCalibrator fittedToAll(Predictions predictions) {
    return isCrossFitted()
        ? predictions.fitted.report().calibrator().fit(data, seed)
        : predictions.fitted;
  }
}
