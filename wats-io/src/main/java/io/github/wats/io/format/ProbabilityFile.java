package io.github.wats.io.format;

import io.github.wats.internal.Check;
import io.github.wats.io.NodeIds;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
      NpyData values = NpyData.of(probabilities.toArray(), nodes, probabilities.classCount());
      NpzWriter.write(
          file,
          npz -> {
            npz.put(PROBABILITIES, values);
            if (temperatures.isPresent()) {
              npz.put("temperatures", NpyData.of(temperatures.get(), nodes));
            }
            putNames(npz, ids, classNames);
          });
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
    List<String> results = NumberTable.RESULT_WORDS.subList(0, temperatures.isPresent() ? 3 : 2);
    List<String> columns = columns(classes, classNames);
    NodeTable.write(
        file,
        ids,
        Stream.concat(results.stream(), columns.stream()).toList(),
        node -> {
          int predicted = probabilities.predictedClass(node);
          String name = classNames.isEmpty() ? "" + predicted : classNames.get(predicted);
          Stream<Double> temperature = temperatures.stream().map(values -> values[node]);
          Stream<Double> numbers =
              Stream.of(
                      Stream.of(probabilities.confidence(node)),
                      temperature,
                      IntStream.range(0, classes).mapToObj(c -> probabilities.get(node, c)))
                  .flatMap(values -> values);
          return Stream.concat(Stream.of(name), numbers.map(value -> Double.toString(value)));
        });
  }
}
