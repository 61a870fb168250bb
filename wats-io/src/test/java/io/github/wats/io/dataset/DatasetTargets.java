package io.github.wats.io.dataset;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.wats.io.Location;
import io.github.wats.io.fuzz.Editor;
import io.github.wats.io.fuzz.FuzzTarget;
import io.github.wats.io.fuzz.FuzzTarget.Way;
import io.github.wats.io.fuzz.Members;
import io.github.wats.io.fuzz.ReaderTargets;
import io.github.wats.io.fuzz.Scratch;
import io.github.wats.io.npy.NpyData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The formats of data sets. Those of several files are zip archives here. */
public final class DatasetTargets {
  private static final Location FILE = new Location("damaged");

  /** Protocol and the first name of a pickle. */
  private static final String PICKLE_HEADER = "byte [0-9]:|byte [12][0-9]:";

  private static final String NO_DATA = "not a complete npz archive|must have an array";

  private DatasetTargets() {}

  public static FuzzTarget pickle() {
    List<byte[]> seeds =
        List.of(
            PickleBytes.csr(
                3, 9, new int[] {0, 1, 1, 3}, new int[] {8, 0, 4}, new float[] {1, 2, 3}),
            PickleBytes.matrix(3, 2, 0, 1, 1, 0, 1, 0),
            PickleBytes.graph(new int[] {1, 2, 300, 0}, new int[] {0}, new int[] {0, 0}));
    return FuzzTarget.of(
        "pickle",
        () -> seeds,
        Editor.after(30),
        pickle(PickleReader::read),
        pickle(PlanetoidPickles::features),
        pickle(PlanetoidPickles::labels),
        pickle(PlanetoidPickles::graph));
  }

  private static Way pickle(BiFunction<Location, byte[], Object> reader) {
    return FuzzTarget.unless(PICKLE_HEADER, document -> reader.apply(FILE, document));
  }

  public static FuzzTarget planetoid() {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put(
        "ind.toy.graph",
        PickleBytes.graph(
            new int[] {1, 1}, new int[] {0, 2}, new int[] {1, 3}, new int[] {2, 3}, new int[] {3}));
    files.put(
        "ind.toy.allx",
        PickleBytes.csr(2, 3, new int[] {0, 2, 2}, new int[] {0, 2}, new float[] {1, 3}));
    files.put("ind.toy.ally", PickleBytes.matrix(2, 2, 0, 1, 0, 1));
    files.put(
        "ind.toy.tx",
        PickleBytes.csr(2, 3, new int[] {0, 1, 3}, new int[] {1, 0, 1}, new float[] {5, 1, 1}));
    files.put("ind.toy.ty", PickleBytes.matrix(2, 2, 1, 0, 0, 1));
    files.put("ind.toy.y", PickleBytes.matrix(1, 2, 0, 1));
    files.put("ind.toy.test.index", "4\n2\n".getBytes(UTF_8));
    return FuzzTarget.of(
        "planetoid",
        () -> List.of(Members.pack(files)),
        Members.editor(Editor.after(30)),
        layout(PICKLE_HEADER, new PlanetoidReader("toy"), files));
  }

  public static FuzzTarget lists() {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("toy.edges.txt", "0\t1\n1\t2\n3\t3\n".getBytes(UTF_8));
    files.put("toy.labels.txt", "0\n1\n2\n0\n".getBytes(UTF_8));
    return FuzzTarget.of(
        "edge-and-label-lists",
        () -> List.of(Members.pack(files)),
        Members.editor(Editor::text),
        layout("line [01]\\b", new ListsReader("toy"), files));
  }

  /** Archives of gnn-benchmark; the pair of Reddit is read from one archive with all arrays. */
  public static FuzzTarget benchmark() {
    return FuzzTarget.of(
        "gnn-benchmark-npz",
        () -> List.of(benchmarkSeed(), redditSeed()),
        Members.editor(Editor::npy),
        FuzzTarget.unless(
            NO_DATA,
            document -> {
              Path file = Scratch.file("toy.npz", document);
              new BenchmarkReader("toy.npz").read(file.getParent(), "toy", "");
            }),
        FuzzTarget.unless(
            NO_DATA,
            document -> {
              Scratch.file("reddit_graph.npz", document);
              Path file = Scratch.file("reddit_data.npz", document);
              new RedditReader().read(file.getParent(), "toy", "");
            }));
  }

  private static byte[] redditSeed() throws IOException {
    return ReaderTargets.npz(
        out ->
            out.put("row", NpyData.of(new int[] {0, 1, 2, 2, 1}, 5))
                .put("col", NpyData.of(new int[] {1, 0, 3, 2, 0}, 5))
                .put("format", NpyData.of(new String[] {"coo"}))
                .put("shape", NpyData.of(new long[] {4, 4}, 2))
                .put("data", NpyData.of(new double[] {1, 1, 1, 1, 1}, 5))
                .put("feature", NpyData.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 4, 2))
                .put("label", NpyData.of(new int[] {2, 0, 0, 1}, 4))
                .put("node_types", NpyData.of(new int[] {1, 2, 3, 1}, 4)));
  }

  /** An archive with graph, features, labels and names of classes. */
  public static byte[] benchmarkSeed() throws IOException {
    return ReaderTargets.npz(
        out ->
            out.put("adj_data", NpyData.of(new float[] {1, 1, 1, 1}, 4))
                .put("adj_indices", NpyData.of(new int[] {1, 3, 3, 3}, 4))
                .put("adj_indptr", NpyData.of(new int[] {0, 1, 1, 2, 3, 4, 4}, 7))
                .put("adj_shape", NpyData.of(new long[] {6, 6}, 2))
                .put("attr_data", NpyData.of(new float[] {2, .5f, 9, -1}, 4))
                .put("attr_indices", NpyData.of(new int[] {3, 1, 2, 0}, 4))
                .put("attr_indptr", NpyData.of(new int[] {0, 0, 0, 2, 2, 4, 4}, 7))
                .put("attr_shape", NpyData.of(new long[] {6, 4}, 2))
                .put("labels", NpyData.of(new int[] {1, 0, 0, 2, 2, 0}, 6))
                .put("class_names", NpyData.of(new String[] {"red", "green", "blue"}, 3)));
  }

  /** Reads the files of an archive; those it lacks are as in {@code valid}. */
  private static Way layout(String header, DatasetLayout layout, Map<String, byte[]> valid) {
    return FuzzTarget.unless(
        header,
        document -> {
          Map<String, byte[]> files = new LinkedHashMap<>(valid);
          files.putAll(Members.unpack(document));
          files.keySet().retainAll(valid.keySet());
          layout.read(Scratch.folder(files), "toy", "");
        });
  }
}
