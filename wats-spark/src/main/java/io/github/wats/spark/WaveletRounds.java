package io.github.wats.spark;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.ceil;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.log;
import static org.apache.spark.sql.functions.sequence;
import static org.apache.spark.sql.functions.sqrt;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import io.github.wats.features.WaveletSettings;
import io.github.wats.features.WaveletSettings.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/**
 * The recurrence of {@link io.github.wats.features.WaveletFeatures} by joins and sums: with {@code
 * t_k = D^(−1/2) T_k} it reads {@code t_k = −2 D^(−1) A t_(k−1) − t_(k−2)}. In a round every node
 * sends its t to its neighbors, which sum what they receive. Edges are partitioned by source once;
 * a round shuffles only the partial sums of each partition.
 */
final class WaveletRounds {
  /** In how many parts the edges of a node are. */
  static final String PARTS = "parts";

  private static final String VALUE = "t";
  private static final String SUM = "sum";

  private final Dataset<Row> degrees; // (id, degree), all nodes
  private final Dataset<Row> pairs; // (low, high)
  private final int hubDegree;
  private final SparkSession session;

  /**
   * The rounds on a graph.
   *
   * @param degrees of all nodes, those without edges too
   * @param hubDegree edges of one node that stay together; more are spread
   */
  WaveletRounds(Dataset<Row> degrees, Dataset<Row> pairs, int hubDegree) {
    this.degrees = degrees;
    this.pairs = pairs;
    this.hubDegree = hubDegree;
    this.session = degrees.sparkSession();
  }

  /** (id, degree, terms): the array {@code T_0 … T_order} of every node. */
  Dataset<Row> terms(WaveletSettings settings) {
    int order = settings.order();
    Dataset<Row> edges = layOutEdges();
    try {
      Dataset<Row> state = Stage.cut(firstState(settings));
      for (int k = 1; k <= order; k++) {
        Dataset<Row> next = round(state, edges, k);
        state =
            Stage.described(
                session,
                String.format(Locale.ROOT, "wavelets, round %d of %d", k, order),
                () -> Stage.cut(next));
      }
      return terms(state, order);
    } finally {
      edges.unpersist(false);
    }
  }

  /** (id, degree, parts, t0). */
  Dataset<Row> firstState(WaveletSettings settings) {
    return withParts(degrees).withColumn(VALUE + 0, start(settings));
  }

  private static Dataset<Row> terms(Dataset<Row> state, int order) {
    List<Column> terms = new ArrayList<>();
    for (int k = 0; k <= order; k++) {
      terms.add(root().multiply(col(VALUE + k)));
    }
    return state.select(
        col(NodeTable.ID),
        col(GraphWavelets.DEGREE),
        array(terms.toArray(Column[]::new)).as("terms"));
  }

  Dataset<Row> layOutEdges() {
    Dataset<Row> hubs = withParts(degrees).filter(col(PARTS).gt(1)).select(NodeTable.ID, PARTS);
    int partitions = Integer.parseInt(session.conf().get("spark.sql.shuffle.partitions"));
    Dataset<Row> edges =
        EdgeFrame.directed(pairs, hubs, partitions).persist(StorageLevel.MEMORY_AND_DISK());
    Stage.described(session, "edges laid out by source", edges::count);
    pairs.unpersist(false); // their place is needed for the rounds
    return edges;
  }

  private Dataset<Row> withParts(Dataset<Row> table) {
    Column parts = ceil(col(GraphWavelets.DEGREE).divide(hubDegree)).cast("int");
    return table.withColumn(PARTS, greatest(parts, lit(1)));
  }

  /** {@code sqrt(degree)}, 1 for an isolated node. */
  private static Column root() {
    return sqrt(greatest(col(GraphWavelets.DEGREE), lit(1L)));
  }

  private static Column start(WaveletSettings settings) {
    int loops = settings.signal() == Signal.WITH_SELF_LOOP ? 1 : 0;
    Column degree = col(GraphWavelets.DEGREE).plus(loops).multiply(2.0);
    Column signal =
        switch (settings.baseSignal()) {
          case LOG_DEGREE -> log(degree.plus(1.0));
          case DEGREE -> degree;
          case CONSTANT -> lit(1.0);
        };
    return signal.divide(root());
  }

  /** The state with t_k added. */
  static Dataset<Row> round(Dataset<Row> state, Dataset<Row> edges, int k) {
    Column parts = sequence(lit(0), col(PARTS).minus(1));
    Dataset<Row> messages =
        state
            .filter(col(GraphWavelets.DEGREE).gt(0))
            .select(
                col(NodeTable.ID).as(EdgeFrame.SOURCE),
                explode(parts).as(EdgeFrame.PART),
                col(VALUE + (k - 1)).as(VALUE));
    // Merge joins: they spill, and nothing goes through the driver as a broadcast would.
    Dataset<Row> sums =
        edges
            .join(messages.hint("merge"), new String[] {EdgeFrame.SOURCE, EdgeFrame.PART})
            .groupBy(col(EdgeFrame.TARGET).as(NodeTable.ID))
            .agg(sum(VALUE).as(SUM));
    Column newer = col(VALUE + (k - 1));
    Column mean =
        when(col(GraphWavelets.DEGREE).equalTo(0), newer)
            .otherwise(col(SUM).divide(col(GraphWavelets.DEGREE)));
    Column next = k == 1 ? mean.multiply(-1.0) : mean.multiply(-2.0).minus(col(VALUE + (k - 2)));
    return state
        .join(sums.hint("merge"), new String[] {NodeTable.ID}, "left_outer")
        .withColumn(VALUE + k, next)
        .drop(SUM);
  }
}
