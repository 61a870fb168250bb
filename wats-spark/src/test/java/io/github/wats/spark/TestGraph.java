package io.github.wats.spark;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.graph.Graph;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The same nodes and edges for {@code wats-core} and as tables. */
record TestGraph(int[][] pairs, Logits logits, Labels labels, Split split) {
  /** A random graph with two hubs, repeats, self-loops, and every tenth node isolated. */
  static TestGraph generated(int nodes, int edges, int classes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<int[]> pairs = new ArrayList<>();
    for (int k = 0; k < edges; k++) {
      pairs.add(new int[] {connected(random, nodes), connected(random, nodes)});
    }
    for (int i = 0; i < nodes; i++) {
      if (i % 10 != 0) {
        pairs.add(new int[] {1, i});
        pairs.add(i % 2 == 0 ? new int[] {2, i} : new int[] {i, 1});
      }
    }
    int[][] columns = new int[2][pairs.size()];
    for (int k = 0; k < pairs.size(); k++) {
      columns[0][k] = pairs.get(k)[0];
      columns[1][k] = pairs.get(k)[1];
    }
    return withLogits(nodes, columns, classes, random);
  }

  /** A graph of a data set, with made-up logits. */
  static TestGraph of(Graph graph, int classes) {
    int[][] columns = new int[2][graph.edgeCount()];
    int next = 0;
    for (int i = 0; i < graph.nodeCount(); i++) {
      for (int k = 0; k < graph.degree(i) && graph.neighbor(i, k) < i; k++) {
        columns[0][next] = i;
        columns[1][next++] = graph.neighbor(i, k);
      }
    }
    return withLogits(graph.nodeCount(), columns, classes, new SplittableRandom(0));
  }

  private static TestGraph withLogits(
      int nodes, int[][] columns, int classes, SplittableRandom random) {
    int[] labels = new int[nodes];
    double[] logits = new double[nodes * classes];
    for (int i = 0; i < nodes; i++) {
      labels[i] = i % 17 == 0 ? Labels.UNKNOWN : random.nextInt(classes);
      for (int c = 0; c < classes; c++) {
        double lift = c == labels[i] ? 1.5 : 0;
        logits[i * classes + c] = 3 * random.nextDouble(-1, 1) + lift;
      }
    }
    return new TestGraph(
        columns,
        Logits.of(nodes, classes, logits),
        Labels.of(classes, labels),
        new Split(part(nodes, 0), part(nodes, 1), part(nodes, 2)));
  }

  private static int connected(SplittableRandom random, int nodes) {
    int node = random.nextInt(nodes);
    return node % 10 == 0 ? node + 1 : node;
  }

  /** One node in four trains, one calibrates, two test, but for every 50th, which is in no part. */
  private static NodeSet part(int nodes, int part) {
    boolean[] mask = new boolean[nodes];
    for (int i = 0; i < nodes; i++) {
      mask[i] = Math.min(i % 4, 2) == part && i % 50 != 2;
    }
    return NodeSet.ofMask(mask);
  }

  int nodeCount() {
    return logits.nodeCount();
  }

  Graph graph() {
    return Graph.fromEdges(nodeCount(), pairs[0], pairs[1]);
  }

  CalibrationData input() {
    return CalibrationData.of(graph(), logits);
  }

  int[] degrees() {
    Graph graph = graph();
    int[] degrees = new int[nodeCount()];
    for (int i = 0; i < degrees.length; i++) {
      degrees[i] = graph.degree(i);
    }
    return degrees;
  }

  Dataset<Row> edgeTable(SparkSession session, DataType type, IntFunction<Object> id, int slices) {
    List<Row> rows = new ArrayList<>();
    for (int k = 0; k < pairs[0].length; k++) {
      rows.add(RowFactory.create(id.apply(pairs[0][k]), id.apply(pairs[1][k])));
    }
    StructType schema = new StructType().add("src", type).add("dst", type);
    return session.createDataFrame(rows, schema).repartition(slices);
  }

  Dataset<Row> nodeTable(SparkSession session, DataType type, IntFunction<Object> id, int slices) {
    List<Row> rows = new ArrayList<>();
    boolean[] train = split.train().toMask();
    boolean[] calibration = split.validation().toMask();
    boolean[] test = split.test().toMask();
    for (int i = 0; i < nodeCount(); i++) {
      double[] row = new double[logits.classCount()];
      logits.copyRow(i, row, 0);
      String part = train[i] ? "train" : calibration[i] ? "val" : test[i] ? "test" : null;
      Integer label = labels.isKnown(i) ? labels.get(i) : null;
      rows.add(RowFactory.create(id.apply(i), row, label, part));
    }
    return session.createDataFrame(rows, nodeSchema(type)).repartition(slices);
  }

  static StructType nodeSchema(DataType id) {
    return new StructType()
        .add("id", id)
        .add("logits", DataTypes.createArrayType(DataTypes.DoubleType))
        .add("label", DataTypes.IntegerType)
        .add("split", DataTypes.StringType);
  }

  Dataset<Row> nodeTable(SparkSession session) {
    return nodeTable(session, DataTypes.LongType, i -> (long) i, 2);
  }

  /** The edges as a view; returns its name. */
  String edgeView(SparkSession session) {
    edgeTable(session, DataTypes.LongType, i -> (long) i, 2).createOrReplaceTempView("edges");
    return "edges";
  }
}
