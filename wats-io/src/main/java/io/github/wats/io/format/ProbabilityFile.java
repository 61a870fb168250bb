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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Calibrated probabilities in a file. An archive has {@code probabilities} (N × C float64), {@code
 * temperatures} (N) where the method has them, {@code node_ids} where nodes have names, and {@code
 * class_names} where classes have names. Text has a row per node: {@code id}, {@code prediction},
 * {@code confidence}, perhaps {@code temperature} and a {@link Mask}, then a column per class,
 * {@code p0} … where classes have no names. Numbers survive a round trip through text exactly.
 */
public final class ProbabilityFile {
  static final String PROBABILITIES = "probabilities";
  static final String CLASS_NAMES = "class_names";

  private ProbabilityFile() {}

  /**
   * Booleans beside the probabilities: {@code accept} (N), or {@code sets} (N × C). Text has a
   * column {@code accept} of true and false, or {@code set} with classes separated by {@code |}.
   */
  public record Mask(String name, int columns, boolean[] values) {
    private NpyData data(int nodes) {
      return isSets() ? NpyData.of(values, nodes, columns) : NpyData.of(values, nodes);
    }

    private boolean isSets() {
      return name.equals("sets");
    }

    private String text(int node, List<String> classes) {
      IntStream in = IntStream.range(0, columns).filter(c -> values[node * columns + c]);
      return isSets()
          ? in.mapToObj(classes::get).collect(Collectors.joining("|"))
          : Boolean.toString(values[node]);
    }
  }

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
      Optional<double[]> temperatures,
      Optional<Mask> mask)
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
      writeText(file, ids, classNames, probabilities, temperatures, mask);
    } else {
      NpyData values = NpyData.of(probabilities.toArray(), nodes, probabilities.classCount());
      NpzWriter.write(
          file,
          npz -> {
            npz.put(PROBABILITIES, values);
            if (temperatures.isPresent()) {
              npz.put("temperatures", NpyData.of(temperatures.get(), nodes));
            }
            if (mask.isPresent()) {
              npz.put(mask.get().name, mask.get().data(nodes));
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
      Optional<double[]> temperatures,
      Optional<Mask> mask)
      throws IOException {
    int classes = probabilities.classCount();
    List<String> results = NumberTable.RESULT_WORDS.subList(0, temperatures.isPresent() ? 3 : 2);
    Stream<String> marks = mask.stream().map(marked -> marked.isSets() ? "set" : "accept");
    List<String> columns = columns(classes, classNames);
    List<String> names =
        classNames.isEmpty()
            ? IntStream.range(0, classes).mapToObj(Integer::toString).toList()
            : classNames;
    NodeTable.write(
        file,
        ids,
        Stream.of(results.stream(), marks, columns.stream()).flatMap(part -> part).toList(),
        node -> {
          int predicted = probabilities.predictedClass(node);
          return Stream.of(
                  Stream.of(names.get(predicted), "" + probabilities.confidence(node)),
                  temperatures.stream().map(values -> "" + values[node]),
                  mask.stream().map(marked -> marked.text(node, names)),
                  IntStream.range(0, classes).mapToObj(c -> "" + probabilities.get(node, c)))
              .flatMap(values -> values);
        });
  }
}
