package io.github.wats.engine.autodiff;

/** {@code Z = X ∘ Y}; {@code dX = dZ ∘ Y}, {@code dY = dZ ∘ X}. */
final class EntryProduct extends Variable {
  private final Variable x;
  private final Variable y;

  EntryProduct(Variable x, Variable y) {
    super(x.rows(), x.columns(), x, y);
    Shapes.same("a product of entries", x, y);
    this.x = x;
    this.y = y;
  }

  @Override
  protected void forward() {
    multiply(x.valueArray(), y.valueArray(), valueArray(), false);
  }

  @Override
  protected void backward() {
    if (x.needsGradient()) {
      boolean add = x.addsToGradient();
      multiply(gradientArray(), y.valueArray(), x.gradientArray(), add);
    }
    if (y.needsGradient()) {
      boolean add = y.addsToGradient();
      multiply(gradientArray(), x.valueArray(), y.gradientArray(), add);
    }
  }

  private void multiply(float[] a, float[] b, float[] c, boolean add) {
    forEntries(1, (from, to) -> multiply(a, b, c, from, to, add));
  }

  private static void multiply(float[] a, float[] b, float[] c, int from, int to, boolean add) {
    for (int e = from; e < to; e++) {
      c[e] = (add ? c[e] : 0) + a[e] * b[e];
    }
  }
}
