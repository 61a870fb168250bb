package io.github.wats.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.pow;
import static org.apache.spark.sql.functions.regexp_extract;
import static org.apache.spark.sql.functions.sum;

import io.github.wats.features.FeatureTable;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

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
    System.out.printf(
        Locale.ROOT,
        "%s, heap %d MB%n",
        session.sparkContext().master(),
        Runtime.getRuntime().maxMemory() >> 20);
    for (String argument : arguments) {
      if (argument.startsWith("papers=")) {
        calibrate(session, LargeGraph.papers(Double.parseDouble(argument.substring(7))));
      } else {
        measure(session, new LargeGraph(Long.parseLong(argument)));
      }
    }
    session.stop();
  }

  /** Features, fit and calibrated probabilities of all nodes; tables are made on the fly. */
  private static void calibrate(SparkSession session, LargeGraph large) {
    String method = System.getProperty("method", "wats");
    System.out.printf(
        Locale.ROOT,
        "%n%,d edges given, %,d nodes, %d classes, %s%n",
        large.edges(),
        large.nodes(),
        large.classes(),
        method);
    large.edgeTable(session).createOrReplaceTempView("papers");
    StageRecorder recorder = StageRecorder.in(session);
    long start = System.nanoTime();
    double processor = processorSeconds();
    boolean later = Boolean.getBoolean("later"); // logits do not travel
    var nodes = later ? large.plainNodeTable(session) : large.nodeTable(session);
    var joined = new GraphWavelets().setEdges("papers").transform(nodes);
    session.sparkContext().setJobDescription("features joined to the nodes and stored on disk");
    joined.persist(StorageLevel.DISK_ONLY()).count();
    var fitted = later ? large.withLogits(joined.filter("split = 'val'")) : joined;
    var features = later ? large.withLogits(joined) : joined;
    double wavelets = (System.nanoTime() - start) / 1e9;
    session.sparkContext().setJobDescription("sizes by the formulas");
    printSizes(large, joined, session.sparkContext().defaultParallelism());
    start = System.nanoTime() - (long) (wavelets * 1e9);
    GraphCalibrator calibrator = new GraphCalibrator().setMethod(method).setEdges("papers");
    GraphCalibratorModel model = calibrator.with("maxRows", 20_000).fit(fitted);
    double fit = (System.nanoTime() - start) / 1e9;
    session.sparkContext().setJobDescription("all nodes calibrated");
    model.transform(features).write().format("noop").mode("overwrite").save();
    double all = (System.nanoTime() - start) / 1e9;
    print(recorder, session);
    System.out.printf(
        Locale.ROOT,
        "wavelets %.0f s, fit %.0f s, all nodes calibrated %.0f s; in all %.0f s (%.0f s of"
            + " processor time)%n",
        wavelets,
        fit - wavelets,
        all - fit,
        all,
        processorSeconds() - processor);
  }

  /** What the formulas of docs/spark.md say of the shuffles of the wavelets. */
  private static void printSizes(LargeGraph large, Dataset<Row> features, int cores) {
    int blocks = GraphBlocks.blockCount(2.0 * large.edges(), cores);
    double other = 1 - 1.0 / blocks;
    Row sums =
        features
            .agg(
                sum(col("degree")),
                sum(lit(blocks).multiply(lit(1).minus(pow(lit(other), "degree")))))
            .first();
    double values = sums.getDouble(1) * other; // those of the own block are not sent
    System.out.printf(
        Locale.ROOT,
        "%d blocks, %,d directed edges after merging; by the formulas %.1f MB of edges and keys"
            + " are shuffled, and %.1f MB in each round%n",
        blocks,
        sums.getLong(0),
        (32.0 * large.edges() + 8.0 * large.nodes()) / 1e6,
        8 * values / 1e6);
  }

  private static void measure(SparkSession session, LargeGraph large) throws Exception {
    Path folder = Files.createTempDirectory(Path.of("target"), "measure");
    String edges = folder.resolve("edges").toAbsolutePath().toString();
    String nodes = folder.resolve("nodes").toAbsolutePath().toString();
    String id = Boolean.getBoolean("strings") ? "concat('node-', %s)" : "%s";
    large
        .edgeTable(session)
        .selectExpr(id.formatted("src") + " AS src", id.formatted("dst") + " AS dst")
        .write()
        .parquet(edges);
    large
        .nodeTable(session)
        .selectExpr(id.formatted("id") + " AS id", "logits", "label", "split")
        .write()
        .parquet(nodes);
    System.out.printf(Locale.ROOT, "%n%,d edges given, %,d nodes%n", large.edges(), large.nodes());
    StageRecorder recorder = StageRecorder.in(session);

    long start = System.nanoTime();
    double processor = processorSeconds();
    var features =
        new GraphWavelets()
            .setEdges("parquet.`" + edges + "`")
            .with("blocks", Integer.getInteger("blocks", 0))
            .transform(session.read().parquet(nodes));
    double seconds = (System.nanoTime() - start) / 1e9;
    print(recorder, session);
    session.sparkContext().removeSparkListener(recorder);
    System.out.printf(
        Locale.ROOT,
        "Spark, all steps            %8.1f s (%.1f s of processor time)%n",
        seconds,
        processorSeconds() - processor);
    start = System.nanoTime();
    features.write().format("noop").mode("overwrite").save();
    System.out.printf(
        Locale.ROOT, "Spark, reading the result   %8.1f s%n", (System.nanoTime() - start) / 1e9);
    if (Boolean.getBoolean("alone")) {
      delete(folder);
      return;
    }

    processor = processorSeconds();
    start = System.nanoTime();
    Graph graph = large.graph();
    double built = (System.nanoTime() - start) / 1e9;
    start = System.nanoTime();
    FeatureTable expected = WaveletFeatures.of(graph, WaveletSettings.DEFAULT);
    System.out.printf(
        Locale.ROOT,
        "wats-core, all steps        %8.1f s (%.1f s of processor time; %.1f s wavelets)%n",
        built + (System.nanoTime() - start) / 1e9,
        processorSeconds() - processor,
        (System.nanoTime() - start) / 1e9);
    System.out.printf(Locale.ROOT, "%,d edges after merging%n", graph.edgeCount());
    Column number = regexp_extract(col("id").cast("string"), "\\d+", 0).cast("long");
    List<Row> some =
        features
            .withColumn("number", number)
            .filter(col("number").mod(large.nodes() / 50).equalTo(0))
            .collectAsList();
    for (Row row : some) {
      List<Double> given = row.getList(row.fieldIndex("features"));
      for (int j = 0; j < given.size(); j++) {
        double wanted = expected.get(Math.toIntExact(row.getAs("number")), j);
        if (!(Math.abs(given.get(j) - wanted) <= 1e-9 * Math.abs(wanted))) {
          throw new AssertionError(row + " differs from " + wanted);
        }
      }
    }
    System.out.printf(Locale.ROOT, "features of %d nodes compared: equal to 1e-9%n", some.size());
    delete(folder);
  }

  /** Of this process, which other processes on the machine hardly change. */
  private static double processorSeconds() {
    return ((com.sun.management.OperatingSystemMXBean)
                java.lang.management.ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }

  private static void delete(Path folder) throws Exception {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static void print(StageRecorder recorder, SparkSession session) {
    System.out.printf(
        Locale.ROOT,
        "%9s %9s %12s %11s %11s  %s%n",
        "stages s",
        "CPU s",
        "shuffled MB",
        "spilled MB",
        "on disk MB",
        "step");
    recorder
        .steps(session)
        .forEach(
            (name, step) ->
                System.out.printf(
                    Locale.ROOT,
                    "%9.1f %9.1f %12.1f %11.1f %11.1f  %s (%d stages)%n",
                    step.seconds(),
                    step.processor(),
                    step.written() / 1e6,
                    step.spilled() / 1e6,
                    step.stored() / 1e6,
                    name,
                    step.stages()));
  }
}
