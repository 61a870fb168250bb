package io.github.wats.engine.autodiff;

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
  protected void forward() {
    products().multiply(operator.matrix(), x.value(), value(), false);
  }

  @Override
  protected void backward() {
    boolean add = x.addsToGradient();
    products().multiply(operator.transposed(), gradient(), x.gradient(), add);
  }
}
