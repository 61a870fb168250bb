package io.github.wats.cli.calibrate;

import io.github.wats.graph.Graph;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Graphs that this process has read, for programs that fit many calibrators on the same graph. */
final class KeptGraphs {
  private static final Map<Path, SoftReference<Graph>> KEPT = new ConcurrentHashMap<>();

  private KeptGraphs() {}

  /** The graph of a file, whose content must never change. */
  static Graph read(Path file) throws IOException {
    SoftReference<Graph> kept = KEPT.get(file);
    Graph graph = kept == null ? null : kept.get();
    if (graph == null) {
      graph = InputOptions.readGraph(file).requireGraph();
      KEPT.keySet().removeIf(Files::notExists); // the program removes those that it forgets
      KEPT.put(file, new SoftReference<>(graph));
    }
    return graph;
  }
}
