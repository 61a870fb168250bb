package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.cli.Cli;
import io.github.wats.cli.PairFile;
import io.github.wats.cli.RunFile;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.report.NumberText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairsCommandTest {
  private static final int PAIRS = 1_000;

  @TempDir Path folder;
  private Path pairs;

  @BeforeEach
  void write() throws IOException {
    pairs = folder.resolve("pairs.npz");
    PairFile.write(pairs, 200, 600, PAIRS, 1);
  }

  private static Cli run(Object... arguments) {
    return Cli.run(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
  }

  private static Cli good(Object... arguments) {
    Cli cli = run(arguments);
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    return cli;
  }

  private static double[] links(Path file) throws IOException {
    try (NpzFile npz = NpzFile.open(file)) {
      double[] p = npz.array("probabilities").toDoubles();
      double[] links = new double[p.length / 2];
      for (int k = 0; k < links.length; k++) {
        links[k] = p[2 * k + 1];
      }
      return links;
    }
  }

  @Test
  void calibratesStoresAppliesAndCorrectsThePrior() throws IOException {
    Path model = folder.resolve("model.json");
    Path first = folder.resolve("first.npz");
    Cli fitted = good("calibrate", "--pairs", pairs, "--save", model, "-o", first, "--json");
    assertThat(fitted.json().get("method").stringValue()).isEqualTo("ridge-pair");
    assertThat(fitted.err()).contains("probabilities hold for pairs drawn like the validation");
    double before = fitted.json().at("/before/nll").doubleValue();
    assertThat(fitted.json().at("/after/nll").doubleValue()).isLessThan(0.95 * before);
    Path again = folder.resolve("again.npz");
    Cli second = good("apply", model, "--pairs", pairs, "-o", again);
    assertThat(second.err()).contains("probabilities hold for pairs drawn like the validation");
    assertThat(second.out()).contains("calibrated 1,000 pairs,");
    assertThat(links(again)).isEqualTo(links(first));
    assertThat(good("apply", model, "--pairs", pairs, "-o", again).out())
        .contains("calibrated " + NumberText.counted(PAIRS, "pair"));
    assertThat(good("calibrate", "--pairs", pairs).out()).contains("NLL of the test pairs");

    Path prior = folder.resolve("prior.npz");
    Cli corrected = good("calibrate", "--pairs", pairs, "--prior", 0.01, "-o", prior);
    assertThat(corrected.err()).doesNotContain("probabilities hold for");
    Path ratio = folder.resolve("ratio.npz");
    good("calibrate", "--pairs", pairs, "--negatives-per-positive", 99, "-o", ratio);
    assertThat(links(ratio)).containsExactly(links(prior), within(1e-12));
    double share = share();
    for (int k = 0; k < PAIRS; k++) {
      double p = links(first)[k];
      double odds = p / (1 - p) * (0.01 / 0.99) / (share / (1 - share));
      assertThat(links(prior)[k]).isCloseTo(odds / (1 + odds), within(1e-12));
      if (k > 20) {
        break;
      }
    }
    Path applied = folder.resolve("applied.npz");
    good("apply", model, "--pairs", pairs, "--prior", 0.01, "-o", applied);
    assertThat(links(applied)).containsExactly(links(prior), within(1e-12));
  }

  /** Of links among the validation pairs. */
  private double share() throws IOException {
    try (NpzFile npz = NpzFile.open(pairs)) {
      int[] y = npz.array("y").toInts();
      boolean[] validation = npz.array("val_mask").toBooleans();
      double links = 0;
      double all = 0;
      for (int k = 0; k < y.length; k++) {
        all += validation[k] ? 1 : 0;
        links += validation[k] ? y[k] : 0;
      }
      return links / all;
    }
  }

  @Test
  void evaluateNamesTheMethodOfPairsNext() {
    assertThat(good("evaluate", "--pairs", pairs).out()).contains("--method ridge-pair");
  }

  @Test
  void comparesTheMethodsOfPairs() {
    Cli cli = good("compare", "--pairs", pairs, "--json");
    assertThat(cli.json().get("results").toString())
        .contains("ridge-pair")
        .contains("wats-pair")
        .contains("isotonic")
        .doesNotContain("cagcn");
    assertThat(cli.json().get("recommended").stringValue()).endsWith("-pair");
    String text = good("compare", "--pairs", pairs, "--methods", "ts,ridge-pair").out();
    assertThat(text).contains("test pairs, fitted on").contains("validation pairs, seed 0");
  }

  /** A table of which the first pairs, for validation, are all linked. */
  @Test
  void refusesValidationPairsOfOneLabel() throws IOException {
    StringBuilder rows = new StringBuilder("src,dst,score,label,split\n");
    for (int k = 0; k < 40; k++) {
      rows.append(k).append(",").append(k + 1).append(",").append(k % 7);
      rows.append(k < 20 ? ",1,val\n" : k % 2 == 0 ? ",1,test\n" : ",0,test\n");
    }
    String table = Files.writeString(folder.resolve("one.csv"), rows).toString();
    for (String command :
        new String[] {"calibrate --method platt", "compare", "select --method platt --risk 0.1"}) {
      Cli cli = run(Stream.of((command + " --pairs " + table).split(" ")).toArray());
      assertThat(cli.exitCode()).isEqualTo(3);
      assertThat(cli.err()).contains("validation pairs must be of both labels, 1 (linked) and 0");
    }
    assertThat(good("evaluate", "--pairs", table).err()).doesNotContain("in the same order");
  }

  @Test
  void saysThatAFileOfPairsNeedsItsOption() {
    assertThat(Cli.run("calibrate", pairs.toString()).err())
        .contains("has pairs of nodes, array 'pairs': give the file with --pairs");
  }

  @Test
  void evaluatesByDegreeOfTheEnds() {
    Cli cli = good("evaluate", "--pairs", pairs, "--by", "class,degree");
    assertThat(cli.out()).contains("class 1").contains("degree").contains("test pairs");
    Cli label = Cli.run("evaluate", "--pairs", pairs.toString(), "--by", "label");
    assertThat(label.err()).contains("--by label is for --multi-label").contains("--by class");
    assertThat(cli.out()).contains("--method ridge-pair").doesNotContain("--method auto");
  }

  @Test
  void selectsAmongPredictedLinksAlone() throws IOException {
    assertThat(good("select", "--pairs", pairs, "--risk", 0.3).out())
        .containsPattern("Of [\\d,]+ test pairs")
        .contains("on test pairs that are predicted links")
        .containsPattern("fitted on [\\d,]+ validation pairs");
    Path out = folder.resolve("accepted.npz");
    Path model = folder.resolve("model.json");
    Cli cli = good("select", "--pairs", pairs, "--risk", 0.3, "-o", out, "--save", model, "--json");
    assertThat(cli.json().at("/groups/0/group/name").stringValue()).isEqualTo("links");
    assertThat(cli.json().get("groups")).hasSize(1);
    Path again = folder.resolve("again.npz");
    good("apply", model, "--pairs", pairs, "-o", again);
    for (Path file : new Path[] {out, again}) {
      try (NpzFile npz = NpzFile.open(file)) {
        boolean[] accept = npz.array("accept").toBooleans();
        int[] predicted = npz.array("prediction").toInts();
        int accepted = 0;
        for (int k = 0; k < PAIRS; k++) {
          accepted += accept[k] ? 1 : 0;
          assertThat(accept[k] && predicted[k] == 0).isFalse();
        }
        assertThat(accepted).isPositive();
      }
    }
    assertThat(run("select", "--pairs", pairs, "--risk", 0.3, "--by", "degree").err())
        .contains("--by does not apply to pairs");
  }

  @Test
  void monitorsPairs() {
    Path model = folder.resolve("model.json");
    good("calibrate", "--pairs", pairs, "--save", model);
    assertThat(good("monitor", model, "--pairs", pairs).out())
        .containsPattern("expected accuracy of [\\d,]+ pairs");
    Cli cli = good("monitor", model, "--pairs", pairs, "--json");
    assertThat(cli.json().get("alarm").booleanValue()).isFalse();
    assertThat(cli.json().get("checks").toString()).contains("degree ks");
  }

  @Test
  void writesAReportAndTables() throws IOException {
    Path report = folder.resolve("report.html");
    Path table = folder.resolve("out.csv");
    good("calibrate", "--pairs", pairs, "--method", "platt", "--report", report, "-o", table);
    assertThat(report)
        .content()
        .containsPattern("On [\\d,]+ test pairs")
        .contains("(of 20 pairs or more)", "on as many pairs");
    assertThat(Files.readAllLines(table).get(1)).matches("\\d+-\\d+,.*");
  }

  @Test
  void scoreOnlyMethodsAreWrittenAsOnnx() {
    Path model = folder.resolve("model.json");
    Path onnx = folder.resolve("model.onnx");
    good("calibrate", "--pairs", pairs, "--method", "vs", "--save", model, "--no-baseline");
    good("export", model, "-o", onnx);
    assertThat(onnx).exists();
    good("calibrate", "--pairs", pairs, "--save", model, "--no-baseline");
    assertThat(run("export", model, "-o", onnx).err())
        .contains("ridge-pair cannot be written as ONNX: there is no ONNX form of its model");
  }

  @Test
  void saysWhatDoesNotApply() throws IOException {
    assertThat(run("sets", "--pairs", pairs, "--coverage", 0.9).err())
        .contains("sets does not apply to pairs");
    assertThat(run("explain", "model.json", "--pairs", pairs, "--node", 1).err())
        .contains("explain is for nodes");
    assertThat(run("calibrate", "--pairs", pairs, "--method", "wats").err())
        .contains("these are pairs of nodes: use wats-pair, ridge-pair");
    Path nodes = new RunFile().write(folder.resolve("run.npz"));
    assertThat(run("calibrate", nodes, "--method", "ridge-pair").err())
        .contains("these are nodes: a method for pairs of nodes needs PairData (--pairs)");
    assertThat(run("calibrate", "--pairs", pairs, "--logits", pairs).err())
        .contains("beside --pairs give the graph only");
    assertThat(
            run("calibrate", "--pairs", pairs, "--prior", 1.5, "-o", folder.resolve("o.npz")).err())
        .contains("--prior must be above 0 and below 1, got 1.5");
    assertThat(run("calibrate", "run.npz", "--prior", 0.5).err()).contains("with --pairs");
    assertThat(run("calibrate", "--pairs", pairs, "--prior", 0.5).err())
        .contains("--prior has no effect without -o");
    for (String command : new String[] {"calibrate", "compare", "evaluate"}) {
      assertThat(run(command, "--pairs", pairs, "--multi-label").err())
          .contains("several labels are of nodes: give no --pairs");
    }
  }
}
