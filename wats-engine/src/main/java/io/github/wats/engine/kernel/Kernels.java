package io.github.wats.engine.kernel;

/**
 * The inner loops of training, each over the rows {@code from} to {@code to − 1} of its result and
 * on the calling thread; {@link Products} runs them over all rows in parallel. Matrices are
 * row-major arrays of floats; the columns of a sparse row rise.
 *
 * <p>The plain loops define the result. Every implementation adds the terms of an entry in the
 * order given here and rounds after each multiplication and each addition, so implementations agree
 * to the bit and a faster one may be used wherever it pays.
 */
public interface Kernels {
  /** The number of partial sums a dot product is added in: partial sum l takes terms l, l + 8, … */
  int LANES = 8;

  /** How {@code wats --version} names this implementation. */
  String name();

  /**
   * {@code C = A B}, or {@code C = C + A B} where {@code add}; A is (n × inner), B is (inner ×
   * width). Terms are added in the order of the inner index.
   */
  void multiply(
      float[] a, float[] b, float[] c, int inner, int width, int from, int to, boolean add);

  /**
   * {@code C = Aᵀ B}, or {@code C = C + Aᵀ B} where {@code add}, summed over the rows {@code first}
   * to {@code last − 1} of A (n × inner) and B (n × width); C is (inner × width) and starts at
   * {@code start}.
   */
  void multiplyTransposed(
      float[] a,
      float[] b,
      float[] c,
      int start,
      int inner,
      int width,
      int first,
      int last,
      int from,
      int to,
      boolean add);

  /**
   * {@code C_i = Σ_k w_kh B_(columns k)} for each of {@code heads} equal groups h of the {@code
   * width} columns, over the entries k that {@code rows} takes of row i, or added to what is there;
   * weights are (entries × heads). With one head this is the product of a sparse and a dense
   * matrix.
   */
  void gather(
      RowParts rows,
      int[] columns,
      float[] weights,
      int heads,
      float[] b,
      float[] c,
      int width,
      int from,
      int to,
      boolean add);

  /** {@link #gather} with one head and all weights 1. */
  void gatherOnes(
      RowParts rows, int[] columns, float[] b, float[] c, int width, int from, int to, boolean add);

  /**
   * {@code C_(columns k) = C_(columns k) + w_k B_i} for the entries k that {@code rows} takes of
   * the rows i from {@code from} to {@code to − 1} of B, in the columns {@code first} to {@code end
   * − 1} of B and C: the product with the transpose of a sparse matrix, added to C.
   */
  void scatter(
      RowParts rows,
      int[] columns,
      float[] weights,
      float[] b,
      float[] c,
      int width,
      int first,
      int end,
      int from,
      int to);

  /** {@link #scatter} with all weights 1. */
  void scatterOnes(int[] offsets, int[] columns, float[] b, float[] c, int width);

  /**
   * {@code Y_r = max(b + x_i + added_k, 0) · keep_k} with {@code r = listed_k} and {@code i =
   * rows_r} for k from {@code from} to {@code to − 1}; Y has {@code width} columns. What is added
   * and what is kept are ((to − from) × width), or empty for nothing and all.
   */
  void reluSums(
      int[] listed,
      int from,
      int to,
      int[] rows,
      Columns b,
      Columns x,
      float[] added,
      float[] keep,
      float[] y,
      int width);

  /**
   * The way back: {@code v_k = scale · d_r} where {@code y_r > 0}, else 0, is written to {@code v}
   * ((to − from) × width) and added to x at row i and to {@code sums} from {@code start} on; {@code
   * d_r} becomes 0.
   */
  void reluSlopes(
      int[] listed,
      int from,
      int to,
      int[] rows,
      float[] y,
      float scale,
      float[] d,
      Columns x,
      float[] v,
      float[] sums,
      int start,
      int width);

  /**
   * {@code S_i = S_i + Σ_j B_j} over the ones j of row i of X, for the 16 columns of B from {@code
   * q} on or as many as there are; S is ((to − from) × 16). Within a group of six columns rows of B
   * are added in rising order; the sums t of the five groups of a word are added as {@code ((t_0 +
   * t_1) + (t_2 + t_3)) + (t_4 + S_i)}.
   */
  void addChosenRows(BinaryMatrix x, float[] b, int width, int q, float[] sums, int from, int to);

  /**
   * {@code d_kh = A_i · B_(columns k)} over head h's columns, for each entry k of row i; d is
   * (entries × heads).
   */
  void entryDots(
      int[] offsets,
      int[] columns,
      int heads,
      float[] a,
      float[] b,
      float[] d,
      int width,
      int from,
      int to);

  /** {@code d_ih = X_i · a_h} over head h's columns; a is (width), d is (n × heads). */
  void headDots(float[] x, float[] a, float[] d, int heads, int width, int from, int to);

  /** Replaces the scores (entries × heads) of each row by their softmax, head by head. */
  void segmentSoftmax(int[] offsets, int heads, float[] scores, int from, int to);

  /** The plain loops, which are there on any machine. */
  static Kernels plain() {
    return PlainKernels.INSTANCE;
  }

  /** The fastest implementation this Java offers, chosen once. */
  static Kernels best() {
    return KernelChoice.BEST;
  }
}
