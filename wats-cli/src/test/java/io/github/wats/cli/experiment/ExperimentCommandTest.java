package io.github.wats.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.cli.Cli;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.experiment.CompactRecords;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ExperimentCommandTest {
  @TempDir private Path folder;

  /** The settings of the records: preset under {@code --set}. */
  @Test
  void aPresetChangesTheWaveletsUnlessToldOtherwise() throws Exception {
    Cli cli =
        benchmark(
            "--methods", "ts,wats", "--runs", "1", "--preset", "iclr-2026", "--set", "wats:s=1.5");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    String wats =
        Files.readAllLines(folder.resolve("out").resolve("records.jsonl")).stream()
            .filter(line -> line.contains("\"method\":\"wats\""))
            .findFirst()
            .orElseThrow();
    assertThat(wats).contains("\"k\":3", "\"coefficients\":\"heat-kernel\"").contains("1.5");
    Cli wrong = benchmark("--preset", "v3");
    assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(wrong.err()).contains("preset must be arxiv-v1 or iclr-2026, got v3");
  }

  @Test
  void benchmarksOnAGeneratedGraphAndResumes() throws Exception {
    Path out = folder.resolve("out");
    Cli cli = benchmark("--methods", "uncalibrated,TS,wats", "--runs", "2", "--json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    JsonNode json = cli.json();
    assertThat(json.get("command").asString()).isEqualTo("benchmark");
    assertThat(json.get("protocol").asString()).isEqualTo("paper");
    assertThat(json.get("results")).hasSize(3);
    JsonNode ts = json.get("results").get(1);
    assertThat(ts.get("dataset").asString()).isEqualTo("synthetic");
    assertThat(ts.get("model").asString()).isEqualTo("gcn");
    assertThat(ts.get("method").asString()).isEqualTo("ts");
    assertThat(ts.get("runs").asInt()).isEqualTo(2);
    for (String metric : List.of("accuracy", "nll", "brier", "ece", "degreeEce", "classwiseEce")) {
      assertThat(ts.get(metric).get("mean").asDouble()).as(metric).isPositive();
      assertThat(ts.get(metric).get("std").asDouble()).as(metric).isNotNegative();
    }
    assertThat(ts.get("paper").isNull()).isTrue();
    assertThat(cli.err()).contains("6 of 6 fits to do");
    assertThat(Files.readAllLines(out.resolve("records.jsonl"))).hasSize(6);
    assertThat(Files.readString(out.resolve("table.md"))).contains("| wats |");
    assertThat(out.resolve("summary.jsonl")).isNotEmptyFile();

    Cli again = benchmark("--methods", "uncalibrated,TS,wats", "--runs", "2", "--json");
    assertThat(again.err()).contains("0 of 6 fits to do");
    assertThat(again.json().get("results")).isEqualTo(json.get("results"));
  }

  @Test
  void kAndSAreSetAsOtherSettings() throws Exception {
    String methods = "ts,wats:k=3:s=0.8,wats:k=3:s=0.2,0.8";
    Cli cli = benchmark("--methods", methods, "--runs", "1", "--json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    JsonNode results = cli.json().get("results");
    assertThat(results).hasSize(3);
    assertThat(results.get(2).get("variant").get("s").asString()).isEqualTo("0.2,0.8");
    assertThat(Files.readString(folder.resolve("out/table.md"))).contains("| wats:k=3:s=0.8 |");
    assertThat(benchmark("--methods", methods, "--runs", "1").err()).contains("0 of 3 fits to do");

    for (String[] same :
        List.of(
            "benchmark --methods wats --set wats:k=3 --set wats:s=0.8".split(" "),
            "benchmark --methods wats --set wats:k=3:s=0.8".split(" "),
            "sweep --k 3 --s 0.8".split(" "))) {
      folder = Files.createDirectory(folder.resolve("other"));
      Cli other =
          run(
              same[0],
              Stream.concat(Stream.of(same).skip(1), Stream.of("--runs", "1", "--json"))
                  .toArray(String[]::new));
      assertThat(other.exitCode()).as(other.err()).isZero();
      assertThat(other.json().get("results").get(0).get("nll"))
          .isEqualTo(results.get(1).get("nll"));
    }
  }

  @Test
  void comparesOneMethodInSeveralWaysAndResumes() throws Exception {
    String methods = "ts,ridge,ridge:mode=free,ridge:mode=free:neighbor-labels=ignore";
    Cli cli = benchmark("--methods", methods, "--runs", "2", "--json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    JsonNode results = cli.json().get("results");
    assertThat(results).hasSize(4);
    JsonNode free = results.get(3);
    assertThat(free.get("method").asString()).isEqualTo("ridge");
    assertThat(free.get("variant").get("neighbor-labels").asString()).isEqualTo("ignore");
    assertThat(results.get(1).has("variant")).isFalse();
    assertThat(results.get(2).get("nll")).isNotEqualTo(results.get(3).get("nll"));
    Path out = folder.resolve("out");
    assertThat(Files.readString(out.resolve("table.md"))).contains("| ridge:mode=free |");
    assertThat(Files.readString(out.resolve("table.csv")))
        .contains(",ridge:mode=free:neighbor-labels=ignore,");

    Cli again = benchmark("--methods", methods, "--runs", "2", "--json");
    assertThat(again.err()).contains("0 of 8 fits to do");
    assertThat(again.json().get("results")).isEqualTo(results);
    Cli report = Cli.run("report", out.toString());
    assertThat(report.exitCode()).as(report.err()).isZero();
    assertThat(out.resolve(CompactRecords.FILE))
        .content()
        .contains(
            "\"method\":\"ridge\",\"variant\":{\"mode\":\"free\",\"neighbor-labels\":\"ignore\"}")
        .contains("\"method\":\"ridge\",\"protocol\"");
  }

  @Test
  void printsTablesForPeopleAndPapers() {
    Cli text = benchmark("--methods", "uncalibrated,ts", "--runs", "2");
    assertThat(text.out())
        .contains("ECE, %, gcn", "Degree-binned ECE, %", "noise floor", "against ts")
        .contains(
            "With fewer than 6 runs no difference can be significant.", "protocol paper, seed 0");
    Cli latex =
        benchmark("--methods", "uncalibrated,ts", "--runs", "2", "--format", "latex", "--quiet");
    assertThat(latex.out()).startsWith("% ECE, %").contains("\\toprule");
    assertThat(latex.err()).isEmpty();
    Cli csv = benchmark("--methods", "ts", "--runs", "2", "--format", "csv", "--metrics", "NLL");
    assertThat(csv.out()).startsWith("dataset,model,method").contains("nllMean");
  }

  @Test
  void printsThePlanWithoutRunningIt() {
    Cli cli =
        Cli.run("benchmark", "--print-plan", "--protocol", "authors", "--threads", "2", "--json");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.json().get("plan").get("datasets")).hasSize(5);
    assertThat(cli.json().get("seconds").asDouble()).isPositive();
    Cli text = Cli.run("sweep", "--print-plan", "--datasets", "cora");
    assertThat(text.out())
        .contains("protocol paper, seed 0, into wats-sweep-paper")
        .contains("wats:k=5:s=2.5")
        .contains("from measured speeds");
    assertThat(Path.of("wats-sweep-paper")).doesNotExist();
    Cli folder = Cli.run("sweep", "--print-plan", "--datasets", "cora", "-o", "a.csv");
    assertThat(folder.out()).as(folder.err()).contains("into a.csv"); // a folder of any name
  }

  @Test
  void readsAPlanFromAFileAndLetsOptionsWin() throws Exception {
    Path plan = folder.resolve("plan.yaml");
    Files.writeString(plan, "datasets: synthetic\nmodels: gcn\nruns: 7\nmethods: [ts]\nseed: 3\n");
    Cli cli =
        Cli.run("benchmark", "--plan", plan.toString(), "--runs", "2", "--print-plan", "--json");
    assertThat(cli.json().get("plan").get("runs").asInt()).isEqualTo(2);
    assertThat(cli.json().get("plan").get("seed").asInt()).isEqualTo(3);

    Files.writeString(plan, "dataset: synthetic\n");
    Cli unknown = Cli.run("benchmark", "--plan", plan.toString());
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(unknown.err()).contains("plan.yaml: key must be one of").contains("got dataset");
  }

  @Test
  void sweepsAndAblates() {
    Cli sweep = run("sweep", "--k", "2,3", "--s", "0.4,2", "--runs", "1", "--json");
    assertThat(sweep.exitCode()).as(sweep.err()).isZero();
    assertThat(sweep.json().get("results")).hasSize(4);
    assertThat(sweep.json().get("results").get(3).get("k").asInt()).isEqualTo(3);
    assertThat(sweep.json().get("results").get(3).get("s").asDouble()).isEqualTo(2);
    Cli ablate = run("ablate", "--features", "wavelet,degree+clustering", "--runs", "1", "--json");
    assertThat(ablate.exitCode()).as(ablate.err()).isZero();
    assertThat(ablate.json().get("results").get(1).get("features").asString())
        .isEqualTo("degree+clustering");
  }

  @Test
  void tellsOfFailuresAndGoesOn() {
    Cli cli = benchmark("--methods", "ts,wats", "--runs", "1", "--set", "wats:weight-decay=1e300");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.err()).contains("wats: 1 of 2 fits failed");
    assertThat(cli.out())
        .contains("1 of 2 fits failed:")
        .containsPattern("(?m)^synthetic, gcn +wats +1 run");
  }

  @Test
  void refusesWrongUsage() {
    refuses("got nope", "benchmark", "--datasets", "nope");
    refuses("got nope", "benchmark", "--methods", "nope");
    refuses("got nope", "benchmark", "--models", "nope");
    refuses("got nope", "benchmark", "--protocol", "nope");
    refuses("got gats", "benchmark", "--protocol", "gats");
    refuses("--splits must be given with protocol gats", "benchmark", "--splits", "nope");
    refuses("got nope", "benchmark", "--metrics", "nope");
    refuses("runs must be in 1 … 1000", "benchmark", "--runs", "0");
    refuses("got 2147483647", "benchmark", "--print-plan", "--runs", "2147483647");
    refuses("wats has no setting deep", "benchmark", "--set", "wats:deep=1");
    refuses("--set must be NAME:SETTING=VALUE", "benchmark", "--set", "deep=1");
    refuses("k must be in 1 … 1000, got 0", "sweep", "--k", "0");
    refuses("features must be", "ablate", "--features", "color");
    benchmark("--methods", "ts", "--runs", "1");
    Cli other = benchmark("--methods", "ts", "--runs", "1", "--seed", "9");
    assertThat(other.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(other.err()).contains("use another folder");
  }

  @Test
  void refusesAFolderWithOtherFiles() throws Exception {
    Path out = Files.createDirectories(folder.resolve("out"));
    Path mine = Files.writeString(out.resolve("table.csv"), "mine");
    Cli cli = benchmark("--methods", "ts", "--runs", "1");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err())
        .contains("wats: --output: " + out + " holds table.csv but no plan.json of an experiment")
        .contains("use an empty folder or a new one");
    assertThat(out.toFile().list()).containsExactly("table.csv");
    assertThat(mine).hasContent("mine");
  }

  @Test
  void saysWhatIsWrongWithAPlanInTheFolder() throws Exception {
    benchmark("--methods", "ts", "--runs", "1");
    Path plan = folder.resolve("out").resolve("plan.json");
    String good = Files.readString(plan);
    String html = folder.resolve("r.html").toString();
    for (String[] one :
        new String[][] {
          {"", "it must be an object, got nothing"},
          {"null", "it must be an object, got null"},
          {good.substring(0, 40), "is not the plan of an experiment, or not a complete one: line"},
          {"[".repeat(2000), "nesting depth (501) exceeds the maximum allowed"},
          {good.replaceFirst("\"runs\" : 1", "\"runs\" : -3"), "runs must be in 1 … 1000, got -3"},
          {good.replaceFirst("\"runs\" : 1", "\"runs\" : 1e300"), "field 'runs' must be a whole"},
          {good.replaceFirst("\"runs\" : 1", "\"runs\" : 2000000000"), "1000, got 2000000000"},
          {good.replace("\"datasets\" : [", "\"datasets\" : 3, \"x\" : ["), "field 'datasets'"},
        }) {
      Files.writeString(plan, one[0]);
      Cli report = Cli.run("report", folder.resolve("out").toString(), "-o", html);
      assertThat(report.exitCode()).as(one[1]).isEqualTo(ExitCode.BAD_DATA);
      assertThat(report.err()).startsWith("wats: " + plan + ": ").contains(one[1]);
    }
    Files.writeString(plan, good.substring(0, 40));
    Cli again = benchmark("--methods", "ts", "--runs", "1");
    assertThat(again.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(again.err()).startsWith("wats: " + plan + ": is not the plan of an experiment");
    assertThat(plan).hasContent(good.substring(0, 40));
  }

  @Test
  void givesTheReasonOfAnInputOutputErrorAlone() throws Exception {
    benchmark("--methods", "ts", "--runs", "1");
    Path table = folder.resolve("out").resolve("table.csv");
    Files.delete(table);
    Files.createDirectories(table.resolve("in-the-way"));
    Cli cli = benchmark("--methods", "ts,ets,vs", "--runs", "2");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.FAILURE);
    assertThat(cli.err()).contains("wats: " + table).doesNotContain("Exception");
  }

  @Test
  void saysThatDataAreMissing() {
    Cli cli =
        Cli.run(
            "benchmark",
            "--datasets",
            "cora",
            "--data-dir",
            folder.resolve("none").toString(),
            "--output",
            folder.resolve("out").toString());
    assertThat(cli.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(cli.err()).contains("wats dataset get cora");
  }

  private void refuses(String message, String... arguments) {
    Cli cli = Cli.run(arguments);
    assertThat(cli.exitCode()).as(message).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains(message);
    assertThat(cli.out()).isEmpty();
  }

  private Cli benchmark(String... more) {
    return run("benchmark", more);
  }

  private Cli run(String command, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of(command, "--datasets", "synthetic", "--models", "gcn", "--output"));
    arguments.add(folder.resolve("out").toString());
    arguments.addAll(List.of("--set", "gcn:epochs=20"));
    arguments.addAll(List.of(more));
    return Cli.run(arguments.toArray(String[]::new));
  }
}
