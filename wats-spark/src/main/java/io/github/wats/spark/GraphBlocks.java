package io.github.wats.spark;

import io.github.wats.internal.Check;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.ShuffledRDD;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;
import scala.reflect.ClassTag$;

/**
 * A checked graph as blocks of arrays on the executors. Edges are shuffled once, as pairs of keys;
 * afterwards only values of nodes travel, to the blocks with a neighbor. All results are the same
 * bits for any number of blocks and after a retry. Close it to free memory.
 */
final class GraphBlocks implements AutoCloseable {
  /** Seeds to try before two ids with one key are no accident any more. */
  private static final int MOST_SEEDS = 5;

  /** Directed edges of a block: 44 bytes each while it is built. */
  private static final double ENTRIES = 8e6;

  /** With more blocks than this, larger ones: messages grow with the square of the number. */
  private static final int MANY_BLOCKS = 256;

  private static final double MOST_ENTRIES = 1e8;
  private static final double FEWEST_ENTRIES = 5e5;
  private static final String CODE = "wats_code"; // while tables are joined

  private final Dataset<?> nodes;
  private final NodeTable table;
  private final NodeKeys keys;
  private final JavaRDD<Block> blocks;
  private final Block.Summary summary;
  private final List<JavaRDD<?>> held = new ArrayList<>();

  private GraphBlocks(
      Dataset<?> nodes,
      NodeTable table,
      NodeKeys keys,
      JavaRDD<Block> blocks,
      Block.Summary summary) {
    this.nodes = nodes;
    this.table = table;
    this.keys = keys;
    this.blocks = blocks;
    this.summary = summary;
    held.add(blocks);
  }

  /** The graph of the nodes and of the edges that a stage names. */
  static GraphBlocks of(Dataset<?> nodes, EdgeColumns<?> stage) {
    Check.argument(
        stage.isDefined(stage.edges()),
        "edges must name a table, a view or format.`path`; it is not set");
    int blocks = (int) stage.getOrDefault(stage.blocks());
    Check.argument(blocks >= 0, "blocks must not be negative, got %d", blocks);
    DataType id = nodes.schema().apply(stage.getIdCol()).dataType();
    Dataset<Row> edges = nodes.sparkSession().table(stage.text(stage.edges()));
    EdgeFrame table =
        new EdgeFrame(edges, stage.text(stage.srcCol()), stage.text(stage.dstCol()), id);
    return of(nodes, stage, table, NodeKeys.of(id), blocks);
  }

  /**
   * Checks both tables and builds the blocks; an exception names the invalid row.
   *
   * @param wanted the number of blocks; 0 to choose one
   */
  static GraphBlocks of(
      Dataset<?> nodes, NodeColumns<?> columns, EdgeFrame edges, NodeKeys keys, int wanted) {
    return Stage.described(
        nodes.sparkSession(),
        "nodes and edges checked and laid out in blocks",
        () -> {
          NodeTable table = new NodeTable(nodes, columns);
          table.checkRows();
          int cores = nodes.sparkSession().sparkContext().defaultParallelism();
          int count = wanted > 0 ? wanted : blockCount(2.0 * edges.count(), cores);
          NodeKeys tried = keys;
          for (int attempt = 0; attempt < MOST_SEEDS; attempt++, tried = tried.next()) {
            Optional<GraphBlocks> graph = layOut(nodes, table, edges, tried, count);
            if (graph.isPresent()) {
              return graph.get();
            }
          }
          throw new IllegalStateException(
              "different ids have the same xxhash64 with each of " + MOST_SEEDS + " seeds");
        });
  }

  /** Few and large blocks, two for each core, but none needlessly small. */
  static int blockCount(double entries, int cores) {
    double bySize = Math.ceil(entries / ENTRIES);
    double limited = Math.min(bySize, Math.max(MANY_BLOCKS, Math.ceil(entries / MOST_ENTRIES)));
    double least = Math.min(2.0 * cores, Math.ceil(entries / FEWEST_ENTRIES));
    return (int) Math.max(1, Math.max(limited, least));
  }

  /** Builds and checks the blocks; empty if two different ids have the same key. */
  private static Optional<GraphBlocks> layOut(
      Dataset<?> nodes, NodeTable table, EdgeFrame edges, NodeKeys keys, int count) {
    LongAccumulator nulls = nodes.sparkSession().sparkContext().longAccumulator();
    JavaRDD<Block> blocks = blocks(nodes.select(keys.code(table.id())), edges, keys, count, nulls);
    blocks.persist(StorageLevel.MEMORY_AND_DISK());
    checkpoint(blocks);
    boolean done = false;
    try {
      Block.Summary summary = blocks.map(Block::summary).reduce(Block.Summary::plus);
      if (nulls.value() > 0) {
        edges.reportNull();
      }
      if (summary.repeated() != null) {
        table.reportRepeated(keys, keys.code(summary.repeated()));
        return Optional.empty();
      }
      if (summary.unknown() != null) {
        edges.reportUnknown(keys, keys.code(summary.unknown()));
      }
      done = true;
      return Optional.of(new GraphBlocks(nodes, table, keys, blocks, summary));
    } finally {
      if (!done) {
        blocks.unpersist(false);
      }
    }
  }

  private static JavaRDD<Block> blocks(
      Dataset<Row> ids, EdgeFrame edges, NodeKeys keys, int count, LongAccumulator nulls) {
    JavaRDD<Tuple2<Integer, byte[]>> pairs =
        packed(
            edges.codes(keys),
            count,
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
            });
    return packed(ids, count, (row, chunks) -> chunks.record(keys.key(row.getLong(0)), 0))
        .mapPartitionsWithIndex(
            (id, own) -> List.of(new BlockBuilder(id, count, own)).iterator(), true)
        .zipPartitions(pairs, (own, given) -> List.of(own.next().build(given)).iterator());
  }

  /** The rows of a table as chunks of numbers, each at its block. */
  private static JavaRDD<Tuple2<Integer, byte[]>> packed(
      Dataset<Row> rows, int count, Chunks.Packing packing) {
    // Spark's developer API: numbers without objects around them.
    JavaRDD<InternalRow> internal = rows.queryExecution().toRdd().toJavaRDD();
    return shuffled(internal.mapPartitions(given -> new Chunks(count, given, packing)), count);
  }

  private static JavaRDD<Tuple2<Integer, byte[]>> shuffled(
      JavaRDD<Tuple2<Integer, byte[]>> packets, int count) {
    return new ShuffledRDD<Integer, byte[], byte[]>(
            packets.rdd(),
            new ByBlock(count),
            ClassTag$.MODULE$.apply(Integer.class),
            ClassTag$.MODULE$.apply(byte[].class),
            ClassTag$.MODULE$.apply(byte[].class))
        .setSerializer(new JavaSerializer(packets.context().getConf()))
        .toJavaRDD();
  }

  /** The partition of a block is its number. */
  private static final class ByBlock extends Partitioner {
    private static final long serialVersionUID = 1L;
    private final int count;

    ByBlock(int count) {
      this.count = count;
    }

    @Override
    public int numPartitions() {
      return count;
    }

    @Override
    public int getPartition(@Nullable Object block) {
      return block instanceof Integer number ? number : 0;
    }
  }

  JavaRDD<Block> blocks() {
    return blocks;
  }

  Block.Summary summary() {
    return summary;
  }

  private int count() {
    return blocks.getNumPartitions();
  }

  /** Stored on the executors until {@link #close}. */
  <T> JavaRDD<T> held(JavaRDD<T> values) {
    held.add(values);
    return values.persist(StorageLevel.MEMORY_AND_DISK());
  }

  private static void checkpoint(JavaRDD<?> values) {
    if (values.context().getCheckpointDir().isDefined()) {
      values.checkpoint();
    }
  }

  /** The values of the halo of each block (halo × width), from those of its nodes (n × width). */
  JavaRDD<double[]> halos(JavaRDD<double[]> values, int width) {
    JavaRDD<Tuple2<Integer, byte[]>> messages =
        blocks.zipPartitions(values, (block, own) -> block.next().messages(own.next(), width));
    return blocks
        .zip(values)
        .zipPartitions(
            shuffled(messages, count()),
            (pair, received) -> {
              Tuple2<Block, double[]> here = pair.next();
              return List.of(here._1().halo(here._2(), width, received)).iterator();
            });
  }

  /** {@code D⁻¹ A values} (n × width). */
  JavaRDD<double[]> means(JavaRDD<double[]> values, int width) {
    return blocks
        .zip(values)
        .zip(halos(values, width))
        .map(all -> all._1()._1().means(all._1()._2(), all._2(), width));
  }

  /** A row of numbers (n × width) for each node in its block, from a table of (code, numbers). */
  JavaRDD<double[]> values(Dataset<Row> rows, int width) {
    NodeKeys mine = keys;
    JavaRDD<Tuple2<Integer, byte[]>> packets =
        packed(
            rows,
            count(),
            (row, chunks) -> {
              chunks.record(mine.key(row.getLong(0)), width);
              for (int c = 1; c <= width; c++) {
                chunks.add(Double.doubleToRawLongBits(row.getDouble(c)));
              }
            });
    return blocks.zipPartitions(
        packets, (block, given) -> List.of(block.next().placed(given, width)).iterator());
  }

  Column code() {
    return keys.code(table.id());
  }

  /** A column of arrays of numbers. */
  static StructField array(String name) {
    return DataTypes.createStructField(name, DataTypes.createArrayType(DataTypes.DoubleType), true);
  }

  /** The nodes with their degrees. */
  Dataset<Row> attachDegrees(String degree) {
    StructField none = array(CODE + "_none");
    JavaRDD<double[]> empty = blocks.map(block -> new double[0]);
    return attach("degrees", degree, none, empty, 0).drop(none.name());
  }

  /**
   * The nodes with their degrees and an array of values (n × width). Computes now, in one job; the
   * result stays on the executors as long as the table is in use.
   */
  Dataset<Row> attach(
      String what, String degree, StructField array, JavaRDD<double[]> values, int width) {
    SparkSession session = nodes.sparkSession();
    NodeKeys mine = keys;
    JavaRDD<Results> results =
        blocks
            .zip(values)
            .map(pair -> Results.of(mine, pair._1(), pair._2(), width))
            .persist(StorageLevel.MEMORY_AND_DISK());
    checkpoint(results);
    try {
      Stage.described(session, what + " " + shape(), results::count);
    } catch (RuntimeException e) {
      results.unpersist(false);
      throw e;
    }
    StructType schema =
        new StructType().add(CODE, DataTypes.LongType).add(degree, DataTypes.LongType, false);
    Dataset<Row> perNode =
        session.createDataFrame(results.flatMap(Results::rows), schema.add(array));
    return nodes.toDF().withColumn(CODE, code()).join(perNode.hint("merge"), CODE).drop(CODE);
  }

  /** Arrays of a block, which become rows (code, degree, values) when they are read. */
  private record Results(long[] codes, int[] degrees, double[] values, int width)
      implements Serializable {
    static Results of(NodeKeys keys, Block block, double[] values, int width) {
      long[] codes = Arrays.stream(block.keys()).map(keys::code).toArray();
      return new Results(codes, block.degrees(), values, width);
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
    return String.format(
        Locale.ROOT,
        "(%,d nodes, %,d edges, largest degree %,d; %d blocks, the largest %.1f times the mean)",
        summary.nodes(),
        summary.entries() / 2,
        summary.largestDegree(),
        count(),
        summary.largestBlock() * (double) count() / Math.max(1, summary.entries()));
  }

  @Override
  public void close() {
    held.forEach(values -> values.unpersist(false));
    held.clear();
  }
}
