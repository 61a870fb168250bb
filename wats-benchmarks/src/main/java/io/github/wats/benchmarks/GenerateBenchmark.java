package io.github.wats.benchmarks;

import io.github.wats.graph.DegreeStatistics;
import io.github.wats.graph.EdgeHomophily;
import io.github.wats.graph.SyntheticGraph;
import io.github.wats.graph.SyntheticSettings;
import io.github.wats.internal.Rows;
import java.util.Locale;

/** Generates a task of Reddit's size and reports seconds, memory, and what came out. */
public final class GenerateBenchmark {
  private GenerateBenchmark() {}

  public static void main(String[] args) {
    Measured<SyntheticGraph> made =
        Measured.of(() -> SyntheticGraph.generate(SyntheticSettings.REDDIT_SIZED, 0));
    SyntheticGraph task = made.result();
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
            DegreeStatistics.of(task.graph()).mean(),
            task.settings().averageDegree(),
            DegreeStatistics.of(task.graph()).largest(),
            EdgeHomophily.of(task.graph(), task.labels()).orElseThrow()));
  }
}
