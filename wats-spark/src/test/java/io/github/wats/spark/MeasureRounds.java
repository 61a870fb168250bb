package io.github.wats.spark;

import static org.apache.spark.sql.functions.col;

import io.github.wats.features.FeatureTable;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Measures the wavelets on graphs of given numbers of edges: time and shuffle bytes of every step,
 * and beside it the time of {@code wats-core} on the same graph, whose features must be the same.
 * Run by {@code src/test/sh/measure.sh}; not a test.
 */
final class MeasureRounds {
  private MeasureRounds() {}

  public static void main(String[] arguments) throws Exception {
    SparkSession session =
        SparkSession.builder()
            .appName("wats-spark measurement")
            .config("spark.ui.enabled", false)
            .getOrCreate();
    session.sparkContext().setLogLevel("ERROR");
    Steps steps = new Steps();
    session.sparkContext().addSparkListener(steps);
    System.out.printf(
        Locale.ROOT,
        "%s, heap %d MB, %s shuffle partitions%n",
        session.sparkContext().master(),
        Runtime.getRuntime().maxMemory() >> 20,
        session.conf().get("spark.sql.shuffle.partitions"));
    for (String argument : arguments) {
      measure(session, steps, new LargeGraph(Long.parseLong(argument)));
    }
    session.stop();
  }

  private static void measure(SparkSession session, Steps steps, LargeGraph large)
      throws Exception {
    Path folder = Files.createTempDirectory(Path.of("target"), "measure");
    String edges = folder.resolve("edges").toAbsolutePath().toString();
    String nodes = folder.resolve("nodes").toAbsolutePath().toString();
    large.edgeTable(session).write().parquet(edges);
    large.nodeTable(session).write().parquet(nodes);
    System.out.printf(Locale.ROOT, "%n%,d edges given, %,d nodes%n", large.edges(), large.nodes());
    steps.clear();

    long start = System.nanoTime();
    var features =
        new GraphWavelets()
            .setEdges("parquet.`" + edges + "`")
            .transform(session.read().parquet(nodes));
    double seconds = (System.nanoTime() - start) / 1e9;
    steps.await();
    steps.print();
    System.out.printf(Locale.ROOT, "Spark, all steps            %8.1f s%n", seconds);

    start = System.nanoTime();
    Graph graph = large.graph();
    double built = (System.nanoTime() - start) / 1e9;
    start = System.nanoTime();
    FeatureTable expected = WaveletFeatures.of(graph, WaveletSettings.DEFAULT);
    System.out.printf(
        Locale.ROOT,
        "wats-core, all steps        %8.1f s (%.1f s generated and built, %.1f s wavelets)%n",
        built + (System.nanoTime() - start) / 1e9,
        built,
        (System.nanoTime() - start) / 1e9);
    System.out.printf(Locale.ROOT, "%,d edges after merging%n", graph.edgeCount());
    List<Row> some = features.filter(col("id").mod(large.nodes() / 50).equalTo(0)).collectAsList();
    for (Row row : some) {
      List<Double> given = row.getList(row.fieldIndex("features"));
      for (int j = 0; j < given.size(); j++) {
        double wanted = expected.get(Math.toIntExact(row.getLong(0)), j);
        if (!(Math.abs(given.get(j) - wanted) <= 1e-9)) {
          throw new AssertionError(row + " differs from " + wanted);
        }
      }
    }
    System.out.printf(Locale.ROOT, "features of %d nodes compared: equal to 1e-9%n", some.size());
    delete(folder);
  }

  private static void delete(Path folder) throws Exception {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Adds up what stages report, by the description of their job. */
  private static final class Steps extends SparkListener {
    private record Step(double seconds, long written, long spilled) {}

    private final Map<Integer, String> names = new ConcurrentHashMap<>();
    private final Map<String, Step> steps = new TreeMap<>();
    private volatile long lastEvent;

    @Override
    public void onJobStart(SparkListenerJobStart job) {
      String name = job.properties().getProperty("spark.job.description", "other");
      for (int k = 0; k < job.stageIds().length(); k++) {
        names.put((Integer) job.stageIds().apply(k), name);
      }
    }

    @Override
    public void onStageSubmitted(SparkListenerStageSubmitted stage) {
      lastEvent = System.nanoTime();
    }

    @Override
    public synchronized void onStageCompleted(SparkListenerStageCompleted stage) {
      lastEvent = System.nanoTime();
      TaskMetrics metrics = stage.stageInfo().taskMetrics();
      long from = (Long) stage.stageInfo().submissionTime().get();
      long to = (Long) stage.stageInfo().completionTime().get();
      Step step =
          new Step(
              (to - from) / 1e3,
              metrics.shuffleWriteMetrics().bytesWritten(),
              metrics.diskBytesSpilled());
      steps.merge(
          names.getOrDefault(stage.stageInfo().stageId(), "other"),
          step,
          (a, b) -> new Step(a.seconds + b.seconds, a.written + b.written, a.spilled + b.spilled));
    }

    void await() throws InterruptedException {
      while (System.nanoTime() - lastEvent < 1_000_000_000L) {
        Thread.sleep(100);
      }
    }

    synchronized void clear() {
      steps.clear();
    }

    synchronized void print() {
      System.out.printf(
          Locale.ROOT, "%-40s %9s %14s %12s%n", "step", "stages s", "shuffled MB", "spilled MB");
      steps.forEach(
          (name, step) ->
              System.out.printf(
                  Locale.ROOT,
                  "%-40s %9.1f %14.1f %12.1f%n",
                  name,
                  step.seconds,
                  step.written / 1e6,
                  step.spilled / 1e6));
    }
  }
}
