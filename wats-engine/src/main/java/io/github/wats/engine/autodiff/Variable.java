package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.Products;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.DenseMatrix;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A matrix on a {@link Tape} and, where it depends on a parameter, the gradient of the loss with
 * respect to it. An operation is a subclass: {@link #forward} computes {@link #value()} from its
 * inputs, {@link #backward} adds to its inputs' gradients from its own.
 */
public abstract class Variable implements Multipliable {
  /** Entries for a thread at a time: enough for loops and their arrays to pay. */
  private static final int LEAST_ENTRIES = 1 << 11;

  private final Tape tape;
  private final DenseMatrix value;
  private final @Nullable DenseMatrix gradient;
  private boolean gradientWritten;

  /** The result of an operation on {@code inputs}, of which there is at least one. */
  protected Variable(int rows, int columns, Variable... inputs) {
    this(
        inputs[0].tape,
        DenseMatrix.zeros(rows, columns),
        Arrays.stream(inputs).anyMatch(Variable::needsGradient)
            ? DenseMatrix.zeros(rows, columns)
            : null);
    for (Variable input : inputs) {
      Check.argument(input.tape == tape, "all variables of an operation must share a tape");
    }
  }

  /** A variable without inputs, such as noise. */
  protected Variable(Tape tape, int rows, int columns) {
    this(tape, DenseMatrix.zeros(rows, columns), null);
  }

  // The tape only keeps the variable; it calls nothing of a subclass under construction.
  @SuppressWarnings("this-escape")
  Variable(Tape tape, DenseMatrix value, @Nullable DenseMatrix gradient) {
    this.tape = tape;
    this.value = value;
    this.gradient = gradient;
    tape.add(this);
  }

  /** Computes {@link #value()} from the inputs' values. */
  protected abstract void forward();

  /**
   * Adds this operation's part to the gradient of each input that needs one. Called only when this
   * variable's own gradient has been computed.
   */
  protected abstract void backward();

  /** Multiplications by {@link Products} in a forward pass; they decide between the kernels. */
  protected long multiplications() {
    return 0;
  }

  public final int rows() {
    return value.rows();
  }

  public final int columns() {
    return value.columns();
  }

  /** The live value, computed by the last {@link Tape#forward}. */
  public final DenseMatrix value() {
    return value;
  }

  /** The value of a 1 × 1 variable; losses give it in double precision. */
  public double scalar() {
    Check.argument(rows() == 1 && columns() == 1, "a scalar is 1 × 1, got %s", value);
    return value.array()[0];
  }

  /** Whether this variable depends on a parameter. */
  public final boolean needsGradient() {
    return gradient != null;
  }

  /** The live gradient, computed by the last {@link Tape#backward}. */
  public final DenseMatrix gradient() {
    if (gradient == null) {
      throw new IllegalStateException("a variable that depends on no parameter has no gradient");
    }
    return gradient;
  }

  /**
   * For {@link #backward} of a consumer: whether it must add to this gradient. If false it is the
   * first in this pass and must write every entry, whatever is there.
   */
  protected final boolean addsToGradient() {
    boolean add = gradientWritten;
    gradientWritten = true;
    return add;
  }

  /**
   * For {@link #backward} of a consumer that writes some entries only: zeros at first, to add to.
   */
  protected final float[] gradientToAdd() {
    float[] array = gradient().array();
    if (!addsToGradient()) {
      Arrays.fill(array, 0);
    }
    return array;
  }

  final boolean hasGradient() {
    return gradientWritten;
  }

  final void forgetGradient() {
    gradientWritten = false;
  }

  protected final Tape tape() {
    return tape;
  }

  protected final boolean isTraining() {
    return tape.isTraining();
  }

  protected final Products products() {
    return tape.products();
  }

  protected final float[] valueArray() {
    return value.array();
  }

  protected final float[] gradientArray() {
    return gradient().array();
  }

  /** Runs {@code body} over all entries in parallel blocks of whole rows. */
  protected final void forEntries(int costOfEntry, Rows.Block body) {
    int width = columns();
    Rows.forEach(
        rows(),
        (long) rows() * width * costOfEntry,
        1 + LEAST_ENTRIES / Math.max(1, width),
        (from, to) -> body.run(from * width, to * width));
  }

  // ---- The operations, in words; each is a class of its own. ----

  /** {@code X W}. */
  @Override
  public final Variable matmul(Variable weight) {
    return new MatMul(this, weight);
  }

  /** {@code S X} for a fixed sparse S, such as a normalized adjacency matrix. */
  public final Variable spmm(SparseOperator operator) {
    return new Spmm(operator, this);
  }

  /** {@code X + Y}, entry by entry. */
  public final Variable add(Variable other) {
    return new Broadcast(Broadcast.Kind.SUM, this, other, rows(), columns());
  }

  /** {@code X + 1 b}: the row b (1 × columns) is added to every row. */
  public final Variable addBias(Variable row) {
    return new Broadcast(Broadcast.Kind.SUM, this, row, 1, columns());
  }

  /** {@code a X + c}, entry by entry. */
  public final Variable scaleShift(double scale, double shift) {
    return Elementwise.scaleShift(this, (float) scale, (float) shift);
  }

  /** {@code X ∘ Y}, entry by entry. */
  public final Variable mul(Variable other) {
    return new Broadcast(Broadcast.Kind.PRODUCT, this, other, rows(), columns());
  }

  /** {@code s_i x_i}: row i times entry i of the column s (rows × 1). */
  public final Variable mulRows(Variable column) {
    return new Broadcast(Broadcast.Kind.PRODUCT, this, column, rows(), 1);
  }

  /** {@code x_i / t_i}: row i divided by entry i of the column t (rows × 1). */
  public final Variable divRows(Variable column) {
    return new Broadcast(Broadcast.Kind.QUOTIENT, this, column, rows(), 1);
  }

  /** {@code max(x, smallest)}, entry by entry. */
  public final Variable atLeast(double smallest) {
    return Elementwise.atLeast(this, (float) smallest);
  }

  /** {@code x} above 0, {@code e^x − 1} below. */
  public final Variable elu() {
    return Elementwise.elu(this);
  }

  /** {@code 1 / (1 + e^(−x))}. */
  public final Variable sigmoid() {
    return Elementwise.sigmoid(this);
  }

  /** {@code ln(1 + e^x)}. */
  public final Variable softplus() {
    return Elementwise.softplus(this);
  }

  /** Inverted dropout; {@code seed} names this layer's stream of masks. */
  @Override
  public final Variable dropout(double rate, long seed) {
    return rate == 0 ? this : new Dropout(this, rate, seed);
  }

  /** {@code dropout(max(X + 1 b, 0))}: what a hidden layer does after its product, in one pass. */
  public final Variable reluDropout(Variable bias, double rate, long seed) {
    return new ReluDropout(this, bias, rate, seed);
  }

  /** Row {@code indices[i]} of this table as row i. */
  public final Variable indexSelect(int[] indices) {
    return new IndexSelect(this, indices);
  }

  /** {@code 1ᵀ X}: the sum of each column (1 × columns). */
  public final Variable columnSums() {
    return new Reduce(this, 1, columns(), 0, 1);
  }

  /** The mean of each row (rows × 1). */
  public final Variable rowMeans() {
    return new Reduce(this, rows(), 1, 1, 1.0 / columns());
  }

  /** Softmax over the {@code count} largest entries of each row, 0 for the others. */
  public final TopSoftmax topSoftmax(int count) {
    return new TopSoftmax(this, count);
  }

  /** The mean of {@code −ln softmax(z_i)[y_i]} over all rows. */
  public final Variable crossEntropy(int[] labels) {
    return new CrossEntropy(this, labels);
  }
}
