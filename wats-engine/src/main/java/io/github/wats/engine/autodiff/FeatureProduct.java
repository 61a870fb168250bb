package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.BinaryFeatures;
import io.github.wats.engine.kernel.DroppedRows;
import io.github.wats.engine.kernel.SparseRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code Y = dropout(X) W} for fixed sparse X; {@code dW = dropout(X)ᵀ dY}. */
final class FeatureProduct extends Variable {
  private final SparseOperator x;
  private final Variable weight;
  private final DropoutMask mask;
  private final @Nullable DroppedRows dropped; // X and Xᵀ where training drops entries
  private final @Nullable DroppedRows droppedTransposed;
  private final @Nullable BinaryFeatures binary; // X and Xᵀ where that is faster
  private final @Nullable BinaryFeatures binaryTransposed;

  FeatureProduct(SparseOperator x, Variable weight, double rate, long seed) {
    super(x.matrix().rows(), weight.columns(), weight);
    this.x = x;
    this.weight = weight;
    this.mask = new DropoutMask(rate, seed);
    int features = x.matrix().columns();
    boolean drops = weight.needsGradient() && rate > 0;
    boolean bits = weight.needsGradient() && rate == 0 && BinaryFeatures.pays(x.matrix());
    dropped = drops ? DroppedRows.of(x.rows(weight.value()), features) : null;
    droppedTransposed =
        drops ? DroppedRows.ofTransposed(x.transposed().rows(value()), features) : null;
    binary = bits ? BinaryFeatures.from(x.matrix()) : null;
    binaryTransposed = bits ? BinaryFeatures.fromTransposed(x.matrix()) : null;
  }

  @Override
  protected long multiplications() {
    return (long) x.matrix().entryCount() * columns();
  }

  @Override
  protected void forward() {
    if (binary != null) {
      products().matmul(binary, weight.value(), value(), false);
    } else {
      products().spmm(entries(x, dropped, weight), weight.value(), value(), false);
    }
  }

  @Override
  protected void backward() {
    boolean add = weight.addsToGradient();
    if (binaryTransposed != null) {
      products().matmul(binaryTransposed, gradient(), weight.gradient(), add);
    } else {
      List<SparseRows> entries = entries(x.transposed(), droppedTransposed, this);
      products().spmm(entries, gradient(), weight.gradient(), add);
    }
  }

  /** The entries of an operator for a product with a matrix shaped as {@code b}. */
  private List<SparseRows> entries(SparseOperator all, @Nullable DroppedRows some, Variable b) {
    return some != null && isTraining()
        ? some.draw(mask.stream(tape().step()), mask.limit(), mask.scale())
        : all.rows(b.value());
  }
}
