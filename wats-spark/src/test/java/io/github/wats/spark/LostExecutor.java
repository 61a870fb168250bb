package io.github.wats.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;

/**
 * A master and two workers. The executor of one is killed while rounds run, once without a
 * checkpoint directory and once with one: then the blocks are read from there, and no edge again.
 */
final class LostExecutor extends SparkListener {
  private static final int BLOCKS = 4;
  private static final int ROUNDS = 16; // long enough for the kill to come in time

  private final SparkSession session;
  private final Path checkpoints;
  private final LongAccumulator edgesRead;

  private boolean armed;
  private int job = -1; // that runs the rounds
  private int stages; // of it that were completed before the kill
  private long parts; // of blocks in the checkpoint then
  private long readBefore; // edges that were read until then
  private boolean noticed; // in the same job

  private LostExecutor(SparkSession session, Path checkpoints) {
    this.session = session;
    this.checkpoints = checkpoints;
    edgesRead = session.sparkContext().longAccumulator();
    LongAccumulator count = edgesRead;
    LargeGraph large = new LargeGraph(20_000);
    Dataset<Row> edges = large.edgeTable(session);
    MapFunction<Row, Row> counted =
        row -> {
          count.add(1);
          return row;
        };
    edges.map(counted, Encoders.row(edges.schema())).createOrReplaceTempView("counted");
    large.plainNodeTable(session).createOrReplaceTempView("nodes");
    session.sparkContext().addSparkListener(this);
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    SparkSession session =
        SparkSession.builder()
            .master("local-cluster[2,1,512]")
            .config("spark.executor.memory", "512m")
            .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
            .config("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
            .config("spark.sql.codegen.wholeStage", false) // compiling costs more than small tables
            .config("spark.shuffle.io.maxRetries", 1) // the dead do not answer later
            .config("spark.shuffle.io.retryWait", "100ms")
            .config("spark.ui.enabled", false)
            .config("spark.sql.shuffle.partitions", BLOCKS)
            .config("spark.local.dir", folder.resolve("scratch").toString())
            .getOrCreate();
    session.sparkContext().setLogLevel("ERROR");
    LostExecutor run = new LostExecutor(session, folder.resolve("checkpoints"));
    List<Row> expected = rows(run.wavelets());
    run.check(expected, false);
    session.sparkContext().setCheckpointDir(run.checkpoints.toString());
    run.check(expected, true);
    session.stop();
  }

  private void check(List<Row> expected, boolean checkpoint) throws Exception {
    awaitExecutors();
    synchronized (this) {
      noticed = false;
      armed = true;
    }
    Dataset<Row> features = wavelets();
    session.sparkContext().listenerBus().waitUntilEmpty();
    synchronized (this) {
      assertThat(stages).as("stages before the kill").isBetween(1, ROUNDS);
      assertThat(noticed).as("the job lost an executor").isTrue();
      assertThat(parts).as("blocks in the checkpoint before").isEqualTo(checkpoint ? BLOCKS : 0);
      if (checkpoint) {
        assertThat(edgesRead.value()).as("edges read").isEqualTo(readBefore);
      } else {
        assertThat(edgesRead.value()).as("edges read").isGreaterThan(readBefore);
      }
    }
    if (checkpoint) { // of the result too
      awaitExecutors();
      kill();
    }
    assertThat(rows(features)).isEqualTo(expected);
    String edges = checkpoint ? "no edge was read again" : "edges were read again";
    System.out.printf(
        "%d checkpointed blocks, executor killed after %d stages, %s: same bits%n",
        parts, stages, edges);
  }

  private Dataset<Row> wavelets() {
    return new GraphWavelets()
        .setEdges("counted")
        .with("blocks", BLOCKS)
        .setSettings("k=" + ROUNDS)
        .transform(session.table("nodes"));
  }

  private static List<Row> rows(Dataset<Row> features) {
    return features.select("id", "degree", "features").collectAsList().stream()
        .sorted(Comparator.comparing(row -> row.getLong(0)))
        .toList();
  }

  private void awaitExecutors() throws InterruptedException {
    while (session.sparkContext().statusTracker().getExecutorInfos().length < 3) { // and the driver
      Thread.sleep(100);
    }
  }

  private static void kill() {
    ProcessHandle.current().children().findFirst().orElseThrow().destroyForcibly();
  }

  @Override
  public synchronized void onJobStart(SparkListenerJobStart start) {
    String name = start.properties().getProperty("spark.job.description", "");
    if (armed && name.startsWith("wats: wavelets, " + ROUNDS + " rounds")) {
      job = start.jobId();
      stages = 0;
      readBefore = edgesRead.value();
    }
  }

  @Override
  public synchronized void onStageCompleted(SparkListenerStageCompleted stage) {
    if (job >= 0 && armed) {
      stages++;
      parts = checkpointed();
      armed = false;
      kill();
    }
  }

  @Override
  public synchronized void onExecutorRemoved(SparkListenerExecutorRemoved executor) {
    noticed |= job >= 0;
  }

  @Override
  public synchronized void onJobEnd(SparkListenerJobEnd end) {
    job = end.jobId() == job ? -1 : job;
  }

  private long checkpointed() {
    if (!Files.exists(checkpoints)) {
      return 0;
    }
    try (var files = Files.walk(checkpoints)) {
      return files.filter(file -> file.getFileName().toString().startsWith("part-")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
