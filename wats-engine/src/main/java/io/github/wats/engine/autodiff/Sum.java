package io.github.wats.engine.autodiff;

/** {@code Z = X + Y}; {@code dX = dZ}, {@code dY = dZ}. */
final class Sum extends Variable {
  private final Variable x;
  private final Variable y;

  Sum(Variable x, Variable y) {
    super(x.rows(), x.columns(), x, y);
    Shapes.same("a sum", x, y);
    this.x = x;
    this.y = y;
  }

  @Override
  protected void forward() {
    float[] a = x.valueArray();
    float[] b = y.valueArray();
    float[] c = valueArray();
    forEntries(1, (from, to) -> add(a, b, c, from, to));
  }

  private static void add(float[] a, float[] b, float[] c, int from, int to) {
    for (int e = from; e < to; e++) {
      c[e] = a[e] + b[e];
    }
  }

  @Override
  protected void backward() {
    pass(x);
    pass(y);
  }

  private void pass(Variable input) {
    if (input.needsGradient()) {
      boolean add = input.addsToGradient();
      float[] gradient = gradientArray();
      float[] target = input.gradientArray();
      forEntries(1, (from, to) -> pass(gradient, target, from, to, add));
    }
  }

  private static void pass(float[] gradient, float[] target, int from, int to, boolean add) {
    if (add) {
      add(gradient, target, target, from, to);
    } else {
      System.arraycopy(gradient, from, target, from, to - from);
    }
  }
}
