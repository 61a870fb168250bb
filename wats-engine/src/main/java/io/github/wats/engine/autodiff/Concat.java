package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
import java.util.List;

/** {@code Y = [X_1 … X_k]}, side by side; {@code dX_i} is the columns of {@code dY} it became. */
final class Concat extends Variable {
  private final List<Variable> parts;

  Concat(List<Variable> parts) {
    super(
        parts.get(0).rows(),
        parts.stream().mapToInt(Variable::columns).sum(),
        parts.toArray(Variable[]::new));
    for (Variable part : parts) {
      Check.argument(
          part.rows() == rows(),
          "matrices side by side need %d rows, got %s",
          rows(),
          part.value());
    }
    this.parts = List.copyOf(parts);
  }

  @Override
  protected void forward() {
    int first = 0;
    for (Variable part : parts) {
      int width = part.columns();
      for (int i = 0; i < rows(); i++) {
        System.arraycopy(part.valueArray(), i * width, valueArray(), i * columns() + first, width);
      }
      first += width;
    }
  }

  @Override
  protected void backward() {
    int first = 0;
    for (Variable part : parts) {
      int width = part.columns();
      if (part.needsGradient()) {
        float[] dx = part.gradientToAdd();
        for (int e = 0; e < dx.length; e++) {
          dx[e] += gradientArray()[e / width * columns() + first + e % width];
        }
      }
      first += width;
    }
  }
}
