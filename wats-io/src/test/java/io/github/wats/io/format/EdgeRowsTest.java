package io.github.wats.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.npy.DeflatedNpz;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpyType;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.testing.RandomGraphs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Graphs large enough to take several blocks of a file. */
class EdgeRowsTest {
  private static final int NODES = 1_000;
  private static final int[][] SHUFFLED = RandomGraphs.pairs(NODES, 30_000, 3);
  private static final Graph GRAPH = Graph.fromEdges(NODES, SHUFFLED[0], SHUFFLED[1]);

  @TempDir Path folder;

  private Graph read(NpzWriter.Content content, boolean deflated) throws IOException {
    Path file = folder.resolve("graph.npz");
    if (deflated) {
      DeflatedNpz.write(file, content);
    } else {
      NpzWriter.write(file, content);
    }
    return NodeReader.read(file).requireGraph();
  }

  private static NpyData index(int[][] pairs, NpyType type) {
    int count = pairs[0].length;
    int[] both = Arrays.copyOf(pairs[0], 2 * count);
    System.arraycopy(pairs[1], 0, both, count, count);
    return type.equals(NpyType.INT32)
        ? NpyData.of(both, 2, count)
        : NpyData.of(Arrays.stream(both).asLongStream().toArray(), 2, count);
  }

  /** Both directions of every edge in the order of rows. */
  private static int[][] rows() {
    int[][] pairs = new int[2][GRAPH.adjacency().entryCount()];
    for (int i = 0; i < NODES; i++) {
      for (int k = GRAPH.adjacency().offset(i); k < GRAPH.adjacency().offset(i + 1); k++) {
        pairs[0][k] = i;
        pairs[1][k] = GRAPH.adjacency().column(k);
      }
    }
    return pairs;
  }

  @Test
  void readsEdgesInAnyOrderTypeAndPacking() throws IOException {
    int[][] almost = rows(); // sources rise until the last block
    int last = almost[0].length - 1;
    for (int[] ends : almost) {
      int end = ends[last];
      ends[last] = ends[last - 3_000];
      ends[last - 3_000] = end;
    }
    NpyData nodes = NpyData.of(new int[] {NODES});
    for (int[][] pairs : new int[][][] {SHUFFLED, rows(), almost}) {
      for (NpyType type : new NpyType[] {NpyType.INT32, NpyType.INT64}) {
        for (boolean deflated : new boolean[] {false, true}) {
          Graph graph =
              read(
                  npz -> npz.put("num_nodes", nodes).put("edge_index", index(pairs, type)),
                  deflated);
          assertThat(graph).isEqualTo(GRAPH);
        }
      }
    }
  }

  @Test
  void readsFortranOrderInWhichSourcesAndTargetsAlternate() throws IOException {
    assertThat(NodeReader.read(fortran(SHUFFLED)).requireGraph()).isEqualTo(GRAPH);
    assertThat(NodeReader.read(fortran(rows())).requireGraph()).isEqualTo(GRAPH);
    for (int row = 0; row < 2; row++) {
      int[][] pairs = {SHUFFLED[0].clone(), SHUFFLED[1].clone()};
      pairs[row][20_000] = NODES;
      Path file = fortran(pairs);
      assertThatThrownBy(() -> NodeReader.read(file))
          .isInstanceOf(InvalidDataException.class)
          .hasMessageEndingWith("edge 20000: " + pairs[0][20_000] + "-" + pairs[1][20_000]);
    }
  }

  /** The bytes of an E × 2 array under the header of a 2 × E array in Fortran order. */
  private Path fortran(int[][] pairs) throws IOException {
    int count = pairs[0].length;
    int[] alternating = new int[2 * count];
    Arrays.setAll(alternating, k -> pairs[k % 2][k / 2]);
    Path array = folder.resolve("index.npy");
    NpyData.of(alternating, count, 2).write(array);
    String bytes = Files.readString(array, StandardCharsets.ISO_8859_1);
    String changed =
        bytes
            .replace("'fortran_order': False", "'fortran_order': True ")
            .replace("(" + count + ", 2)", "(2, " + count + ")");
    Path nodes = folder.resolve("nodes.npy");
    NpyData.of(new int[] {NODES}).write(nodes);
    Path file = folder.resolve("fortran.npz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("edge_index.npy"));
      zip.write(changed.getBytes(StandardCharsets.ISO_8859_1));
      zip.putNextEntry(new ZipEntry("num_nodes.npy"));
      zip.write(Files.readAllBytes(nodes));
    }
    return file;
  }

  @Test
  void readsCoordinatesAndCompressedRows() throws IOException {
    NpyData shape = NpyData.of(new int[] {NODES, NODES}, 2);
    int[][] rows = rows();
    int count = rows[0].length;
    assertThat(
            read(
                npz ->
                    npz.put("row", NpyData.of(SHUFFLED[0], SHUFFLED[0].length))
                        .put("col", NpyData.of(SHUFFLED[1], SHUFFLED[1].length))
                        .put("shape", shape),
                true))
        .isEqualTo(GRAPH);
    int[] offsets = new int[NODES + 1];
    Arrays.setAll(offsets, GRAPH.adjacency()::offset);
    assertThat(
            read(
                npz ->
                    npz.put(
                            "indices",
                            NpyData.of(Arrays.stream(rows[1]).asLongStream().toArray(), count))
                        .put("indptr", NpyData.of(offsets, NODES + 1))
                        .put("shape", shape),
                true))
        .isEqualTo(GRAPH);
  }

  @Test
  void namesTheEdgeOfANodeOutOfRangeInAnyBlock() {
    for (int row = 0; row < 2; row++) {
      int[][] pairs = {SHUFFLED[0].clone(), SHUFFLED[1].clone()};
      pairs[row][20_000] = NODES;
      assertThatThrownBy(
              () ->
                  read(
                      npz ->
                          npz.put("num_nodes", NpyData.of(new int[] {NODES}))
                              .put("edge_index", index(pairs, NpyType.INT64)),
                      true))
          .isInstanceOf(InvalidDataException.class)
          .hasMessageEndingWith(
              "array 'edge_index': nodes must be in 0 … 999 (from array 'num_nodes'), got edge"
                  + " 20000: "
                  + pairs[0][20_000]
                  + "-"
                  + pairs[1][20_000]);
    }
  }
}
