package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;

/** Shape checks of the operations. */
final class Shapes {
  private Shapes() {}

  static void same(String operation, Variable x, Variable y) {
    Check.argument(
        x.rows() == y.rows() && x.columns() == y.columns(),
        "%s needs two matrices of one shape, got %s and %s",
        operation,
        x.value(),
        y.value());
  }

  static void row(String operation, Variable x, Variable row) {
    Check.argument(
        row.rows() == 1 && row.columns() == x.columns(),
        "%s needs a row of %d entries, got %s",
        operation,
        x.columns(),
        row.value());
  }

  static void column(String operation, Variable x, Variable column) {
    Check.argument(
        column.columns() == 1 && column.rows() == x.rows(),
        "%s needs a column of %d entries, got %s",
        operation,
        x.rows(),
        column.value());
  }
}
