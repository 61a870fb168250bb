package io.github.wats.calibration.ridge;

import io.github.wats.internal.Rows;
import java.util.Arrays;

/**
 * The objective {@code Σ_i −ln q_i,yi + ½ Σ_j λ_j (x_j − start_j)²} with its gradient and Hessian,
 * where {@code q_i = softmax(a_i)} and {@code a_i = (Σ_k f_ik x_k) u_i + Σ_m β_m D_m,i + ω∘u_i +
 * b}. A worker with buffers of its own: ask for derivatives only after {@link #moveTo}. Rows are
 * summed in chunks that depend on the shape alone, and chunks in their order.
 */
final class PenalizedLoss {
  private static final int MOST_CHUNKS = 64;
  private static final int SMALLEST_CHUNK = 64;

  /** Partial Hessians of all chunks together hold at most this many numbers (32 MB). */
  private static final long PARTIAL_NUMBERS = 1 << 22;

  private final Design design;
  private final int rows;
  private final int classes;
  private final int size;
  private final double[] start;
  private final double[] q; // (n × C) softmax at the point moved to
  private final double[] point; // (p)
  private double[] penalty; // (p)
  private double crossEntropy;
  private boolean moved; // whether q and the cross-entropy are those of the point

  private final int chunkRows;
  private final double[] losses; // (chunks)
  private final double[] gradients; // (chunks × p)
  private final double[] hessians; // (chunks × p × p), upper triangles

  PenalizedLoss(Design design) {
    this.design = design;
    this.rows = design.rows();
    this.classes = design.layout().classCount();
    this.size = design.layout().size();
    this.start = design.layout().start();
    this.point = start.clone();
    this.penalty = new double[size];
    this.q = new double[rows * classes];
    long most = Math.max(2, Math.min(MOST_CHUNKS, PARTIAL_NUMBERS / ((long) size * size)));
    int wanted = (int) Math.max(SMALLEST_CHUNK, (rows + most - 1) / most);
    int batch = HessianRows.BATCH;
    this.chunkRows = (wanted + batch - 1) / batch * batch;
    int chunks = Math.max(1, (rows + chunkRows - 1) / chunkRows);
    this.losses = new double[chunks];
    this.gradients = new double[chunks * size];
    this.hessians = new double[chunks * size * size];
  }

  /** One λ per parameter. */
  void penalize(double[] newPenalty) {
    penalty = newPenalty.clone();
  }

  /** Moves to x and returns the objective there. */
  double moveTo(double[] x) {
    if (!moved || !Arrays.equals(x, point)) { // a new penalty at the old point changes no q
      System.arraycopy(x, 0, point, 0, size);
      computeProbabilities();
      moved = true;
    }
    double sum = crossEntropy;
    for (int j = 0; j < size; j++) {
      sum += 0.5 * penalty[j] * (point[j] - start[j]) * (point[j] - start[j]);
    }
    return sum;
  }

  private void computeProbabilities() {
    forEachChunk(
        8L * rows * classes,
        chunk -> losses[chunk] = logitsToProbabilities(first(chunk), last(chunk)));
    crossEntropy = 0;
    for (double loss : losses) {
      crossEntropy += loss;
    }
  }

  /** {@code Σ_i −ln q_i,yi} at the point moved to. */
  double crossEntropy() {
    return crossEntropy;
  }

  /**
   * Writes the gradient (p) and the upper triangle of the Hessian (p × p) at the point moved to.
   */
  void derivatives(double[] gradient, double[] hessian) {
    forEachChunk(
        (long) rows * size * size / 8,
        chunk -> {
          int from = chunk * size * size;
          Arrays.fill(gradients, chunk * size, (chunk + 1) * size, 0);
          Arrays.fill(hessians, from, from + size * size, 0);
          new HessianRows(design, q, gradients, chunk * size, hessians, from)
              .add(first(chunk), last(chunk));
        });
    join(gradients, gradient);
    join(hessians, hessian);
    for (int j = 0; j < size; j++) {
      gradient[j] += penalty[j] * (point[j] - start[j]);
      hessian[j * size + j] += penalty[j];
    }
  }

  private interface Chunk {
    void run(int chunk);
  }

  private void forEachChunk(long work, Chunk body) {
    Rows.forEach(
        losses.length,
        work,
        (from, to) -> {
          for (int chunk = from; chunk < to; chunk++) {
            body.run(chunk);
          }
        });
  }

  private int first(int chunk) {
    return chunk * chunkRows;
  }

  private int last(int chunk) {
    return Math.min(rows, (chunk + 1) * chunkRows);
  }

  /** Sums the partial results in chunk order. */
  private static void join(double[] partial, double[] total) {
    Arrays.fill(total, 0);
    for (int from = 0; from < partial.length; from += total.length) {
      for (int j = 0; j < total.length; j++) {
        total[j] += partial[from + j];
      }
    }
  }

  private double logitsToProbabilities(int from, int to) {
    double[] u = design.u();
    double loss = 0;
    for (int i = from; i < to; i++) {
      int row = i * classes;
      double multiplier = multiplier(i);
      for (int c = 0; c < classes; c++) {
        q[row + c] = multiplier * u[row + c];
      }
      addClassColumns(row);
      addPerClass(u, row);
      loss += softmaxWithLoss(row, design.labels()[i]);
    }
    return loss;
  }

  private double multiplier(int i) {
    int columns = design.layout().nodeColumns();
    double sum = 0;
    for (int k = 0; k < columns; k++) {
      sum += point[k] * design.node()[i * columns + k];
    }
    return sum;
  }

  private void addClassColumns(int row) {
    int columns = design.layout().classColumns();
    int first = design.layout().nodeColumns();
    double[] added = design.added();
    for (int c = row; c < row + classes; c++) {
      double sum = 0;
      for (int m = 0; m < columns; m++) {
        sum += point[first + m] * added[c * columns + m];
      }
      q[c] += sum;
    }
  }

  private void addPerClass(double[] u, int row) {
    if (design.layout().perClass()) {
      int scale = design.layout().nodeColumns() + design.layout().classColumns();
      int bias = scale + classes;
      for (int c = 0; c < classes; c++) {
        q[row + c] += point[scale + c] * u[row + c] + point[bias + c];
      }
    }
  }

  /** Turns the logits in the row of q into probabilities and returns {@code −ln q_label}. */
  private double softmaxWithLoss(int row, int label) {
    double top = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < classes; c++) {
      top = Math.max(top, q[row + c]);
    }
    double own = q[row + label];
    double sum = 0;
    for (int c = 0; c < classes; c++) {
      double e = Math.exp(q[row + c] - top);
      q[row + c] = e;
      sum += e;
    }
    for (int c = 0; c < classes; c++) {
      q[row + c] /= sum;
    }
    return top + Math.log(sum) - own;
  }
}
