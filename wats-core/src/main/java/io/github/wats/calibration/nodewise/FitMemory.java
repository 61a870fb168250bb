package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Training;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Heap;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;

/**
 * Estimated peak memory of a fit over the graph.
 *
 * @param perEdge bytes for each directed edge of the graph
 * @param perRead bytes for each neighbor of a fit or early-stopping node
 * @param perNode bytes for each node
 */
record FitMemory(long perEdge, long perRead, long perNode) {
  /** Refuses a fit for which the heap is too small. */
  void check(String method, CalibrationData data, Training training) {
    Graph graph = data.graph();
    Split split = data.requireSplit();
    long entries = 2L * graph.edgeCount() + graph.nodeCount();
    long read = entries(graph, split.validation());
    if (training.usesTrainingNodes()) {
      read += entries(graph, split.train());
    }
    Heap.require(
        perEdge * entries + perRead * read + perNode * graph.nodeCount(),
        "fitting %s on %,d nodes and %,d directed edges",
        method,
        graph.nodeCount(),
        2L * graph.edgeCount());
  }

  /** The entries of the rows of these nodes, each with its self-loop. */
  private static long entries(Graph graph, NodeSet nodes) {
    return graph.neighborCount(nodes.toArray()) + nodes.size();
  }
}
