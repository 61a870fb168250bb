package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.SparseRows;
import java.util.List;

/** {@code Y = S X}; {@code dX = Sᵀ dY}. */
final class Spmm extends Variable {
  private final SparseOperator operator;
  private final Variable x;

  Spmm(SparseOperator operator, Variable x) {
    super(operator.matrix().rows(), x.columns(), x);
    this.operator = operator;
    this.x = x;
  }

  @Override
  protected long multiplications() {
    return (long) operator.matrix().entryCount() * columns();
  }

  @Override
  protected void forward() {
    products().spmm(operator.rows(x.value()), x.value(), value(), false);
  }

  @Override
  protected void backward() {
    boolean add = x.addsToGradient();
    List<SparseRows> transposed = operator.transposed().rows(gradient());
    products().spmm(transposed, gradient(), x.gradient(), add);
  }
}
