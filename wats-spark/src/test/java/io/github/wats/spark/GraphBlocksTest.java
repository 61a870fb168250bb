package io.github.wats.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.features.FeatureTable;
import io.github.wats.features.NodeInputs;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.ExceptionMethod;
import net.bytebuddy.matcher.ElementMatchers;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objenesis.ObjenesisStd;

@ExtendWith(LocalSpark.class)
class GraphBlocksTest {
  private static final String LAYOUT = "wats: nodes and edges checked and laid out in blocks";

  private final TestGraph data = TestGraph.generated(400, 900, 5, 1);

  private static Map<Object, List<Double>> features(Dataset<Row> nodes, int blocks) {
    Map<Object, List<Double>> features = new HashMap<>();
    new GraphWavelets()
        .setEdges("edges")
        .with("blocks", blocks)
        .transform(nodes)
        .select("id", "features")
        .collectAsList()
        .forEach(row -> features.put(row.get(0), row.getList(1)));
    return features;
  }

  @Test
  void featuresHaveTheSameBitsForAnyNumberOfBlocksAndPartitions(SparkSession session) {
    data.edgeView(session);
    Map<Object, List<Double>> one = features(data.nodeTable(session), 1);
    assertThat(features(data.nodeTable(session).repartition(3), 4)).isEqualTo(one);
    data.edgeTable(session, DataTypes.LongType, i -> (long) i, 5).createOrReplaceTempView("edges");
    assertThat(features(data.nodeTable(session), 64)).isEqualTo(one);
    FeatureTable expected = WaveletFeatures.of(data.graph(), WaveletSettings.DEFAULT);
    one.forEach(
        (id, row) -> {
          for (int j = 0; j < row.size(); j++) {
            double wanted = expected.get(Math.toIntExact((Long) id), j);
            assertThat(row.get(j)).isEqualTo(wanted, within(1e-9 * Math.abs(wanted)));
          }
        });
  }

  @Test
  void sixteenRoundsAreTheMost(SparkSession session) {
    GraphWavelets wavelets =
        new GraphWavelets().setEdges(data.edgeView(session)).with("blocks", 2).setSettings("k=16");
    FeatureTable expected = WaveletFeatures.of(data.graph(), WaveletSettings.of(16, 0.4));
    for (Row row : wavelets.transform(data.nodeTable(session)).collectAsList()) {
      GraphWaveletsTest.check(row, Math.toIntExact(row.getLong(0)), data.graph(), expected);
    }
    assertThatThrownBy(() -> wavelets.setSettings("k=17").transform(data.nodeTable(session)))
        .hasMessageStartingWith("k must be at most 16 on Spark");
  }

  /** Two random ids have the same 10 bits with 400 nodes nearly surely. */
  @Test
  void idsThatShareAKeyGetAnotherSeed(SparkSession session) {
    Dataset<Row> nodes = data.nodeTable(session, DataTypes.StringType, i -> "v" + i, 2);
    Dataset<Row> edges = data.edgeTable(session, DataTypes.StringType, i -> "v" + i, 2);
    EdgeFrame table = new EdgeFrame(edges, "src", "dst", DataTypes.StringType);
    GraphWavelets columns = new GraphWavelets();
    NodeKeys weak = new NodeKeys(false, 0, 0x3ff);
    try (GraphBlocks graph = GraphBlocks.of(new NodeTable(nodes, columns), table, weak, 2)) {
      assertThat(graph.summary().nodes()).isEqualTo(400);
      assertThat(graph.summary().entries()).isEqualTo(2L * data.graph().edgeCount());
      int[] degrees = data.degrees();
      StructField array = GraphBlocks.array("none", Metadata.empty());
      Dataset<Row> attached = graph.attach("degrees", "degree", array, NodeInputs.none(), 0);
      for (Row row : attached.collectAsList()) {
        int node = Integer.parseInt(row.getString(0).substring(1));
        assertThat(row.<Long>getAs("degree")).isEqualTo(degrees[node]);
      }
    }
    Dataset<Row> twice = nodes.union(nodes.filter("id = 'v7'"));
    assertThatThrownBy(() -> GraphBlocks.of(new NodeTable(twice, columns), table, weak, 2))
        .hasMessage("nodes: row with id v7: the id must not occur more than once, got 2 rows");
  }

  @Test
  void shufflesAreAsSmallAsThePageSaysAndAllRoundsAreOneJob(SparkSession session) {
    LargeGraph large = new LargeGraph(100_000);
    Dataset<Row> nodes = large.nodeTable(session).coalesce(2);
    large.edgeTable(session).coalesce(2).createOrReplaceTempView("largeEdges");
    EdgeFrame table = new EdgeFrame(session.table("largeEdges"), "src", "dst", DataTypes.LongType);
    StageRecorder recorder = StageRecorder.in(session);

    new GraphWavelets().setEdges("largeEdges").with("blocks", 4).transform(nodes);

    long laidOut = recorder.steps(session, LAYOUT).iterator().next().written();
    assertThat(laidOut).isPositive().isLessThanOrEqualTo(17 * 2 * large.edges());
    assertThat(recorder.steps(session, "wats: wavelets, 4 rounds (10,000 nodes, ")).hasSize(1);
    StageRecorder.Step rounds =
        recorder.steps(session, "wats: wavelets, 4 rounds").iterator().next();
    assertThat(rounds.jobs()).isEqualTo(1);
    NodeKeys keys = NodeKeys.of(DataTypes.LongType);
    try (GraphBlocks graph =
        GraphBlocks.of(new NodeTable(nodes, new GraphWavelets()), table, keys, 4)) {
      long sent = graph.blocks().map(GraphBlocksTest::sentToOthers).reduce(Long::sum);
      assertThat(sent).isBetween(10_000L, 3 * 10_000L);
      assertThat(rounds.written()).isPositive().isLessThanOrEqualTo(8 * 4 * sent);
    }
    session.sparkContext().removeSparkListener(recorder);
  }

  private static long sentToOthers(Block block) {
    int own = block.sendFrom()[block.id() + 1] - block.sendFrom()[block.id()];
    return block.send().length - own;
  }

  @Test
  void memoryIsFreedAfterSuccessAndFailure(SparkSession session) {
    Set<Integer> before = held(session);
    data.edgeView(session);
    Dataset<Row> result = new GraphWavelets().setEdges("edges").transform(data.nodeTable(session));
    Set<Integer> more = held(session);
    more.removeAll(before);
    assertThat(more).as("the result alone").hasSize(1);
    assertThatThrownBy(
            () ->
                new GraphWavelets()
                    .setEdges("edges")
                    .transform(data.nodeTable(session).filter("id <> 3")))
        .hasMessageContaining("there is no node 3");
    Set<Integer> after = held(session);
    after.removeAll(before);
    assertThat(more).containsAll(after);
    assertThat(result.count()).isEqualTo(400);
  }

  private static Set<Integer> held(SparkSession session) {
    return new HashSet<>(
        JavaSparkContext.fromSparkContext(session.sparkContext()).getPersistentRDDs().keySet());
  }

  /** A session of Spark Connect throws this exception; its jar is not here. */
  @Test
  void sparkConnectIsRefusedWithTheReason() {
    Class<? extends SparkSession> type =
        new ByteBuddy()
            .subclass(SparkSession.class)
            .method(ElementMatchers.named("sparkContext"))
            .intercept(ExceptionMethod.throwing(UnsupportedOperationException.class))
            .make()
            .load(SparkSession.class.getClassLoader())
            .getLoaded();
    SparkSession remote = new ObjenesisStd().newInstance(type);
    assertThatThrownBy(() -> Stage.described(remote, "work", () -> 1))
        .hasMessageStartingWith("wats-spark needs RDDs, which Spark Connect does not have");
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 8, 1", // small: one block
    "2000000, 8, 4",
    "12000000, 2, 4",
    "120000000, 2, 15",
    "2000000000, 400, 800",
    "20000000000, 100, 256",
    "200000000000, 100, 2000"
  })
  void blocksAreFewAndLarge(double entries, int cores, int blocks) {
    assertThat(GraphBlocks.blockCount(entries, cores)).isEqualTo(blocks);
  }

  @Test
  void keysSortWithTheirNumbers() {
    SplittableRandom random = new SplittableRandom(3);
    for (long mask : new long[] {-1, 0xffff, 0xffffffff00000001L, 3, 0}) {
      long[] keys = LongStream.generate(() -> random.nextLong() & mask).limit(5000).toArray();
      long[] given = keys.clone();
      int[] numbers = IntStream.range(0, keys.length).toArray();
      BlockBuilder.sort(keys, numbers);
      long[] expected = given.clone();
      Arrays.sort(expected);
      assertThat(keys).isEqualTo(expected);
      assertThat(Arrays.stream(numbers).mapToLong(k -> given[k]))
          .containsExactly(Arrays.stream(keys).boxed().toArray(Long[]::new));
    }
  }

  @Test
  void integersComeBackFromTheirKeys() {
    NodeKeys keys = NodeKeys.of(DataTypes.IntegerType);
    new SplittableRandom(1)
        .longs(1000)
        .forEach(id -> assertThat(keys.code(keys.key(id))).isEqualTo(id));
  }
}
