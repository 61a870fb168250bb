package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
import io.github.wats.matrix.DenseMatrix;
import java.nio.FloatBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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

  /** The number of values of all parameters. */
  public long count() {
    return byName.values().stream().mapToLong(value -> value.array().length).sum();
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
      String name = parameter.name();
      Check.argument(
          byName.containsKey(name), "there is no parameter %s, only %s", name, byName.keySet());
      DenseMatrix from = Objects.requireNonNull(byName.get(name));
      DenseMatrix to = parameter.value();
      Check.argument(
          from.rows() == to.rows() && from.columns() == to.columns(),
          "parameter %s must be %d × %d, got %d × %d",
          name,
          to.rows(),
          to.columns(),
          from.rows(),
          from.columns());
      System.arraycopy(from.array(), 0, to.array(), 0, to.array().length);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Weights that && contents().equals(that.contents());
  }

  @Override
  public int hashCode() {
    return contents().hashCode();
  }

  private Map<String, List<?>> contents() {
    Map<String, List<?>> contents = new LinkedHashMap<>();
    byName.forEach(
        (name, m) ->
            contents.put(name, List.of(m.rows(), m.columns(), FloatBuffer.wrap(m.array()))));
    return contents;
  }
}
