package io.github.wats.calibration.ridge;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.features.FeatureTable;
import io.github.wats.features.GraphFeatures.Neighborhoods;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Softmax;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.prediction.Logits;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/** The columns of a model on one graph before scaling, node by node. Thread-safe. */
interface Columns {
  /** Writes what multiplies u_i, without the constant of x0 (K − 1). */
  void writeNode(int node, double[] target, int start);

  /** Writes what is added to the logits (M × C). */
  void writeAdded(int node, double[] target, int start);

  /** Writes {@code u_i = z_i / T0} minus its mean (C). */
  void writeScores(int node, double[] target, int start);

  /** The columns of a temperature: the graph around a node and its predicted class. */
  record OfTemperature(Logits logits, double temperature, Wave wave) implements Columns {
    OfTemperature(CalibrationData data, double temperature) {
      this(data.logits(), temperature, Wave.of(data));
    }

    @Override
    public void writeNode(int node, double[] target, int start) {
      wave.write(node, target, start);
      int first = start + Wave.WIDTH;
      Arrays.fill(target, first, first + logits.classCount(), 0);
      target[first + logits.predictedClass(node)] = 1;
    }

    @Override
    public void writeAdded(int node, double[] target, int start) {
      // a temperature adds nothing
    }

    @Override
    public void writeScores(int node, double[] target, int start) {
      writeScaledLogits(logits, temperature, node, target, start);
    }
  }

  /** All columns of the ridge; holds what depends on more than a node's own neighbors. */
  final class OfRidge implements Columns {
    private static final double MEAN_FLOOR = 0.01; // added to mean probabilities before ln
    private static final double ENTROPY_FLOOR = Math.log(1e-12); // of ln p
    private static final double SHARE_FLOOR = 0.02; // of p in p̃
    private static final double SHARE_WEIGHT = 0.1; // of p̃ against known labels

    private final Graph graph;
    private final int classCount;
    private final Wave wave;
    private final Optional<CountedLabels> labels;
    private final Optional<Neighborhoods> given; // then nothing is computed from the graph
    private final double[] scores; // (N × C) u
    private final double[] probabilities; // (N × C) p = softmax(u)
    private final double[] once; // (N × C) avg(p)

    OfRidge(CalibrationData data, double temperature, Optional<CountedLabels> labels) {
      this.graph = data.graph();
      this.classCount = data.classCount();
      this.wave = Wave.of(data);
      this.labels = labels;
      this.given = data.structure().neighborhoods();
      this.scores = new double[data.nodeCount() * classCount];
      this.probabilities = new double[scores.length];
      Rows.forEachRow(
          data.nodeCount(),
          40L * scores.length,
          i -> {
            int row = i * classCount;
            writeScaledLogits(data.logits(), temperature, i, scores, row);
            System.arraycopy(scores, row, probabilities, row, classCount);
            Softmax.rowInPlace(probabilities, row, classCount);
          });
      this.once = new double[given.isPresent() ? 0 : scores.length];
      Rows.forEachRow(
          given.isPresent() ? 0 : data.nodeCount(),
          ((long) graph.adjacency().entryCount() + graph.nodeCount()) * classCount,
          i -> writeMeans(graph.adjacency(), probabilities, classCount, i, once, i * classCount));
    }

    @Override
    public void writeScores(int node, double[] target, int start) {
      System.arraycopy(scores, node * classCount, target, start, classCount);
    }

    @Override
    public void writeNode(int node, double[] target, int start) {
      wave.write(node, target, start);
      int row = node * classCount;
      int top = row;
      for (int c = row + 1; c < row + classCount; c++) {
        top = probabilities[c] > probabilities[top] ? c : top;
      }
      target[start + Wave.WIDTH] = probabilities[top];
      target[start + Wave.WIDTH + 1] = entropy(row, top);
    }

    /** {@code −Σ p ln p / ln C}, where ln p is u plus the same shift for all classes. */
    private double entropy(int row, int top) {
      double shift = Math.log(probabilities[top]) - scores[top];
      double sum = 0;
      for (int c = row; c < row + classCount; c++) {
        sum -= probabilities[c] * Math.max(scores[c] + shift, ENTROPY_FLOOR);
      }
      return classCount == 1 ? 0 : sum / Math.log(classCount);
    }

    /** {@code ctr ln(P1 + 0.01)}, {@code ctr ln(P2 + 0.01)}, {@code ctr(avg(u) − u)}, labels. */
    @Override
    public void writeAdded(int node, double[] target, int start) {
      int twice = start + classCount;
      int difference = twice + classCount;
      if (given.isPresent()) {
        int row = node * given.get().width();
        System.arraycopy(given.get().means(), row, target, start, 3 * classCount);
      } else {
        System.arraycopy(once, node * classCount, target, start, classCount);
        writeMeans(graph.adjacency(), once, classCount, node, target, twice);
        writeMeans(graph.adjacency(), scores, classCount, node, target, difference);
      }
      for (int c = start; c < start + 2 * classCount; c++) {
        target[c] = Math.log(target[c] + MEAN_FLOOR);
      }
      for (int c = 0; c < classCount; c++) {
        target[difference + c] -= scores[node * classCount + c];
      }
      center(target, start, classCount);
      center(target, twice, classCount);
      center(target, difference, classCount);
      labels.ifPresent(known -> writeLabels(known, node, target, difference + classCount));
    }

    /**
     * {@code ln(1 + kt)}, {@code ln(1 + kc)}, {@code ctr[ln((k2 + 0.1 p̃)/(m2 + 0.1)) − ln p̃]}.
     */
    private void writeLabels(CountedLabels known, int node, double[] target, int start) {
      known.writeLogCounts(node, target, start);
      int share = start + 2 * classCount;
      double total = known.writeTwoSteps(node, target, share);
      if (total == 0) {
        return; // the share is p̃ itself: its row is 0
      }
      int row = node * classCount;
      double floored = 0;
      for (int c = row; c < row + classCount; c++) {
        floored += Math.max(probabilities[c], SHARE_FLOOR);
      }
      for (int c = 0; c < classCount; c++) {
        double own = Math.max(probabilities[row + c], SHARE_FLOOR) / floored;
        double mixed = (target[share + c] + SHARE_WEIGHT * own) / (total + SHARE_WEIGHT);
        target[share + c] = Math.log(mixed / own);
      }
      center(target, share, classCount);
    }
  }

  /** The known labels around each node. */
  interface CountedLabels {
    /** Writes {@code ln(1 + kt)} (C) and {@code ln(1 + kc)} (C) of the node. */
    void writeLogCounts(int node, double[] target, int start);

    /**
     * Writes {@code k2} (C): the probability that two random steps from the node end at a known
     * label of each class, its own label left out. Returns their sum {@code m2}.
     */
    double writeTwoSteps(int node, double[] target, int start);
  }

  /** Label counts that were computed elsewhere, behind the means of p and u. */
  record GivenCounts(Neighborhoods given, int classCount) implements CountedLabels {
    @Override
    public void writeLogCounts(int node, double[] target, int start) {
      int first = node * given.width() + 3 * classCount;
      for (int c = 0; c < 2 * classCount; c++) {
        target[start + c] = Math.log(1 + given.means()[first + c]);
      }
    }

    @Override
    public double writeTwoSteps(int node, double[] target, int start) {
      int first = node * given.width() + 5 * classCount;
      System.arraycopy(given.means(), first, target, start, classCount);
      return Arrays.stream(target, start, start + classCount).sum();
    }
  }

  /** The wavelet features of each node (N × 5; order 4, scale 0.4) and {@code ln(1 + d)}. */
  record Wave(IntToDoubleFunction degrees, FeatureTable features) {
    static final int WIDTH = 6;
    private static final WaveletSettings WAVELETS = WaveletSettings.of(WIDTH - 2, 0.4);

    static Wave of(CalibrationData data) {
      Graph graph = data.graph();
      IntToDoubleFunction degrees =
          data.structure()
              .neighborhoods()
              .<IntToDoubleFunction>map(given -> i -> given.degrees()[i])
              .orElse(graph::degree);
      return new Wave(degrees, data.structure().wavelets(WAVELETS));
    }

    void write(int node, double[] target, int start) {
      for (int k = 0; k < WIDTH - 1; k++) {
        target[start + k] = features.get(node, k);
      }
      target[start + WIDTH - 1] = Math.log(1.0 + degrees.applyAsDouble(node));
    }
  }

  /** The columns that do not follow from a node's logits: of its structure, then those added. */
  static DenseMatrix matrix(CalibrationData data, Columns columns, Layout layout) {
    int added = layout.classColumns() * layout.classCount();
    DenseMatrix matrix = DenseMatrix.zeros(data.nodeCount(), Wave.WIDTH + added);
    double[] row = new double[layout.nodeColumns() + added];
    for (int i = 0; i < data.nodeCount(); i++) {
      columns.writeNode(i, row, 0);
      columns.writeAdded(i, row, Wave.WIDTH); // over the columns that follow from the logits
      for (int k = 0; k < matrix.columns(); k++) {
        matrix.set(i, k, (float) row[k]);
      }
    }
    return matrix;
  }

  /** Writes {@code u = ctr(z / T0)} of one node (C). */
  private static void writeScaledLogits(
      Logits logits, double temperature, int node, double[] target, int start) {
    logits.copyRow(node, target, start);
    for (int c = start; c < start + logits.classCount(); c++) {
      target[c] /= temperature;
    }
    center(target, start, logits.classCount());
  }

  /** Subtracts the mean of {@code width} entries. */
  private static void center(double[] values, int start, int width) {
    double sum = 0;
    for (int c = start; c < start + width; c++) {
      sum += values[c];
    }
    double mean = sum / width;
    for (int c = start; c < start + width; c++) {
      values[c] -= mean;
    }
  }

  /**
   * Writes a row (width) of {@code avg(M) = D⁻¹ A M}; a node without neighbors keeps its row of M.
   */
  static void writeMeans(
      SparsePattern rows, double[] values, int width, int node, double[] target, int start) {
    int degree = rows.rowLength(node);
    if (degree == 0) {
      System.arraycopy(values, node * width, target, start, width);
      return;
    }
    int from = rows.offset(node);
    int to = rows.offset(node + 1);
    int c = 0;
    for (; c + 3 < width; c += 4) { // four sums at a time, held in registers
      double sum0 = 0;
      double sum1 = 0;
      double sum2 = 0;
      double sum3 = 0;
      for (int k = from; k < to; k++) {
        int place = rows.column(k) * width + c;
        sum0 += values[place];
        sum1 += values[place + 1];
        sum2 += values[place + 2];
        sum3 += values[place + 3];
      }
      target[start + c] = sum0 / degree;
      target[start + c + 1] = sum1 / degree;
      target[start + c + 2] = sum2 / degree;
      target[start + c + 3] = sum3 / degree;
    }
    for (; c < width; c++) {
      double sum = 0;
      for (int k = from; k < to; k++) {
        sum += values[rows.column(k) * width + c];
      }
      target[start + c] = sum / degree;
    }
  }
}
