package io.github.wats.calibration.ridge;

import io.github.wats.calibration.ridge.RidgeFit.Design;
import io.github.wats.internal.Rows;
import java.util.Arrays;
import java.util.Optional;

/**
 * The objective {@code Σ_i −w_i ln q_i,yi + ½ Σ_j λ_j (x_j − start_j)²} with its gradient and
 * Hessian, where {@code q_i = softmax(a_i)} and {@code a_i = (Σ_k f_ik x_k) u_i + Σ_m β_m D_m,i +
 * ω∘u_i + b}. Not thread-safe. Rows are summed in chunks that depend on the shape alone, and chunks
 * in their order.
 */
final class PenalizedLoss {
  private static final int MOST_CHUNKS = 64;
  private static final int SMALLEST_CHUNK = 64;

  /** Partial Hessians of all chunks together hold at most this many numbers (32 MB). */
  private static final long PARTIAL_NUMBERS = 1 << 22;

  private final Design design;
  private final int rows;
  private final int size;
  private final double[] start;
  private final double[] point; // (p)
  private double[] penalty; // (p)
  private double crossEntropy;
  private boolean moved; // whether the chunks and the cross-entropy are at the point

  private final int chunkRows;
  private final double[] losses; // (chunks)
  private final LossChunk[] chunks;
  private final double[] gradientSums; // with many classes (p) without penalties
  private final double[] hessianSums;
  private boolean summed; // whether the sums belong to the point

  PenalizedLoss(Design design) {
    this.design = design;
    this.rows = design.rows();
    Layout layout = design.layout();
    this.size = layout.size();
    this.start = layout.start();
    this.point = start.clone();
    this.penalty = new double[size];
    long most = Math.max(2, Math.min(MOST_CHUNKS, PARTIAL_NUMBERS / LossChunk.length(layout)));
    int wanted = (int) Math.max(SMALLEST_CHUNK, (rows + most - 1) / most);
    int block = layout.blockRows();
    this.chunkRows = (wanted + block - 1) / block * block;
    this.chunks = new LossChunk[Math.max(1, (rows + chunkRows - 1) / chunkRows)];
    Arrays.setAll(chunks, chunk -> new LossChunk(design, first(chunk), first(chunk + 1)));
    this.losses = new double[chunks.length];
    this.gradientSums = new double[layout.manyClasses() ? size : 0];
    this.hessianSums = new double[layout.manyClasses() ? LossChunk.length(layout) : 0];
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
      summed = false;
    }
    double sum = crossEntropy;
    for (int j = 0; j < size; j++) {
      sum += 0.5 * penalty[j] * (point[j] - start[j]) * (point[j] - start[j]);
    }
    return sum;
  }

  private void computeProbabilities() {
    Rows.forEachRow(
        chunks.length,
        8L * rows * design.layout().classCount(),
        chunk -> losses[chunk] = chunks[chunk].moveTo(point));
    crossEntropy = 0;
    for (double loss : losses) {
      crossEntropy += loss;
    }
  }

  /** Writes q of row i (C) at the current point. */
  void copyProbabilities(int i, double[] target, int start) {
    chunks[i / chunkRows].copyProbabilities(i, target, start);
  }

  /** {@code Σ_i −w_i ln q_i,yi} at the current point. */
  double crossEntropy() {
    return crossEntropy;
  }

  /**
   * Writes the gradient (p) at the point of the last {@link #moveTo} and returns the Hessian there;
   * empty if it is not positive definite in doubles. With many classes it holds until the next
   * move.
   */
  Optional<? extends Curvature> curvature(double[] gradient) {
    Layout layout = design.layout();
    if (!layout.manyClasses()) {
      double[] hessian = new double[size * size];
      derivatives(gradient, hessian);
      return Cholesky.of(size, hessian);
    }
    if (!summed) { // a new penalty at the old point changes no sum
      sum(gradientSums, hessianSums);
      summed = true;
    }
    System.arraycopy(gradientSums, 0, gradient, 0, size);
    penalizeGradient(gradient);
    int head = layout.nodeColumns() + layout.classColumns();
    return ManyClasses.of(head, layout.classCount(), hessianSums, penalty, this::multiplyPairs);
  }

  /**
   * Writes the gradient (p) and the upper triangle of the Hessian (p × p) at the point of the last
   * {@link #moveTo}.
   */
  void derivatives(double[] gradient, double[] hessian) {
    sum(gradient, hessian);
    penalizeGradient(gradient);
    for (int j = 0; j < size; j++) {
      hessian[j * size + j] += penalty[j];
    }
  }

  private void penalizeGradient(double[] gradient) {
    for (int j = 0; j < size; j++) {
      gradient[j] += penalty[j] * (point[j] - start[j]);
    }
  }

  private void sum(double[] gradient, double[] hessian) {
    Rows.forEachRow(
        chunks.length, (long) rows * hessian.length / 8, chunk -> chunks[chunk].differentiate());
    Arrays.fill(gradient, 0);
    Arrays.fill(hessian, 0);
    for (LossChunk chunk : chunks) {
      chunk.addTo(gradient, hessian);
    }
  }

  /** The Hessian for the evidence: that of the last step, with many classes the one here. */
  Optional<? extends Curvature> forEvidence(Curvature lastStep) {
    return design.layout().manyClasses() ? curvature(new double[size]) : Optional.of(lastStep);
  }

  private double[] multiplyPairs(double[] x) {
    double[][] products = new double[chunks.length][];
    Rows.forEachRow(
        chunks.length,
        8L * rows * design.layout().classCount(),
        chunk -> products[chunk] = chunks[chunk].multiplyPairs(x));
    double[] sum = products[0];
    for (int chunk = 1; chunk < products.length; chunk++) {
      double[] product = products[chunk];
      Arrays.setAll(sum, j -> sum[j] + product[j]);
    }
    return sum;
  }

  /** The first row of a chunk, or the end of the rows. */
  private int first(int chunk) {
    return Math.min(rows, chunk * chunkRows);
  }
}
