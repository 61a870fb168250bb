package io.github.wats.benchmarks;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Rows;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.format.Part;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.io.synthetic.GraphGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.function.DoubleSupplier;

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
    double share = args.length < 2 ? 1 : Double.parseDouble(args[1]);
    GeneratorSettings full = GeneratorSettings.REDDIT_SIZED.withFeatures(1).withWordsPerNode(1);
    Graph graph =
        GraphGenerator.generate(full.withAverageDegree(full.averageDegree() * share), 0).graph();
    for (LoadForm form : LoadForm.values()) {
      if (!Files.exists(form.in(folder))) {
        form.write(graph, form.in(folder));
        print("wrote %s", form.in(folder));
      }
    }
    print("%s, %d directed edges", graph, graph.adjacency().entryCount());
    print("%d threads, best of %d rounds", Rows.threads(), ROUNDS);
    print(
        "file: MB, read s, inflate s, sort s, load s, load / (read + inflate + sort), peak × CSR");
    for (LoadForm form : LoadForm.values()) {
      measure(form, form.in(folder), graph);
    }
  }

  private static void measure(LoadForm form, Path file, Graph graph) throws IOException {
    double read = best(() -> readBytes(file));
    double inflate = form.isDeflated() ? Math.max(0, best(() -> decode(file)) - read) : 0;
    double sort = sortSeconds(form, graph);
    double load = Double.POSITIVE_INFINITY;
    double extraBytes = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      Measured<Graph> loaded = Measured.of(() -> load(file));
      if (!loaded.result().equals(graph)) {
        throw new IllegalStateException("the graph in " + file + " differs from the one written");
      }
      load = Math.min(load, loaded.seconds());
      extraBytes = Math.min(extraBytes, (double) loaded.extraBytes());
    }
    double csrBytes = 4.0 * (graph.adjacency().entryCount() + graph.nodeCount() + 1);
    print(
        "%s: %.0f, %.2f, %.2f, %.2f, %.2f, %.2f, %.2f",
        form.in(Path.of("")),
        Files.size(file) / 1e6,
        read,
        inflate,
        sort,
        load,
        load / (read + inflate + sort),
        extraBytes / csrBytes);
  }

  private static double sortSeconds(LoadForm form, Graph graph) {
    int[][] edges = form.edges(graph);
    return best(
        () -> {
          long start = System.nanoTime();
          Graph sorted = Graph.fromEdges(graph.nodeCount(), edges[0], edges[1]);
          double seconds = (System.nanoTime() - start) / 1e9;
          if (sorted.edgeCount() != graph.edgeCount()) {
            throw new IllegalStateException("the sorted graph differs");
          }
          return seconds;
        });
  }

  private static double best(DoubleSupplier seconds) {
    double best = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      best = Math.min(best, seconds.getAsDouble());
    }
    return best;
  }

  private static Graph load(Path file) {
    try {
      return NodeReader.read(file, EnumSet.of(Part.GRAPH)).requireGraph();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double readBytes(Path file) {
    long start = System.nanoTime();
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
    try (FileChannel channel = FileChannel.open(file)) {
      while (channel.read(buffer.clear()) >= 0) {
        // nothing but the reading
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /** Inflates every array once. */
  private static double decode(Path file) {
    long start = System.nanoTime();
    int[] block = new int[1 << 13];
    try (NpzFile npz = NpzFile.open(file)) {
      for (String name : npz.names()) {
        try (var reader = npz.array(name).open()) {
          while (reader.remaining() > 0) {
            reader.read(block, 0, (int) Math.min(block.length, reader.remaining()));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
