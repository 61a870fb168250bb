package io.github.wats.features;

/** What a node is given, and what it and its neighbors wrote in earlier rounds. */
public interface NodeView {
  /** The number of neighbors. */
  int degree();

  /** The network's score of a class. */
  double logit(int c);

  /** A structural feature of the recipe. */
  double structural(int column);

  /**
   * The known label of the node: c + 1 for a training and −(c + 1) for a validation node of class
   * c, else 0.
   */
  int label();

  /** A number that the node wrote in a round. */
  double own(int round, int column);

  /**
   * Writes means over neighbors of {@code count} numbers of a round; a node without neighbors keeps
   * its own.
   */
  void copyMeans(int round, int column, int count, double[] target, int start);

  /**
   * Adds the number of training neighbors with a known label of each class (C), then that of
   * validation neighbors (C), to {@code target}.
   */
  void countLabels(int classes, double[] target, int start);
}
