package io.github.wats.calibration.ridge;

import io.github.wats.calibration.ridge.Design.Block;
import io.github.wats.internal.Rows;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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

  private final int chunkBlocks;
  private final double[] losses; // (chunks)
  private final LossChunk[] chunks;
  private final double[] hessianSums; // without penalties
  private boolean summed; // whether they belong to the point
  private boolean known; // whether they belong to any

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
    List<Block> blocks = design.blocks();
    this.chunkBlocks = (wanted + layout.blockRows() - 1) / layout.blockRows();
    this.chunks = new LossChunk[Math.max(1, (blocks.size() + chunkBlocks - 1) / chunkBlocks)];
    Arrays.setAll(
        chunks,
        chunk -> {
          int end = Math.min(blocks.size(), (chunk + 1) * chunkBlocks);
          return new LossChunk(layout, blocks.subList(chunk * chunkBlocks, end));
        });
    this.losses = new double[chunks.length];
    this.hessianSums = new double[LossChunk.length(layout)];
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
    int size = design.layout().blockRows();
    int block = i / size;
    chunks[block / chunkBlocks].copyProbabilities(block % chunkBlocks, i % size, target, start);
  }

  /** {@code Σ_i −w_i ln q_i,yi} at the current point. */
  double crossEntropy() {
    return crossEntropy;
  }

  /** Writes the gradient (p) at the point of the last {@link #moveTo}. */
  void writeGradient(double[] gradient) {
    sumTransposed(gradient, LossChunk::computeGradient);
    for (int j = 0; j < size; j++) {
      gradient[j] += penalty[j] * (point[j] - start[j]);
    }
  }

  /** The Hessian at the point of the last {@link #moveTo} times a vector (p). */
  double[] multiply(double[] x) {
    double[] product = new double[size];
    sumTransposed(product, chunk -> chunk.computeProduct(x));
    for (int j = 0; j < size; j++) {
      product[j] += penalty[j] * x[j];
    }
    return product;
  }

  /**
   * The Hessian at the point of the last {@link #moveTo}; empty if it is not positive definite in
   * doubles. With many classes it holds until the next move.
   */
  Optional<? extends Curvature> curvature() {
    sumHessian();
    return formerCurvature();
  }

  /** The same for the point where the Hessian was last asked for, with the present penalty. */
  Optional<? extends Curvature> formerCurvature() {
    if (!known) {
      return Optional.empty();
    }
    Layout layout = design.layout();
    if (!layout.manyClasses()) {
      return Cholesky.of(size, penalized(hessianSums));
    }
    int head = layout.nodeColumns() + layout.classColumns();
    return ManyClasses.of(head, layout.classCount(), hessianSums, penalty, this::multiplyPairs);
  }

  /** The upper triangle of the Hessian (p × p) at the point of the last {@link #moveTo}. */
  double[] hessian() {
    sumHessian();
    return penalized(hessianSums);
  }

  private double[] penalized(double[] sums) {
    double[] hessian = sums.clone();
    for (int j = 0; j < size; j++) {
      hessian[j * size + j] += penalty[j];
    }
    return hessian;
  }

  private void sumHessian() {
    if (summed) {
      return; // a new penalty at the old point changes no sum
    }
    Rows.forEachRow(
        chunks.length,
        (long) rows * hessianSums.length / 8,
        chunk -> chunks[chunk].computeHessian());
    Arrays.fill(hessianSums, 0);
    for (LossChunk chunk : chunks) {
      chunk.addHessianTo(hessianSums);
    }
    summed = true;
    known = true;
  }

  private void sumTransposed(double[] total, Consumer<LossChunk> computation) {
    Rows.forEachRow(
        chunks.length,
        8L * rows * design.layout().classCount(),
        chunk -> computation.accept(chunks[chunk]));
    Arrays.fill(total, 0);
    for (LossChunk chunk : chunks) {
      chunk.addTransposedTo(total);
    }
  }

  /** The Hessian for the evidence: that of the last step, with many classes the one here. */
  Optional<? extends Curvature> forEvidence(Curvature lastStep) {
    return design.layout().manyClasses() ? curvature() : Optional.of(lastStep);
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
}
