package io.github.wats.io.fuzz;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.io.NodeData;
import io.github.wats.io.dataset.DatasetTargets;
import io.github.wats.io.format.Columns;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.NodeFileWriter;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.format.NodeReader.Source;
import io.github.wats.io.format.PairReader;
import io.github.wats.io.format.ProbabilityFile;
import io.github.wats.io.fuzz.FuzzTarget.Way;
import io.github.wats.io.npy.DeflatedNpz;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.testing.TinyGraph;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** The formats that this module reads. */
public final class ReaderTargets {
  static final Set<NodeField> ALL = EnumSet.allOf(NodeField.class);
  private static final String NPZ_HEADER = "not a complete npz archive|must have an array 'edge";
  private static final Editor NPY_EDITOR = Editor::npy;
  private static final Editor NPZ_EDITOR = Members.editor(NPY_EDITOR);

  /** The first row that is read decides what the columns are. */
  private static final String TEXT_HEADER = "line [01]\\b|must be UTF-8|has no rows|is empty";

  private ReaderTargets() {}

  public static List<FuzzTarget> all() {
    return List.of(
        FuzzTarget.of("npy", ReaderTargets::arrays, NPY_EDITOR, ReaderTargets::array),
        FuzzTarget.of("npz", ReaderTargets::nodeFiles, NPZ_EDITOR, archive()),
        FuzzTarget.of("scipy-npz", ReaderTargets::sparse, NPZ_EDITOR, archive()),
        FuzzTarget.of("edges-text", () -> EDGES, Editor::text, text(NodeField.GRAPH)),
        FuzzTarget.of(
            "tables-text",
            () -> TABLES,
            Editor::text,
            text(NodeField.LOGITS, NodeField.LABELS, NodeField.SPLIT, NodeField.FEATURES)),
        FuzzTarget.of(
            "probabilities", ReaderTargets::probabilities, ReaderTargets::eitherKind, results()),
        FuzzTarget.of("pairs-npz", ReaderTargets::pairs, NPZ_EDITOR, pairs("a.npz")),
        FuzzTarget.of("pairs-text", () -> PAIRS, Editor::text, pairs("a.csv", "a.tsv", "a.txt")),
        FuzzTarget.of("top-labels", () -> TOP_LABELS, Editor::text, topLabels()),
        TensorTargets.torch(),
        TensorTargets.safetensors(),
        DatasetTargets.pickle(),
        DatasetTargets.planetoid(),
        DatasetTargets.benchmark(),
        DatasetTargets.lists(),
        ModelTargets.calibrator(),
        ModelTargets.labels(),
        ModelTargets.backbone());
  }

  private static void array(byte[] document, Runnable progress) throws IOException {
    NpyArray array = NpyArray.read(Scratch.file("a.npy", document));
    progress.run();
    everything(array);
  }

  /** Every conversion; those refused do not keep the others from being tried. */
  private static void everything(NpyArray array) throws IOException {
    InvalidDataException last = null;
    for (int conversion = 0; conversion < 6; conversion++) {
      try {
        convert(array, conversion);
      } catch (InvalidDataException e) {
        last = e;
      }
    }
    if (last != null) {
      throw last;
    }
  }

  private static Object convert(NpyArray array, int conversion) throws IOException {
    return switch (conversion) {
      case 0 -> array.toDoubles();
      case 1 -> array.toFloats();
      case 2 -> array.toLongs();
      case 3 -> array.toInts();
      case 4 -> array.toBooleans();
      default -> array.toStrings();
    };
  }

  private static Way[] archive() {
    return new Way[] {
      (document, progress) -> {
        try (NpzFile npz = NpzFile.open(Scratch.file("a.npz", document))) {
          progress.run();
          for (String name : npz.names()) {
            everything(npz.array(name));
          }
        }
      },
      nodes("a.npz", NPZ_HEADER, ALL),
      nodes("a.npz", NPZ_HEADER, EnumSet.of(NodeField.GRAPH)),
      nodes("a.npz", NPZ_HEADER, EnumSet.of(NodeField.LOGITS), EnumSet.of(NodeField.SPLIT)),
      nodes("a.npz", NPZ_HEADER, EnumSet.of(NodeField.LABELS), EnumSet.of(NodeField.GRAPH))
    };
  }

  /** Reads the document as one file for each of these sets of parts. */
  @SafeVarargs
  static Way nodes(String name, String header, Set<NodeField>... parts) {
    return FuzzTarget.unless(
        header,
        document -> {
          Path file = Scratch.file(name, document);
          NodeReader.read(Stream.of(parts).map(some -> new Source(file, some)).toList(), ALL);
        });
  }

  private static Way[] text(NodeField... parts) {
    List<Way> ways = new ArrayList<>();
    for (String name : new String[] {"a.csv", "a.tsv", "a.txt"}) {
      for (NodeField part : parts) {
        ways.add(
            part == NodeField.SPLIT || part == NodeField.FEATURES
                ? beside(name, part)
                : nodes(name, TEXT_HEADER, EnumSet.of(part)));
      }
    }
    if (List.of(parts).contains(NodeField.LOGITS)) {
      ways.add(
          FuzzTarget.unless(
              TEXT_HEADER + "|in its header",
              document ->
                  NodeReader.read(
                      List.of(Source.of(Scratch.file("a.csv", document), NodeField.LOGITS)),
                      ALL,
                      new Columns(Optional.of("id"), List.of("p0", "p1")))));
    }
    return ways.toArray(Way[]::new);
  }

  /** Reads the document for nodes that another file determines. */
  private static Way beside(String name, NodeField part) {
    return FuzzTarget.unless(
        TEXT_HEADER + "|not a complete npz archive",
        document -> {
          Path ids = Scratch.file("ids.csv", TABLES.get(0));
          Path file = Scratch.file(name, document);
          NodeReader.read(List.of(Source.of(ids, NodeField.LOGITS), Source.of(file, part)), ALL);
        });
  }

  private static Way[] results() {
    return Stream.of("a.npz", "a.csv", "a.tsv", "a.npy")
        .map(
            name ->
                FuzzTarget.unless(
                    NPZ_HEADER + "|" + TEXT_HEADER + "|not an npy array",
                    document ->
                        NodeReader.read(
                            List.of(
                                Source.of(Scratch.file(name, document), NodeField.PROBABILITIES)),
                            ALL)))
        .toArray(Way[]::new);
  }

  private static Way[] topLabels() {
    String header = TEXT_HEADER + "|in its header|must have one of the columns";
    return Stream.of("a.csv", "a.tsv", "a.txt")
        .map(name -> nodes(name, header, ALL))
        .toArray(Way[]::new);
  }

  private static Way[] pairs(String... names) {
    String header = NPZ_HEADER + "|" + TEXT_HEADER + "|an array 'pairs'|in its header";
    return Stream.of(names)
        .map(
            name ->
                FuzzTarget.unless(
                    header,
                    document ->
                        PairReader.read(
                            Scratch.file(name, document), Optional.empty(), OptionalInt.empty())))
        .toArray(Way[]::new);
  }

  private static byte[] eitherKind(byte[] document, Script script) {
    boolean archive = document.length > 1 && document[0] == 'P' && document[1] == 'K';
    boolean array = document.length > 1 && document[0] == (byte) 0x93;
    Editor editor = archive ? NPZ_EDITOR : array ? NPY_EDITOR : Editor::text;
    return editor.edit(document, script);
  }

  private static final List<byte[]> EDGES =
      utf8(
          "source,target\n0,1\n1,2\n",
          "# comment\nada\tgrace\ngrace\t\"a, b\"\n",
          "u;v;weight\n3;4;0.5\n4;5;1\n",
          "0 1\n1   2\n",
          "a,b\nb,c\n\nc,a\n");

  private static final List<byte[]> TABLES =
      utf8(
          "id,p0,p1\na,0.25,0.75\nb,1,0\nc,0.5,0.5\n",
          "1.5,2\n-3e-2,4\n5,6\n",
          "id,label\na,0\nb,-1\nc,1\n",
          "node_id\tlabel\na\tred\nb\t\nc\tblue\n",
          "0\n1\n\n1\n",
          "id,part\na,train\nb,val\nc,test\n",
          "0 1.5\n2   2\n",
          ",0,1,label\n7,0.5,1.5,1.0\n8,2.0,0.25,0.0\n",
          "# note\nid;\"cat, tame\";cow\n#1;0.5;1\n\" b \";2;3.5\n",
          "id,prediction,confidence,p0,p1\na,0,0.9,0.9,0.1\n#b,1,0.75,0.25,0.75\n");

  private static final List<byte[]> TOP_LABELS =
      utf8(
          "id,label,prediction,confidence\na,cat,cat,0.9\nb,,cow,0.75\nc,cow,cat,1e-3\n",
          "confidence;extra;split;label;prediction\n0.5;x;val;0;1\n1;y;test;-1;0\n0;;train;2;2\n",
          "node_id\tprediction\tconfidence\n7\t1.0\t.25\n8\t0\t1.0\n9\t3\t0.125\n",
          "prediction,confidence,label\n0,0.5,0\n1,0.25,1\n2,1,2\n0,0.5,0\n1,0.25,1\n2,1,-1\n");

  private static final List<byte[]> PAIRS =
      utf8(
          "src,dst,score,label,split\na,b,0.5,1,val\nb,c,-1.5,0,test\na,c,2,-1,train\nc,d,1e3,,\n",
          "source\ttarget\tprobability\n0\t1\t.5\n1\t2\t0.25\n2\t0\t1\n7\t2\t0\n",
          "y;v;u;logit\n1;4;5;0.5\n0;5;6;-2\n1;4;6;3\n");

  private static List<byte[]> utf8(String... texts) {
    return Stream.of(texts).map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  private static List<byte[]> arrays() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (String name : new String[] {"version1", "version2", "version3", "written-names"}) {
      seeds.add(resource("npy/" + name + ".npy"));
    }
    for (String archive : new String[] {"types-stored", "shapes", "text"}) {
      seeds.addAll(Members.unpack(resource("npy/" + archive + ".npz")).values());
    }
    return seeds;
  }

  private static List<byte[]> nodeFiles() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (String name : new String[] {"shapes", "text", "objects", "zip64"}) {
      seeds.add(resource("npy/" + name + ".npz"));
    }
    int n = TinyGraph.graph().nodeCount();
    int[] offsets = new int[n + 1];
    offsets[n] = 1;
    SparseMatrix features =
        SparseMatrix.wrap(SparsePattern.wrap(3, offsets, new int[] {2}), new float[] {1});
    Path file = Scratch.file("seed.npz", new byte[0]);
    NodeFileWriter.write(
        file,
        NodeData.of(new Location("seed"), n)
            .withGraph(TinyGraph.graph())
            .withLogits(TinyGraph.logits())
            .withLabels(TinyGraph.labels())
            .withSplit(new Split(TinyGraph.train(), TinyGraph.validation(), NodeSet.of(n)))
            .withFeatures(FeatureMatrix.wrap(features)));
    seeds.add(Files.readAllBytes(file));
    seeds.add(
        npz(
            out ->
                out.put("edge_index", NpyData.of(new long[] {0, 1, 2, 1, 2, 0}, 2, 3))
                    .put("node_ids", NpyData.of(new String[] {"a", "b", "c"}, 3))
                    .put("labels", NpyData.of(new long[] {0, 1, -1}, 3))
                    .put("num_nodes", NpyData.of(new long[] {3}, 1))
                    .put("val_idx", NpyData.of(new int[] {0, 2}, 2))));
    return seeds;
  }

  private static List<byte[]> pairs() throws IOException {
    return List.of(
        npz(
            out ->
                out.put("pairs", NpyData.of(new int[] {0, 1, 2, 3, 1, 4}, 3, 2))
                    .put("scores", NpyData.of(new double[] {0.5, -2, 3}, 3))
                    .put("y", NpyData.of(new long[] {1, 0, -1}, 3))
                    .put("val_mask", NpyData.of(new boolean[] {true, true, false}, 3))
                    .put("edge_index", NpyData.of(new long[] {0, 1, 2, 1, 2, 3}, 2, 3))),
        npz(
            out ->
                out.put("pairs", NpyData.of(new long[] {0, 1, 1, 3, 4, 5}, 2, 3))
                    .put("probabilities", NpyData.of(new double[] {0.5, 0, 1}, 3, 1))
                    .put("num_nodes", NpyData.of(new long[] {9}, 1))
                    .put("test_idx", NpyData.of(new int[] {0, 2}, 2))));
  }

  private static List<byte[]> sparse() throws IOException {
    Path deflated = Scratch.file("seed.npz", new byte[0]);
    DeflatedNpz.write(
        deflated,
        out ->
            out.put("row", NpyData.of(new int[64], 64))
                .put("col", NpyData.of(new int[64], 64))
                .put("shape", NpyData.of(new long[] {3, 3}, 2)));
    return List.of(
        Files.readAllBytes(deflated),
        npz(
            out ->
                out.put("row", NpyData.of(new int[] {0, 1}, 2))
                    .put("col", NpyData.of(new int[] {1, 2}, 2))
                    .put("format", NpyData.of(new String[] {"coo"}))
                    .put("shape", NpyData.of(new long[] {3, 3}, 2))
                    .put("data", NpyData.of(new double[] {1, 1}, 2))),
        npz(
            out ->
                out.put("data", NpyData.of(new float[] {1, 1, 1, 1}, 4))
                    .put("indices", NpyData.of(new int[] {1, 3, 3, 3}, 4))
                    .put("indptr", NpyData.of(new int[] {0, 1, 1, 2, 3, 4, 4}, 7))
                    .put("format", NpyData.of(new String[] {"csr"}))
                    .put("shape", NpyData.of(new long[] {6, 6}, 2))),
        DatasetTargets.benchmarkSeed());
  }

  private static List<byte[]> probabilities() throws IOException {
    Probabilities values = Probabilities.of(new double[][] {{.25, .75}, {1, 0}, {.5, .5}});
    List<byte[]> seeds = new ArrayList<>();
    for (String name : new String[] {"seed.npz", "seed.csv", "seed.tsv"}) {
      Path file = Scratch.file(name, new byte[0]);
      ProbabilityFile.write(
          file,
          NodeData.of(Location.of(file), 3).withLogits(Logits.of(new double[3][2])),
          List.of(),
          values,
          Optional.of(new double[] {1, 2, 0.5}),
          Optional.empty());
      seeds.add(Files.readAllBytes(file));
    }
    seeds.add(Members.unpack(seeds.get(0)).get("probabilities.npy"));
    return seeds;
  }

  /** Puts arrays into an archive. */
  public interface Arrays {
    void putInto(NpzWriter out) throws IOException;
  }

  /** An archive of arrays. */
  public static byte[] npz(Arrays arrays) throws IOException {
    Path file = Scratch.file("seed.npz", new byte[0]);
    NpzWriter.write(file, arrays::putInto);
    return Files.readAllBytes(file);
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = ReaderTargets.class.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new IllegalArgumentException("no test resource " + name);
      }
      return in.readAllBytes();
    }
  }
}
