package io.github.wats.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader.Source;
import io.github.wats.io.npy.DeflatedNpz;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.testing.TinyGraph;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files go both ways between this library and the NumPy and SciPy of the machine. */
class NumpyInteroperabilityTest {
  private static final String[] TYPES = {
    "<f2", "<f4", "<f8", "|i1", "<i2", "<i4", "<i8", "|u1", "<u2", "<u4", "<u8", ">f2", ">f4",
    ">f8", ">i2", ">i4", ">i8", ">u2", ">u4", ">u8"
  };

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"savez", "savez_compressed"})
  void readsWhatNumpyWrites(String function) throws Exception {
    String script =
        """
        import numpy as np
        r = np.random.RandomState(5)
        arrays = {}
        for t in %s:
            for order in "CF":
                a = r.randint(0, 100, (37, 411)) if t[1] in "iu" else r.randn(37, 411)
                a = np.array(a.astype(t), order=order)
                arrays[t[1:] + order + ("big" if t[0] == ">" else "")] = a
        np.%s("a.npz", **arrays)
        for name, a in arrays.items():
            a.astype("<f8").astype(np.float64, order="C").tofile(name + ".f8")
        """
            .formatted(Arrays.toString(quoted(TYPES)), function);
    Python.run("numpy", folder, script);
    try (NpzFile npz = NpzFile.open(folder.resolve("a.npz"))) {
      assertThat(npz.names()).hasSize(2 * TYPES.length);
      for (String name : npz.names()) {
        NpyArray array = npz.array(name);
        assertThat(array.shapeText()).isEqualTo("37 × 411");
        assertThat(littleEndian(array.toDoubles()))
            .as(name)
            .isEqualTo(Files.readAllBytes(folder.resolve(name + ".f8")));
      }
    }
  }

  private static String[] quoted(String[] words) {
    return Arrays.stream(words).map(word -> "'" + word + "'").toArray(String[]::new);
  }

  private static byte[] littleEndian(double[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      bytes.putDouble(value);
    }
    return bytes.array();
  }

  @Test
  void writesWhatNumpyReads() throws Exception {
    NpzWriter.Content content =
        npz -> {
          npz.put("f4", NpyData.of(new float[] {0, 1, 100, 3, 4, 127}, 2, 3));
          npz.put("f8", NpyData.of(new double[] {0, 1, 100, 3, 4, 127}, 2, 3));
          npz.put("i4", NpyData.of(new int[] {0, 1, 100, 3, 4, 127}, 2, 3));
          npz.put("i8", NpyData.of(new long[] {0, 1, 100, 3, 4, 127}, 2, 3));
          npz.put("b", NpyData.of(new boolean[] {true, false}, 2));
          npz.put("names", NpyData.of(new String[] {"Größe", "\uD83D\uDE00", ""}, 3));
          npz.put("scalar", NpyData.of(new double[] {0.1}));
          npz.put("empty", NpyData.of(new float[0], 0, 5));
        };
    NpzWriter.write(folder.resolve("stored.npz"), content);
    DeflatedNpz.write(folder.resolve("deflated.npz"), content);
    String printed =
        Python.run(
            "numpy",
            folder,
            """
            import numpy as np, zipfile
            for file in ("stored.npz", "deflated.npz"):
                assert zipfile.ZipFile(file).testzip() is None
                d = np.load(file)
                for name in d.files[:4]:
                    a = d[name]
                    assert a.dtype.str == "<" + name, name
                    assert a.astype(int).tolist() == [[0, 1, 100], [3, 4, 127]], name
                print(d["f4"].dtype.str, d["b"].tolist(), d["names"].tolist(),
                      d["scalar"].shape, float(d["scalar"]), d["empty"].shape)
            """);
    String line = "<f4 [True, False] ['Größe', '\uD83D\uDE00', ''] () 0.1 (0, 5)\n";
    assertThat(printed).isEqualTo(line + line);
  }

  @Test
  void writesNodeFilesThatScipyTurnsIntoTheSameMatrices() throws Exception {
    Graph graph = TinyGraph.graph();
    SparseMatrix features =
        SparseMatrix.wrap(
            SparsePattern.wrap(3, offsets(graph.nodeCount()), new int[] {2, 0, 1}),
            new float[] {1.5f, 2, 3});
    int n = graph.nodeCount();
    NodeData data =
        NodeData.of(new Location("test"), n)
            .withGraph(graph)
            .withLogits(TinyGraph.logits())
            .withLabels(TinyGraph.labels())
            .withSplit(new Split(TinyGraph.train(), TinyGraph.validation(), NodeSet.of(n)))
            .withFeatures(FeatureMatrix.wrap(features));
    NodeFileWriter.write(folder.resolve("run.npz"), data);
    String printed =
        Python.run(
            "scipy.sparse",
            folder,
            """
            import numpy as np
            d = np.load("run.npz")
            n = int(d["num_nodes"])
            i, j = d["edge_index"]
            a = scipy.sparse.coo_matrix((np.ones(len(i), int), (i, j)), shape=(n, n)).tocsr()
            x = scipy.sparse.csr_matrix((d["attr_data"], d["attr_indices"], d["attr_indptr"]),
                                        shape=d["attr_shape"])
            print((a != a.T).nnz, a.nnz, a.max(), x.sum(), x[1, 0], d["logits"].dtype, d["y"].dtype,
                  d["train_mask"].sum())
            """);
    assertThat(printed)
        .isEqualTo(
            "0 %d 1 6.5 2.0 float64 int64 %d\n"
                .formatted(2 * graph.edgeCount(), TinyGraph.train().size()));
  }

  private static int[] offsets(int rows) {
    int[] offsets = new int[rows + 1];
    Arrays.fill(offsets, 3);
    offsets[0] = 0;
    offsets[1] = 1;
    return offsets;
  }

  @Test
  void readsTheMatricesScipySaves() throws Exception {
    Python.run(
        "scipy.sparse",
        folder,
        """
        import numpy as np
        r = np.random.RandomState(3)
        i, j = r.randint(0, 3000, (2, 40000))
        a = scipy.sparse.coo_matrix((np.ones(40000), (i, j)), shape=(3010, 3010))
        scipy.sparse.save_npz("coo.npz", a)
        scipy.sparse.save_npz("csr.npz", a.tocsr(), compressed=False)
        np.savez_compressed("pyg.npz", edge_index=np.stack([i, j]), num_nodes=3010)
        np.savez("fortran.npz", edge_index=np.asfortranarray(np.stack([i, j])), num_nodes=3010)
        scipy.sparse.save_npz("csc.npz", a.tocsc())
        np.savetxt("edges.tsv", np.stack([i, j], 1), fmt="%d", delimiter="\\t")
        """);
    Graph graph = NodeReader.read(folder.resolve("coo.npz")).requireGraph();
    assertThat(graph.nodeCount()).isEqualTo(3010);
    assertThat(graph.edgeCount()).isBetween(39_500, 40_000);
    assertThat(NodeReader.read(folder.resolve("csr.npz")).requireGraph()).isEqualTo(graph);
    assertThat(NodeReader.read(folder.resolve("pyg.npz")).requireGraph()).isEqualTo(graph);
    assertThat(NodeReader.read(folder.resolve("fortran.npz")).requireGraph()).isEqualTo(graph);
    Graph text =
        NodeReader.read(
                List.of(Source.of(folder.resolve("edges.tsv"), NodeField.GRAPH)),
                EnumSet.of(NodeField.GRAPH))
            .requireGraph();
    assertThat(text.edgeCount()).isEqualTo(graph.edgeCount());
    assertThatThrownBy(() -> NodeReader.read(folder.resolve("csc.npz")))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("array 'format': compressed rows must have the format 'csr'");
  }

  @Test
  void readsProbabilitiesBackInNumpy() throws Exception {
    Path file = folder.resolve("out.csv");
    ProbabilityFile.write(
        file,
        NodeData.of(Location.of(file), 12).withLogits(TinyGraph.logits()),
        List.of(),
        TinyGraph.logits().softmax(),
        Optional.empty(),
        Optional.empty());
    NpyData.of(DenseMatrix.copyOf(TinyGraph.features()).array(), 12, TinyGraph.features()[0].length)
        .write(folder.resolve("x.npy"));
    String printed =
        Python.run(
            "numpy",
            folder,
            """
            p = numpy.genfromtxt("out.csv", delimiter=",", names=True)
            print(len(p), p.dtype.names[:6], numpy.load("x.npy").dtype)
            """);
    assertThat(printed)
        .isEqualTo(
            "12 ('id', 'prediction', 'confidence', 'network_prediction', 'network_confidence', 'p0')"
                + " float32\n");
  }
}
