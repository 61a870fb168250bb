package io.github.wats.calibration.ridge;

import io.github.wats.calibration.internal.Lbfgs;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * The Hessian of many classes, which never forms the pairs of classes: with h parameters before the
 * scales and biases,
 *
 * <pre>  H = [ A  B ; Bᵀ  D − Σ_i v_i v_iᵀ ],   v_i = √w_i (q_i∘u_i, q_i)</pre>
 *
 * where D has a 2 × 2 block per class. It is solved by conjugate gradients with {@code P = [ A B ;
 * Bᵀ D' ]} as preconditioner, D' the blocks of one class in D − Σ v vᵀ. Should P not be positive
 * definite, 2D' is taken: since {@code diag q − q qᵀ} is a Laplacian, no direction has a smaller
 * curvature there than in H.
 */
final class ManyClasses implements Curvature {
  private static final double TOLERANCE = 1e-5; // of a step, in the norm of the preconditioner
  private static final double PROBE_TOLERANCE = 1e-2;
  private static final int MOST_STEPS = 200;
  private static final int PROBES = 16;

  private final int head; // h
  private final int classes;
  private final int size;
  private final double[] upper; // (h × p) A and B
  private final double[] blocks; // (3 × C) of D: scale, scale with bias, bias
  private final double[] inverse; // (3 × C) of D'
  private final double[] solved; // (h × 2C) B times these
  private final Cholesky schur; // A − B D'⁻¹ Bᵀ
  private final UnaryOperator<double[]> pairs; // Σ_i v_i v_iᵀ times a vector (2C)

  private ManyClasses(
      int head,
      int classes,
      double[] upper,
      double[] blocks,
      Terms terms,
      UnaryOperator<double[]> pairs) {
    this.head = head;
    this.classes = classes;
    this.size = head + 2 * classes;
    this.upper = upper;
    this.blocks = blocks;
    this.inverse = terms.inverse;
    this.solved = terms.solved;
    this.schur = terms.schur;
    this.pairs = pairs;
  }

  /**
   * The Hessian of sums as {@link LossChunk} writes them, plus a penalty per parameter; empty if it
   * is not positive definite in doubles.
   */
  static Optional<ManyClasses> of(
      int head, int classes, double[] sums, double[] penalty, UnaryOperator<double[]> pairs) {
    int size = head + 2 * classes;
    double[] upper = Arrays.copyOf(sums, head * size);
    for (int j = 0; j < head; j++) {
      upper[j * size + j] += penalty[j];
    }
    double[] blocks = Arrays.copyOfRange(sums, head * size, head * size + 3 * classes);
    double[] own = Arrays.copyOfRange(sums, head * size + 3 * classes, sums.length);
    for (int c = 0; c < 3 * classes; c++) {
      own[c] = blocks[c] - own[c];
    }
    for (int c = 0; c < classes; c++) {
      blocks[c] += penalty[head + c];
      blocks[2 * classes + c] += penalty[head + classes + c];
    }
    return Terms.of(head, classes, upper, own, penalty, 1)
        .or(() -> Terms.of(head, classes, upper, own, penalty, 2))
        .map(terms -> new ManyClasses(head, classes, upper, blocks, terms, pairs));
  }

  /** The preconditioner. */
  private record Terms(double[] inverse, double[] solved, Cholesky schur) {
    /** With D' times {@code factor}, where {@code own} is D' without penalties. */
    static Optional<Terms> of(
        int head, int classes, double[] upper, double[] own, double[] penalty, int factor) {
      int size = head + 2 * classes;
      double[] inverse = new double[3 * classes];
      for (int c = 0; c < classes; c++) {
        double scale = factor * own[c] + penalty[head + c];
        double both = factor * own[classes + c];
        double bias = factor * own[2 * classes + c] + penalty[head + classes + c];
        double determinant = scale * bias - both * both;
        inverse[c] = bias / determinant;
        inverse[classes + c] = -both / determinant;
        inverse[2 * classes + c] = scale / determinant;
      }
      double[] solved = new double[head * 2 * classes];
      double[] matrix = new double[head * head];
      for (int r = 0; r < head; r++) {
        addBlocks(inverse, classes, upper, r * size + head, solved, r * 2 * classes);
        for (int s = 0; s <= r; s++) {
          double sum = upper[s * size + r];
          for (int c = 0; c < 2 * classes; c++) {
            sum -= solved[r * 2 * classes + c] * upper[s * size + head + c];
          }
          matrix[s * head + r] = sum;
        }
      }
      return Cholesky.of(head, matrix).map(schur -> new Terms(inverse, solved, schur));
    }
  }

  /** Adds the product of 2 × 2 blocks with (2C) numbers to others. */
  private static void addBlocks(
      double[] blocks, int classes, double[] x, int from, double[] target, int start) {
    for (int c = 0; c < classes; c++) {
      double scale = x[from + c];
      double bias = x[from + classes + c];
      target[start + c] += blocks[c] * scale + blocks[classes + c] * bias;
      target[start + classes + c] += blocks[classes + c] * scale + blocks[2 * classes + c] * bias;
    }
  }

  @Override
  public double[] solve(double[] b) {
    return solve(b, TOLERANCE);
  }

  /**
   * That of {@code P⁻¹}, plus an estimate for {@code H⁻¹ − P⁻¹} from its products with a few
   * vectors of signs (Hutchinson 1989), always the same ones.
   */
  @Override
  public double[] inverseDiagonal() {
    SplittableRandom random = new SplittableRandom(0);
    double[] diagonal = preconditionerDiagonal();
    for (int probe = 0; probe < PROBES; probe++) {
      double[] signs = new double[size];
      Arrays.setAll(signs, j -> random.nextBoolean() ? 1 : -1);
      double[] product = solve(signs, PROBE_TOLERANCE);
      double[] known = precondition(signs);
      Arrays.setAll(diagonal, j -> diagonal[j] + signs[j] * (product[j] - known[j]) / PROBES);
    }
    return diagonal;
  }

  private double[] preconditionerDiagonal() {
    double[] diagonal = Arrays.copyOf(schur.inverseDiagonal(), size);
    double[] column = new double[head];
    for (int c = 0; c < 2 * classes; c++) {
      for (int r = 0; r < head; r++) {
        column[r] = solved[r * 2 * classes + c];
      }
      double own = inverse[c < classes ? c : classes + c];
      diagonal[head + c] = own + Lbfgs.dot(column, schur.solve(column));
    }
    return diagonal;
  }

  private double[] solve(double[] b, double tolerance) {
    return ConjugateGradients.solve(this::multiply, this::precondition, b, tolerance, MOST_STEPS);
  }

  /** {@code H x}. */
  private double[] multiply(double[] x) {
    double[] product = new double[size];
    for (int r = 0; r < head; r++) {
      double sum = upper[r * size + r] * x[r];
      for (int s = r + 1; s < size; s++) {
        sum += upper[r * size + s] * x[s];
        product[s] += upper[r * size + s] * x[r];
      }
      product[r] += sum;
    }
    addBlocks(blocks, classes, x, head, product, head);
    double[] subtracted = pairs.apply(Arrays.copyOfRange(x, head, size));
    for (int c = 0; c < subtracted.length; c++) {
      product[head + c] -= subtracted[c];
    }
    return product;
  }

  /** The preconditioner's inverse times b, by its Schur complement. */
  private double[] precondition(double[] b) {
    double[] first = Arrays.copyOf(b, head);
    int width = 2 * classes;
    for (int r = 0; r < head; r++) {
      for (int c = 0; c < width; c++) {
        first[r] -= solved[r * width + c] * b[head + c];
      }
    }
    double[] x = Arrays.copyOf(schur.solve(first), size);
    addBlocks(inverse, classes, b, head, x, head);
    for (int r = 0; r < head; r++) {
      for (int c = 0; c < width; c++) {
        x[head + c] -= solved[r * width + c] * x[r];
      }
    }
    return x;
  }
}
