package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.cli.console.ExitCode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class EvaluateCommandTest {
  @TempDir Path folder;
  private String run;

  @BeforeEach
  void write() {
    run = new RunFile().write(folder.resolve("run.npz")).toString();
  }

  @Test
  void listsMetricsAndBins() {
    Cli cli = Cli.run("evaluate", run, "--json", "--bins", "5");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    JsonNode json = cli.json();
    assertThat(json.get("metrics").get("nodes").intValue()).isEqualTo(240);
    int counted = 0;
    for (JsonNode bin : json.get("reliability")) {
      counted += bin.get("count").intValue();
      assertThat(bin.has("from") && bin.has("to")).isTrue();
      assertThat(bin.has("confidence") && bin.has("accuracy")).isTrue();
    }
    assertThat(counted).isEqualTo(240);
    assertThat(json.get("degreeBins")).hasSize(5);
    assertThat(json.get("degreeBins").get(0).has("minDegree")).isTrue();
    assertThat(json.get("noiseFloor").get("ece").doubleValue()).isBetween(0.0, 0.2);
  }

  @Test
  void printsIntervalsAndGroupsOfDegreesThatDoNotOverlap() {
    Cli cli = Cli.run("evaluate", run, "--bins", "30");
    assertThat(cli.out())
        .contains("95 % interval")
        .containsPattern("nll +0?\\d\\.\\d+ +\\d\\.\\d+ … ");
    List<String> lines = cli.out().lines().toList();
    int header = lines.indexOf(lines.stream().filter(l -> l.startsWith("degree ")).findAny().get());
    assertThat(lines.subList(header + 1, header + 31))
        .extracting(line -> line.split(" ")[0])
        .doesNotHaveDuplicates()
        .anySatisfy(label -> assertThat(label).matches("\\d+[a-z]+"));
    assertThat(cli.out()).endsWith("letters: parts of a degree that several rows share\n");
    JsonNode bins = Cli.run("evaluate", run, "--bins", "30", "--json").json().get("degreeBins");
    for (int b = 0; b < 30; b++) {
      assertThat(lines.get(header + 1 + b)).startsWith(bins.get(b).get("degrees").asString() + " ");
    }
    JsonNode interval = Cli.run("evaluate", run, "--json").json().at("/intervals/ece");
    assertThat(interval.get("low").doubleValue()).isLessThan(interval.get("high").doubleValue());
  }

  @Test
  void judgesCalibratedProbabilities() {
    String output = folder.resolve("out.npz").toString();
    Cli calibrated = Cli.run("calibrate", run, "--method", "ts", "-o", output, "--json");
    Cli judged = Cli.run("evaluate", run, "--probabilities", output, "--json");
    assertThat(judged.json().get("metrics")).isEqualTo(calibrated.json().get("after"));
  }

  @Test
  void exitsWithFourWhereTheErrorIsTooLarge() {
    Cli cli = Cli.run("evaluate", run, "--max-ece", "0.01");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(cli.err()).contains("check failed: ece is").contains("--max-ece");
    assertThat(cli.out()).contains("ece");
    assertThat(Cli.run("evaluate", run, "--max-ece", "0.9").exitCode()).isZero();
  }

  @Test
  void refusesAMissingFile() {
    Cli cli = Cli.run("evaluate", folder.resolve("none.npz").toString());
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err()).contains("none.npz: no such file");
  }

  @Test
  void refusesTooFewAndTooManyBins() {
    for (String bins : List.of("0", "1001", "1000000")) {
      Cli cli = Cli.run("evaluate", run, "--bins", bins);
      assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(cli.err()).contains("bins must be in 1 … 1000, got " + bins);
    }
  }
}
