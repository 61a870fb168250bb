package io.github.wats.spark;

import io.github.wats.features.NodeInputs;
import io.github.wats.internal.Check;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.LongAccumulator;
import scala.Tuple2;

/**
 * A checked graph as blocks of arrays on the executors. Edges are shuffled once, as pairs of keys;
 * afterwards only values of nodes travel, to the blocks with a neighbor. All results are the same
 * bits for any number of blocks and after a retry. Close it to free memory.
 *
 * @param held what is stored on the executors until then
 */
record GraphBlocks(
    NodeTable table,
    NodeKeys keys,
    JavaRDD<Block> blocks,
    Block.Summary summary,
    List<JavaRDD<?>> held)
    implements AutoCloseable {
  private static final int MOST_SEEDS = 5; // more collisions are no accident
  private static final double ENTRIES = 8e6; // of a block: 44 bytes each while it is built
  private static final double FEWEST_ENTRIES = 5e5;
  private static final double MOST_ENTRIES = 1e8;

  /** With more than this, blocks are larger: messages grow with the square of their number. */
  private static final int MANY_BLOCKS = 256;

  private static final String CODE = "wats_code"; // while tables are joined

  /** The graph of the nodes and of the edges that a stage names. */
  static GraphBlocks of(Dataset<?> nodes, GraphStage<?> stage) {
    boolean given = stage.isDefined(stage.getParam("edges"));
    Check.argument(given, "edges must name a table, a view or format.`path`; it is not set");
    int blocks = stage.value("blocks", Integer.class);
    Check.argument(blocks >= 0, "blocks must not be negative, got %d", blocks);
    DataType id = nodes.schema().apply(TableColumn.ID.in(stage)).dataType();
    Dataset<Row> edges = nodes.sparkSession().table(stage.text("edges"));
    EdgeFrame table = new EdgeFrame(edges, stage.text("srcCol"), stage.text("dstCol"), id);
    return of(new NodeTable(nodes, stage), table, NodeKeys.of(id), blocks);
  }

  /**
   * Checks both tables and builds the blocks; an exception names the invalid row.
   *
   * @param wanted the number of blocks; 0 to choose one
   */
  static GraphBlocks of(NodeTable nodes, EdgeFrame edges, NodeKeys keys, int wanted) {
    SparkSession session = nodes.rows().sparkSession();
    return Stage.described(
        session,
        "nodes and edges checked and laid out in blocks",
        () -> {
          nodes.checkRows();
          int cores = session.sparkContext().defaultParallelism();
          int count = wanted > 0 ? wanted : blockCount(2.0 * edges.table().count(), cores);
          Optional<GraphBlocks> graph = Optional.empty();
          NodeKeys tried = keys;
          for (int k = 0; k < MOST_SEEDS && graph.isEmpty(); k++, tried = tried.next()) {
            graph = layOut(nodes, edges, tried, count);
          }
          Check.argument(graph.isPresent(), "ids collide with each of %d seeds", MOST_SEEDS);
          return graph.get();
        });
  }

  /** Few and large blocks, two for each core, but none needlessly small. */
  static int blockCount(double entries, int cores) {
    double bySize = Math.ceil(entries / ENTRIES);
    double limited = Math.min(bySize, Math.max(MANY_BLOCKS, Math.ceil(entries / MOST_ENTRIES)));
    double least = Math.min(2.0 * cores, Math.ceil(entries / FEWEST_ENTRIES));
    return (int) Math.max(1, Math.max(limited, least));
  }

  /** Builds and checks the blocks; no graph if two different ids have the same key. */
  private static Optional<GraphBlocks> layOut(
      NodeTable table, EdgeFrame edges, NodeKeys keys, int count) {
    LongAccumulator nulls = table.rows().sparkSession().sparkContext().longAccumulator();
    JavaRDD<Block> blocks = stored(blocks(table, edges, keys, count, nulls));
    try {
      Block.Summary summary = blocks.map(Block::summary).reduce(Block.Summary::plus);
      if (nulls.value() > 0) {
        edges.reportNull();
      }
      if (summary.repeated() != null) {
        table.reportRepeated(keys, keys.code(summary.repeated()));
        blocks.unpersist(false);
        return Optional.empty();
      }
      if (summary.unknown() != null) {
        edges.reportUnknown(keys, keys.code(summary.unknown()));
      }
      List<JavaRDD<?>> held = new ArrayList<>(List.of(blocks));
      return Optional.of(new GraphBlocks(table, keys, blocks, summary, held));
    } catch (RuntimeException e) {
      blocks.unpersist(false);
      throw e;
    }
  }

  private static JavaRDD<Block> blocks(
      NodeTable nodes, EdgeFrame edges, NodeKeys keys, int count, LongAccumulator nulls) {
    Chunks.Packing bothWays =
        (row, chunks) -> {
          if (row.isNullAt(0) || row.isNullAt(1)) {
            nulls.add(1L);
            return;
          }
          long a = keys.key(row.getLong(0));
          long b = keys.key(row.getLong(1));
          if (a != b) {
            chunks.record(a, 1).add(b);
            chunks.record(b, 1).add(a);
          }
        };
    Dataset<Row> ids = nodes.rows().select(keys.code(nodes.id()));
    return packed(ids, count, (row, chunks) -> chunks.record(keys.key(row.getLong(0)), 0))
        .mapPartitionsWithIndex(
            (id, own) -> List.of(new BlockBuilder(id, count, own)).iterator(), true)
        .zipPartitions(
            packed(edges.codes(keys), count, bothWays),
            (own, ends) -> List.of(own.next().build(ends)).iterator());
  }

  /** The rows of a table as chunks of numbers, each at its block. */
  private static JavaPairRDD<Integer, byte[]> packed(
      Dataset<Row> rows, int count, Chunks.Packing packing) {
    // Spark's developer API: numbers without objects around them.
    JavaRDD<InternalRow> internal = rows.queryExecution().toRdd().toJavaRDD();
    return internal
        .mapPartitionsToPair(part -> new Chunks(count, part, packing))
        .partitionBy(new HashPartitioner(count)); // an integer is its own hash
  }

  /** Stored on the executors until {@link #close}. */
  <T> JavaRDD<T> held(JavaRDD<T> values) {
    held.add(values);
    return values.persist(StorageLevel.MEMORY_AND_DISK());
  }

  private static <T> JavaRDD<T> stored(JavaRDD<T> values) {
    values.persist(StorageLevel.MEMORY_AND_DISK());
    if (values.context().getCheckpointDir().isDefined()) {
      values.checkpoint();
    }
    return values;
  }

  /** {@code D⁻¹ A values} (n × width), from the values of the nodes of each block. */
  JavaRDD<double[]> means(JavaRDD<double[]> values, int width) {
    return received(values, width, (block, own, messages) -> block.means(own, width, messages));
  }

  /** How many neighbors have each label (n × 2C), from the labels of the nodes of each block. */
  JavaRDD<double[]> labelCounts(JavaRDD<double[]> labels, int classes) {
    return received(labels, 1, (block, own, messages) -> block.labelCounts(own, classes, messages));
  }

  /** What a block computes from values of its nodes and of their neighbors. */
  private interface Received extends Serializable {
    double[] of(Block block, double[] own, Iterator<Tuple2<Integer, byte[]>> messages);
  }

  private JavaRDD<double[]> received(JavaRDD<double[]> values, int width, Received result) {
    JavaPairRDD<Block, double[]> own = blocks.zip(values);
    return own.zipPartitions(
        own.flatMapToPair(here -> here._1().messages(here._2(), width))
            .partitionBy(new HashPartitioner(blocks.getNumPartitions())),
        (pair, messages) -> {
          Tuple2<Block, double[]> here = pair.next();
          return List.of(result.of(here._1(), here._2(), messages)).iterator();
        });
  }

  /** A row of numbers (n × width) for each node in its block, from a column of arrays. */
  JavaRDD<double[]> values(Column numbers, int width) {
    NodeKeys mine = keys;
    Dataset<Row> rows = table.rows().select(keys.code(table.id()), numbers);
    Chunks.Packing packing =
        (row, chunks) -> {
          ArrayData array = row.getArray(1);
          chunks.record(mine.key(row.getLong(0)), width);
          for (int c = 0; c < width; c++) {
            chunks.add(Double.doubleToRawLongBits(array.getDouble(c)));
          }
        };
    return blocks.zipPartitions(
        packed(rows, blocks.getNumPartitions(), packing),
        (block, chunks) -> List.of(block.next().placed(chunks, width)).iterator());
  }

  /** A column of arrays of numbers. */
  static StructField array(String name, Metadata metadata) {
    DataType numbers = DataTypes.createArrayType(DataTypes.DoubleType);
    return DataTypes.createStructField(name, numbers, true, metadata);
  }

  /** The columns of a recipe for the nodes of each block (n × width); all rounds are one job. */
  private JavaRDD<double[]> run(NodeInputs recipe, int classes) {
    JavaRDD<BlockNodes> nodes =
        (classes == 0
                ? blocks.mapToPair(block -> new Tuple2<>(block, new double[0]))
                : blocks.zip(
                    held(values(table.numbers(recipe), BlockNodes.width(recipe, classes)))))
            .map(pair -> BlockNodes.of(recipe, classes, pair._1().degrees(), pair._2()));
    if (recipe.readsLabels()) {
      JavaRDD<double[]> counts = held(labelCounts(nodes.map(BlockNodes::labels), classes));
      nodes = nodes.zip(counts).map(pair -> pair._1().withCounts(pair._2()));
    }
    for (int r = 0; r < recipe.rounds().size(); r++) {
      int round = r;
      JavaRDD<double[]> own = held(nodes.map(block -> block.written(round)));
      JavaRDD<double[]> means = held(means(own, recipe.rounds().get(r)));
      nodes =
          nodes
              .zip(own.zip(means))
              .map(pair -> pair._1().withRound(pair._2()._1(), pair._2()._2()));
    }
    return nodes.map(BlockNodes::columns);
  }

  /**
   * The nodes with their degrees and the columns of a recipe as an array. Computes now, in one job;
   * the result stays on the executors as long as the table is in use.
   *
   * @param classes the number of logits; 0 if the recipe reads degrees alone
   */
  Dataset<Row> attach(
      String what, String degree, StructField array, NodeInputs recipe, int classes) {
    NodeKeys mine = keys;
    int width = recipe.width();
    JavaRDD<Results> results =
        stored(
            blocks
                .zip(run(recipe, classes))
                .map(pair -> new Results(pair._1(), pair._2(), width, mine)));
    SparkSession session = table.rows().sparkSession();
    try {
      Stage.described(session, what + " " + shape(), results::count);
    } catch (RuntimeException e) {
      results.unpersist(false);
      throw e;
    }
    StructType schema = new StructType().add(CODE, "long").add(degree, DataTypes.LongType, false);
    Dataset<Row> perNode =
        session.createDataFrame(results.flatMap(Results::rows), schema.add(array));
    Dataset<Row> coded = table.rows().toDF().withColumn(CODE, keys.code(table.id()));
    return coded.join(perNode.hint("merge"), CODE).drop(CODE);
  }

  /** Arrays of a block, which become rows (code, degree, values) when they are read. */
  private record Results(long[] codes, int[] degrees, double[] values, int width)
      implements Serializable {
    Results(Block block, double[] values, int width, NodeKeys keys) {
      this(Arrays.stream(block.keys()).map(keys::code).toArray(), block.degrees(), values, width);
    }

    Iterator<Row> rows() {
      return IntStream.range(0, codes.length).mapToObj(this::row).iterator();
    }

    private Row row(int i) {
      double[] own = Arrays.copyOfRange(values, i * width, (i + 1) * width);
      return RowFactory.create(codes[i], (long) degrees[i], own);
    }
  }

  /** Sizes and skew in words. */
  private String shape() {
    int count = blocks.getNumPartitions();
    return String.format(
        Locale.ROOT,
        "(%,d nodes, %,d edges, largest degree %,d; %d blocks, the largest %.1f times the mean)",
        summary.nodes(),
        summary.entries() / 2,
        summary.largestDegree(),
        count,
        summary.largestBlock() * (double) count / Math.max(1, summary.entries()));
  }

  @Override
  public void close() {
    held.forEach(values -> values.unpersist(false));
  }
}
