package io.github.wats.benchmarks;

import io.github.wats.graph.Graph;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpyType;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.matrix.SparsePattern;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/** The forms of node files that {@link LoadBenchmark} loads. */
enum LoadForm {
  /** A SciPy matrix. */
  CSR_INT32_STORED(false),
  CSR_INT32_DEFLATED(true),
  /** As {@code wats} writes it. */
  INDEX_INT32_STORED(false),
  /** As PyTorch Geometric has it, compressed. */
  INDEX_INT64_DEFLATED(true),
  /** Edges in random order. */
  SHUFFLED_INT64_STORED(false);

  final boolean deflated;

  LoadForm(boolean deflated) {
    this.deflated = deflated;
  }

  Path in(Path folder) {
    return folder.resolve(name().toLowerCase(Locale.ROOT).replace('_', '-') + ".npz");
  }

  void write(Graph graph, Path file) throws IOException {
    boolean csr = this == CSR_INT32_STORED || this == CSR_INT32_DEFLATED;
    NpzWriter.Content content = csr ? rows(graph) : index(graph);
    if (deflated) {
      NpzWriter.writeDeflated(file, content);
    } else {
      NpzWriter.write(file, content);
    }
  }

  private static NpzWriter.Content rows(Graph graph) {
    int n = graph.nodeCount();
    SparsePattern rows = graph.adjacency();
    return npz ->
        npz.put("indptr", NpyData.of(rows.offsets(), n + 1))
            .put("shape", NpyData.of(new int[] {n, n}, 2))
            .put("indices", NpyData.of(rows.columns(), rows.entryCount()));
  }

  private NpzWriter.Content index(Graph graph) {
    int[][] edges = edges(graph);
    NpyType type = this == INDEX_INT32_STORED ? NpyType.INT32 : NpyType.INT64;
    NpyData.Elements source =
        out -> {
          for (int[] ends : edges) {
            for (int end : ends) {
              out.put((long) end);
            }
          }
        };
    return npz ->
        npz.put("num_nodes", NpyData.of(new int[] {graph.nodeCount()}))
            .put("edge_index", NpyData.of(type, source, 2, edges[0].length));
  }

  /** Sources and targets in the order of the file. */
  int[][] edges(Graph graph) {
    SparsePattern rows = graph.adjacency();
    int[][] edges = {new int[rows.entryCount()], rows.columns().clone()};
    for (int i = 0; i < rows.rowCount(); i++) {
      Arrays.fill(edges[0], rows.offset(i), rows.offset(i + 1), i);
    }
    if (this == SHUFFLED_INT64_STORED) {
      shuffle(edges);
    }
    return edges;
  }

  /** Puts edges into a random order, always the same one. */
  static void shuffle(int[][] edges) {
    SplittableRandom random = new SplittableRandom(0);
    for (int k = edges[0].length - 1; k > 0; k--) {
      int other = random.nextInt(k + 1);
      for (int[] ends : edges) {
        int end = ends[k];
        ends[k] = ends[other];
        ends[other] = end;
      }
    }
  }
}
