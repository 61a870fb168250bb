package io.github.wats.io.format;

import io.github.wats.internal.Check;
import io.github.wats.io.NodeIds;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Calibrated probabilities in a file. An archive has {@code probabilities} (N × C float64), {@code
 * temperatures} (N) where the method has them, {@code node_ids} where nodes have names, and {@code
 * class_names} where classes have names. Text has a row per node: {@code id}, {@code prediction},
 * {@code confidence}, perhaps {@code temperature}, then a column per class, {@code p0} … where
 * classes have no names. Numbers survive a round trip through text exactly.
 */
public final class ProbabilityFile {
  static final String PROBABILITIES = "probabilities";
  static final String CLASS_NAMES = "class_names";

  private ProbabilityFile() {}

  /**
   * Writes {@code .csv}, {@code .tsv} or, under any other name, an archive.
   *
   * @param classNames of all classes, or empty if classes have numbers only
   */
  public static void write(
      Path file,
      NodeIds ids,
      List<String> classNames,
      Probabilities probabilities,
      Optional<double[]> temperatures)
      throws IOException {
    int nodes = probabilities.nodeCount();
    checkCount("ids must be as many as nodes", nodes, ids.nodeCount());
    temperatures.ifPresent(
        values -> checkCount("temperatures must be as many as nodes", nodes, values.length));
    if (!classNames.isEmpty()) {
      int classes = probabilities.classCount();
      checkCount("class names must be as many as classes", classes, classNames.size());
    }
    if (NodeTable.isText(file)) {
      writeText(file, ids, classNames, probabilities, temperatures);
    } else {
      NpzWriter.write(file, npz -> putArrays(npz, ids, classNames, probabilities, temperatures));
    }
  }

  private static void checkCount(String rule, int expected, int got) {
    Check.argument(got == expected, "%s: %d, got %d", rule, expected, got);
  }

  /** The columns of the classes. */
  static List<String> columns(int classes, List<String> names) {
    return names.isEmpty()
        ? IntStream.range(0, classes).mapToObj(label -> "p" + label).toList()
        : names;
  }

  private static void putArrays(
      NpzWriter npz,
      NodeIds ids,
      List<String> classNames,
      Probabilities probabilities,
      Optional<double[]> temperatures)
      throws IOException {
    int nodes = probabilities.nodeCount();
    npz.put(PROBABILITIES, NpyData.of(probabilities.toArray(), nodes, probabilities.classCount()));
    if (temperatures.isPresent()) {
      npz.put("temperatures", NpyData.of(temperatures.get(), nodes));
    }
    putNames(npz, ids, classNames);
  }

  /** The ids of nodes and the names of classes, where they have any. */
  static void putNames(NpzWriter npz, NodeIds ids, List<String> classNames) throws IOException {
    if (ids.areNames()) {
      npz.put("node_ids", NpyData.of(ids.toArray(), ids.nodeCount()));
    }
    if (!classNames.isEmpty()) {
      npz.put(CLASS_NAMES, NpyData.of(classNames.toArray(String[]::new), classNames.size()));
    }
  }

  private static void writeText(
      Path file,
      NodeIds ids,
      List<String> classNames,
      Probabilities probabilities,
      Optional<double[]> temperatures)
      throws IOException {
    int classes = probabilities.classCount();
    List<String> header =
        new ArrayList<>(NumberTable.RESULT_WORDS.subList(0, temperatures.isPresent() ? 3 : 2));
    int first = 1 + header.size();
    header.addAll(columns(classes, classNames));
    NodeTable.write(
        file,
        ids,
        header,
        (node, row) -> {
          int predicted = probabilities.predictedClass(node);
          row[1] = classNames.isEmpty() ? Integer.toString(predicted) : classNames.get(predicted);
          row[2] = Double.toString(probabilities.get(node, predicted));
          temperatures.ifPresent(values -> row[3] = Double.toString(values[node]));
          for (int c = 0; c < classes; c++) {
            row[first + c] = Double.toString(probabilities.get(node, c));
          }
        });
  }
}
