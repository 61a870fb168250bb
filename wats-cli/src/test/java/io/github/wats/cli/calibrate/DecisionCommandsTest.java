package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.decision.NodeGroups;
import io.github.wats.decision.PredictionSets;
import io.github.wats.decision.PredictionSets.Score;
import io.github.wats.decision.PredictionSets.Settings;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.Splits;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code select}, {@code sets}, {@code monitor} and {@code apply --prior}. */
class DecisionCommandsTest {
  private static final int NODES = 2000;

  @TempDir Path folder;
  private String run;
  private String output;
  private String model;

  @BeforeEach
  void name() {
    run = new RunFile(NODES).write(folder.resolve("run.npz")).toString();
    output = folder.resolve("out.npz").toString();
    model = folder.resolve("model.json").toString();
  }

  private static Cli ok(String... arguments) {
    Cli cli = Cli.run(arguments);
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    return cli;
  }

  private static double[] array(String file, String name) throws IOException {
    try (NpzFile npz = NpzFile.open(Path.of(file))) {
      return npz.array(name).toDoubles();
    }
  }

  private static double[] confidences(String file) throws IOException {
    double[] p = array(file, "probabilities");
    double[] confidences = new double[p.length / RunFile.CLASSES];
    Arrays.setAll(confidences, i -> Arrays.stream(p, 4 * i, 4 * i + 4).max().orElseThrow());
    return confidences;
  }

  @Test
  void selectWritesTheMaskAndApplyRepeatsIt() throws IOException {
    JsonNode json =
        ok(
                "select",
                run,
                "--method",
                "ts",
                "--risk",
                "0.25",
                "-o",
                output,
                "--save",
                model,
                "--json")
            .json();
    double threshold = json.get("threshold").doubleValue();
    assertThat(json.get("bound").doubleValue()).isPositive().isLessThanOrEqualTo(0.25);
    assertThat(json.get("coverage").doubleValue()).isBetween(0.1, 1.0);
    assertThat(json.get("fitNodes").intValue() + json.get("heldOutNodes").intValue())
        .isEqualTo(400);
    double[] accept = array(output, "accept");
    double[] confidences = confidences(output);
    double[] labels = array(run, "y");
    double[] p = array(output, "probabilities");
    int kept = 0;
    int errors = 0;
    for (int i = 0; i < NODES; i++) {
      assertThat(accept[i]).isEqualTo(confidences[i] >= threshold ? 1 : 0);
      if (i >= 2 * NODES / 5 && accept[i] == 1) {
        kept++;
        errors += p[4 * i + (int) labels[i]] < confidences[i] ? 1 : 0;
      }
    }
    JsonNode test = json.get("test");
    assertThat(test.get("accepted").intValue()).isEqualTo(kept);
    assertThat(test.get("coverage").doubleValue()).isEqualTo(kept / 1200.0);
    assertThat(test.get("risk").doubleValue()).isEqualTo((double) errors / kept);
    assertThat(test.get("interval").get("low").doubleValue()).isLessThan((double) errors / kept);

    String applied = folder.resolve("applied.npz").toString();
    Cli apply = ok("apply", model, run, "-o", applied);
    assertThat(array(applied, "accept")).isEqualTo(accept);
    assertThat(apply.out()).contains("error rate at most 0.25, level 0.95");
  }

  /** Held-out labels must not inform neighbors when the model is applied to the file of its fit. */
  @ParameterizedTest
  @ValueSource(strings = {"ridge", "hots", "auto", "wats"})
  void applyAndExplainRepeatWhatSelectPredicted(String method) throws IOException {
    new RunFile(NODES).withHomophily().write(Path.of(run));
    String[] select = {"select", run, "--method", method, "--accept-share", "0.5"};
    Stream<String> files = Stream.of("-o", output, "--save", model);
    ok(Stream.concat(Arrays.stream(select), files).toArray(String[]::new));
    assertThat(CalibratorFile.read(Path.of(model)).calibrator().method()).isEqualTo(method);
    String applied = folder.resolve("applied.npz").toString();
    assertThat(ok("apply", model, run, "-o", applied).out())
        .contains("accept share 0.5, level 0.95");
    assertThat(Path.of(applied)).hasSameBinaryContentAs(Path.of(output));
    JsonNode why = ok("explain", model, run, "--node", "7", "--json").json();
    int predicted = why.get("predictedClass").intValue();
    assertThat(why.get("confidenceAfter").doubleValue())
        .isEqualTo(array(output, "probabilities")[7 * RunFile.CLASSES + predicted]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ridge", "hots", "ts"})
  void applyStatesNoBoundWhereNeighborsLabelsAreOthers(String method) {
    new RunFile(NODES).withHomophily().write(Path.of(run));
    ok("select", run, "--method", method, "--accept-share", "0.5", "--save", model);
    String other = new RunFile(NODES).write(folder.resolve("other.npz")).toString();
    Cli cli = ok("apply", model, other, "-o", output);
    String bound = "accept share 0.5, level 0.95";
    String note = "the bound of the stored thresholds does not hold for these probabilities";
    if (method.equals("ts")) {
      assertThat(cli.out()).contains(bound);
      assertThat(cli.err()).doesNotContain(note);
    } else {
      assertThat(cli.out()).contains(" nodes, without a bound").doesNotContain(bound);
      assertThat(cli.err()).contains(note + ": neighbors' labels are not those of the fit");
    }
  }

  @Test
  void selectSaysHowManyNodesAreNeeded() throws IOException {
    String small = new RunFile(50).write(folder.resolve("small.npz")).toString();
    Cli cli = ok("select", small, "--method", "ts", "--risk", "0.02", "-o", output, "--json");
    assertThat(cli.json().get("threshold").isNull()).isTrue();
    assertThat(cli.json().get("bound").isNull()).isTrue();
    assertThat(cli.err())
        .contains("cannot be reached with 5 held-out nodes (at least 149 are needed")
        .contains("label more validation nodes");
    assertThat(array(output, "accept")).containsOnly(0);
    double[] wrong = Arrays.stream(array(run, "y")).map(y -> (y + 1) % 4).toArray();
    int[] classes = Arrays.stream(wrong).mapToInt(y -> (int) y).toArray();
    Path others = folder.resolve("wrong.npz");
    new RunFile(NODES).with("y", NpyData.of(classes, NODES)).write(others);
    assertThat(ok("select", others.toString(), "--method", "ts", "--risk", "0.1", "--json").err())
        .contains("cannot be reached with 200 held-out nodes (too many of the most confident are");
  }

  /**
   * Of 400 held-out nodes the seven most confident are wrong. Tests of a risk of 0.2 begin with
   * fewer nodes than those of 0.065, among which seven are too many.
   */
  @Test
  void selectNamesAStricterRiskThatCanBeReached() throws IOException {
    StringBuilder rows = new StringBuilder("prediction,confidence,label,split\n");
    for (int k = 0; k < 400; k++) {
      rows.append("0," + (990 - k) / 1000.0 + (k < 7 ? ",1" : ",0") + ",val\n");
    }
    String table = Files.writeString(folder.resolve("run.csv"), rows).toString();
    Cli loose = ok("select", table, "--method", "uncalibrated", "--risk", "0.2");
    assertThat(loose.out().replaceAll("\\s+", " "))
        .startsWith("No threshold guarantees an error rate of 20 % with 400 held-out labels; ")
        .contains("; the stricter --risk 0.065 can, as its tests begin at another threshold.");
    assertThat(ok("select", table, "--method", "uncalibrated", "--risk", "0.2", "--json").err())
        .contains("label more validation nodes; the lowest that can be is 0.065");
    Cli strict = ok("select", table, "--method", "uncalibrated", "--risk", "0.065");
    assertThat(strict.out()).startsWith("Accept predictions with a confidence from ");
  }

  @Test
  void selectNamesTheLowestRiskWithinReach() {
    Cli cli = ok("select", run, "--method", "ts", "--risk", "0.03", "--json");
    assertThat(cli.json().get("threshold").isNull()).isTrue();
    double lowest = cli.json().get("groups").get(0).get("lowestRisk").doubleValue();
    assertThat(lowest).isBetween(0.03, 0.5);
    Cli again = ok("select", run, "--method", "ts", "--risk", "" + lowest, "--json");
    assertThat(again.json().get("threshold").doubleValue()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"class", "degree"})
  void selectGivesEachGroupAThresholdAndNamesThoseWithout(String by) {
    Cli cli = ok("select", run, "--method", "ts", "--risk", "0.4", "--by", by, "--json");
    JsonNode json = cli.json();
    assertThat(json.get("goal").stringValue()).contains("Bonferroni");
    assertThat(json.get("groups").size()).isBetween(3, 4).isEqualTo(json.get("groupTests").size());
    long without =
        StreamSupport.stream(json.get("groups").spliterator(), false)
            .filter(group -> group.get("found").isNull())
            .count();
    assertThat(without).isEqualTo(json.get("notes").size()).isLessThan(4);
    String name = json.get("groups").get(0).get("group").get("name").stringValue();
    assertThat(name).startsWith(by + " 0");
  }

  @Test
  void selectBoundsTheRiskOfACoverage() {
    JsonNode json = ok("select", run, "--method", "ts", "--accept-share", "0.8", "--json").json();
    assertThat(json.get("test").get("coverage").doubleValue()).isBetween(0.799, 0.802);
    assertThat(json.get("bound").doubleValue())
        .isGreaterThan(json.get("test").get("risk").doubleValue() - 0.1)
        .isLessThan(0.6);
    String text = ok("select", run, "--method", "ts", "--accept-share", "0.8").out();
    assertThat(text).startsWith("Accept predictions with a confidence from 0.");
    assertThat(text).contains("are wrong, with probability 0.95. Of 1,200 test nodes 80.");
  }

  @Test
  void wrongUsageIsAnsweredWithWhatToWrite() {
    assertThat(Cli.run("select", run).err()).contains("give either --risk, such as --risk 0.05");
    assertThat(Cli.run("select", run, "--risk", "0.1", "--accept-share", "0.5").exitCode())
        .isEqualTo(ExitCode.USAGE);
    assertThat(Cli.run("select", run, "--risk", "1.5").err()).contains("risk must be above 0");
    assertThat(Cli.run("select", run, "--risk", "0.1", "--by", "community").err())
        .contains("--by must be class or degree");
    assertThat(Cli.run("sets", run, "--coverage", "1").err()).contains("coverage must be above 0");
    assertThat(Cli.run("monitor", model, run, "--false-alarm", "2").exitCode())
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void pagesShowTheGroupsAndTheAssumption() throws IOException {
    Path page = folder.resolve("page.html");
    ok("select", run, "--method", "ts", "--risk", "0.4", "--by", "degree", "--report", "" + page);
    assertThat(Files.readString(page))
        .contains("Accepted predictions", "The goal: error rate at most 0.4", "degree 0–")
        .contains("exchangeable", "wats select")
        .contains(
            "data-start=", "The guarantee holds for the chosen threshold only", "name=\"group\"");
    Cli sets = ok("sets", run, "--method", "ts", "--report", page.toString());
    assertThat(sets.out()).contains("written to " + page);
    assertThat(Files.readString(page))
        .contains("Prediction sets by lac, target coverage 0.9", "mean size", "exchangeable")
        .contains("The least covered class is class ", "classes on average");
    Path drift = folder.resolve("drift.html");
    ok("calibrate", run, "--method", "ts", "--save", model);
    assertThat(ok("monitor", model, run, "--report", "" + drift).out())
        .endsWith("written to " + drift + System.lineSeparator());
    assertThat(Files.readString(drift))
        .contains(
            "at the fit and now", "Predicted classes", "an alarm", "a node file has no times");
  }

  @Test
  void tooFewLabeledValidationNodesAreRefused() {
    int[] labels = new int[NODES];
    Arrays.fill(labels, -1);
    labels[NODES / 5] = 1;
    RunFile file = new RunFile(NODES).with("y", NpyData.of(labels, NODES));
    String unlabeled = file.write(folder.resolve("unlabeled.npz")).toString();
    for (String command : List.of("select", "sets")) {
      String goal = command.equals("sets") ? "--coverage" : "--risk";
      String[] arguments = {command, unlabeled, "--method", "ts", goal, "0.8"};
      Cli cli = Cli.run(arguments);
      assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
      assertThat(cli.err()).contains("at least 4 validation nodes", "got 1; label more nodes");
    }
  }

  @Test
  void setsCoverTheTestNodesAndAreWritten() throws IOException {
    JsonNode json =
        ok("sets", run, "--method", "ts", "--coverage", "0.8", "-o", output, "--json").json();
    assertThat(json.get("target").doubleValue()).isEqualTo(0.8);
    double coverage = json.get("test").get("coverage").doubleValue();
    assertThat(coverage).isBetween(0.7, 0.9);
    double[] sets = array(output, "sets");
    double[] labels = array(run, "y");
    int covered = 0;
    double size = 0;
    for (int i = 0; i < NODES; i++) {
      double classes = Arrays.stream(sets, 4 * i, 4 * i + 4).sum();
      assertThat(classes).isBetween(1.0, 4.0);
      if (i >= 2 * NODES / 5) {
        covered += (int) sets[4 * i + (int) labels[i]];
        size += classes;
      }
    }
    assertThat(coverage).isEqualTo(covered / 1200.0);
    assertThat(json.get("test").get("meanSize").doubleValue()).isEqualTo(size / 1200);
    try (NpzFile npz = NpzFile.open(Path.of(output))) {
      NpyArray written = npz.array("sets").withDimensions(2);
      assertThat(written.length(0)).isEqualTo(NODES);
      assertThat(written.length(1)).isEqualTo(4);
    }
  }

  @Test
  void textHasAColumnThatReadersSkip() throws IOException {
    Path csv = folder.resolve("out.csv");
    ok("sets", run, "--method", "ts", "--score", "aps", "-o", csv.toString());
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines.get(0))
        .isEqualTo(
            "id,prediction,confidence,network_prediction,network_confidence,temperature,set,"
                + "p0,p1,p2,p3");
    assertThat(lines.get(1).split(",")[6]).matches("[0-3](\\|[0-3])*");
    ok("evaluate", run, "--probabilities", csv.toString());
    ok("select", run, "--method", "ts", "--accept-share", "0.5", "-o", csv.toString());
    assertThat(Files.readAllLines(csv).get(1).split(",")[6]).matches("true|false");
    ok("evaluate", run, "--probabilities", csv.toString());
  }

  @Test
  void aClassWithoutHeldOutNodesIsInEverySetAndNamed() throws IOException {
    int[] labels = Arrays.stream(array(run, "y")).mapToInt(y -> y == 3 ? 0 : (int) y).toArray();
    RunFile file = new RunFile(NODES).with("y", NpyData.of(labels, NODES));
    String three = file.write(folder.resolve("three.npz")).toString();
    Cli cli = ok("sets", three, "--method", "ts", "--by", "class", "-o", output, "--json");
    assertThat(cli.err())
        .contains("class 3: 0 held-out nodes, but 9 are needed: this class is in every set;")
        .contains("label more validation nodes, or give a smaller --coverage or no --by");
    assertThat(cli.json().get("groups").get(3).get("value").isNull()).isTrue();
    assertThat(cli.json().get("groupTests").get(3).isNull()).isTrue();
    double[] sets = array(output, "sets");
    for (int i = 0; i < NODES; i++) {
      assertThat(sets[4 * i + 3]).isEqualTo(1);
    }
  }

  @Test
  void neighborsAndCommunitiesNeedAGraph() {
    String bare =
        new RunFile(NODES).without("edge_index").write(folder.resolve("bare.npz")).toString();
    for (List<String> option :
        List.of(List.of("--neighbors"), List.of("--by", "community"), List.of("--by", "degree"))) {
      List<String> all = new ArrayList<>(List.of("sets", bare, "--method", "ts"));
      all.addAll(option);
      Cli cli = Cli.run(all.toArray(String[]::new));
      assertThat(cli.exitCode()).as("%s", option).isEqualTo(ExitCode.BAD_DATA);
      assertThat(cli.err()).contains("must have a graph");
    }
    ok("sets", bare, "--method", "ts");
    assertThat(ok("sets", run, "--method", "ts", "--by", "community", "--neighbors=0.3").out())
        .contains("weight of the neighbors 0.3", "others");
  }

  @Test
  void resultsAreTheSameForAnyNumberOfThreads() throws IOException {
    String other = folder.resolve("other.npz").toString();
    for (List<String> command :
        List.of(
            List.of("select", run, "--method", "ts", "--risk", "0.3", "--by", "class", "--json"),
            List.of("sets", run, "--method", "ts", "--neighbors", "--score", "raps", "--json"))) {
      Cli one = ok(with(command, "-o", output, "--threads", "1"));
      Cli two = ok(with(command, "-o", other, "--threads", "2"));
      assertThat(two.out()).isEqualTo(one.out());
      assertThat(Path.of(other)).hasSameBinaryContentAs(Path.of(output));
    }
  }

  private static String[] with(List<String> command, String... more) {
    return Stream.concat(command.stream(), Arrays.stream(more)).toArray(String[]::new);
  }

  @Test
  void monitorIsSilentOnTheSameDataAndAlarmsOnOthers() throws IOException {
    ok("calibrate", run, "--method", "ts", "--save", model);
    Cli same = ok("monitor", model, run, "--alarm", "--json");
    assertThat(same.json().get("alarm").booleanValue()).isFalse();
    assertThat(same.json().get("nodes").intValue()).isEqualTo(1200);
    JsonNode expected = same.json().get("expectedAccuracy");
    double accuracy = same.json().get("metrics").get("accuracy").doubleValue();
    assertThat(expected.get("value").doubleValue())
        .isBetween(expected.get("low").doubleValue(), expected.get("high").doubleValue());
    assertThat(accuracy).isBetween(0.4, 0.9);

    double[] sharper = Arrays.stream(array(run, "logits")).map(z -> 4 * z).toArray();
    int[] path = new int[2 * (NODES - 1)];
    for (int k = 0; k < NODES - 1; k++) {
      path[k] = k;
      path[NODES - 1 + k] = k + 1;
    }
    String changed =
        new RunFile(NODES)
            .with("logits", NpyData.of(sharper, NODES, 4))
            .with("edge_index", NpyData.of(path, 2, NODES - 1))
            .write(folder.resolve("changed.npz"))
            .toString();
    Cli cli = Cli.run("monitor", model, changed, "--alarm", "--json");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(cli.json().get("alarm").booleanValue()).isTrue();
    assertThat(cli.json().get("verdict").stringValue())
        .startsWith("alarm: probabilities ")
        .contains(" too high: fit again with new labels (15 checks)");
    for (JsonNode check : cli.json().get("checks")) {
      boolean above = check.get("value").doubleValue() > check.get("limit").doubleValue();
      assertThat(check.get("alarm").booleanValue()).isEqualTo(above);
    }
    assertThat(Cli.run("monitor", model, changed).exitCode()).as("without --alarm").isZero();
    String rewired =
        new RunFile(NODES)
            .with("edge_index", NpyData.of(path, 2, NODES - 1))
            .write(folder.resolve("rewired.npz"))
            .toString();
    assertThat(ok("monitor", model, rewired).out())
        .startsWith("Alarm: the data have changed since the fit (12 checks)")
        .contains("degree psi ", "degree ks ")
        .contains(" other checks passed; --wide shows all")
        .contains("; no evidence that the gap between accuracy and confidence, now ")
        .doesNotContain("label some new nodes");
    String unlabeled =
        new RunFile(NODES).without("y").write(folder.resolve("unlabeled.npz")).toString();
    assertThat(ok("monitor", model, unlabeled).out())
        .startsWith("No alarm")
        .contains("expected accuracy of 1,200 nodes is ")
        .doesNotContain("with a label");
  }

  /** A model as versions before had it, which is also what the library writes without a summary. */
  private String modelWithoutSummary() throws IOException {
    ok("calibrate", run, "--method", "ts", "--save", model);
    Path old = folder.resolve("old.json");
    CalibratorFile.write(old, CalibratorFile.read(Path.of(model)).calibrator(), Map.of());
    return old.toString();
  }

  @Test
  void modelsWithoutASummaryStillLoadAndSaySo() throws IOException {
    String old = modelWithoutSummary();
    Cli cli = ok("monitor", old, run, "--json");
    assertThat(cli.err())
        .contains("has no summary of its fit", "new labels are not compared", "calibrate --save");
    assertThat(cli.json().get("checks").isEmpty()).isTrue();
    assertThat(cli.json().get("verdict").stringValue())
        .isEqualTo("no alarm: no data of the fit to compare with; labels were not compared");
    Cli prior = Cli.run("apply", old, run, "-o", output, "--prior", "em");
    assertThat(prior.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(prior.err()).contains("old.json: has no summary", "calibrate --save");
    ok("apply", old, run, "-o", output);
  }

  @Test
  void aModelOfAnotherNumberOfClassesIsRefused() {
    ok("calibrate", run, "--method", "ts", "--save", model);
    String two =
        new RunFile(NODES)
            .with(
                "logits",
                NpyData.of(new SplittableRandom(1).doubles(2 * NODES).toArray(), NODES, 2))
            .without("y")
            .write(folder.resolve("two.npz"))
            .toString();
    Cli cli = Cli.run("monitor", model, two);
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err()).contains("was fitted on 4 classes, got logits of 2");
  }

  @Test
  void selectStoresItsThresholdAndASummary() throws IOException {
    ok("select", run, "--method", "ts", "--risk", "0.3", "--save", model);
    assertThat(CalibratorFile.read(Path.of(model)).acceptance().orElseThrow().rules()).hasSize(1);
    assertThat(CalibratorFile.read(Path.of(model)).summary().orElseThrow().quantities())
        .containsOnlyKeys("degree", "wave0", "wave1", "wave2", "wave3", "wave4", "confidence");
  }

  @Test
  void applyCorrectsForOtherSharesOfTheClasses() throws IOException {
    ok("calibrate", run, "--method", "ts", "--save", model);
    String plain = folder.resolve("plain.npz").toString();
    ok("apply", model, run, "-o", plain);
    JsonNode json =
        ok("apply", model, run, "-o", output, "--prior", "0.7,0.1,0.1,0.1", "--json").json();
    assertThat(json.get("prior").get(0).doubleValue()).isEqualTo(0.7);
    List<Double> from = CalibratorFile.read(Path.of(model)).summary().orElseThrow().prior();
    double[] before = array(plain, "probabilities");
    double[] after = array(output, "probabilities");
    double odds = 0.7 / from.get(0) / (0.1 / from.get(1));
    assertThat(after[0] / after[1] / (before[0] / before[1])).isCloseTo(odds, within(1e-9));
    JsonNode em = ok("apply", model, run, "-o", output, "--prior", "em", "--json").json();
    assertThat(
            StreamSupport.stream(em.get("prior").spliterator(), false)
                .mapToDouble(JsonNode::doubleValue)
                .sum())
        .isCloseTo(1, within(1e-9));
    assertThat(Cli.run("apply", model, run, "-o", output, "--prior", "0.5,0.5").err())
        .contains("a prior must have 4 shares");
    assertThat(Cli.run("apply", model, run, "-o", output, "--prior", "new").err())
        .contains("--prior must be em or a share for each class, got new");
  }

  /** 200 random divisions of Cora's labeled nodes, with the probabilities of a trained GCN. */
  @Test
  void setsCoverRealDataOverTwoHundredSplits() throws IOException {
    String data = Shared.datasets().toString();
    ok("train", "--dataset", "cora", "--data-dir", data, "--model", "gcn", "-o", output, "--quiet");
    NodeData cora = NodeReader.read(Path.of(output));
    Split known = cora.requireSplit();
    NodeSet nodes =
        NodeSet.of(
            cora.nodeCount(),
            IntStream.concat(
                    Arrays.stream(known.validation().toArray()),
                    Arrays.stream(known.test().toArray()))
                .toArray());
    Probabilities predicted = cora.requireLogits().softmax();
    for (double weight : new double[] {0, 0.5}) {
      double mean = 0;
      for (int seed = 0; seed < 200; seed++) {
        Split split = Splits.random(nodes, new Splits.Fractions(0, 0.1, 0.9), seed);
        PredictionSets sets =
            PredictionSets.of(
                new Settings(0.95, Score.LAC, weight),
                predicted,
                cora.requireLabels(),
                split.validation(),
                NodeGroups.one(cora.nodeCount()),
                cora.requireGraph());
        mean += sets.measure(cora.requireLabels(), split.test()).orElseThrow().coverage() / 200;
      }
      // 216 calibration nodes: 0.95 … 0.95 + 1/217; the mean of 200 has an error of about 0.001
      assertThat(mean).as("weight %s", weight).isBetween(0.946, 0.96);
    }
  }
}
