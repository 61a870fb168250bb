package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.report.Browser;
import io.github.wats.report.PageChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
    Cli cli = Cli.run("evaluate", run, "--bins", "30", "--wide");
    assertThat(cli.out())
        .contains("95 % interval")
        .containsPattern("NLL +0?\\d\\.\\d+ +\\d\\.\\d+ … ");
    List<String> lines = cli.out().lines().toList();
    int header = lines.indexOf(lines.stream().filter(l -> l.startsWith("degree ")).findAny().get());
    assertThat(lines.subList(header + 1, lines.size()))
        .extracting(line -> line.split(" ")[0])
        .doesNotHaveDuplicates()
        .contains("1", "2", "3–4")
        .allSatisfy(label -> assertThat(label).matches("\\d+(–\\d+)?"));
    assertThat(Cli.run("evaluate", run, "--bins", "30").out())
        .doesNotContain("degree ")
        .endsWith("next: wats calibrate " + run + " --method auto\n");
    JsonNode bins = Cli.run("evaluate", run, "--bins", "30", "--json").json().get("degreeBins");
    assertThat(bins).as("of the degree-binned ECE").hasSize(30);
    assertThat(bins)
        .extracting(bin -> bin.get("degrees").asString())
        .doesNotHaveDuplicates()
        .anySatisfy(label -> assertThat(label).matches("\\d+[a-z]+"));
    JsonNode interval = Cli.run("evaluate", run, "--json").json().at("/intervals/ece");
    assertThat(interval.get("low").doubleValue()).isLessThan(interval.get("high").doubleValue());
  }

  @Test
  void evaluatesCalibratedProbabilities() {
    String output = folder.resolve("out.npz").toString();
    Cli calibrated = Cli.run("calibrate", run, "--method", "ts", "-o", output, "--json");
    Cli evaluated = Cli.run("evaluate", run, "--probabilities", output, "--json");
    assertThat(evaluated.json().get("metrics")).isEqualTo(calibrated.json().get("after"));
  }

  @Test
  void exitsWithFourWhereTheErrorIsTooLarge() {
    Cli cli = Cli.run("evaluate", run, "--max-ece", "0.01");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(cli.err()).contains("check failed: ece is").contains("--max-ece");
    assertThat(cli.out()).contains("ECE");
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

  @Test
  void testsPerfectCalibrationAndGivesEveryMetric() {
    Cli cli = Cli.run("evaluate", run, "--json");
    JsonNode json = cli.json();
    for (String metric : List.of("debiasedEce", "smoothEce", "aurc", "auroc")) {
      assertThat(json.get("metrics").get(metric).doubleValue()).as(metric).isBetween(0.0, 1.0);
    }
    JsonNode test = json.get("calibrationTest");
    assertThat(test.get("pValue").doubleValue()).isEqualTo(1 / 1001.0); // underconfident by far
    assertThat(test.get("pValues").get("degreeEce").doubleValue()).isLessThan(0.01);
    assertThat(test.get("draws").intValue()).isEqualTo(1000);
    assertThat(json.get("classGaps")).hasSize(4);
    assertThat(json.has("slices")).isFalse();
    assertThat(Cli.run("evaluate", run).out())
        .startsWith("On 240 test nodes the network is underconfident, with an expected")
        .contains("Perfect calibration is rejected by ECE (p < 0.001), ");
  }

  @Test
  void slicesByEverything() throws IOException {
    Path column = Files.writeString(folder.resolve("region.csv"), "id,region\n" + regions());
    Path page = folder.resolve("page.html");
    Cli cli =
        Cli.run(
            "evaluate",
            run,
            "--json",
            "--by",
            "degree,class,confidence,distance,agreement,component",
            "--group",
            column.toString(),
            "--report",
            page.toString());
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    Map<String, Integer> counts = new TreeMap<>();
    for (JsonNode slice : cli.json().get("slices")) {
      counts.merge(slice.get("by").stringValue(), slice.get("count").intValue(), Integer::sum);
      assertThat(slice.get("gap").doubleValue())
          .isCloseTo(
              slice.get("confidence").doubleValue() - slice.get("accuracy").doubleValue(),
              within(1e-12))
          .isBetween(slice.get("low").doubleValue(), slice.get("high").doubleValue());
    }
    assertThat(counts.keySet())
        .containsExactly(
            "agreement", "class", "component", "confidence", "degree", "distance", "region");
    assertThat(counts.values()).as("every test node is in a slice").containsOnly(240);
    assertThat(cli.json().get("worstSlice").stringValue())
        .startsWith("The worst slice is ")
        .contains(" underconfident by ")
        .contains("after Holm's correction for ");
    assertThat(Files.readString(page)).contains("Where it fails").contains("figure-slices");
    try (Browser browser = Browser.open()) {
      PageChecks.check(browser, page, "slices");
    }
    String text = Cli.run("evaluate", run, "--by", "class").out();
    assertThat(text).contains("class 0 ").contains("confidence: mean probability of the class");
    assertThat(Cli.run("evaluate", run, "--by", "class,class").out()).isEqualTo(text);
  }

  /** The first 399 nodes are of two regions, the last is alone in its own. */
  private static String regions() {
    return IntStream.range(0, RunFile.NODES)
        .mapToObj(
            i -> i + "," + (i == RunFile.NODES - 1 ? "island" : i % 2 == 0 ? "north" : "south"))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void aColumnMayHoldWordsNumbersAndGroupsOfOneNode() throws IOException {
    Path words = Files.writeString(folder.resolve("region.csv"), "id,region\n" + regions());
    JsonNode slices =
        Cli.run("evaluate", run, "--group", words + "", "--json").json().get("slices");
    assertThat(slices).hasSize(3);
    assertThat(slices.get(0).get("slice").stringValue()).isEqualTo("island");
    assertThat(slices.get(0).get("count").intValue()).isEqualTo(1);
    assertThat(slices.get(0).get("pValue").doubleValue()).isGreaterThan(0.05);
    Path numbers =
        Files.writeString(
            folder.resolve("age.csv"),
            "id,age\n"
                + IntStream.range(0, RunFile.NODES)
                    .mapToObj(i -> i + "," + (i % 7 == 0 ? "" : "" + i / 8.0))
                    .collect(Collectors.joining("\n")));
    // a column given in --by is read as well
    JsonNode ages =
        Cli.run("evaluate", run, "--group", numbers + "", "--json").json().get("slices");
    assertThat(ages.get(0).get("by").stringValue()).isEqualTo("age");
    assertThat(ages.get(5).get("slice").stringValue()).isEqualTo("none");
    assertThat(ages).hasSize(6);
  }

  @Test
  void refusesSlicesItCannotMake() throws IOException {
    Cli wrong = Cli.run("evaluate", run, "--by", "degrees");
    assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(wrong.err())
        .contains("--by must be any of degree, class, confidence, distance, agreement, component")
        .contains("got degrees")
        .contains("give a column of your own with --group");
    String plain =
        new RunFile().without("edge_index").write(folder.resolve("plain.npz")).toString();
    Cli noGraph = Cli.run("evaluate", plain, "--by", "agreement");
    assertThat(noGraph.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(noGraph.err())
        .contains("plain.npz: --by agreement needs a graph: add 'edge_index' or give --graph");
    String untrained =
        new RunFile().without("train_mask").write(folder.resolve("untrained.npz")).toString();
    assertThat(Cli.run("evaluate", untrained, "--by", "distance").err())
        .contains("--by distance needs training nodes ('train_mask' or 'train_idx'), got none");
    Path few = Files.writeString(folder.resolve("few.csv"), "1\n2\n3\n");
    Cli rows = Cli.run("evaluate", run, "--group", few.toString());
    assertThat(rows.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(rows.err()).contains("few.csv: rows must be 400 (").contains("got 3");
    assertThat(Cli.run("evaluate", run, "--group", folder.resolve("no.npy") + "").exitCode())
        .isEqualTo(ExitCode.BAD_DATA);
  }
}
