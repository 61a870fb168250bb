package io.github.wats.benchmarks;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Rows;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.format.Part;
import io.github.wats.io.npy.NpzFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Loads a graph of Reddit's size from node files of several forms and compares with what cannot be
 * avoided: reading the bytes of the file once from the page cache (inflating them where they are
 * deflated), and sorting the same edges from arrays in memory. Arguments: a folder that the files
 * are kept in, and the share of Reddit's degree to use, 1 by default. Files that are missing are
 * written first, which takes minutes; then it is measured.
 */
public final class LoadBenchmark {
  private static final int ROUNDS = 3;

  private LoadBenchmark() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    Graph graph = GenerateBenchmark.redditSized(args, 1);
    for (LoadForm form : LoadForm.values()) {
      if (!Files.exists(form.in(folder))) {
        form.write(graph, form.in(folder));
        Report.print("wrote %s", form.in(folder));
      }
    }
    Report.print("%s, %d directed edges", graph, graph.adjacency().entryCount());
    Report.print("%d threads, best of %d rounds", Rows.threads(), ROUNDS);
    Report.print(
        "file: MB, read s, inflate s, sort s, load s, load / (read + inflate + sort), peak × CSR");
    for (LoadForm form : LoadForm.values()) {
      measure(form, form.in(folder), graph);
    }
  }

  private static void measure(LoadForm form, Path file, Graph graph) throws IOException {
    double read = best(() -> readBytes(file)).seconds();
    double inflate = form.deflated ? Math.max(0, best(() -> decode(file)).seconds() - read) : 0;
    int[][] edges = form.edges(graph);
    Measured<Object> sort = best(() -> Graph.fromEdges(graph.nodeCount(), edges[0], edges[1]));
    Measured<Object> load = best(() -> NodeReader.read(file, Set.of(Part.GRAPH)).requireGraph());
    if (!sort.result().equals(graph) || !load.result().equals(graph)) {
      throw new IllegalStateException("the graph in " + file + " differs from the one written");
    }
    double csrBytes = 4.0 * (graph.adjacency().entryCount() + graph.nodeCount() + 1);
    Report.print(
        "%s: %.0f, %.2f, %.2f, %.2f, %.2f, %.2f, %.2f",
        form.in(Path.of("")),
        Files.size(file) / 1e6,
        read,
        inflate,
        sort.seconds(),
        load.seconds(),
        load.seconds() / (read + inflate + sort.seconds()),
        load.extraBytes() / csrBytes);
  }

  /** The fastest of some rounds. */
  private static Measured<Object> best(Callable<Object> work) {
    return Stream.generate(() -> Measured.of(() -> Measured.onThreads(Rows.threads(), work)))
        .limit(ROUNDS)
        .min(Comparator.comparingDouble(Measured::seconds))
        .orElseThrow();
  }

  private static Object readBytes(Path file) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
    try (FileChannel channel = FileChannel.open(file)) {
      while (channel.read(buffer.clear()) >= 0) {
        // nothing but the reading
      }
    }
    return buffer;
  }

  /** Inflates every array once. */
  private static Object decode(Path file) throws IOException {
    int[] block = new int[1 << 13];
    try (NpzFile npz = NpzFile.open(file)) {
      for (String name : npz.names()) {
        try (var reader = npz.array(name).open()) {
          while (reader.remaining() > 0) {
            reader.read(block, 0, (int) Math.min(block.length, reader.remaining()));
          }
        }
      }
    }
    return block;
  }
}
