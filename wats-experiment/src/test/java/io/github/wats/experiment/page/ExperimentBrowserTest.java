package io.github.wats.experiment.page;

import io.github.wats.experiment.FitRecord;
import io.github.wats.report.Page;
import io.github.wats.report.PageChecks;
import io.github.wats.report.PagesInBrowser;
import io.github.wats.report.Provenance;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pages about experiments as a reader sees them. */
class ExperimentBrowserTest extends PagesInBrowser {
  @Test
  void showsABenchmarkWithFailures() throws IOException {
    check(
        "benchmark",
        SampleRecords.benchmark(
            List.of("cora", "citeseer"),
            List.of("gcn", "gat"),
            SampleRecords.METHODS,
            3,
            7,
            key -> key.variant().method().equals("gets")));
  }

  @Test
  void showsOneRunOfManyClasses() throws IOException {
    check(
        "one-run",
        SampleRecords.benchmark(
            List.of("cora-full"),
            List.of("gcn"),
            List.of("uncalibrated", "ts", "wats"),
            1,
            70,
            key -> false));
  }

  @Test
  void showsASweepAndAnAblation() throws IOException {
    check("sweep", SampleRecords.sweep(2));
    check("ablation", SampleRecords.ablation(2));
  }

  private static void check(String name, List<FitRecord> records) throws IOException {
    Provenance provenance = new Provenance("wats benchmark --out results", Map.of());
    Page page = new ExperimentReport("results", records, records.size(), provenance).page();
    PageChecks.check(browser, write(name, page), name);
  }
}
