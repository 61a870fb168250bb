package io.github.wats.benchmarks;

import io.github.wats.graph.GraphStatistics;
import io.github.wats.internal.Rows;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.io.synthetic.GraphGenerator;
import java.util.Locale;

/** Generates a task of Reddit's size and reports seconds, memory, and what came out. */
public final class GenerateBenchmark {
  private GenerateBenchmark() {}

  public static void main(String[] args) {
    Measured<GraphGenerator.Generated> made =
        Measured.of(() -> GraphGenerator.generate(GeneratorSettings.REDDIT_SIZED, 0));
    GraphGenerator.Generated task = made.result();
    System.out.println(
        String.format(
            Locale.ROOT,
            "%s, %d directed edges, %d features, %d threads: %.1f s, %.1f cpu s, peak heap %.2f"
                + " GB%nmean degree %.2f (asked %.2f), largest %d, homophily with label noise %.4f",
            task,
            task.graph().adjacency().entryCount(),
            task.features().columns(),
            Rows.threads(),
            made.seconds(),
            made.cpuSeconds(),
            made.extraBytes() / 1e9,
            GraphStatistics.of(task.graph()).meanDegree(),
            GeneratorSettings.REDDIT_SIZED.averageDegree(),
            GraphStatistics.of(task.graph()).largestDegree(),
            GraphStatistics.of(task.graph()).homophily(task.labels().toArray()).orElseThrow()));
  }
}
