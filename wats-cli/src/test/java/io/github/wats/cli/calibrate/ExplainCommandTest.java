package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.io.npy.NpyData;
import io.github.wats.report.NumberText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ExplainCommandTest {
  @TempDir Path folder;
  private Path run;
  private Path model;

  @BeforeEach
  void write() {
    run = new RunFile().write(folder.resolve("run.npz"));
    model = folder.resolve("model.json");
  }

  private Cli calibrate(String... more) {
    String[] arguments = new String[4 + more.length];
    arguments[0] = "calibrate";
    arguments[1] = run.toString();
    arguments[2] = "--save";
    arguments[3] = model.toString();
    System.arraycopy(more, 0, arguments, 4, more.length);
    Cli cli = Cli.run(arguments);
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    return cli;
  }

  @Test
  void contributionsOfTheRidgeAddUpToTheLogits() {
    calibrate("--method", "ridge", "--mode", "free");
    Cli cli = Cli.run("explain", model.toString(), run.toString(), "--node", "17", "--json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    JsonNode json = cli.json();
    assertThat(json.get("command").asString()).isEqualTo("explain");
    assertThat(json.get("contributions")).hasSize(6);
    for (int c = 0; c < RunFile.CLASSES; c++) {
      double sum = 0;
      for (JsonNode contribution : json.get("contributions")) {
        sum += contribution.get("logits").get(c).doubleValue();
      }
      assertThat(sum).isEqualTo(json.get("logits").get(c).doubleValue());
    }
    assertThat(json.get("contributions").get(5).get("part").asString())
        .isEqualTo("neighbor-labels");
  }

  @Test
  void saysInWordsWhatSpeaksForThePrediction() {
    calibrate("--method", "ridge", "--neighbor-labels", "ignore");
    Cli cli = Cli.run("explain", model.toString(), run.toString(), "--node", "3");
    assertThat(cli.out())
        .startsWith("Node 3, class ")
        .containsPattern(": confidence (up|down) \\d+ points?, from .*, mostly by [a-z].*\\.")
        .containsPattern("mostly by [a-z' ]+ \\(lead [+-]\\d\\.\\d\\d\\)\\.\\R")
        .contains("the structure around")
        .contains("sum");
    assertThat(cli.err()).contains("neighbors' labels were not used");
  }

  @Test
  void saysThatLabelsOfAnotherGraphAreUnknown() {
    calibrate("--method", "ridge");
    Path other =
        new RunFile()
            .with("edge_index", NpyData.of(new int[] {0, 1, 1, 2}, 2, 2))
            .without("y")
            .write(folder.resolve("other.npz"));
    Cli cli = Cli.run("explain", model.toString(), other.toString(), "--node", "1", "--json");
    assertThat(cli.json().get("labelsUsed").booleanValue()).isFalse();
    assertThat(cli.json().get("notes").get(0).asString()).contains("labels were not used");
    assertThat(Cli.run("explain", model.toString(), other.toString(), "--node", "1").err())
        .contains(
            "note: neighbors' labels were not used: the known labels are those of the graph of the"
                + " fit")
        .doesNotContain("labels were used");
    for (JsonNode logit : cli.json().get("contributions").get(5).get("logits")) {
      assertThat(logit.doubleValue()).isZero();
    }
  }

  @Test
  void applyingSaysWhetherLabelsAreUsed() {
    calibrate("--method", "ridge");
    Path other =
        new RunFile()
            .with("edge_index", NpyData.of(new int[] {0, 1}, 2, 1))
            .without("y")
            .write(folder.resolve("other.npz"));
    String output = folder.resolve("out.npz").toString();
    Cli same = Cli.run("apply", model.toString(), run.toString(), "-o", output);
    assertThat(same.err())
        .contains("note: neighbors' labels were used: 80 of training and 80 of validation nodes");
    Cli away = Cli.run("apply", model.toString(), other.toString(), "-o", output);
    assertThat(away.err())
        .contains("note: neighbors' labels were not used: the known labels are those of the graph");
    Path labeled =
        new RunFile()
            .with("edge_index", NpyData.of(new int[] {0, 1}, 2, 1))
            .write(folder.resolve("labeled.npz"));
    Cli own = Cli.run("apply", model.toString(), labeled.toString(), "-o", output);
    assertThat(own.err())
        .contains("note: neighbors' labels were used: 80 of training and 80 of validation nodes");
    calibrate("--method", "ts");
    Cli none = Cli.run("apply", model.toString(), run.toString(), "-o", output);
    assertThat(none.err()).doesNotContain("labels");
  }

  @Test
  void tellsTheTemperatureOfWatsAndItsWavelets() {
    calibrate("--method", "wats", "--epochs", "20");
    Cli cli = Cli.run("explain", model.toString(), run.toString(), "--node", "0", "--json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    JsonNode json = cli.json();
    assertThat(json.get("temperature").doubleValue()).isPositive();
    assertThat(json.get("inputs")).hasSize(5);
    double sum = 0;
    for (JsonNode input : json.get("inputs")) {
      sum += Math.abs(input.get("value").doubleValue());
    }
    assertThat(sum).isCloseTo(1, within(1e-12)); // wavelet features have L1 norm 1
    assertThat(Cli.run("explain", model.toString(), run.toString(), "--node", "0").out())
        .containsPattern(
            "^Node 0, class .*: temperature \\d\\.\\d\\d, confidence (up|down|unchanged)")
        .contains(
            "Its logits are divided by the temperature", "the median of all nodes is ", "wave4")
        .contains("waveK: the term of order K of the node's wavelet features");
  }

  @Test
  void explainsThePoolByTheRidgeAndWhatTheMeanAdds() {
    Cli choice = calibrate("--method", "auto");
    assertThat(choice.err()).contains("note: pooled: ", " the network itself");
    Cli cli = Cli.run("explain", model.toString(), run.toString(), "--node", "5", "--json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.json().get("method").asString()).isEqualTo("auto");
    JsonNode parts = cli.json().get("contributions");
    assertThat(parts.get(parts.size() - 1).get("words").asString())
        .isEqualTo("the mean with simpler calibrations");
    String output = folder.resolve("out.npz").toString();
    String[] apply = {"apply", model.toString(), run.toString(), "-o", output};
    assertThat(Cli.run(apply).out()).startsWith("auto: calibrated ");
    Cli applied = Cli.run("apply", model.toString(), run.toString(), "-o", output, "--json");
    assertThat(applied.json().get("method").asString()).isEqualTo("auto");
  }

  @Test
  void theReportShowsTheSameSharesOfItsMostChangedNodes() throws IOException {
    Path page = folder.resolve("report.html");
    calibrate("--method", "ridge", "--report", page.toString());
    List<String[]> rows = new ArrayList<>();
    Matcher row =
        Pattern.compile("<tbody><tr><th[^>]* data-label[^>]*>(.*?)</tr>")
            .matcher(Files.readString(page));
    while (row.find()) {
      rows.add(row.group(1).split("</t[hd]>(<td[^>]*>)?", -1));
    }
    assertThat(rows).hasSize(10);
    double last = 1;
    for (String[] cells : rows) {
      Cli cli = Cli.run("explain", model.toString(), run.toString(), "--node", cells[0], "--json");
      JsonNode json = cli.json();
      double before = json.get("confidenceBefore").doubleValue();
      double after = json.get("confidenceAfter").doubleValue();
      assertThat(cells[3]).isEqualTo(NumberText.percent(before));
      assertThat(cells[4]).isEqualTo(NumberText.percent(after));
      for (int part = 0; part < 6; part++) {
        double lead = json.get("contributions").get(part).get("lead").doubleValue();
        assertThat(cells[5 + part]).endsWith(NumberText.decimals(lead, 2));
      }
      assertThat(Math.abs(after - before)).isLessThanOrEqualTo(last);
      last = Math.abs(after - before);
    }
  }

  @Test
  void aNodeMayBeNamedLikeAFileWithAnAtSign() throws IOException {
    String[] names = new String[RunFile.NODES];
    Arrays.setAll(names, k -> "@node" + k);
    run = new RunFile().with("node_ids", NpyData.of(names, names.length)).write(run);
    calibrate("--method", "ts");
    Path secret = Files.writeString(folder.resolve("secret.txt"), "password");
    Cli known = Cli.run("explain", model.toString(), run.toString(), "--node", "@node7", "--json");
    assertThat(known.exitCode()).as(known.err()).isZero();
    assertThat(known.json().get("node").asString()).isEqualTo("@node7");
    Cli file = Cli.run("explain", model.toString(), run.toString(), "--node", "@" + secret);
    assertThat(file.exitCode()).isNotZero();
    assertThat(file.err()).contains("@" + secret).doesNotContain("password");
    assertThat(Cli.run("@" + secret).err()).doesNotContain("password");
  }

  @Test
  void refusesANodeThatIsNotThere() {
    calibrate("--method", "ridge");
    Cli cli = Cli.run("explain", model.toString(), run.toString(), "--node", "400");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains("--node must name one of the 400 nodes, such as 0, got 400");
  }

  @Test
  void saysPlainlyThatAnotherFileIsNoCalibrator() {
    String file = run.toString();
    for (Cli cli :
        List.of(
            Cli.run("apply", file, file, "-o", folder.resolve("out.npz").toString()),
            Cli.run("explain", file, file, "--node", "4"))) {
      assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
      assertThat(cli.err()).contains(file + ": is not a stored calibrator");
    }
  }

  @Test
  void explainsEveryMethodAsFarAsItCan() {
    for (Method method : Methods.all()) {
      if (method.needsFeatures()) {
        continue;
      }
      calibrate("--method", method.name());
      Cli cli = Cli.run("explain", model.toString(), run.toString(), "--node", "4");
      assertThat(cli.exitCode()).as(method.name() + ": " + cli.err()).isZero();
      assertThat(cli.out()).startsWith("Node 4, class ").contains("confidence ");
    }
  }

  @Test
  void givesTheCalibratedClassWhereThereIsNothingElseToSay() {
    calibrate("--method", "vs");
    Cli cli = Cli.run("explain", model.toString(), run.toString(), "--node", "4");
    assertThat(cli.out())
        .contains("vs (vector scaling: one scale and bias per class) has no temperature")
        .containsPattern("after calibration class \\d is the most probable, with \\d+");
    JsonNode json =
        Cli.run("explain", model.toString(), run.toString(), "--node", "4", "--json").json();
    assertThat(json.get("calibratedClass").isInt()).isTrue();
    assertThat(json.get("confidenceAfter").doubleValue()).isBetween(0.0, 1.0);
  }

  @Test
  void oneTemperatureForAllNodesHasNoMedian() {
    calibrate("--method", "ts");
    Cli cli = Cli.run("explain", model.toString(), run.toString(), "--node", "4");
    assertThat(cli.out()).contains("it is the same for all nodes").doesNotContain("median");
  }

  @Test
  void applyRefusesLogitsOfOtherClassesForEveryMethod() {
    double[] logits = new double[RunFile.NODES * 7];
    Path other =
        new RunFile()
            .with("logits", NpyData.of(logits, RunFile.NODES, 7))
            .write(folder.resolve("seven.npz"));
    for (Method method : Methods.all()) {
      if (method.needsFeatures()) {
        continue;
      }
      calibrate("--method", method.name());
      String output = folder.resolve("out.npz").toString();
      Cli cli = Cli.run("apply", model.toString(), other.toString(), "-o", output);
      assertThat(cli.exitCode()).as(method.name()).isEqualTo(ExitCode.BAD_DATA);
      assertThat(cli.err())
          .contains(other + ": this calibrator ", "was fitted on 4 classes, got logits of 7");
      assertThat(Path.of(output)).doesNotExist();
    }
  }

  @Test
  void applyAndExplainRepeatTheNotesOnTheInput() {
    calibrate("--method", "wats", "--epochs", "5");
    double[] sure = new double[RunFile.NODES * RunFile.CLASSES];
    for (int i = 0; i < RunFile.NODES; i++) {
      sure[i * RunFile.CLASSES] = 1;
    }
    Path other =
        new RunFile()
            .with("logits", NpyData.of(sure, RunFile.NODES, RunFile.CLASSES))
            .with("edge_index", NpyData.of(new int[0], 2, 0))
            .write(folder.resolve("other.npz"));
    String output = folder.resolve("out.npz").toString();
    String[] apply = {"apply", model.toString(), other.toString(), "-o", output};
    String[] explain = {"explain", model.toString(), other.toString(), "--node", "0"};
    for (String[] command : List.of(apply, explain)) {
      Cli cli = Cli.run(command);
      assertThat(cli.err())
          .contains("note: rows of 'logits' sum to 1: these look like probabilities")
          .contains("note: the graph has no edges: neighbors have no effect");
      assertThat(cli.out()).doesNotContain("no effect");
      String[] json = Arrays.copyOf(command, command.length + 1);
      json[command.length] = "--json";
      assertThat(Cli.run(json).json().get("notes")).hasSize(2);
    }
  }
}
