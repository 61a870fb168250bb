package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
import io.github.wats.matrix.DenseMatrix;
import java.util.Optional;

/**
 * What the hidden units of an expert are before bias and ReLU: columns of a variable, or a product
 * {@code X W} with an X that no step changes, or the sum of both. Such a product is computed only
 * for the rows that somebody reads.
 */
public final class HiddenGroup {
  private final int expert;
  private final Optional<Variable> columns; // (rows × …)
  private final int first; // of the columns
  private final Optional<DenseMatrix> inputs; // X (rows × inputs)
  private final Optional<Variable> weight; // W (inputs × size)

  private HiddenGroup(
      int expert,
      Optional<Variable> columns,
      int first,
      Optional<DenseMatrix> inputs,
      Optional<Variable> weight) {
    this.expert = expert;
    this.columns = columns;
    this.first = first;
    this.inputs = inputs;
    this.weight = weight;
  }

  /** The units of {@code expert}, nothing but their bias so far. */
  public static HiddenGroup of(int expert) {
    return new HiddenGroup(expert, Optional.empty(), 0, Optional.empty(), Optional.empty());
  }

  /** With the columns of {@code x} from {@code start} on. */
  public HiddenGroup withColumns(Variable x, int start) {
    return new HiddenGroup(expert, Optional.of(x), start, inputs, weight);
  }

  /** With {@code x w}; {@code x} is not copied. */
  public HiddenGroup withProduct(DenseMatrix x, Variable w) {
    Check.argument(
        x.columns() == w.rows(), "a product of hidden units does not fit: %s, %s", x, w.value());
    return new HiddenGroup(expert, columns, first, Optional.of(x), Optional.of(w));
  }

  int expert() {
    return expert;
  }

  Optional<Variable> columns() {
    return columns;
  }

  int first() {
    return first;
  }

  Optional<DenseMatrix> inputs() {
    return inputs;
  }

  Optional<Variable> weight() {
    return weight;
  }
}
