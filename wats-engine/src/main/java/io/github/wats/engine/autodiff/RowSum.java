package io.github.wats.engine.autodiff;

/** {@code Y = X + 1 b}; {@code dX = dY}, {@code db = 1ᵀ dY}. */
final class RowSum extends Variable {
  private final Variable x; // (n × m)
  private final Variable row; // (1 × m)
  private final double[] scratch; // (m)

  RowSum(Variable x, Variable row) {
    super(x.rows(), x.columns(), x, row);
    Shapes.row("a bias", x, row);
    this.x = x;
    this.row = row;
    this.scratch = new double[row.columns()];
  }

  @Override
  protected void forward() {
    float[] from = x.valueArray();
    float[] b = row.valueArray();
    float[] to = valueArray();
    forEntries(1, (first, last) -> addRow(from, b, to, first, last));
  }

  private static void addRow(float[] x, float[] b, float[] y, int from, int to) {
    for (int e = from; e < to; e += b.length) {
      for (int j = 0; j < b.length; j++) {
        y[e + j] = x[e + j] + b[j];
      }
    }
  }

  @Override
  protected void backward() {
    if (row.needsGradient()) {
      boolean add = row.addsToGradient();
      ColumnSums.sum(gradient(), row.gradientArray(), scratch, add);
    }
    if (x.needsGradient()) {
      boolean add = x.addsToGradient();
      float[] dy = gradientArray();
      float[] dx = x.gradientArray();
      forEntries(1, (from, to) -> pass(dy, dx, from, to, add));
    }
  }

  private static void pass(float[] dy, float[] dx, int from, int to, boolean add) {
    for (int e = from; e < to; e++) {
      dx[e] = (add ? dx[e] : 0) + dy[e];
    }
  }
}
