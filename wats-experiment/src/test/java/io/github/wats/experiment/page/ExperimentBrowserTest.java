package io.github.wats.experiment.page;

import io.github.wats.experiment.FitRecord;
import io.github.wats.report.Browser;
import io.github.wats.report.Page;
import io.github.wats.report.PageChecks;
import io.github.wats.report.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages about experiments as a reader sees them, in Chromium; skipped where it is missing. */
class ExperimentBrowserTest {
  private static Browser browser;

  @TempDir static Path folder;

  @BeforeAll
  static void open() throws IOException {
    browser = Browser.open();
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

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
    Path file = Files.writeString(folder.resolve(name + ".html"), page.html());
    PageChecks.check(browser, file, name);
  }
}
