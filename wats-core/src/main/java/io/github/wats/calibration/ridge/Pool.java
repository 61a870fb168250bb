package io.github.wats.calibration.ridge;

import io.github.wats.calibration.internal.Doubts;
import io.github.wats.calibration.internal.TemperatureLoss;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Softmax;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The weights v that maximize {@code Σ_i w_i ln Σ_k v_k L_ik + Σ_k ln v_k}, where L_ik is the
 * probability that candidate k gives the label of validation node i when fitted without its fold,
 * and then the temperature of the pooled probabilities. Folds take turns among the nodes of each
 * class, so nothing is drawn.
 *
 * @param weights v (K)
 * @param lastTemperature of {@code ln Σ_k v_k P_k}
 * @param crossValidated probabilities of the validation nodes (K × (n × C)); empty with one node
 * @param pooled {@code softmax(ln Σ_k v_k P_k / T_last)} of them (n × C)
 */
record Pool(
    double[] weights, double lastTemperature, List<double[]> crossValidated, double[] pooled) {
  static final double LEAST = 1e-300; // of a probability in a logarithm
  private static final int FOLDS = 10;
  private static final double LAST_PRIOR = 32;
  private static final int MOST_STEPS = 1000;
  private static final double TOLERANCE = 1e-10;

  /**
   * Pools the network, temperature scaling and the given fits.
   *
   * @param ridges empty with few nodes
   */
  static Pool of(RidgeFit.Sample sample, List<RidgeFit> ridges) {
    Logits logits = sample.rows().logits();
    Labels labels = sample.rows().labels();
    int n = labels.nodeCount();
    if (n == 1) {
      return new Pool(new double[] {0.5, 0.5}, 1, List.of(), new double[0]);
    }
    TemperatureLoss loss = new TemperatureLoss(logits, labels, sample.shares().weights());
    List<double[]> crossed = crossValidated(sample, ridges, loss);
    double[][] likelihoods = new double[n][crossed.size()];
    for (int i = 0; i < n; i++) {
      int own = i * logits.classCount() + labels.get(i);
      Arrays.setAll(likelihoods[i], k -> Math.max(LEAST, crossed.get(k)[own]));
    }
    double[] weights = weights(likelihoods, loss.weights());
    double[] pooled = new double[n * logits.classCount()];
    Arrays.setAll(pooled, j -> logOfMean(weights, crossed, j));
    TemperatureLoss last =
        new TemperatureLoss(Logits.of(n, logits.classCount(), pooled), labels, loss.weights());
    double temperature = TemperatureSolver.solve(last, LAST_PRIOR).temperature();
    for (int i = 0; i < n; i++) {
      scale(pooled, i * logits.classCount(), logits.classCount(), temperature);
    }
    return new Pool(weights, temperature, crossed, pooled);
  }

  private static double logOfMean(double[] weights, List<double[]> probabilities, int place) {
    double sum = 0;
    for (int k = 0; k < weights.length; k++) {
      sum += weights[k] * probabilities.get(k)[place];
    }
    return Math.log(Math.max(LEAST, sum));
  }

  /** Replaces logits (C) by the softmax of logits over a temperature. */
  static void scale(double[] values, int start, int classes, double temperature) {
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
  private static List<double[]> crossValidated(
      RidgeFit.Sample sample, List<RidgeFit> ridges, TemperatureLoss loss) {
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
          int[] rest = places(folds, f -> f != job / candidates);
          int[] own = places(folds, f -> f == job / candidates);
          double[] target = all.get(1 + job % candidates);
          if (job % candidates > 0) {
            ridges.get(job % candidates - 1).predict(rest, own, target);
            return;
          }
          TemperatureLoss other = loss.select(NodeSet.of(n, rest));
          double t = TemperatureSolver.solve(other, sample.prior()).temperature();
          for (int i : own) {
            scale(target, i * classes, classes, t);
          }
        });
    return all;
  }

  private static int[] places(int[] folds, IntPredicate chosen) {
    return IntStream.range(0, folds.length).filter(i -> chosen.test(folds[i])).toArray();
  }

  /** Whether the pool is better than the network by more than chance. */
  List<String> doubts(RidgeFit.Sample sample) {
    Labels labels = sample.rows().labels();
    return crossValidated.isEmpty() || labels.classCount() == 1
        ? List.of()
        : Doubts.ofGain(
            losses(crossValidated.get(0), labels),
            losses(pooled, labels),
            sample.shares().weights());
  }

  private static double[] losses(double[] probabilities, Labels labels) {
    double[] losses = new double[labels.nodeCount()];
    Arrays.setAll(
        losses,
        i -> -Math.log(Math.max(LEAST, probabilities[i * labels.classCount() + labels.get(i)])));
    return losses;
  }

  /** The fixed point of {@code v_k ∝ 1 + Σ_i w_i v_k L_ik / Σ_j v_j L_ij}; rows of L are scaled. */
  static double[] weights(double[][] likelihoods, double[] nodeWeights) {
    int count = likelihoods[0].length;
    for (double[] row : likelihoods) {
      double largest = Arrays.stream(row).max().orElseThrow();
      Arrays.setAll(row, k -> row[k] / largest);
    }
    double[] weights = new double[count];
    Arrays.fill(weights, 1.0 / count);
    double change = 1;
    for (int step = 0; step < MOST_STEPS && change >= TOLERANCE; step++) {
      double[] next = new double[count];
      Arrays.fill(next, 1);
      for (int i = 0; i < likelihoods.length; i++) {
        double sum = 0;
        for (int k = 0; k < count; k++) {
          sum += weights[k] * likelihoods[i][k];
        }
        for (int k = 0; k < count; k++) {
          next[k] += nodeWeights[i] * weights[k] * likelihoods[i][k] / sum;
        }
      }
      double total = Arrays.stream(next).sum();
      change = 0;
      for (int k = 0; k < count; k++) {
        change = Math.max(change, Math.abs(next[k] / total - weights[k]));
        weights[k] = next[k] / total;
      }
    }
    return weights;
  }
}
