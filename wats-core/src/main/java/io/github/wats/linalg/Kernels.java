package io.github.wats.linalg;

/**
 * The inner loops of training, each over the rows {@code from} to {@code to − 1} of its result and
 * on the calling thread; {@link Products} runs them over all rows in parallel. Matrices are
 * row-major arrays of floats.
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

  /** {@code C = S B}, or {@code C = C + S B} where {@code add}; B is (columns of S × width). */
  void multiply(
      CsrPattern s, float[] values, float[] b, float[] c, int width, int from, int to, boolean add);

  /**
   * {@code C_i = Σ_k w_kh B_(column of k)} for each of {@code heads} equal groups h of the {@code
   * width} columns, over the entries k of row i; weights are (entries × heads).
   */
  void aggregate(
      CsrPattern s,
      float[] weights,
      int heads,
      float[] b,
      float[] c,
      int width,
      int from,
      int to,
      boolean add);

  /**
   * As {@link #aggregate}, where entry k of the pattern takes the weights of entry {@code
   * entries[k]}: the transposed sum without transposed weights.
   */
  void aggregateIndexed(
      CsrPattern s,
      int[] entries,
      float[] weights,
      int heads,
      float[] b,
      float[] c,
      int width,
      int from,
      int to,
      boolean add);

  /**
   * {@code d_kh = A_i · B_(column of k)} over head h's columns, for each entry k of row i; d is
   * (entries × heads).
   */
  void entryDots(
      CsrPattern s, int heads, float[] a, float[] b, float[] d, int width, int from, int to);

  /** {@code d_ih = X_i · a_h} over head h's columns; a is (width), d is (n × heads). */
  void headDots(float[] x, float[] a, float[] d, int heads, int width, int from, int to);

  /** Replaces the scores (entries × heads) of each row by their softmax, head by head. */
  void segmentSoftmax(CsrPattern s, int heads, float[] scores, int from, int to);

  /** The fastest implementation this Java offers, chosen once. */
  static Kernels best() {
    return PlainKernels.INSTANCE;
  }
}
