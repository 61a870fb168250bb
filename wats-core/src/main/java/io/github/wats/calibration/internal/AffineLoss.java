package io.github.wats.calibration.internal;

import io.github.wats.internal.FastMath;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Labels;
import java.util.Arrays;

/**
 * {@code f(W, b) = (1/n) Σ_i −ln softmax(W x_i + b)[y_i] + r_d Σ_r (w_rr − 1)² + r_o Σ_(r≠k) w_rk²
 * + r_b Σ_r b_r²} and its gradient; parameters are {@code (w_r, b_r)} row by row, the factors of
 * {@code x̃ = (x, 1)}. Convex. Every linear calibrator minimizes it.
 */
public final class AffineLoss implements Lbfgs.Objective {
  /** Added to each rate, so that separable classes do not drive parameters to infinity. */
  private static final double LEAST_PENALTY = 1e-10;

  private static final int BLOCK = 512; // nodes per sum: fixed, so any number of threads agrees
  private static final int TILE = 1 << 16; // inputs that stay in the cache

  private final double[][][] columns; // x̃ input by input (tiles × (width + 1) × nodes of the tile)
  private final double[][][] nodes; // x̃ node by node, empty where W is diagonal
  private final Labels labels;
  private final int rows;
  private final boolean diagonal;
  private final Penalty penalty;
  private final int tile; // nodes

  /**
   * The rates of the penalty; an infinite one keeps its parameters at the start.
   *
   * @param own r_d
   * @param other r_o
   * @param intercept r_b
   */
  public record Penalty(double own, double other, double intercept) {}

  /**
   * The loss of some nodes.
   *
   * @param x the inputs (n × width)
   * @param rows how many classes have a row of W and an intercept, the last ones: all, or 1 of 2,
   *     where the score of the other class is 0
   * @param diagonal whether W is diagonal: then a row is {@code (w_rr, b_r)}
   */
  public AffineLoss(
      double[] x, int width, Labels labels, int rows, boolean diagonal, Penalty penalty) {
    int n = labels.nodeCount();
    tile = Math.min(BLOCK, Math.max(32, Integer.highestOneBit(TILE / width)));
    int tiles = (n + tile - 1) / tile;
    columns = new double[tiles][][];
    nodes = new double[diagonal ? 0 : tiles][][];
    for (int t = 0; t < tiles; t++) {
      int first = t * tile;
      double[][] own = new double[Math.min(n, first + tile) - first][width + 1];
      columns[t] = new double[width + 1][own.length];
      for (int i = 0; i < own.length; i++) {
        System.arraycopy(x, (first + i) * width, own[i], 0, width);
        own[i][width] = 1;
        for (int k = 0; k <= width; k++) {
          columns[t][k][i] = own[i][k];
        }
      }
      if (!diagonal) {
        nodes[t] = own;
      }
    }
    this.labels = labels;
    this.rows = rows;
    this.diagonal = diagonal;
    this.penalty = penalty;
  }

  private AffineLoss(AffineLoss full) {
    columns = full.columns;
    nodes = new double[0][][];
    labels = full.labels;
    rows = full.rows;
    diagonal = true;
    penalty = full.penalty;
    tile = full.tile;
  }

  /** The same with W diagonal. */
  AffineLoss ofDiagonal() {
    return new AffineLoss(this);
  }

  /** W = I, b = 0: the inputs as they are, where the penalty is 0. */
  public double[] identity() {
    double[] point = new double[rows * stride()];
    for (int r = 0; r < rows; r++) {
      point[r * stride() + own(r)] = 1;
    }
    return point;
  }

  /** The number of parameters of a row, its intercept the last. */
  int stride() {
    return diagonal ? 2 : columns[0].length;
  }

  /** Where {@code w_rr} is in its row. */
  int own(int row) {
    return diagonal ? 0 : row;
  }

  int rows() {
    return rows;
  }

  int nodeCount() {
    return labels.nodeCount();
  }

  /** Whether every class has a row: a number added to all scores of a node has no effect. */
  boolean hasAllRows() {
    return rows == labels.classCount();
  }

  /** The rate of the parameter k of a row. */
  double rate(int row, int k) {
    boolean intercept = k == stride() - 1;
    return LEAST_PENALTY
        + (intercept ? penalty.intercept : k == own(row) ? penalty.own : penalty.other);
  }

  @Override
  public double evaluate(double[] point, double[] gradient) {
    double[] sum =
        sum(
            point,
            point.length,
            (t, p, part) -> {
              for (int i = 0; i < p[0].length; i++) {
                p[labels.get(t * tile + i)][i]--;
              }
              addMoments(inputs(t), p, part, 0);
            });
    double loss = sum[point.length] / nodeCount();
    for (int r = 0; r < rows; r++) {
      for (int k = 0; k < stride(); k++) {
        int at = r * stride() + k;
        double shift = point[at] - (k == own(r) ? 1 : 0);
        double rate = rate(r, k);
        boolean fixed = rate == Double.POSITIVE_INFINITY;
        gradient[at] = fixed ? 0 : sum[at] / nodeCount() + 2 * rate * shift;
        loss += fixed ? 0 : rate * shift * shift;
      }
    }
    return loss;
  }

  /** {@code Σ_i w_ir x̃_i} of all rows, then {@code Σ_i w_ir x̃_i²}, w = p (1 − p). */
  double[] weightedMoments(double[] point) {
    return sum(
        point,
        2 * point.length,
        (t, p, part) -> {
          for (double[] row : p) {
            for (int i = 0; i < row.length; i++) {
              row[i] *= 1 - row[i];
            }
          }
          addMoments(inputs(t), p, part, 0);
          addMoments(squares(inputs(t)), p, part, point.length);
        });
  }

  /** What a tile adds to a sum. */
  @FunctionalInterface
  private interface Part {
    /** {@code p} has the probabilities of its nodes, class by class, to be overwritten. */
    void add(int tile, double[][] p, double[] sum);
  }

  /** A sum over all tiles, given their probabilities; its last entry is the sum of the losses. */
  private double[] sum(double[] point, int size, Part part) {
    int blocks = (nodeCount() + BLOCK - 1) / BLOCK;
    double[][] sums = new double[blocks][size + 1];
    Rows.forEachRow(
        blocks,
        (20L + 4L * stride()) * nodeCount() * labels.classCount(),
        k -> {
          int each = BLOCK / tile;
          for (int t = k * each; t < Math.min(columns.length, (k + 1) * each); t++) {
            double[][] p = scores(point, columns[t]);
            sums[k][size] += softmax(p, t * tile);
            part.add(t, p, sums[k]);
          }
        });
    for (int k = 1; k < blocks; k++) {
      Products.add(1, sums[k], sums[0]);
    }
    return sums[0];
  }

  /** The scores of the nodes of a tile, class by class; a class without a row has 0. */
  private double[][] scores(double[] point, double[][] x) {
    double[][] scores = new double[labels.classCount()][x[0].length];
    for (int r = 0; r < rows; r++) {
      double[] own = scores[scores.length - rows + r];
      double[][] inputs = diagonal ? new double[][] {x[r], x[x.length - 1]} : x;
      Products.addAll(point, r * stride(), inputs, own);
    }
    return scores;
  }

  /** Replaces the scores by their softmax; returns the sum of {@code −ln p_y}. */
  private double softmax(double[][] scores, int first) {
    int count = scores[0].length;
    double[] top = scores[0].clone();
    for (double[] row : scores) {
      for (int i = 0; i < count; i++) {
        top[i] = Math.max(top[i], row[i]);
      }
    }
    double loss = 0;
    for (int i = 0; i < count; i++) {
      loss += top[i] - scores[labels.get(first + i)][i];
    }
    double[] share = new double[count];
    for (double[] row : scores) {
      for (int i = 0; i < count; i++) {
        row[i] = FastMath.expOfNegative(row[i] - top[i]);
      }
      Products.add(1, row, share);
    }
    for (int i = 0; i < count; i++) {
      loss += Math.log(share[i]);
      share[i] = 1 / share[i];
    }
    for (double[] row : scores) {
      for (int i = 0; i < count; i++) {
        row[i] *= share[i];
      }
    }
    return loss;
  }

  private double[][] inputs(int t) {
    return diagonal ? columns[t] : nodes[t];
  }

  /** Adds {@code Σ_i a_ri x̃_i} of the nodes of a tile to all rows, from {@code to} on. */
  private void addMoments(double[][] x, double[][] a, double[] sum, int to) {
    double[] row = new double[stride()];
    for (int r = 0; r < rows; r++) {
      double[] own = a[a.length - rows + r];
      Arrays.fill(row, 0);
      if (diagonal) {
        row[0] = Products.dot(own, x[r]);
        row[1] = Products.dot(own, x[x.length - 1]);
      } else {
        Products.addAll(own, 0, x, row);
      }
      for (int k = 0; k < row.length; k++) {
        sum[to + r * row.length + k] += row[k];
      }
    }
  }

  private static double[][] squares(double[][] x) {
    double[][] squares = new double[x.length][x[0].length];
    for (int i = 0; i < x.length; i++) {
      Products.addProduct(x[i], x[i], squares[i]);
    }
    return squares;
  }
}
