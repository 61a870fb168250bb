package io.github.wats.io.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.graph.Graph;
import io.github.wats.io.Location;
import io.github.wats.io.NodeData;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpyType;
import io.github.wats.io.npy.NpzWriter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A graph as large as Reddit's passes through a file without being held twice. */
@Tag("slow")
class LargeNodeFileTest {
  private static final int NODES = 232_965;
  private static final int PAIRS = 57_000_000;

  @TempDir Path folder;

  @Test
  void streamsAHundredMillionEdgesFromAFileAndBack() throws IOException {
    Path file = folder.resolve("large.npz");
    NpyData edges =
        NpyData.of(
            NpyType.INT64,
            out -> {
              for (int row = 0; row < 2; row++) {
                for (int k = 0; k < 2 * PAIRS; k++) {
                  boolean first = row == 0 ^ k >= PAIRS; // each edge both ways
                  out.put((long) node(2L * (k % PAIRS) + (first ? 0 : 1)));
                }
              }
            },
            2,
            2 * PAIRS);
    NpzWriter.write(
        file, npz -> npz.put("num_nodes", NpyData.of(new long[] {NODES})).put("edge_index", edges));
    Graph graph = NodeReader.read(file).requireGraph();
    assertThat(graph.nodeCount()).isEqualTo(NODES);
    assertThat(graph.edgeCount()).isBetween(PAIRS - PAIRS / 500, PAIRS);
    for (long k = 0; k < 1000; k++) {
      int source = node(2 * k);
      int target = node(2 * k + 1);
      assertThat(source == target || graph.hasEdge(source, target)).isTrue();
    }
    Path again = folder.resolve("again.npz");
    NodeFileWriter.write(again, NodeData.of(new Location("test"), NODES).withGraph(graph));
    assertThat(NodeReader.read(again).requireGraph()).isEqualTo(graph);
  }

  /** A number in 0 … n−1 that looks random. */
  private static int node(long k) {
    long bits = (k + 1) * 0x9E3779B97F4A7C15L;
    bits = (bits ^ bits >>> 32) * 0xD6E8FEB86659FD93L;
    return (int) Long.remainderUnsigned(bits ^ bits >>> 32, NODES);
  }
}
