package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.npy.NpyData;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a network gives: logits, probabilities, one column of either, or confidences alone. */
class ScoresTest {
  private static final int NODES = RunFile.NODES;
  private static final int CLASSES = RunFile.CLASSES;
  private static final String[] NAMES = {"ant", "bee", "cat", "dog"};

  @TempDir Path folder;

  private NodeData run;
  private Probabilities network;

  @BeforeEach
  void writeRun() throws IOException {
    new RunFile().write(folder.resolve("z.npz"));
    run = NodeReader.read(folder.resolve("z.npz"));
    network = run.requireLogits().softmax();
    NpyData p = NpyData.of(network.toArray(), NODES, CLASSES);
    new RunFile().without("logits").with("probabilities", p).write(folder.resolve("p.npz"));
    p.write(folder.resolve("p.npy"));
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private Cli done(String... arguments) {
    Cli cli = Cli.run(arguments);
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    return cli;
  }

  private void refused(int code, String message, String... arguments) {
    Cli cli = Cli.run(arguments);
    assertThat(cli.err()).contains(message);
    assertThat(cli.exitCode()).isEqualTo(code);
  }

  private static void assertClose(JsonNode actual, JsonNode expected) {
    for (String metric : new String[] {"accuracy", "nll", "brier", "ece", "degreeEce"}) {
      assertThat(actual.path(metric).asDouble())
          .as(metric)
          .isCloseTo(
              expected.path(metric).asDouble(), org.assertj.core.api.Assertions.within(1e-6));
    }
  }

  /** Temperature scaling of ln p is that of the logits: the rows differ by constants. */
  @Test
  void probabilitiesGiveWhatTheirLogitsGive() {
    JsonNode logits = done("calibrate", file("z.npz"), "--method", "ts", "--json").json();
    for (String[] input :
        new String[][] {{file("p.npz")}, {file("z.npz"), "--probabilities", file("p.npy")}}) {
      List<String> line = new ArrayList<>(List.of("calibrate"));
      line.addAll(Arrays.asList(input));
      line.addAll(List.of("--method", "ts", "--json"));
      JsonNode own = done(line.toArray(String[]::new)).json();
      assertClose(own.path("before"), logits.path("before"));
      assertClose(own.path("after"), logits.path("after"));
    }
    assertClose(
        done("evaluate", file("p.npz"), "--json").json().path("metrics"), logits.path("before"));
  }

  /** The promise of before: probabilities of another file are evaluated, here calibrated ones. */
  @Test
  void evaluatesCalibratedProbabilitiesAsTheyAre() {
    String out = file("out.npz");
    JsonNode fitted =
        done("calibrate", file("p.npz"), "--method", "ts", "-o", out, "--json").json();
    JsonNode evaluated = done("evaluate", file("z.npz"), "--probabilities", out, "--json").json();
    assertThat(evaluated.path("metrics")).isEqualTo(fitted.path("after"));
  }

  @Test
  void aModelKnowsWhatItWasFittedOn() {
    String ofLogits = file("z.json");
    String ofProbabilities = file("p.json");
    String out = file("out.npz");
    done("calibrate", file("z.npz"), "--method", "ts", "--save", ofLogits, "--no-baseline");
    done("calibrate", file("p.npz"), "--method", "ts", "--save", ofProbabilities, "--no-baseline");
    done("apply", ofProbabilities, file("p.npz"), "-o", out);
    done("apply", ofLogits, file("z.npz"), "-o", out);
    refused(
        3,
        "must have logits, which the model was fitted on, got probabilities: give the network's raw"
            + " scores ('logits', --logits FILE), or fit again on probabilities",
        "apply",
        ofLogits,
        file("p.npz"),
        "-o",
        out);
    refused(
        3,
        "must have probabilities, which the model was fitted on, got logits: give its"
            + " probabilities ('probabilities', --probabilities FILE), or fit again on logits",
        "apply",
        ofProbabilities,
        file("z.npz"),
        "-o",
        out);
    refused(3, "fitted on, got logits", "monitor", ofProbabilities, file("z.npz"));
  }

  /** A row gives the same whatever the others are: without it, 0.01 stood for the zero alone. */
  @Test
  void aModelTakesZerosOfOtherRowsAsThoseOfItsFit() throws IOException {
    double[] p = network.toArray();
    System.arraycopy(new double[] {0, 1, 0, 0}, 0, p, 0, CLASSES);
    NpyData all = NpyData.of(p, NODES, CLASSES);
    new RunFile().without("logits").with("probabilities", all).write(folder.resolve("0.npz"));
    String model = file("zeros.json");
    String fitted = file("fitted.npz");
    done("calibrate", file("0.npz"), "--method", "ts", "--save", model, "-o", fitted);
    NpyData.of(Arrays.copyOf(p, CLASSES), 1, CLASSES).write(folder.resolve("one.npy"));
    String alone = file("alone.npz");
    done("apply", model, "--probabilities", file("one.npy"), "-o", alone);
    double[] expected = NodeReader.read(Path.of(fitted)).requireProbabilities().toArray();
    assertThat(NodeReader.read(Path.of(alone)).requireProbabilities().toArray())
        .containsExactly(Arrays.copyOf(expected, CLASSES));
  }

  @Test
  void zerosAreCountedAndWrongSumsRefusedWithTheirRow() {
    double[] p = network.toArray();
    Arrays.fill(p, 0, CLASSES, 0);
    p[1] = 1;
    NpyData zeros = NpyData.of(p, NODES, CLASSES);
    new RunFile().without("logits").with("probabilities", zeros).write(folder.resolve("0.npz"));
    assertThat(done("calibrate", file("0.npz"), "--method", "ts").err())
        .contains("note: 3 of 1,600 probabilities are 0 and were taken as 0.0");
    p[4] += 0.25;
    NpyData wrong = NpyData.of(p, NODES, CLASSES);
    new RunFile().without("logits").with("probabilities", wrong).write(folder.resolve("w.npz"));
    refused(
        3,
        "array 'probabilities': probabilities must sum to 1 within 1e-3 per node, got 1.25 at node"
            + " 1",
        "calibrate",
        file("w.npz"));
  }

  /** A score z is (0, z); its sigmoid as probabilities gives the same, also under a header. */
  @Test
  void oneColumnIsThatOfClassOne() throws IOException {
    int[] y = new int[NODES];
    double[] z = new double[NODES];
    double[] both = new double[2 * NODES];
    StringBuilder text = new StringBuilder("id,spam\n");
    StringBuilder labels = new StringBuilder("id,label\n");
    for (int i = 0; i < NODES; i++) {
      y[i] = run.requireLabels().get(i) % 2;
      z[i] = run.requireLogits().get(i, 1) + run.requireLogits().get(i, 3) - 1;
      both[2 * i + 1] = z[i];
      text.append("n").append(i).append(',').append(1 / (1 + Math.exp(-z[i]))).append('\n');
      labels.append("n").append(i).append(y[i] == 1 ? ",spam\n" : ",ham\n");
    }
    NpyData label = NpyData.of(y, NODES);
    new RunFile()
        .with("logits", NpyData.of(both, NODES, 2))
        .with("y", label)
        .write(folder.resolve("two.npz"));
    new RunFile()
        .with("logits", NpyData.of(z, NODES))
        .with("y", label)
        .write(folder.resolve("one.npz"));
    Files.writeString(folder.resolve("p.csv"), text);
    Files.writeString(folder.resolve("y.csv"), labels);
    JsonNode two = done("calibrate", file("two.npz"), "--method", "ts", "--json").json();
    JsonNode one =
        done("calibrate", file("one.npz"), "--binary", "--method", "ts", "--json").json();
    assertThat(one.path("after")).isEqualTo(two.path("after"));
    refused(3, "or add --binary", "calibrate", file("one.npz"), "--method", "ts");
    refused(3, "must have one column with --binary, got 4", "calibrate", file("z.npz"), "--binary");
    String[] apart = {
      "calibrate",
      "--probabilities",
      file("p.csv"),
      "--labels",
      file("y.csv"),
      "--split",
      file("z.npz"),
      "--graph",
      file("z.npz"),
      "--method",
      "ts",
      "--json"
    };
    assertClose(done(apart).json().path("after"), two.path("after"));
    assertThat(done(apart).json().path("classNames").toString()).isEqualTo("[\"ham\",\"spam\"]");
    Files.writeString(folder.resolve("p.csv"), text.toString().replace("spam", "ham"));
    refused(
        3,
        "has one column, the probability or score of class 1, which is spam here, but names it ham:"
            + " add --class-names spam,ham",
        apart);
  }

  /** A table with only the predicted class and its probability. */
  private Path table(String header, int from, int to) throws IOException {
    StringBuilder text = new StringBuilder(header);
    for (int i = from; i < to; i++) {
      int predicted = network.predictedClass(i);
      String part = i < NODES / 5 ? "train" : i < 2 * NODES / 5 ? "val" : "test";
      text.append(
          "\n%s,%s,x,n%d,%s,%s"
              .formatted(
                  network.confidence(i),
                  part,
                  i,
                  NAMES[run.requireLabels().get(i)],
                  NAMES[predicted]));
    }
    return Files.writeString(folder.resolve("t" + from + ".csv"), text);
  }

  private static final String HEADER = "confidence,split,more,id,label,prediction";

  @Test
  void aTableOfConfidencesIsEvaluatedLikeTheProbabilities() throws IOException {
    Path table = table(HEADER, 0, NODES);
    JsonNode full = done("evaluate", file("z.npz"), "--by", "class,confidence", "--json").json();
    JsonNode top = done("evaluate", table.toString(), "--by", "class,confidence", "--json").json();
    for (String metric :
        new String[] {"accuracy", "ece", "mce", "equalMassEce", "smoothEce", "aurc", "nodes"}) {
      assertThat(top.path("metrics").path(metric).asDouble())
          .as(metric)
          .isCloseTo(
              full.path("metrics").path(metric).asDouble(),
              org.assertj.core.api.Assertions.within(1e-12));
    }
    assertThat(top.path("metrics").has("nll")).isFalse();
    assertThat(top.path("metrics").has("classwiseEce")).isFalse();
    assertThat(top.path("slices").size()).isEqualTo(full.path("slices").size());
    assertThat(top.path("slices").get(0).path("slice").asString()).isEqualTo("ant");
  }

  /** There is no NLL that could tell whether they are worse. */
  @Test
  void theMetricsOfTopLabelsAreNotLeftOut() throws IOException {
    String table = table(HEADER, 0, NODES).toString();
    Cli cli = done("calibrate", table, "--method", "platt", "--metrics-if-worse", "--json");
    assertThat(cli.json().path("after").has("ece")).isTrue();
  }

  /** The binary problem "is the prediction right" by hand gives the same confidences. */
  @Test
  void theConfidenceAloneIsCalibratedAsTwoClasses() throws IOException {
    Path table = table(HEADER, 0, NODES);
    double[] p = new double[NODES];
    int[] right = new int[NODES];
    for (int i = 0; i < NODES; i++) {
      p[i] = network.confidence(i);
      right[i] = network.predictedClass(i) == run.requireLabels().get(i) ? 1 : 0;
    }
    new RunFile()
        .without("logits")
        .with("probabilities", NpyData.of(p, NODES))
        .with("y", NpyData.of(right, NODES))
        .write(folder.resolve("right.npz"));
    for (String method : List.of("histogram", "isotonic", "beta")) {
      String out = file(method + ".csv");
      String model = file(method + ".json");
      String byHand = file(method + ".npz");
      assertThat(
              done("calibrate", table.toString(), "--method", method, "-o", out, "--save", model)
                  .out())
          .doesNotContain("NaN");
      done("calibrate", file("right.npz"), "--method", method, "-o", byHand);
      NodeData calibrated = NodeReader.read(Path.of(out));
      Probabilities expected = NodeReader.read(Path.of(byHand)).requireProbabilities();
      for (int i = 0; i < NODES; i++) {
        assertThat(calibrated.requireProbabilities().confidence(i)).isEqualTo(expected.get(i, 1));
      }
      String again = file("again.csv");
      done("apply", model, table.toString(), "-o", again);
      assertThat(Path.of(again)).hasSameTextualContentAs(Path.of(out));
      Cli monitor = done("monitor", model, table.toString(), "--alarm", "--wide");
      assertThat(monitor.out()).contains("No alarm").contains("calibration");
    }
    refused(
        3,
        "must have confidences, which the model was fitted on, got logits: give a table with the"
            + " columns prediction and confidence",
        "apply",
        file("beta.json"),
        file("z.npz"),
        "-o",
        file("o.npz"));
  }

  @Test
  void predictionsOfATableAreAccepted() throws IOException {
    String table = table(HEADER, 0, NODES).toString();
    String out = file("accepted.csv");
    String model = file("select.json");
    JsonNode chosen =
        done(
                "select",
                table,
                "--method",
                "isotonic",
                "--accept-share",
                "0.5",
                "--by",
                "class",
                "-o",
                out,
                "--save",
                model,
                "--json")
            .json();
    assertThat(chosen.path("groups").size()).isEqualTo(CLASSES);
    assertThat(Files.readAllLines(Path.of(out)).get(0))
        .isEqualTo("id,prediction,confidence,accept");
    String again = file("again.csv");
    done("apply", model, table, "-o", again);
    assertThat(Path.of(again)).hasSameTextualContentAs(Path.of(out));
  }

  @Test
  void whatNeedsAllClassesSaysSo() throws IOException {
    String table = table(HEADER, 0, NODES).toString();
    String message = "has predictions and confidences only, and this needs all classes";
    refused(3, message, "compare", table);
    refused(3, message, "sets", table, "--coverage", "0.9", "--method", "ts");
    refused(3, "give it with --graph", "calibrate", table);
    refused(
        2,
        "beside a table, give --graph, --labels, --split and --node-features only",
        "evaluate",
        table,
        "--logits",
        file("z.npz"));
    Path none = table(HEADER.replace("confidence", "score"), 0, NODES);
    refused(
        3, "must have one column 'prediction' and one 'confidence'", "evaluate", none.toString());
  }

  @Test
  void verboseSaysWhatWasReadFromWhere() {
    Stream<String> lines = done("evaluate", file("p.npz"), "--verbose").err().lines();
    assertThat(lines)
        .contains(
            "probabilities: " + file("p.npz") + ", array 'probabilities'",
            "labels: " + file("p.npz") + ", array 'y'");
    assertThat(done("evaluate", file("p.npz")).err()).doesNotContain("array 'y'");
  }
}
