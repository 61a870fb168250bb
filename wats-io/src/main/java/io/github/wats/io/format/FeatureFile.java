package io.github.wats.io.format;

import io.github.wats.features.FeatureTable;
import io.github.wats.io.NodeIds;
import io.github.wats.io.format.NodeFormat.ResultColumn;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Features of nodes in a file. An archive has {@code features} (N × F float64), {@code
 * feature_names} and, where nodes have names, {@code node_ids}; text has {@code id} and a column
 * per feature; {@code .npy} has the features alone.
 */
public final class FeatureFile {
  private FeatureFile() {}

  /** Whether the ids of nodes are written to a file of this name. */
  public static boolean hasIds(Path file) {
    return NodeTable.isText(file) || file.toString().toLowerCase(Locale.ROOT).endsWith(".npz");
  }

  /** Writes {@code .csv}, {@code .tsv}, {@code .npz} or, under any other name, {@code .npy}. */
  public static void write(Path file, NodeIds ids, FeatureTable features) throws IOException {
    List<String> names = features.names();
    if (NodeTable.isText(file)) {
      IntFunction<ResultColumn> column =
          j -> new ResultColumn(names.get(j), Double.class, node -> features.get(node, j));
      NodeTable.write(file, ids, IntStream.range(0, names.size()).mapToObj(column).toList());
      return;
    }
    NpyData values = NpyData.of(features.toArray(), features.nodeCount(), features.columnCount());
    if (!hasIds(file)) {
      values.write(file);
      return;
    }
    NpzWriter.write(
        file,
        npz -> {
          npz.put("features", values);
          npz.put("feature_names", NpyData.of(names.toArray(String[]::new), names.size()));
          ProbabilityFile.putNames(npz, ids, List.of());
        });
  }
}
