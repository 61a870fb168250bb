package io.github.wats.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.cli.Cli;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.experiment.Experiment;
import io.github.wats.experiment.ExperimentFolder;
import io.github.wats.experiment.ExperimentListener;
import io.github.wats.experiment.Plan;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.report.Browser;
import io.github.wats.report.PageChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of a real experiment, a small one. */
class ReportCommandTest {
  @TempDir static Path folder;
  private static Path results;

  @BeforeAll
  static void experiment() throws IOException {
    results = folder.resolve("results");
    Plan plan =
        Plan.benchmark(
            List.of("synthetic"), List.of("gcn"), List.of("uncalibrated", "ts", "wats"), 2);
    try (ExperimentFolder open = ExperimentFolder.open(results)) {
      Experiment.run(
          plan,
          open,
          name -> Datasets.generate(GeneratorSettings.DEFAULT.withNodes(400), 0),
          new Experiment.Options(2, false, "test"),
          ExperimentListener.SILENT);
    }
  }

  @Test
  void writesThePageIntoTheFolder() throws IOException {
    Cli cli = Cli.run("report", results.toString(), "--json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    Path page = results.resolve("report.html");
    assertThat(cli.json().get("report").stringValue()).isEqualTo(page.toString());
    assertThat(Files.readString(page)).contains("All 6 fits are done.").contains("synthetic, gcn");
  }

  @Test
  void writesFiguresForPapers() throws IOException {
    Path figures = folder.resolve("figures");
    Path page = folder.resolve("page.html");
    Cli cli =
        Cli.run(
            "report", results.toString(), "-o", page.toString(), "--figures", figures.toString());
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out()).contains("report: " + page);
    assertThat(Files.readString(figures.resolve("reliability-setting-synthetic-gcn.svg")))
        .startsWith("<?xml");
  }

  @Test
  void isTheSameEveryTime() throws IOException {
    Path one = folder.resolve("one.html");
    Path two = folder.resolve("two.html");
    Cli.run("report", results.toString(), "-o", one.toString());
    Cli.run("report", results.toString(), "-o", two.toString());
    assertThat(Files.readString(one)).isEqualTo(Files.readString(two));
  }

  @Test
  void refusesAFolderWithoutAnExperiment() {
    Cli cli = Cli.run("report", folder.resolve("nothing").toString());
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err()).contains("records.jsonl: no such file");
  }

  @Test
  void refusesAnExperimentWithoutResults() throws IOException {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    Files.writeString(empty.resolve("records.jsonl"), "");
    Cli cli = Cli.run("report", empty.toString());
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err()).contains("the experiment has no results yet");
  }

  @Test
  void writesAPageThatReadsWell() throws IOException {
    Path page = folder.resolve("seen.html");
    Cli.run("report", results.toString(), "-o", page.toString());
    try (Browser browser = Browser.open()) {
      PageChecks.check(browser, page, "report");
    }
  }
}
