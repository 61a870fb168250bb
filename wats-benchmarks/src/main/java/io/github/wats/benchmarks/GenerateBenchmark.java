package io.github.wats.benchmarks;

import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphStatistics;
import io.github.wats.internal.Rows;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.io.synthetic.GraphGenerator;

/** Generates a task of Reddit's size and reports seconds, memory, and what came out. */
public final class GenerateBenchmark {
  private static final GeneratorSettings SETTINGS =
      GeneratorSettings.DEFAULT
          .withNodes(232_965)
          .withAverageDegree(114_615_892.0 / 232_965)
          .withClasses(41)
          .withIsolatedFraction(0)
          .withFeatures(602);

  private GenerateBenchmark() {}

  public static void main(String[] args) {
    Measured<GraphGenerator.Generated> made =
        Measured.of(() -> GraphGenerator.generate(SETTINGS, 0));
    GraphGenerator.Generated task = made.result();
    GraphStatistics statistics = GraphStatistics.of(task.graph());
    Report.print(
        "%s, %d directed edges, %d features, %d threads: %.1f s, %.1f cpu s, peak heap %.2f GB",
        task,
        task.graph().adjacency().entryCount(),
        task.features().columns(),
        Rows.threads(),
        made.seconds(),
        made.cpuSeconds(),
        made.extraBytes() / 1e9);
    Report.print(
        "mean degree %.2f (asked %.2f), largest %d, homophily with label noise %.4f",
        statistics.meanDegree(),
        SETTINGS.averageDegree(),
        statistics.largestDegree(),
        statistics.homophily(task.labels().toArray()).orElseThrow());
  }

  /** A graph of Reddit's nodes and the share of its degree that an argument of a program names. */
  static Graph redditSized(String[] args, int index) {
    double share = args.length > index ? Double.parseDouble(args[index]) : 1;
    return GraphGenerator.generate(
            SETTINGS
                .withFeatures(1)
                .withWordsPerNode(1)
                .withAverageDegree(SETTINGS.averageDegree() * share),
            0)
        .graph();
  }
}
