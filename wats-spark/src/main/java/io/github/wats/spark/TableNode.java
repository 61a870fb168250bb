package io.github.wats.spark;

import io.github.wats.features.NodeInputs;
import io.github.wats.features.NodeView;
import io.github.wats.internal.Check;
import org.apache.spark.sql.Row;

/** A node as a row of a table, for recipes without rounds. */
record TableNode(double[] logits, double[] features, int degree) implements NodeView {
  /** The row's columns from {@code place} on are those of {@link InputColumns#of}. */
  TableNode(Row row, double[] logits, NodeInputs recipe, int place) {
    this(logits, features(row, recipe, place), degree(row, recipe, place));
  }

  private static double[] features(Row row, NodeInputs recipe, int place) {
    if (recipe.structure().isEmpty()) {
      return new double[0];
    }
    int width = recipe.structure().get().width();
    double[] features = CalibratedRows.numbers(row, place);
    Check.argument(
        features.length == width,
        "rows must have %d features each, got %d",
        width,
        features.length);
    return features;
  }

  private static int degree(Row row, NodeInputs recipe, int place) {
    int at = place + (recipe.structure().isPresent() ? 1 : 0);
    return recipe.readsDegree() ? (int) CalibratedRows.numbers(row, at)[0] : 0;
  }

  @Override
  public double logit(int c) {
    return logits[c];
  }

  @Override
  public double structural(int column) {
    return features[column];
  }

  @Override
  public int label() {
    return 0;
  }

  @Override
  public double own(int round, int column) {
    throw noRounds();
  }

  @Override
  public void copyMeans(int round, int column, int count, double[] target, int start) {
    throw noRounds();
  }

  @Override
  public void countLabels(int classes, double[] target, int start) {
    throw noRounds();
  }

  private static IllegalStateException noRounds() {
    return new IllegalStateException("the recipe declares no rounds, so it has no neighbors");
  }
}
