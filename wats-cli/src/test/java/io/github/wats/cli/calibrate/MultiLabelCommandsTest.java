package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.MultiLabelCalibrator;
import io.github.wats.calibration.MultiLabelData;
import io.github.wats.cli.Cli;
import io.github.wats.cli.PairFile;
import io.github.wats.cli.RunFile;
import io.github.wats.graph.Graph;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.testing.RandomGraphs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Commands on nodes with several labels. */
class MultiLabelCommandsTest {
  private static final int NODES = 600;
  private static final int LABELS = 3;
  private static final List<String> NAMES = List.of("cat", "dog", "owl");

  @TempDir Path folder;
  private final double[] scores = new double[NODES * LABELS];
  private final int[] outcomes = new int[NODES * LABELS];
  private final int[][] edges = RandomGraphs.pairs(NODES, 1500, 1);
  private String run;

  /** Scores that are too large and too high; the owl is never seen among validation nodes. */
  @BeforeEach
  void write() throws IOException {
    Random random = new Random(1);
    for (int k = 0; k < scores.length; k++) {
      double z = 3 * random.nextGaussian();
      scores[k] = 2 * z + 2;
      outcomes[k] = random.nextDouble() < 1 / (1 + Math.exp(-z)) ? 1 : 0;
      int node = k / LABELS;
      outcomes[k] = k % LABELS == 2 && node >= 150 && node < 350 ? 0 : outcomes[k];
    }
    run = write("run.npz", outcomes);
  }

  private static boolean[] mask(int from, int to) {
    boolean[] mask = new boolean[NODES];
    Arrays.fill(mask, from, to, true);
    return mask;
  }

  private String write(String name, int[] y) throws IOException {
    Path file = folder.resolve(name);
    int[] ends = new int[2 * edges[0].length];
    System.arraycopy(edges[0], 0, ends, 0, edges[0].length);
    System.arraycopy(edges[1], 0, ends, edges[0].length, edges[0].length);
    NpzWriter.write(
        file,
        npz -> {
          npz.put("edge_index", NpyData.of(ends, 2, edges[0].length));
          npz.put("logits", NpyData.of(scores, NODES, LABELS));
          npz.put("y", NpyData.of(y, NODES, LABELS));
          npz.put("train_mask", NpyData.of(mask(0, 150), NODES));
          npz.put("val_mask", NpyData.of(mask(150, 350), NODES));
          npz.put("test_mask", NpyData.of(mask(350, NODES), NODES));
          npz.put("class_names", NpyData.of(NAMES.toArray(String[]::new), LABELS));
        });
    return file.toString();
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

  private double[] expected(String method) {
    NodeSet[] parts = new NodeSet[3];
    parts[0] = NodeSet.ofMask(mask(0, 150));
    parts[1] = NodeSet.ofMask(mask(150, 350));
    parts[2] = NodeSet.ofMask(mask(350, NODES));
    MultiLabelData all = MultiLabelData.of(Graph.fromEdges(NODES, edges[0], edges[1]), LABELS);
    CalibrationData data =
        CalibrationData.of(all, Logits.of(NODES, LABELS, scores))
            .withLabels(Labels.of(2, outcomes))
            .withSplit(all.rows(new Split(parts[0], parts[1], parts[2])));
    Probabilities p =
        new MultiLabelCalibrator(Methods.named(method).calibrator())
            .fit(data, 0)
            .calibrate(data)
            .probabilities();
    return IntStream.range(0, p.nodeCount()).mapToDouble(k -> p.get(k, 1)).toArray();
  }

  @Test
  void calibratesAsTheLibraryDoesAndApplyRepeatsIt() throws IOException {
    String out = folder.resolve("out.npz").toString();
    String model = folder.resolve("m.json").toString();
    Cli cli = ok("calibrate", run, "--multi-label", "-o", out, "--save", model);
    assertThat(cli.out())
        .startsWith("Use the calibrated probabilities: ridge lowers the NLL of the test outcomes")
        .contains("label  nodes  have it", "next: wats select " + run + " --multi-label");
    assertThat(cli.err())
        .contains(
            "without both outcomes among the validation nodes, these labels take the fit shared by"
                + " all: owl");
    double[] p = array(out, "probabilities");
    assertThat(p).containsExactly(expected("ridge"));
    String again = folder.resolve("again.npz").toString();
    ok("apply", model, run, "-o", again);
    assertThat(array(again, "probabilities")).containsExactly(p);
    Cli monitor = ok("monitor", model, run, "--alarm");
    assertThat(monitor.out()).startsWith("No alarm");
    Cli changed = Cli.run("monitor", model, write("new.npz", outcomes, 3), "--alarm");
    assertThat(changed.exitCode()).as(changed.out()).isEqualTo(4);
  }

  /** The same with other scores. */
  private String write(String name, int[] y, double factor) throws IOException {
    Arrays.setAll(scores, k -> factor * scores[k]);
    return write(name, y);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ts", "platt", "beta", "wats"})
  void everyMethodIsStored(String method) throws IOException {
    String model = folder.resolve("m.json").toString();
    ok("calibrate", run, "--multi-label", "--method", method, "--save", model);
    String out = folder.resolve("out.npz").toString();
    ok("apply", model, run, "-o", out);
    assertThat(array(out, "probabilities")).containsExactly(expected(method));
  }

  @Test
  void tablesGiveWhatTheArchiveGives() throws IOException {
    StringBuilder z = new StringBuilder("id,cat,dog,owl\n");
    StringBuilder y = new StringBuilder("id,cat,dog,owl\n");
    StringBuilder split = new StringBuilder("id,split\n");
    for (int i = 0; i < NODES; i++) {
      z.append("n%s,%s,%s,%s\n".formatted(i, scores[3 * i], scores[3 * i + 1], scores[3 * i + 2]));
      int j = (i * 7 + 3) % NODES; // in another order
      y.append(
          "n%s,%s,%s,%s\n".formatted(j, outcomes[3 * j], outcomes[3 * j + 1], outcomes[3 * j + 2]));
      split.append("n%s,%s\n".formatted(i, i < 150 ? "train" : i < 350 ? "val" : "test"));
    }
    Path logits = Files.writeString(folder.resolve("z.csv"), z);
    Path labels = Files.writeString(folder.resolve("y.csv"), y);
    Path parts = Files.writeString(folder.resolve("s.csv"), split);
    String out = folder.resolve("out.csv").toString();
    String[] files = {"--logits", logits.toString(), "--labels", labels.toString(), "--split"};
    Cli cli =
        ok(
            "calibrate",
            files[0],
            files[1],
            files[2],
            files[3],
            files[4],
            parts.toString(),
            "--multi-label",
            "--method",
            "platt",
            "-o",
            out);
    assertThat(cli.out()).contains("owl");
    List<String> lines = Files.readAllLines(Path.of(out));
    assertThat(lines.get(0)).isEqualTo("id,cat,dog,owl");
    double[] expected = expected("platt");
    for (int i = 0; i < NODES; i++) {
      String[] cells = lines.get(i + 1).split(",");
      assertThat(cells[0]).isEqualTo("n" + i);
      assertThat(Double.parseDouble(cells[2])).isCloseTo(expected[3 * i + 1], within(1e-12));
    }
    ok(
        "evaluate",
        "--probabilities",
        out,
        files[2],
        files[3],
        "--split",
        parts.toString(),
        "--multi-label");
  }

  @Test
  void evaluatesAndComparesWithTheSameNumbers() {
    Cli evaluated = ok("evaluate", run, "--multi-label", "--by", "label,degree", "--json");
    JsonNode all = evaluated.json();
    JsonNode both = ok("calibrate", run, "--multi-label", "--json").json();
    JsonNode methods =
        ok("compare", run, "--multi-label", "--methods", "uncalibrated,ridge", "--json").json();
    assertThat(both.get("before")).isEqualTo(all.get("metrics"));
    assertThat(both.at("/macro/before")).isEqualTo(all.at("/macro/network"));
    assertThat(methods.at("/macro/uncalibrated")).isEqualTo(all.at("/macro/network"));
    assertThat(both.at("/macro/after")).isEqualTo(methods.at("/macro/ridge"));
    assertThat(both.at("/byLabel/after")).isEqualTo(methods.at("/byLabel/ridge"));
    assertThat(all.get("labels").size()).isEqualTo(LABELS);
    assertThat(all.get("slices").size()).isGreaterThanOrEqualTo(LABELS + 4);
    assertThat(all.get("slices").get(1).get("slice").stringValue()).isEqualTo("dog");
    assertThat(methods.at("/results/1/nll/value").doubleValue())
        .isEqualTo(both.at("/after/nll").doubleValue())
        .isLessThan(both.at("/before/nll").doubleValue());
    double mean = 0;
    for (JsonNode label : both.at("/byLabel/after")) {
      mean += label.get("nll").doubleValue() / LABELS;
    }
    assertThat(both.at("/macro/after/nll").doubleValue()).isCloseTo(mean, within(1e-12));
    Cli compared = ok("compare", run, "--multi-label");
    assertThat(compared.out())
        .contains("uncalibrated", "beta", "wats", "platt", "next: wats calibrate " + run)
        .startsWith("Use beta: by NLL");
    assertThat(ok("evaluate", run, "--multi-label").out())
        .contains("next: wats calibrate " + run + " --multi-label --method ridge");
  }

  @Test
  void selectAcceptsLabelsFromThePrintedThresholds() throws IOException {
    String out = folder.resolve("out.npz").toString();
    String model = folder.resolve("m.json").toString();
    JsonNode json =
        ok(
                "select",
                run,
                "--multi-label",
                "--method",
                "platt",
                "--risk",
                "0.35",
                "-o",
                out,
                "--save",
                model,
                "--json")
            .json();
    double[] p = array(out, "probabilities");
    double[] accept = array(out, "accept");
    int some = 0;
    for (int k = 0; k < p.length; k++) {
      JsonNode found = json.get("groups").get(k % LABELS).get("found");
      boolean expected =
          !found.isNull() && p[k] > 0.5 && p[k] >= found.get("threshold").doubleValue();
      assertThat(accept[k]).isEqualTo(expected ? 1 : 0);
      some += expected ? 1 : 0;
    }
    assertThat(some).isPositive();
    String csv = folder.resolve("again.csv").toString();
    assertThat(ok("apply", model, run, "-o", csv).out())
        .contains("error rate at most 0.35, level 0.95 for all labels together (Bonferroni)");
    assertThat(Files.readString(Path.of(csv))).contains("\n0,cat,");
  }

  /** Nor an unknown outcome of one test node, of which metrics draw what is known. */
  @Test
  void labelsOfTestNodesHaveNoEffectOnThresholds() throws IOException {
    int[] y = outcomes.clone();
    for (int k = 350 * LABELS; k < y.length; k++) {
      y[k] = k % LABELS == 1 ? 1 : k == 400 * LABELS ? -1 : y[k];
    }
    String other = write("other.npz", y);
    String[] common = {"--multi-label", "--method", "platt"};
    List<JsonNode> groups = new ArrayList<>();
    for (String file : List.of(run, other)) {
      Cli select = ok("select", file, common[0], common[1], common[2], "--risk", "0.35", "--json");
      select
          .json()
          .get("groups")
          .forEach(group -> groups.add(group.path("found").path("threshold")));
      ok("calibrate", file, common[0], common[1], common[2]);
    }
    assertThat(groups.subList(0, LABELS)).isEqualTo(groups.subList(LABELS, 2 * LABELS));
    assertThat(groups.get(1).isNumber()).isTrue();
  }

  /** A label that has one outcome among the test nodes counts in no metric, and is named. */
  @Test
  void metricsAreOfLabelsWithBothOutcomes() throws IOException {
    int[] y = outcomes.clone();
    for (int k = 0; k < y.length; k++) {
      y[k] = k / LABELS >= 350 && k % LABELS == 1 ? 1 : y[k];
    }
    Cli cli = ok("evaluate", write("some.npz", y), "--multi-label", "--json");
    assertThat(cli.err()).contains("without both outcomes among the test nodes: dog");
    assertThat(cli.json().at("/metrics/nodes").intValue()).isEqualTo(2 * 250);
    assertThat(cli.json().at("/byLabel/network")).hasSize(2);
  }

  /** A model says what its rows are; others are refused with what to do. */
  @Test
  void modelsOfOtherRowsAreRefused() throws IOException {
    String nodes = new RunFile().write(folder.resolve("nodes.npz")).toString();
    Path pairs = folder.resolve("pairs.npz");
    PairFile.write(pairs, 50, 100, 200, 1);
    String ofNodes = folder.resolve("nodes.json").toString();
    String ofPairs = folder.resolve("pairs.json").toString();
    String out = folder.resolve("o.npz").toString();
    ok("calibrate", nodes, "--method", "vs", "--save", ofNodes, "--no-baseline");
    ok("calibrate", "--pairs", pairs.toString(), "--method", "vs", "--save", ofPairs);
    refused(
        "fitted on pairs of nodes: give the pairs with --pairs",
        "apply",
        ofPairs,
        nodes,
        "-o",
        out);
    refused("fitted on pairs of nodes: give the pairs with --pairs", "monitor", ofPairs, nodes);
    refused(
        "fitted on nodes, not on pairs: fit one with calibrate --pairs",
        "apply",
        ofNodes,
        "--pairs",
        pairs.toString(),
        "-o",
        out);
    refused("is of one class for each node", "apply", ofNodes, run, "--multi-label", "-o", out);
  }

  private static void refused(String message, String... arguments) {
    Cli cli = Cli.run(arguments);
    assertThat(cli.exitCode()).isEqualTo(2);
    assertThat(cli.err()).contains(message);
  }

  @Test
  void settingsOfTheDefaultMethodCount() throws IOException {
    String out = folder.resolve("out.npz").toString();
    ok("calibrate", run, "--multi-label", "--neighbor-labels", "ignore", "-o", out);
    assertThat(array(out, "probabilities"))
        .containsExactly(expected("ridge:neighbor-labels=ignore"));
  }

  @Test
  void writesReports() throws IOException {
    String page = folder.resolve("r.html").toString();
    String model = folder.resolve("m.json").toString();
    String[] ts = {"--multi-label", "--method", "ts"};
    ok("calibrate", run, ts[0], ts[1], ts[2], "--report", page, "--save", model);
    assertThat(Files.readString(Path.of(page))).contains("Labels", "owl", "mean over labels");
    ok("evaluate", run, "--multi-label", "--report", page);
    assertThat(Files.readString(Path.of(page))).contains("owl", "mean over labels");
    ok("compare", run, "--multi-label", "--methods", "ts,platt", "--report", page);
    assertThat(Files.readString(Path.of(page))).contains("owl", "mean over labels");
    assertThat(ok("select", run, ts[0], ts[1], ts[2], "--risk", "0.0001").out())
        .startsWith("No threshold guarantees an error rate of 0.01 % in any group")
        .containsPattern("can\\s+be\\s+reached\\s+for\\s+label\\s+cat");
    ok("select", run, ts[0], ts[1], ts[2], "--risk", "0.3", "--report", page);
    assertThat(Files.readString(Path.of(page))).contains("Accepted predictions", "label dog");
    ok("monitor", model, run, "--report", page);
    assertThat(Files.readString(Path.of(page))).contains("label cat: confidence psi");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "calibrate --method isotonic; method must be one of uncalibrated, ts, platt, beta, wats, ridge",
        "sets --coverage 0.9; sets does not apply with --multi-label",
        "evaluate --by class; --by must be any of label, degree, confidence with --multi-label",
        "select --risk 0.1 --by degree; --by does not apply with --multi-label: each label has",
        "compare --cross-fit; --cross-fit does not apply with --multi-label",
        "evaluate --group g.csv; --group is for nodes, not for several labels"
      })
  void refusesWhatDoesNotApply(String command, String message) {
    String[] words = command.split(" ");
    String[] all = new String[words.length + 2];
    all[0] = words[0];
    all[1] = run;
    System.arraycopy(words, 1, all, 2, words.length - 1);
    all[all.length - 1] = "--multi-label";
    Cli cli = Cli.run(all);
    assertThat(cli.exitCode()).isNotZero();
    assertThat(cli.err()).contains(message);
  }

  @Test
  void saysWhatIsWrongWithTheData() throws IOException {
    assertThat(Cli.run("calibrate", run).err()).contains("add --multi-label if each column");
    int[] other = outcomes.clone();
    other[4] = 2;
    assertThat(Cli.run("calibrate", write("two.npz", other), "--multi-label").err())
        .contains("outcomes must be 0, 1, or -1 for unknown, got 2.0 at node 1, label dog");
    String none = write("none.npz", IntStream.range(0, NODES * LABELS).map(k -> 1).toArray());
    assertThat(Cli.run("calibrate", none, "--multi-label").err())
        .contains("at least one label must have both outcomes, 0 and 1, among the 200 validation");
    assertThat(Cli.run("evaluate", none, "--multi-label").err())
        .contains("without both outcomes among the test nodes: cat, dog, owl")
        .contains("at least one label must have both outcomes among test nodes");
    assertThat(Cli.run("compare", none, "--multi-label").err())
        .contains("a comparison of several labels needs one with both outcomes among test nodes");
    String model = folder.resolve("m.json").toString();
    ok("calibrate", run, "--multi-label", "--method", "ts", "--save", model);
    assertThat(Cli.run("explain", model, run, "--node", "3").err())
        .contains("explain does not apply to several labels");
    Path edited = Path.of(model);
    Files.writeString(
        edited,
        Files.readString(edited).replaceFirst("\"shared\" : \\[ 2 \\]", "\"shared\" : [ 9 ]"));
    assertThat(Cli.run("apply", model, run, "-o", folder.resolve("o.npz").toString()).err())
        .contains("the checksum does not match");
  }
}
