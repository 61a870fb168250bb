package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.BinaryFeatures;
import io.github.wats.engine.kernel.DroppedRows;
import io.github.wats.engine.kernel.SparseRows;
import io.github.wats.internal.Seeds;
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
    boolean drops = weight.needsGradient() && rate > 0;
    boolean bits = weight.needsGradient() && rate == 0 && BinaryFeatures.pays(x.matrix());
    dropped = drops ? dropped(x.rows(weight.value()), x.matrix().columns()) : null;
    droppedTransposed = drops ? dropped(x.transposed().rows(value()), rows()) : null;
    binary = bits ? BinaryFeatures.from(x.matrix(), false) : null;
    binaryTransposed = bits ? BinaryFeatures.from(x.matrix(), true) : null;
  }

  private DroppedRows dropped(List<SparseRows> all, int columns) {
    return new DroppedRows(all, columns, mask.limit(), mask.scale());
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
      products().spmm(entries(), weight.value(), value(), false);
    }
  }

  private List<SparseRows> entries() {
    return dropped == null || !isTraining()
        ? x.rows(weight.value())
        : dropped.draw(stream(0), stream(1));
  }

  @Override
  protected void backward() {
    boolean add = weight.addsToGradient();
    if (binaryTransposed != null) {
      products().matmul(binaryTransposed, gradient(), weight.gradient(), add);
    } else {
      products().spmm(transposedEntries(), gradient(), weight.gradient(), add);
    }
  }

  private List<SparseRows> transposedEntries() {
    return droppedTransposed == null || !isTraining()
        ? x.transposed().rows(gradient())
        : droppedTransposed.draw(stream(1), stream(0));
  }

  /** The random numbers of nodes (0) or of features (1) in this run. */
  private long stream(int side) {
    return Seeds.derive(mask.stream(tape().step()), side);
  }
}
