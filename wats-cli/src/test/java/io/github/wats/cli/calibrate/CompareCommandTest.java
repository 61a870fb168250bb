package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.metrics.Metric;
import io.github.wats.report.Browser;
import io.github.wats.report.PageChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class CompareCommandTest {
  private static final String CHEAP = "uncalibrated,ts,vs,ets";

  @TempDir Path folder;
  private String run;

  @BeforeEach
  void write() {
    run = new RunFile().write(folder.resolve("run.npz")).toString();
  }

  private static Cli compare(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "compare";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Cli.run(all);
  }

  private static JsonNode result(JsonNode json, String method) {
    for (JsonNode one : json.get("results")) {
      if (one.get("method").stringValue().equals(method)) {
        return one;
      }
    }
    throw new AssertionError("no result of " + method);
  }

  /** The best weights of ETS are those of TS alone; its probabilities differ by 1e-16. */
  @Test
  void findsNoDifferenceBetweenEqualMethods() {
    Cli cli = compare(run, "--methods", "uncalibrated,ts,ets", "--json");
    JsonNode json = cli.json();
    JsonNode nll = result(json, "ets").get("differences").get("nll");
    assertThat(result(json, "ets").get("nll").get("value").doubleValue())
        .isCloseTo(result(json, "ts").get("nll").get("value").doubleValue(), within(1e-12));
    assertThat(nll.get("value").doubleValue()).isZero();
    for (String field : List.of("low", "high", "pValue", "holm")) {
      assertThat(nll.get(field).isNull()).as(field).isTrue();
    }
    assertThat(json.get("recommended").stringValue()).isEqualTo("ts");
    String text = compare(run, "--methods", "uncalibrated,ets,ts", "--wide").out();
    assertThat(text)
        .startsWith("Use ts: by NLL, it has the lowest loss (the same as ets)")
        .containsPattern("(?m)^ets +equal +– +– +equal$");
  }

  @Test
  void claimsNothingOfOneMethod() {
    Cli cli = compare(run, "--methods", "uncalibrated");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out()).doesNotContain("told apart", "differences to");
  }

  @Test
  void givesIntervalsDifferencesAndARecommendation() {
    Cli cli = compare(run, "--methods", CHEAP, "--json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    JsonNode json = cli.json();
    assertThat(json.get("evaluatedOn").stringValue()).isEqualTo("test");
    assertThat(json.get("nodes").intValue()).isEqualTo(240);
    assertThat(json.get("results")).hasSize(4);
    for (JsonNode one : json.get("results")) {
      for (String metric : List.of("nll", "brier", "ece", "degreeEce", "aurc", "accuracy")) {
        JsonNode estimate = one.get(metric);
        assertThat(estimate.get("value").doubleValue())
            .isBetween(estimate.get("low").doubleValue(), estimate.get("high").doubleValue());
      }
      assertThat(one.get("seconds").doubleValue()).isNotNegative();
    }
    JsonNode plain = result(json, "uncalibrated");
    JsonNode difference = plain.get("differences").get("nll");
    assertThat(difference.get("value").doubleValue())
        .isCloseTo(nll(plain) - nll(result(json, "ts")), within(1e-12));
    assertThat(difference.get("holm").doubleValue())
        .isGreaterThanOrEqualTo(difference.get("pValue").doubleValue())
        .isLessThan(0.05); // the file is underconfident by a factor of two
    assertThat(result(json, "ts").get("differences")).isEmpty();
    assertThat(json.get("recommended").stringValue()).isIn("ts", "ets", "vs");
    assertThat(json.get("noiseFloor").get("ece").doubleValue()).isBetween(0.001, 0.2);
    assertThat(json.get("reason").stringValue()).startsWith("by NLL, ");
    assertThat(json.get("reference").stringValue()).isEqualTo("ts");
  }

  private static double nll(JsonNode result) {
    return result.get("nll").get("value").doubleValue();
  }

  @Test
  void evaluatesAsEvaluateDoes() {
    String out = folder.resolve("ts.npz").toString();
    Cli.run("calibrate", run, "--method", "ts", "-o", out);
    JsonNode metrics = Cli.run("evaluate", run, "--probabilities", out, "--json").json();
    JsonNode ts = result(compare(run, "--methods", "ts", "--json").json(), "ts");
    for (String metric : List.of("nll", "brier", "ece", "degreeEce", "aurc", "accuracy")) {
      assertThat(ts.get(metric).get("value").doubleValue())
          .as(metric)
          .isEqualTo(metrics.get("metrics").get(metric).doubleValue());
    }
  }

  @Test
  void crossFitsOnValidationNodesWhereTestNodesHaveNoLabels() {
    JsonNode known = compare(run, "--cross-fit", "--methods", CHEAP, "--json").json();
    String unlabeled =
        new RunFile()
            .withUnknownLabels(2 * RunFile.NODES / 5, RunFile.NODES)
            .write(folder.resolve("unlabeled.npz"))
            .toString();
    JsonNode json = compare(unlabeled, "--methods", CHEAP, "--json").json();
    assertThat(json.get("evaluatedOn").stringValue()).isEqualTo("validation");
    assertThat(json.get("nodes").intValue()).isEqualTo(80);
    assertThat(json.get("fitsPerMethod").intValue()).isEqualTo(10);
    for (String method : CHEAP.split(",")) { // test labels have no effect on cross-fitting
      assertThat(nll(result(json, method))).isEqualTo(nll(result(known, method)));
    }
    assertThat(compare(unlabeled, "--methods", "ts", "--folds", "4", "--repeats", "1").out())
        .contains("80 validation nodes, 4 fits of each by cross-fitting, seed 0");
  }

  @Test
  void leavesOutAndNamesWhatFails() {
    Cli cli = compare(run, "--methods", "ts,gets", "--json"); // the file has no node features
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.json().get("results")).hasSize(1);
    assertThat(cli.json().get("failed").get("gets").stringValue())
        .startsWith("gets was left out, since it failed: ");
    assertThat(cli.err()).contains("note: gets was left out");
    String noGraph =
        new RunFile().without("edge_index").write(folder.resolve("plain.npz")).toString();
    Cli plain = compare(noGraph, "--methods", "ts,wats", "--json");
    assertThat(plain.json().get("failed").get("wats").stringValue())
        .isEqualTo("wats was left out, since there is no graph");
    assertThat(result(plain.json(), "ts").has("degreeEce")).isFalse();
    assertThat(plain.json().get("reference").stringValue()).isEqualTo("ts");
  }

  @Test
  void printsTablesForPeopleAndProgramsWithTheSameBytesEveryTime() {
    Cli text = compare(run, "--methods", CHEAP);
    assertThat(text.out())
        .containsPattern("^Use \\w+: by NLL, it (has the lowest loss|is simpler)")
        .containsPattern("(?m)^\\w+ +\\d\\.\\d{4}\\* ")
        .containsPattern("(?m)^\\w+ +\\d\\.\\d{4}~ ")
        .containsPattern("noise floor of \\w+: ECE \\d")
        .contains("4 methods evaluated on 240 test nodes, fitted on 80 validation nodes, seed 0\n")
        .containsPattern("next: wats calibrate .*run.npz --method \\w+ -o calibrated.npz")
        .doesNotContain("differences");
    List<Double> losses =
        Pattern.compile("(?m)^[a-z]+ +(\\d\\.\\d{4})[*~ ]")
            .matcher(text.out())
            .results()
            .map(row -> Double.valueOf(row.group(1)))
            .toList();
    assertThat(losses).hasSize(4).isSorted();
    assertThat(compare(run, "--methods", CHEAP, "--wide").out()).contains("differences to ts:");
    assertThat(text.err()).contains("fitting ts …");
    String csv = compare(run, "--methods", CHEAP, "--format", "csv").out();
    List<String> lines = csv.lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0)).startsWith("method,recommended,accuracy,accuracyLow,accuracyHigh,");
    assertThat(lines).allMatch(line -> line.split(",", -1).length == 2 + 6 * 5);
    assertThat(compare(run, "--methods", CHEAP, "--format", "csv", "--threads", "1").out())
        .isEqualTo(csv);
    assertThat(compare(run, "--methods", CHEAP, "--format", "markdown").out())
        .contains("| method | Accuracy | NLL | 95 % interval | PHI | Brier | PHI | ECE |")
        .contains("| --- | ---: |")
        .contains("Differences to ts:");
  }

  @Test
  void writesAPageThatReadsWell() throws IOException {
    Path page = folder.resolve("page.html");
    Cli cli = compare(run, "--methods", "ts,ridge-temperature", "--report", page.toString());
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(Files.readString(page))
        .contains("run.npz: which method?")
        .containsPattern("class=\"verdict\">\\s*<p>(Use|Leave) ")
        .contains("so it shares the first place with ")
        .contains("Differences to TS")
        .contains("AURC");
    JsonNode json =
        compare(run, "--methods", "ridge-temperature", "--json").json().get("noiseFloor");
    String floor = Metric.ECE.format(json.get("ece").doubleValue()).replace(" ", "\u00a0");
    Path one = folder.resolve("one.html");
    compare(run, "--methods", "ridge-temperature", "--report", one.toString());
    assertThat(Files.readString(one)).contains("(noise floor " + floor + ")");
    try (Browser browser = Browser.open()) {
      PageChecks.check(browser, page, "compare");
    }
    Path cross = folder.resolve("cross.html");
    compare(run, "--methods", "ts", "--cross-fit", "--report", cross.toString());
    assertThat(Files.readString(cross)).contains("On 80 validation nodes the network was ");
  }

  @Test
  void saysWhatToDoWithTooFewLabels() {
    String few =
        new RunFile()
            .withUnknownLabels(81, RunFile.NODES)
            .write(folder.resolve("few.npz"))
            .toString();
    Cli cli = compare(few);
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err())
        .contains("few.npz: a comparison needs labels of validation nodes and of test nodes")
        .contains("got labels of 1 validation and 0 test nodes: fill in 'y'");
    String three =
        new RunFile()
            .withUnknownLabels(83, RunFile.NODES)
            .write(folder.resolve("three.npz"))
            .toString();
    Cli small = compare(three, "--methods", "ts", "--json");
    assertThat(small.exitCode()).as(small.err()).isZero();
    assertThat(small.json().get("fitsPerMethod").intValue()).isEqualTo(6); // 3 folds, twice
    assertThat(small.err())
        .contains("note: methods are evaluated on only 3 nodes")
        .contains("note: no validation node has class ")
        .contains("put labeled nodes of it into 'val_mask'");
  }

  @Test
  void refusesWhatIsNoMethodOrNoNumberOfFolds() {
    assertThat(compare(run, "--methods", "tss").err()).contains("method must be one of");
    assertThat(compare(run, "--methods", "tss").exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(compare(run, "--folds", "1").err()).contains("--folds must be in 2 … 100, got 1");
    assertThat(compare(run, "--repeats", "0").err())
        .contains("--repeats must be in 1 … 100, got 0");
    Cli alone =
        compare(run, "--methods", "uncalibrated", "--report", folder.resolve("p.html") + "");
    assertThat(alone.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(alone.err()).contains("a report needs a method besides the uncalibrated network");
  }

  @Test
  void comparesTheDefaultTheMethodOfThePaperAndRidgeWithAndWithoutLabelsOfNeighbors() {
    JsonNode results = compare(run, "--json").json().get("results");
    assertThat(results.valueStream().map(one -> one.get("method").stringValue()))
        .contains("uncalibrated", "ts", "wats", "ridge", "auto")
        .endsWith("ridge:neighbor-labels=ignore");
  }

  /** What the fit of the default says about the data stands in every form of the result. */
  @Test
  void saysWhatLimitsTheFits() throws IOException {
    String page = folder.resolve("page.html").toString();
    Cli cli = compare(run, "--methods", "ts,auto", "--json", "--report", page);
    String doubt = "only 80 validation nodes: with 50, a third of 63 measured fits";
    assertThat(cli.err()).contains("note: " + doubt);
    assertThat(cli.json().get("notes").toString()).contains("pooled: ", doubt);
    assertThat(compare(run, "--methods", "ts", "--json").json().get("notes")).isEmpty();
  }

  @Test
  void recommendsToLeaveACalibratedNetworkAsItIs() throws IOException {
    double[] logits;
    try (NpzFile npz = NpzFile.open(Path.of(run))) {
      logits = Arrays.stream(npz.array("logits").toDoubles()).map(z -> 2.6 * z).toArray();
    }
    run =
        new RunFile()
            .with("logits", NpyData.of(logits, RunFile.NODES, RunFile.CLASSES))
            .write(folder.resolve("calibrated.npz"))
            .toString();
    Cli cli = compare(run, "--methods", "uncalibrated,vs,ridge,auto");
    assertThat(cli.out()).startsWith("Leave the network as it is: by NLL, ");
    JsonNode json = Cli.run("calibrate", run, "--json").json();
    assertThat(json.get("recommended").stringValue()).isEqualTo("uncalibrated");
    assertThat(json.get("reason").stringValue())
        .matches(
            "leave it as it is: auto lowers the loss by .* ± .* only, within noise \\(test at 5"
                + " %\\)");
    assertThat(Cli.run("calibrate", run).out())
        .startsWith("Leave the network as it is: by NLL on the test nodes, auto lowers the loss")
        .containsPattern("next: wats compare .*calibrated.npz");
  }
}
