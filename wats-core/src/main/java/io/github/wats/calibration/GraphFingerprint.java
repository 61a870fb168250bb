package io.github.wats.calibration;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.SparsePattern;
import java.util.Locale;

/** Tells whether two graphs are the same, edge for edge, without keeping either. */
public final class GraphFingerprint {
  private GraphFingerprint() {}

  /** Nodes, edges and a 64-bit hash of all rows, as text. */
  public static String of(Graph graph) {
    SparsePattern rows = graph.adjacency();
    long hash = Seeds.derive(graph.nodeCount(), "graph");
    for (int i = 0; i < rows.rowCount(); i++) {
      hash = Seeds.bits(hash, rows.rowLength(i));
    }
    for (int k = 0; k < rows.entryCount(); k++) {
      hash = hash * 0x9E3779B97F4A7C15L + rows.column(k);
    }
    return String.format(
        Locale.ROOT, "%d-%d-%016x", graph.nodeCount(), graph.edgeCount(), Seeds.bits(hash, 0));
  }
}
