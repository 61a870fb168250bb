package io.github.wats.benchmarks;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Rows;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.io.synthetic.GraphGenerator;
import io.github.wats.matrix.SparsePattern;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Builds a graph of Reddit's size from its directed edges in random order and reports seconds and
 * memory, then gives the same edges to SciPy's {@code coo → csr}, if {@code /usr/bin/python3} has
 * SciPy. Arguments: the share of Reddit's degree to use, 1 by default, and the share of edges to
 * give a second time, 0 by default.
 */
public final class GraphBuildBenchmark {
  private static final int ROUNDS = 3;
  private static final String SCIPY =
      """
      import sys, time, numpy as np, scipy, scipy.sparse as sp
      n, rounds = int(sys.argv[2]), int(sys.argv[3])
      s, t = np.fromfile(sys.argv[1], dtype='<i4').reshape(2, -1)
      for _ in range(rounds):
          start, cpu = time.perf_counter(), time.process_time()
          a = sp.coo_matrix((np.ones(len(s), dtype=np.int8), (s, t)), shape=(n, n)).tocsr()
          a.sum_duplicates()
          a.sort_indices()
          print(time.perf_counter() - start, time.process_time() - cpu, a.nnz, scipy.__version__, flush=True)
      """;

  private GraphBuildBenchmark() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    double share = args.length == 0 ? 1 : Double.parseDouble(args[0]);
    GeneratorSettings full = GeneratorSettings.REDDIT_SIZED.withFeatures(1).withWordsPerNode(1);
    Graph made =
        GraphGenerator.generate(full.withAverageDegree(full.averageDegree() * share), 0).graph();
    int nodes = made.nodeCount();
    double repeats = args.length < 2 ? 0 : Double.parseDouble(args[1]);
    int[][] edges = shuffledEdges(made.adjacency(), repeats);
    double csrBytes = 4.0 * (made.adjacency().entryCount() + nodes + 1);
    print("%s, %d directed edges given, %d threads", made, edges[0].length, Rows.threads());
    double best = Double.POSITIVE_INFINITY;
    for (int round = 1; round <= ROUNDS; round++) {
      Measured<Graph> built = Measured.of(() -> Graph.fromEdges(nodes, edges[0], edges[1]));
      if (!built.result().equals(made)) {
        throw new IllegalStateException("the graph differs from the one its edges came from");
      }
      best = Math.min(best, built.seconds());
      print(
          "wats  round %d: %.2f s, %.2f cpu s, peak beyond input %.2f × CSR",
          round, built.seconds(), built.cpuSeconds(), built.extraBytes() / csrBytes);
    }
    compareWithSciPy(nodes, edges, best);
  }

  /** Both directions of every edge, the first ones repeated at the end, all in random order. */
  private static int[][] shuffledEdges(SparsePattern rows, double repeats) {
    int repeated = (int) (repeats * rows.entryCount());
    int[][] edges = new int[2][rows.entryCount() + repeated];
    for (int i = 0; i < rows.rowCount(); i++) {
      for (int k = rows.offset(i); k < rows.offset(i + 1); k++) {
        edges[0][k] = i;
        edges[1][k] = rows.column(k);
      }
    }
    for (int[] ends : edges) {
      System.arraycopy(ends, 0, ends, rows.entryCount(), repeated);
    }
    LoadForm.shuffle(edges);
    return edges;
  }

  private static void compareWithSciPy(int nodes, int[][] edges, double best)
      throws IOException, InterruptedException {
    Path python = Path.of("/usr/bin/python3");
    if (!Files.isExecutable(python)) {
      print("scipy: no %s here", python);
      return;
    }
    Path file = Files.createTempFile("wats-edges", ".i4");
    try {
      write(edges, file);
      String[] command = {python.toString(), "-c", SCIPY, file.toString(), "" + nodes, "" + ROUNDS};
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      double scipy = Double.POSITIVE_INFINITY;
      for (String line : process.inputReader().lines().toList()) {
        print("scipy (seconds, cpu seconds, entries, version): %s", line);
        if (line.matches("[0-9.]+ [0-9.]+ [0-9]+ [0-9.]+")) {
          scipy = Math.min(scipy, Double.parseDouble(line.split(" ", 2)[0]));
        }
      }
      if (process.waitFor() == 0) {
        print("scipy / wats, best of %d each: %.1f", ROUNDS, scipy / best);
      }
    } finally {
      Files.delete(file);
    }
  }

  private static void write(int[][] edges, Path file) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int[] ends : edges) {
        for (int from = 0; from < ends.length; from += 1 << 18) {
          int count = Math.min(1 << 18, ends.length - from);
          buffer.asIntBuffer().put(ends, from, count);
          out.write(buffer.array(), 0, 4 * count);
        }
      }
    }
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
