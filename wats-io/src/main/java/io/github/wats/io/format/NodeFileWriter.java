package io.github.wats.io.format;

import io.github.wats.graph.Graph;
import io.github.wats.io.NodeData;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpyType;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Writes node files: {@code edge_index} (int32, each edge in both directions), {@code logits}
 * (float64), {@code y} (int64), the three masks, and features, dense as {@code x} or sparse as
 * {@code attr_…}. Equal data give equal bytes.
 */
public final class NodeFileWriter {
  private NodeFileWriter() {}

  /** Writes all parts of {@code data}, completely or not at all. */
  public static void write(Path file, NodeData data) throws IOException {
    NpzWriter.write(file, npz -> put(npz, data));
  }

  private static void put(NpzWriter npz, NodeData data) throws IOException {
    npz.put("num_nodes", NpyData.of(new long[] {data.nodeCount()}));
    ProbabilityFile.putNames(npz, data.ids(), data.classNames());
    if (data.graph().isPresent()) {
      npz.put("edge_index", edgeIndex(data.graph().get()));
    }
    if (data.logits().map(z -> z.source() != Logits.Source.LOGITS).orElse(false)) {
      Probabilities p = data.requireProbabilities();
      if (p.areTopLabels()) {
        ProbabilityFile.putTopLabels(npz, p);
      } else {
        npz.put("probabilities", NpyData.of(p.toArray(), p.nodeCount(), p.classCount()));
      }
    } else if (data.logits().isPresent()) {
      Logits logits = data.logits().get();
      npz.put("logits", NpyData.of(logits.toArray(), logits.nodeCount(), logits.classCount()));
    }
    if (data.labels().isPresent()) {
      long[] labels = Arrays.stream(data.labels().get().toArray()).asLongStream().toArray();
      npz.put("y", NpyData.of(labels, labels.length));
    }
    if (data.split().isPresent()) {
      putSplit(npz, data.split().get());
    }
    if (data.features().isPresent()) {
      putFeatures(npz, data.features().get());
    }
  }

  /** Computed while it is written: a hundred million edges should not be copied. */
  private static NpyData edgeIndex(Graph graph) {
    SparsePattern adjacency = graph.adjacency();
    return NpyData.of(
        NpyType.INT32,
        out -> {
          for (int i = 0; i < graph.nodeCount(); i++) {
            for (int k = 0; k < graph.degree(i); k++) {
              out.put((long) i);
            }
          }
          for (int neighbor : adjacency.columns()) {
            out.put((long) neighbor);
          }
        },
        2,
        adjacency.entryCount());
  }

  private static void putSplit(NpzWriter npz, Split split) throws IOException {
    int nodes = split.nodeCount();
    npz.put("train_mask", NpyData.of(split.train().toMask(), nodes));
    npz.put("val_mask", NpyData.of(split.validation().toMask(), nodes));
    npz.put("test_mask", NpyData.of(split.test().toMask(), nodes));
  }

  private static void putFeatures(NpzWriter npz, FeatureMatrix features) throws IOException {
    if (features.dense().isPresent()) {
      DenseMatrix dense = features.dense().get();
      npz.put("x", NpyData.of(dense.array(), dense.rows(), dense.columns()));
      return;
    }
    SparseMatrix sparse = features.sparse().orElseThrow();
    npz.put("attr_data", NpyData.of(sparse.values(), sparse.entryCount()));
    npz.put("attr_indices", NpyData.of(sparse.pattern().columns(), sparse.entryCount()));
    npz.put("attr_indptr", NpyData.of(sparse.pattern().offsets(), sparse.rows() + 1));
    npz.put("attr_shape", NpyData.of(new long[] {sparse.rows(), sparse.columns()}, 2));
  }
}
