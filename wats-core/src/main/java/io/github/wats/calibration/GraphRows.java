package io.github.wats.calibration;

import io.github.wats.graph.Graph;

/**
 * Rows of {@link CalibrationData} that are not the nodes of a graph, but parts of what it holds.
 */
public sealed interface GraphRows permits PairData, MultiLabelData {
  /** The number of rows. */
  int count();

  Graph graph();

  /** How many neighbors a row has. */
  int degree(int row);

  /** What a row is called. */
  String kind();
}
