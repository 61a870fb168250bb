package io.github.wats.calibration.ridge;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.Explanation.Contribution;
import io.github.wats.calibration.internal.Doubts;
import io.github.wats.calibration.internal.Lbfgs;
import io.github.wats.calibration.internal.TemperatureLoss;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Softmax;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The weights v that maximize {@code Σ_i w_i ln Σ_k v_k L_ik + Σ_k ln v_k}, where L_ik is the
 * probability that candidate k gives the label of validation node i when fitted without its fold,
 * and then the temperature of the pooled probabilities. Folds take turns among the nodes of each
 * class, so nothing is drawn.
 *
 * @param weights v of the network, temperature scaling and the ridges; empty for a ridge alone
 * @param lastTemperature of {@code ln Σ_k v_k P_k}
 * @param notes the weights in words, and whether the pool is better than the network by chance
 */
record Pool(double[] weights, double lastTemperature, List<String> notes) implements Serializable {
  static final Pool NONE = new Pool(new double[0], 1, List.of());

  private static final List<String> CANDIDATES =
      List.of("the network itself", "temperature scaling", "ridge", "ridge with neighbors' labels");
  private static final double LEAST = 1e-300; // of a probability in a logarithm
  private static final int FOLDS = 10;
  private static final double LAST_PRIOR = 32;
  private static final int MOST_STEPS = 1000;
  private static final double TOLERANCE = 1e-10;

  /** Pools the network, temperature scaling and, if there are enough nodes, the given fits. */
  static Pool of(RidgeFit.Sample sample, List<RidgeFit> fits) {
    Labels labels = sample.rows().labels();
    int n = labels.nodeCount();
    int classes = labels.classCount();
    if (n == 1) {
      double[] half = {0.5, 0.5};
      return new Pool(half, 1, List.of(words(half)));
    }
    double[] nodeWeights = sample.shares().weights();
    List<double[]> crossed = crossValidated(sample, sample.columns().isEmpty() ? List.of() : fits);
    double[][] likelihoods = new double[n][crossed.size()];
    for (int i = 0; i < n; i++) {
      int own = i * classes + labels.get(i);
      Arrays.setAll(likelihoods[i], k -> Math.max(LEAST, crossed.get(k)[own]));
    }
    double[] before = Arrays.stream(likelihoods).mapToDouble(row -> -Math.log(row[0])).toArray();
    double[] weights = weights(likelihoods, nodeWeights);
    double[] logs = new double[n * classes];
    Arrays.setAll(logs, j -> logOfMean(weights, crossed, j));
    Logits pooled = Logits.of(n, classes, logs);
    TemperatureLoss last = new TemperatureLoss(pooled, labels, nodeWeights);
    double temperature = TemperatureSolver.solveNear(1, last, LAST_PRIOR);
    double[] after = new double[n];
    for (int i = 0; i < n; i++) {
      scale(logs, i * classes, classes, temperature);
      after[i] = -Math.log(Math.max(LEAST, logs[i * classes + labels.get(i)]));
    }
    List<String> notes = new ArrayList<>(List.of(words(weights)));
    notes.addAll(classes == 1 ? List.of() : Doubts.ofGain(before, after, nodeWeights));
    return new Pool(weights, temperature, notes);
  }

  /** The weights, the largest first: {@code mostly ridge (88 %); 12 % the network itself}. */
  static String words(double[] weights) {
    return IntStream.range(0, weights.length)
        .boxed()
        .sorted((a, b) -> Double.compare(weights[b], weights[a]))
        .map(
            k -> {
              String share = String.format(Locale.ROOT, "%.0f %%", 100 * weights[k]);
              String name = CANDIDATES.get(k);
              return weights[k] > 0.5 ? "mostly " + name + " (" + share + ")" : share + " " + name;
            })
        .collect(Collectors.joining("; ", "pooled: ", ""));
  }

  /** Writes the probabilities of node i (C): the pooled ones, or those of a ridge alone. */
  void write(
      int i,
      Logits logits,
      double temperature,
      List<RidgeModel.LogitContributions> ridges,
      double[] target,
      int start) {
    int classes = logits.classCount();
    if (weights.length == 0) {
      ridges.get(0).writeProbabilities(i, target, start);
      return;
    }
    double[] row = new double[classes];
    Arrays.fill(target, start, start + classes, 0);
    for (int k = 0; k < weights.length; k++) {
      if (k < 2) {
        logits.copyRow(i, row, 0);
        scale(row, 0, classes, k == 0 ? 1 : temperature);
      } else {
        ridges.get(k - 2).writeProbabilities(i, row, 0);
      }
      for (int c = 0; c < classes; c++) {
        target[start + c] += weights[k] * row[c];
      }
    }
    for (int c = start; c < start + classes; c++) {
      target[c] = Math.log(Math.max(LEAST, target[c]));
    }
    scale(target, start, classes, lastTemperature);
  }

  /** The parts of the last ridge, and what the pool adds to their sum. */
  List<Contribution> explain(List<Contribution> parts, double[] probabilities) {
    if (weights.length == 0) {
      return parts;
    }
    List<Double> rest = new ArrayList<>();
    for (int c = 0; c < probabilities.length; c++) {
      int label = c;
      double sum = parts.stream().mapToDouble(part -> part.logits().get(label)).sum();
      rest.add(Math.log(Math.max(LEAST, probabilities[c])) - sum);
    }
    List<Contribution> all = new ArrayList<>(parts);
    all.add(new Contribution("pool", "the mean with simpler calibrations", rest));
    return all;
  }

  void store(Map<String, CalibratorState.Array> arrays) {
    if (weights.length > 0) {
      arrays.put("pool-weights", CalibratorState.Array.of(weights));
      arrays.put("last-temperature", CalibratorState.Array.of(lastTemperature));
    }
  }

  static Pool restore(CalibratorState state, int most) {
    double[] weights = state.array("pool-weights").doubles();
    Check.argument(
        weights.length == 2 || weights.length == most,
        "array pool-weights of a stored auto calibrator must have 2 or %d values, got %d",
        most,
        weights.length);
    return new Pool(weights, state.positive("last-temperature"), List.of());
  }

  private static double logOfMean(double[] weights, List<double[]> probabilities, int place) {
    double sum = 0;
    for (int k = 0; k < weights.length; k++) {
      sum += weights[k] * probabilities.get(k)[place];
    }
    return Math.log(Math.max(LEAST, sum));
  }

  /** Replaces logits (C) by the softmax of logits over a temperature. */
  private static void scale(double[] values, int start, int classes, double temperature) {
    for (int c = start; c < start + classes; c++) {
      values[c] /= temperature;
    }
    Softmax.rowInPlace(values, start, classes);
  }

  /** The fold of each node: the position in the order of label, then node, modulo their number. */
  static int[] folds(Labels labels) {
    int n = labels.nodeCount();
    int[] folds = new int[n];
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparingInt(labels::get))
            .mapToInt(i -> i)
            .toArray();
    for (int t = 0; t < n; t++) {
      folds[order[t]] = t % Math.min(FOLDS, n);
    }
    return folds;
  }

  /** Per fold each candidate is fitted to the others; columns and scaling are those of all. */
  static List<double[]> crossValidated(RidgeFit.Sample sample, List<RidgeFit> ridges) {
    TemperatureLoss loss = sample.loss();
    int n = loss.labels().nodeCount();
    int classes = loss.logits().classCount();
    List<double[]> all = new ArrayList<>();
    all.add(loss.logits().softmax().toArray());
    all.add(loss.logits().toArray());
    ridges.forEach(ridge -> all.add(new double[n * classes]));
    int[] folds = folds(loss.labels());
    int count = Math.min(FOLDS, n);
    int candidates = 1 + ridges.size();
    Rows.forEachRow(
        count * candidates,
        Long.MAX_VALUE,
        job -> {
          int candidate = candidates - 1 - job / count; // those that take longest first
          int[] rest = places(folds, f -> f != job % count);
          int[] own = places(folds, f -> f == job % count);
          double[] target = all.get(1 + candidate);
          if (candidate > 0) {
            ridges.get(candidate - 1).predict(rest, own, target);
            return;
          }
          TemperatureLoss other = loss.select(NodeSet.of(n, rest));
          double t =
              TemperatureSolver.solveNear(sample.whole().temperature(), other, sample.prior());
          for (int i : own) {
            scale(target, i * classes, classes, t);
          }
        });
    return all;
  }

  private static int[] places(int[] folds, IntPredicate chosen) {
    return IntStream.range(0, folds.length).filter(i -> chosen.test(folds[i])).toArray();
  }

  /**
   * Newton's method for v above 0: at the maximum of {@code Σ_i w_i ln Σ_k v_k L_ik + Σ_k ln v_k −
   * (Σ_i w_i + K) Σ_k v_k}, K their number, the sum of v is 1.
   */
  static double[] weights(double[][] likelihoods, double[] nodeWeights) {
    int count = likelihoods[0].length;
    double total = Arrays.stream(nodeWeights).sum() + count;
    double root = Math.sqrt(Math.min(1, Arrays.stream(nodeWeights).min().orElseThrow()));
    double[] weights = new double[count];
    Arrays.fill(weights, 1.0 / count);
    double decrement = 1;
    for (int step = 0; step < MOST_STEPS && decrement >= TOLERANCE; step++) {
      double[] gradient = new double[count]; // of the negative
      double[] hessian = new double[count * count];
      for (int k = 0; k < count; k++) {
        gradient[k] = total - 1 / weights[k];
        hessian[k * count + k] = 1 / (weights[k] * weights[k]);
      }
      for (int i = 0; i < likelihoods.length; i++) {
        double[] row = likelihoods[i];
        double factor = 1 / Lbfgs.dot(weights, row);
        for (int k = 0; k < count; k++) {
          double slope = nodeWeights[i] * row[k] * factor;
          gradient[k] -= slope;
          for (int l = k; l < count; l++) {
            hessian[k * count + l] += slope * row[l] * factor;
          }
        }
      }
      double[] direction = Cholesky.of(count, hessian).orElseThrow().solve(gradient);
      decrement = Math.sqrt(Math.max(0, Lbfgs.dot(gradient, direction)));
      double length = decrement < 0.25 * root ? 1 : 1 / (1 + decrement / root); // v stays above 0
      for (int k = 0; k < count; k++) {
        weights[k] -= length * direction[k];
      }
    }
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(weight -> weight / sum).toArray();
  }
}
