package io.github.wats.cli.calibrate;

import io.github.wats.graph.Graph;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.Columns;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.format.NodeReader.Source;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Graphs that this process has read, for programs that fit many calibrators on the same graph. */
final class KeptGraphs {
  private static final Map<Path, SoftReference<Graph>> KEPT = new ConcurrentHashMap<>();

  private KeptGraphs() {}

  /** Reads these sources and the graph of a file, whose content must never change. */
  static NodeData read(
      Path file,
      List<Source> sources,
      Set<NodeField> wanted,
      Columns columns,
      Consumer<String> readings)
      throws IOException {
    Set<NodeField> others = EnumSet.copyOf(wanted);
    others.remove(NodeField.GRAPH);
    NodeData data = NodeReader.read(sources, others, columns, readings);
    SoftReference<Graph> kept = KEPT.get(file);
    Graph graph = kept == null ? null : kept.get();
    if (graph == null) {
      Set<NodeField> part = EnumSet.of(NodeField.GRAPH);
      graph = NodeReader.read(List.of(new Source(file, part)), part).requireGraph();
      KEPT.keySet().removeIf(Files::notExists); // the program removes those that it forgets
      KEPT.put(file, new SoftReference<>(graph));
    }
    return data.withGraph(graph);
  }
}
