package io.github.wats.io.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.NodeFormat;
import io.github.wats.io.format.NodeParts;
import io.github.wats.io.format.Nodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A format outside the package of the built-in ones, as a plug-in is, with public methods only. */
class OtherPackageFormatTest {
  @TempDir Path folder;

  /** Pajek's network files: {@code *Vertices n}, {@code *Edges}, and a line for each edge. */
  private static final class Pajek implements NodeFormat {
    @Override
    public boolean matches(Path file, Set<NodeField> parts) {
      return file.toString().endsWith(".net");
    }

    @Override
    public NodeParts open(Path file, Set<NodeField> parts) throws IOException {
      return new Network(Location.of(file), Files.readAllLines(file));
    }
  }

  private record Network(Location location, List<String> lines) implements NodeParts {
    @Override
    public boolean has(NodeField part) {
      return part == NodeField.GRAPH;
    }

    @Override
    public Nodes nodes() {
      int count = Integer.parseInt(lines.get(0).split(" ")[1]);
      return Nodes.declared(location.line(1), count, "from *Vertices", lines.size() - 2L);
    }

    @Override
    public Graph graph(Nodes nodes) {
      nodes.checkCount(nodes().count(), location, "vertices");
      int edges = lines.size() - 2;
      int[] sources = new int[edges];
      int[] targets = new int[edges];
      for (int k = 0; k < edges; k++) {
        int line = k + 3;
        String[] ends = lines.get(k + 2).split(" ");
        sources[k] = nodes.find(ends[0], () -> location.line(line));
        targets[k] = nodes.find(ends[1], () -> location.line(line));
      }
      return Graph.fromEdges(nodes.count(), sources, targets);
    }
  }

  @Test
  void readsAGraphAndNamesTheLineOfAnUnknownNode() throws IOException {
    Path file = folder.resolve("graph.net");
    Set<NodeField> parts = EnumSet.of(NodeField.GRAPH);
    Files.writeString(file, "*Vertices 3\n*Edges\n0 1\n1 2\n");
    try (NodeParts opened = new Pajek().open(file, parts)) {
      assertThat(opened.graph(opened.nodes()))
          .isEqualTo(Graph.fromEdges(3, new int[] {0, 1}, new int[] {1, 2}));
      assertThatThrownBy(() -> opened.graph(Nodes.numbered(2, "logits.npy has 2 rows")))
          .isInstanceOf(InvalidDataException.class)
          .hasMessage(file + ": vertices must be 2 (logits.npy has 2 rows), got 3");
    }
    Files.writeString(file, "*Vertices 3\n*Edges\n0 3\n");
    try (NodeParts opened = new Pajek().open(file, parts)) {
      assertThatThrownBy(() -> opened.graph(opened.nodes()))
          .hasMessage(file + ": line 3: nodes must be in 0 … 2 (from *Vertices), got '3'");
    }
  }
}
