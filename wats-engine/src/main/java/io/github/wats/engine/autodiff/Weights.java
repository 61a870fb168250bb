package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
import io.github.wats.matrix.DenseMatrix;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of named parameters at one moment: what is kept as the best epoch, what is stored in a
 * file, and what a network is rebuilt from. Immutable; keeps the order of the parameters.
 */
public final class Weights {
  private final Map<String, DenseMatrix> byName;

  private Weights(Map<String, DenseMatrix> byName) {
    this.byName = byName;
  }

  /** Copies the present values; names must differ. */
  public static Weights from(List<Parameter> parameters) {
    Map<String, DenseMatrix> values = new LinkedHashMap<>();
    parameters.forEach(parameter -> values.put(parameter.name(), parameter.value()));
    return of(values);
  }

  /** Copies named matrices. */
  public static Weights of(Map<String, DenseMatrix> values) {
    return new Weights(copies(values));
  }

  /** The names and copies of the values, in order. */
  public Map<String, DenseMatrix> toMap() {
    return copies(byName);
  }

  private static Map<String, DenseMatrix> copies(Map<String, DenseMatrix> values) {
    Map<String, DenseMatrix> copies = new LinkedHashMap<>();
    values.forEach((name, value) -> copies.put(name, value.copy()));
    return copies;
  }

  /** Sets every parameter to the value of its name; names and shapes must be the same. */
  public void copyTo(List<Parameter> parameters) {
    Check.argument(
        parameters.size() == byName.size(),
        "%d parameters are needed, got %d: %s",
        parameters.size(),
        byName.size(),
        byName.keySet());
    for (Parameter parameter : parameters) {
      DenseMatrix from = known(parameter.name());
      DenseMatrix to = parameter.value();
      Check.argument(
          from.rows() == to.rows() && from.columns() == to.columns(),
          "parameter %s must be %d × %d, got %d × %d",
          parameter.name(),
          to.rows(),
          to.columns(),
          from.rows(),
          from.columns());
      System.arraycopy(from.array(), 0, to.array(), 0, to.array().length);
    }
  }

  private DenseMatrix known(String name) {
    DenseMatrix value = byName.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "there is no parameter " + name + ", only " + byName.keySet());
    }
    return value;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Weights that) || !byName.keySet().equals(that.byName.keySet())) {
      return false;
    }
    return byName.entrySet().stream()
        .allMatch(entry -> same(entry.getValue(), that.known(entry.getKey())));
  }

  private static boolean same(DenseMatrix one, DenseMatrix other) {
    return one.rows() == other.rows()
        && one.columns() == other.columns()
        && Arrays.equals(one.array(), other.array());
  }

  @Override
  public int hashCode() {
    return byName.keySet().hashCode();
  }
}
