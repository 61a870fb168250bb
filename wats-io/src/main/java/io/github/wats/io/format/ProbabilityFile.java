package io.github.wats.io.format;

import io.github.wats.internal.Check;
import io.github.wats.io.NodeData;
import io.github.wats.io.NodeIds;
import io.github.wats.io.format.NodeFormat.ResultColumn;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Calibrated probabilities in a file. An archive has {@code probabilities} (N × C float64), {@code
 * prediction} (N), the most probable class, {@code network_prediction} (N), the class of the
 * network, and {@code network_confidence} (N), the calibrated probability of that one; {@code
 * temperatures} (N) where the method has them, {@code node_ids} where nodes have names, and {@code
 * class_names} where classes have names. Text has a row per node: {@code id}, {@code prediction},
 * {@code confidence}, {@code network_prediction}, {@code network_confidence}, perhaps {@code
 * temperature} and a {@link Mask}, then a column per class, {@code p0} … where classes have no
 * names. Of several labels there is the probability of each (N × L). Of top labels there are {@code
 * prediction}, {@code confidence} and the mask alone. Numbers survive a round trip through text
 * exactly.
 */
public final class ProbabilityFile {
  static final String PROBABILITIES = "probabilities";
  static final String CLASS_NAMES = "class_names";
  static final String PREDICTION = "prediction";
  static final String CONFIDENCE = "confidence";
  static final String NETWORK_PREDICTION = "network_prediction";
  static final String NETWORK_CONFIDENCE = "network_confidence";

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

    private ResultColumn column(List<String> classes) {
      return isSets()
          ? texts("set", node -> text(node, classes))
          : new ResultColumn("accept", Boolean.class, node -> values[node]);
    }

    private String text(int node, List<String> classes) {
      IntStream in = IntStream.range(0, columns).filter(c -> values[node * columns + c]);
      return in.mapToObj(classes::get).collect(Collectors.joining("|"));
    }
  }

  /**
   * Writes {@code .csv}, {@code .tsv}, {@code .parquet} where its module is there or, under any
   * other name, an archive.
   *
   * @param nodes their ids and the network's logits
   * @param classNames of all classes, or empty if classes have numbers only
   */
  public static void write(
      Path file,
      NodeData nodes,
      List<String> classNames,
      Probabilities probabilities,
      Optional<double[]> temperatures,
      Optional<Mask> mask)
      throws IOException {
    int count = probabilities.nodeCount();
    checkCount("ids must be as many as nodes", count, nodes.nodeCount());
    temperatures.ifPresent(
        values -> checkCount("temperatures must be as many as nodes", count, values.length));
    if (probabilities.areTopLabels()) {
      writeTopLabels(file, nodes.ids(), classNames, probabilities, mask);
      return;
    }
    if (nodes.ids().severalLabels().isPresent()) {
      double[] ofLabels = new double[count];
      Arrays.setAll(ofLabels, k -> probabilities.get(k, 1));
      writeLabels(file, nodes.ids().ofNodes(), classNames, ofLabels, mask.map(Mask::values));
      return;
    }
    Logits network = nodes.requireLogits();
    if (!classNames.isEmpty()) {
      int classes = probabilities.classCount();
      checkCount("class names must be as many as classes", classes, classNames.size());
    }
    if (isTable(file)) {
      writeTable(file, nodes.ids(), network, classNames, probabilities, temperatures, mask);
    } else {
      NpyData values = NpyData.of(probabilities.toArray(), count, probabilities.classCount());
      int[] predicted = new int[count];
      int[] own = new int[count];
      double[] ofOwn = new double[count];
      for (int i = 0; i < count; i++) {
        predicted[i] = probabilities.predictedClass(i);
        own[i] = network.predictedClass(i);
        ofOwn[i] = probabilities.get(i, own[i]);
      }
      NpzWriter.write(
          file,
          npz -> {
            npz.put(PROBABILITIES, values);
            npz.put(PREDICTION, NpyData.of(predicted, count));
            npz.put(NETWORK_PREDICTION, NpyData.of(own, count));
            npz.put(NETWORK_CONFIDENCE, NpyData.of(ofOwn, count));
            if (temperatures.isPresent()) {
              npz.put("temperatures", NpyData.of(temperatures.get(), count));
            }
            if (mask.isPresent()) {
              npz.put(mask.get().name, mask.get().data(count));
            }
            putNames(npz, nodes.ids(), classNames);
          });
    }
  }

  /**
   * Writes the probabilities of nodes with several labels (N × L), and which labels are accepted
   * ({@code accept}, N × L; in text, their names). Text has a column for each label.
   *
   * @param labelNames of all labels, or empty if they have numbers only
   */
  private static void writeLabels(
      Path file,
      NodeIds ids,
      List<String> labelNames,
      double[] probabilities,
      Optional<boolean[]> accept)
      throws IOException {
    int count = ids.nodeCount();
    int labels = probabilities.length / Math.max(1, count);
    Optional<Mask> mask = accept.map(values -> new Mask("accept", labels, values));
    if (isTable(file)) {
      List<String> columns = columns(labels, labelNames);
      List<ResultColumn> table = new ArrayList<>();
      mask.ifPresent(marked -> table.add(texts("accept", node -> marked.text(node, columns))));
      for (int l = 0; l < labels; l++) {
        int column = l;
        table.add(numbers(columns.get(l), node -> probabilities[node * labels + column]));
      }
      NodeTable.write(file, ids, table);
      return;
    }
    NpzWriter.write(
        file,
        npz -> {
          npz.put(PROBABILITIES, NpyData.of(probabilities, count, labels));
          if (mask.isPresent()) {
            npz.put("accept", NpyData.of(mask.get().values, count, labels));
          }
          putNames(npz, ids, labelNames);
        });
  }

  /** {@code prediction} and {@code confidence}, and a mask for each node if there is one. */
  private static void writeTopLabels(
      Path file, NodeIds ids, List<String> names, Probabilities top, Optional<Mask> mask)
      throws IOException {
    if (isTable(file)) {
      List<String> classes = names(top, names);
      List<ResultColumn> table = new ArrayList<>();
      table.add(texts(PREDICTION, node -> classes.get(top.predictedClass(node))));
      table.add(numbers(CONFIDENCE, top::confidence));
      mask.ifPresent(marked -> table.add(marked.column(classes)));
      NodeTable.write(file, ids, table);
      return;
    }
    NpzWriter.write(
        file,
        npz -> {
          putTopLabels(npz, top);
          if (mask.isPresent()) {
            npz.put(mask.get().name, mask.get().data(top.nodeCount()));
          }
          putNames(npz, ids, names);
        });
  }

  static void putTopLabels(NpzWriter npz, Probabilities top) throws IOException {
    int n = top.nodeCount();
    double[] confidences = IntStream.range(0, n).mapToDouble(top::confidence).toArray();
    npz.put(PREDICTION, NpyData.of(top.predictions().toArray(), n));
    npz.put(CONFIDENCE, NpyData.of(confidences, n));
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

  private static void writeTable(
      Path file,
      NodeIds ids,
      Logits network,
      List<String> classNames,
      Probabilities probabilities,
      Optional<double[]> temperatures,
      Optional<Mask> mask)
      throws IOException {
    int classes = probabilities.classCount();
    List<String> columns = columns(classes, classNames);
    List<String> names = names(probabilities, classNames);
    List<ResultColumn> table = new ArrayList<>();
    table.add(texts(PREDICTION, node -> names.get(probabilities.predictedClass(node))));
    table.add(numbers(CONFIDENCE, probabilities::confidence));
    table.add(texts(NETWORK_PREDICTION, node -> names.get(network.predictedClass(node))));
    table.add(
        numbers(NETWORK_CONFIDENCE, node -> probabilities.get(node, network.predictedClass(node))));
    temperatures.ifPresent(values -> table.add(numbers("temperature", node -> values[node])));
    mask.ifPresent(marked -> table.add(marked.column(names)));
    for (int c = 0; c < classes; c++) {
      int column = c;
      table.add(numbers(columns.get(c), node -> probabilities.get(node, column)));
    }
    NodeTable.write(file, ids, table);
  }

  private static boolean isTable(Path file) {
    return NodeTable.isText(file) || NodeFormat.isParquet(file);
  }

  /** Those of the classes, or their numbers. */
  private static List<String> names(Probabilities of, List<String> classNames) {
    IntStream classes = IntStream.range(0, of.classCount());
    return classNames.isEmpty() ? classes.mapToObj(Integer::toString).toList() : classNames;
  }

  private static ResultColumn texts(String name, IntFunction<String> values) {
    return new ResultColumn(name, String.class, values::apply);
  }

  private static ResultColumn numbers(String name, IntToDoubleFunction values) {
    return new ResultColumn(name, Double.class, values::applyAsDouble);
  }
}
