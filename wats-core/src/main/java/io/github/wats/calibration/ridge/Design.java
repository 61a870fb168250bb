package io.github.wats.calibration.ridge;

/**
 * The calibration nodes as the solver sees them: n rows of u, of scaled columns, and the labels.
 *
 * @param u {@code z/T0}, centered over the classes (n × C)
 * @param node what multiplies u (n × K), the first column 1
 * @param added the class columns (n × C × M): those of one class side by side
 * @param labels the true classes (n)
 */
@SuppressWarnings("ArrayRecordComponent") // working memory of one fit, never compared
record Design(Layout layout, double[] u, double[] node, double[] added, int[] labels) {
  int rows() {
    return labels.length;
  }
}
