package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class CalibrateCommandTest {
  private static final List<String> METRICS =
      List.of(
          "accuracy",
          "nll",
          "brier",
          "ece",
          "degreeEce",
          "classwiseEce",
          "mce",
          "equalMassEce",
          "nodes");

  @TempDir Path folder;
  private Path run;
  private Path output;

  @BeforeEach
  void name() {
    run = folder.resolve("run.npz");
    output = folder.resolve("out.npz");
  }

  static List<Method> methods() {
    return Methods.all().stream().filter(method -> !method.needsFeatures()).toList();
  }

  @Test
  void saysWhereItWrote() {
    new RunFile().write(run);
    Path model = folder.resolve("model.json");
    Cli cli =
        Cli.run("calibrate", run.toString(), "-o", output.toString(), "--save", model.toString());
    assertThat(cli.out())
        .contains("written to " + output + ", " + model + System.lineSeparator())
        .endsWith("next: wats select " + run + " --method auto --risk 0.05\n");
    assertThat(Cli.run("calibrate", run.toString()).out()).doesNotContain("written");
  }

  @Test
  void calibratesByTheRecommendedMethod() {
    new RunFile().write(run);
    for (String command : List.of("calibrate", "select --risk 0.5", "sets --coverage 0.9")) {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.addAll(List.of(run.toString(), "--json"));
      Cli cli = Cli.run(words.toArray(String[]::new));
      assertThat(cli.json().get("method").stringValue()).as(command).isEqualTo("auto");
    }
  }

  /** By the mask, nodes from 160 on are test nodes. */
  @Test
  void saysHowManyNodesHaveAnotherClassThanTheNetworks() throws IOException {
    new RunFile().withHomophily().write(run);
    Path page = folder.resolve("page.html");
    Path model = folder.resolve("model.json");
    String[] calibrate = {
      "calibrate",
      run.toString(),
      "--report",
      page.toString(),
      "-o",
      output.toString(),
      "--save",
      model.toString()
    };
    String text = Cli.run(calibrate).out();
    int others = 0;
    int all = 0;
    try (NpzFile npz = NpzFile.open(output)) {
      int[] predicted = npz.array("prediction").toInts();
      int[] own = npz.array("network_prediction").toInts();
      double[] ofOwn = npz.array("network_confidence").toDoubles();
      double[] probabilities = npz.array("probabilities").toDoubles();
      for (int i = 0; i < predicted.length; i++) {
        int row = i * RunFile.CLASSES;
        assertThat(ofOwn[i]).isEqualTo(probabilities[row + own[i]]);
        assertThat(probabilities[row + predicted[i]])
            .isEqualTo(
                Arrays.stream(probabilities, row, row + RunFile.CLASSES).max().orElseThrow());
        int other = predicted[i] == own[i] ? 0 : 1;
        all += other;
        others += i >= 160 ? other : 0;
      }
    }
    assertThat(others).isPositive();
    JsonNode json = Cli.run("calibrate", run.toString(), "--json").json();
    assertThat(json.get("otherClasses").intValue()).isEqualTo(others);
    String sentence =
        String.format(
            Locale.ROOT,
            "The calibrated probabilities prefer another class for %.1f\u00a0%% of the test nodes;"
                + " accuracy %.1f → %.1f\u00a0%%.",
            100.0 * others / 240,
            100 * json.at("/before/accuracy").doubleValue(),
            100 * json.at("/after/accuracy").doubleValue());
    assertThat(text)
        .startsWith("Use the calibrated probabilities: auto lowers the NLL of the test nodes")
        .contains("On 240 test nodes", sentence);
    assertThat(Files.readString(page)).contains(sentence);
    String[] apply = {"apply", model.toString(), run.toString(), "-o", output.toString()};
    assertThat(Cli.run(apply).out())
        .contains("another class than the network's is preferred for " + all + " of them");

    Cli kept = Cli.run("calibrate", run.toString(), "--mode", "keep-class", "--json");
    assertThat(kept.json().get("otherClasses").intValue()).isZero();
    assertThat(Cli.run("calibrate", run.toString(), "--mode", "keep-class").out())
        .doesNotContain("another class");
  }

  /** On the terminal, in JSON and on the page. */
  @Test
  void saysWhereItCannotHelpMuch() throws IOException {
    double[] logits;
    int[] labels;
    new RunFile().write(run);
    try (NpzFile npz = NpzFile.open(run)) {
      logits = npz.array("logits").toDoubles();
      labels = npz.array("y").toInts();
    }
    for (int i = 80; i < 160; i++) {
      logits[i * RunFile.CLASSES + labels[i]] += 9; // as after training on the validation nodes
    }
    new RunFile().with("logits", NpyData.of(logits, RunFile.NODES, RunFile.CLASSES)).write(run);
    Path page = folder.resolve("page.html");
    Cli cli = Cli.run("calibrate", run.toString(), "--json", "--report", page.toString());
    Cli sets =
        Cli.run(
            "sets", run.toString(), "--coverage", "0.9", "--json", "--report", page + "-sets.html");
    for (String doubt :
        List.of(
            "every validation node is predicted right, so they do not identify a temperature",
            " validation nodes: with 50, a third of 63 measured fits had a higher NLL",
            "if it was trained on validation nodes, calibrate on others")) {
      assertThat(cli.err()).contains(doubt);
      assertThat(cli.json().at("/fit/notes").toString()).contains(doubt);
      assertThat(Files.readString(page)).contains(doubt);
      assertThat(sets.json().get("fitNotes").toString()).contains(doubt);
      assertThat(Files.readString(Path.of(page + "-sets.html"))).contains(doubt);
    }
  }

  @Test
  void saysSoWhenItDoesHarmAndWhenLogitsAreProbabilities() {
    double[] sure = new double[RunFile.NODES * RunFile.CLASSES];
    int[] labels = new int[RunFile.NODES];
    for (int i = 0; i < RunFile.NODES; i++) {
      sure[i * RunFile.CLASSES] = 1;
      labels[i] = i < 160 ? 0 : i % RunFile.CLASSES; // right on all nodes but those of the test
    }
    new RunFile()
        .with("logits", NpyData.of(sure, RunFile.NODES, RunFile.CLASSES))
        .with("y", NpyData.of(labels, RunFile.NODES))
        .write(run);
    Cli cli = Cli.run("calibrate", run.toString(), "--method", "ts");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out())
        .startsWith("On the test nodes calibration increased the ECE from ")
        .contains(" and the NLL from ")
        .contains(" Try another method ('compare' evaluates them all) or more validation nodes")
        .contains("next: wats compare");
    assertThat(cli.err())
        .doesNotContain("increased")
        .contains("rows of 'logits' sum to 1: these look like probabilities; pass raw scores");
    new RunFile().write(run);
    Cli good = Cli.run("calibrate", run.toString(), "--method", "ts");
    assertThat(good.err()).doesNotContain("increased").doesNotContain("probabilities;");
  }

  @Test
  void printsTheSameNumbersWhateverElseIsAskedFor() {
    new RunFile().write(run);
    String page = folder.resolve("page.html").toString();
    String table = table(Cli.run("calibrate", run.toString(), "--method", "ts"));
    assertThat(table).contains("NLL ", "ECE ", "Degree-binned ECE ", " … ");
    assertThat(table(Cli.run("calibrate", run.toString(), "--method", "ts", "--report", page)))
        .isEqualTo(table);
    JsonNode plain = Cli.run("calibrate", run.toString(), "--method", "ts", "--json").json();
    JsonNode paged =
        Cli.run("calibrate", run.toString(), "--method", "ts", "--json", "--report", page).json();
    for (String field : List.of("before", "after", "intervals", "noiseFloor")) {
      assertThat(plain.get(field)).as(field).isNotNull().isEqualTo(paged.get(field));
    }
    double low = 100 * plain.at("/intervals/after/ece/low").doubleValue();
    assertThat(table).containsPattern("(?m)^ECE .* " + String.format(Locale.ROOT, "%.2f … ", low));
  }

  /** From the header of the metrics on. */
  private static String table(Cli cli) {
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    String table = cli.out().substring(cli.out().indexOf("metric "));
    return table.lines().takeWhile(line -> !line.isBlank()).collect(Collectors.joining("\n"));
  }

  @Test
  void showsIntervalsAndWhatMeansSomethingForTheMethod() {
    new RunFile().write(run);
    Cli ts = Cli.run("calibrate", run.toString(), "--method", "ts");
    assertThat(ts.out())
        .startsWith("Use the calibrated probabilities: ts lowers the NLL of the test nodes from ")
        .contains("On 240 test nodes the network was ")
        .containsPattern("(?m)^The largest gap between .* is \\d+\\.\\d points: .*confident at ")
        .containsPattern("(No test rejects perfect|Perfect calibration is rejected by)")
        .containsPattern("(?m)^ts: fitted in .* s, \\d+ iterations?, seed 0$")
        .containsPattern("(?m)^ECE +\\d+\\.\\d\\d % +\\d+\\.\\d\\d % +\\d+\\.\\d\\d … \\d")
        .doesNotContain("AUROC");
    assertThat(Cli.run("calibrate", run.toString(), "--method", "ts", "--wide").out())
        .containsPattern(
            "(?m)^ECE +\\d+\\.\\d\\d % +\\d+\\.\\d\\d … \\d+\\.\\d\\d +\\d+\\.\\d\\d %")
        .containsPattern("(?m)^AUROC ");
    Cli wats = Cli.run("calibrate", run.toString(), "--method", "wats", "--epochs", "2");
    assertThat(wats.out()).contains(", 2 epochs, early stopping none");
    JsonNode json = Cli.run("calibrate", run.toString(), "--method", "ts", "--json").json();
    assertThat(json.at("/intervals/before/nll/low").doubleValue())
        .isLessThan(json.at("/before/nll").doubleValue());
    assertThat(json.at("/intervals/after/ece/high").doubleValue()).isBetween(0.0, 1.0);
    assertThat(json.at("/intervals/after/ece/level").doubleValue()).isEqualTo(0.95);
    assertThat(json.has("warning")).isFalse();
  }

  @Test
  void quotesTheCommandOfAReportForAShell() throws IOException {
    Path spaced = folder.resolve("my run's.npz");
    Path page = folder.resolve("page.html");
    new RunFile().write(spaced);
    Cli.run("calibrate", spaced.toString(), "--method", "ts", "--report", page.toString());
    String quoted = "'" + folder + "/my run'\\''s.npz'";
    assertThat(Files.readString(page).replace("&#39;", "'"))
        .contains("wats calibrate " + quoted + " --method ts --report " + page);
  }

  @Test
  void writesNothingIfThereIsNothingToReport() throws IOException {
    int[] unknown = new int[RunFile.NODES];
    Arrays.fill(unknown, 160, RunFile.NODES, -1); // those of the test nodes
    new RunFile().with("y", NpyData.of(unknown, RunFile.NODES)).write(run);
    Path model = Files.writeString(folder.resolve("model.json"), "old");
    Files.writeString(output, "old");
    Path page = folder.resolve("report.html");
    String[] calibrate = {"calibrate", run.toString(), "-o", output.toString(), "--method", "ts"};
    String[] files = {"--save", model.toString(), "--report", page.toString()};
    Cli cli = Cli.run(Stream.of(calibrate, files).flatMap(Stream::of).toArray(String[]::new));
    assertThat(cli.err()).contains("a report needs test nodes with known labels");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(output).hasContent("old");
    assertThat(model).hasContent("old");
    assertThat(page).doesNotExist();
  }

  @Test
  void countsEpochsOfNetworksAndIterationsOfSolvers() {
    new RunFile().write(run);
    assertThat(Cli.run("calibrate", run.toString(), "--method", "wats").out()).contains(" epochs,");
    assertThat(Cli.run("calibrate", run.toString(), "--method", "ts").out())
        .containsPattern(", \\d+ iterations, seed");
  }

  @ParameterizedTest
  @MethodSource("methods")
  void printsWhatScriptsReadForEveryMethod(Method method) {
    new RunFile().write(run);
    Cli cli = Cli.run("calibrate", run.toString(), "--method", method.name(), "--json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    JsonNode json = cli.json();
    assertThat(json.get("schema").intValue()).isEqualTo(1);
    assertThat(json.get("command").asString()).isEqualTo("calibrate");
    assertThat(json.get("method").asString()).isEqualTo(method.name());
    for (String field : METRICS) {
      assertThat(json.get("before").has(field)).as("before." + field).isTrue();
      assertThat(json.get("after").has(field)).as("after." + field).isTrue();
    }
    assertThat(json.get("before").get("nodes").intValue()).isEqualTo(240);
    assertThat(json.get("fit").has("epochs")).isTrue();
    assertThat(json.get("fit").has("seconds")).isTrue();
    assertThat(json.get("fit").has("converged")).isTrue();
    assertThat(json.get("after").get("nll").doubleValue())
        .isLessThanOrEqualTo(json.get("before").get("nll").doubleValue() + 1e-12);
    if (method.keepsClass()) {
      assertThat(json.get("after").get("accuracy")).isEqualTo(json.get("before").get("accuracy"));
    }
  }

  @Test
  void writesProbabilitiesAndTemperatures() throws IOException {
    new RunFile().write(run);
    Cli cli = Cli.run("calibrate", run.toString(), "--method", "TS", "-o", output.toString());
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    try (NpzFile npz = NpzFile.open(output)) {
      double[] probabilities = npz.array("probabilities").toDoubles();
      double[] temperatures = npz.array("temperatures").toDoubles();
      assertThat(temperatures).hasSize(RunFile.NODES);
      assertThat(Arrays.stream(temperatures)).allMatch(value -> value > 0 && value < 1);
      double sum = Arrays.stream(probabilities, 0, RunFile.CLASSES).sum();
      assertThat(sum).isEqualTo(1, within(1e-12));
    }
  }

  @Test
  void givesTheSameBytesForAnyNumberOfThreads() throws IOException {
    new RunFile(4000).write(run); // features, fit and softmax are split between threads
    byte[] first = outputWithThreads("1");
    assertThat(outputWithThreads("2")).isEqualTo(first);
    assertThat(outputWithThreads("4")).isEqualTo(first);
  }

  private byte[] outputWithThreads(String threads) throws IOException {
    Path model = folder.resolve("model" + threads + ".json");
    Cli cli =
        Cli.run(
            "calibrate",
            run.toString(),
            "-o",
            output.toString(),
            "--save",
            model.toString(),
            "--threads",
            threads);
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    return (Files.readString(model) + Arrays.hashCode(Files.readAllBytes(output))).getBytes();
  }

  @Test
  void appliesASavedCalibratorToTheSameEffect() throws IOException {
    new RunFile().write(run);
    Path model = folder.resolve("model.json");
    Path again = folder.resolve("again.npz");
    Cli.run("calibrate", run.toString(), "-o", output.toString(), "--save", model.toString());
    Cli cli = Cli.run("apply", model.toString(), run.toString(), "-o", again.toString(), "--json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.json().get("nodes").intValue()).isEqualTo(RunFile.NODES);
    assertThat(Files.readAllBytes(again)).isEqualTo(Files.readAllBytes(output));
  }

  @Test
  void everySavedMethodGivesTheProbabilitiesOfItsFit() throws IOException {
    double[] x = new double[3 * RunFile.NODES];
    Arrays.setAll(x, Math::sin);
    new RunFile().withHomophily().with("x", NpyData.of(x, RunFile.NODES, 3)).write(run);
    String model = folder.resolve("model.json").toString();
    Path again = folder.resolve("again.npz");
    for (Method method : Methods.all()) {
      List<String> calibrate =
          new ArrayList<>(List.of("calibrate", run.toString(), "-o", output.toString()));
      calibrate.addAll(List.of("--save", model, "--method", method.name()));
      if (method.schema().names().contains("epochs")) {
        calibrate.addAll(List.of("--epochs", "5"));
      }
      Cli fitted = Cli.run(calibrate.toArray(String[]::new));
      assertThat(fitted.exitCode()).as(method.name() + fitted.err()).isZero();
      assertThat(Cli.run("apply", model, run.toString(), "-o", again.toString()).exitCode())
          .isZero();
      assertThat(again).as(method.name()).hasSameBinaryContentAs(output);
    }
  }

  @Test
  void writesAPageAndFigures() throws IOException {
    new RunFile().write(run);
    Path page = folder.resolve("page.html");
    Path figures = folder.resolve("figures");
    Cli cli =
        Cli.run(
            "calibrate",
            run.toString(),
            "--report",
            page.toString(),
            "--figures",
            figures.toString());
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(Files.readString(page)).contains("On 240 test nodes").contains("<svg");
    assertThat(figures.resolve("reliability.svg")).exists();
    try (var files = Files.list(figures)) {
      assertThat(files).allMatch(file -> file.toString().endsWith(".svg"));
    }
  }

  @Test
  void refusesASettingTheMethodDoesNotHave() {
    new RunFile().write(run);
    Cli cli = Cli.run("calibrate", run.toString(), "--method", "ts", "--k", "3");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains("ts has no setting k");
  }

  @Test
  void refusesAnUnknownMethodAndNamesTheKnown() {
    new RunFile().write(run);
    Cli cli = Cli.run("calibrate", run.toString(), "--method", "magic");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err())
        .contains("uncalibrated, ts")
        .contains("got magic" + System.lineSeparator());
    Cli misspelt = Cli.run("calibrate", run.toString(), "--method", "WAT");
    assertThat(misspelt.err()).contains("got WAT; did you mean wats?");
  }

  @Test
  void refusesAWrongSettingAsWrongUsage() {
    new RunFile().write(run);
    Cli cli = Cli.run("calibrate", run.toString(), "--method", "wats", "--k", "0");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains("must be in 1 … 1000").contains("got 0");
  }

  @Test
  void refusesLogitsThatAreNotFinite() {
    double[] logits = new double[RunFile.NODES * RunFile.CLASSES];
    logits[7] = Double.NaN;
    refuses(
        new RunFile().with("logits", NpyData.of(logits, RunFile.NODES, RunFile.CLASSES)),
        "array 'logits'",
        "must be finite",
        "NaN");
    logits[7] = Double.POSITIVE_INFINITY;
    refuses(
        new RunFile().with("logits", NpyData.of(logits, RunFile.NODES, RunFile.CLASSES)),
        "must be finite",
        "Infinity");
  }

  @Test
  void refusesALabelOutOfRange() {
    int[] labels = new int[RunFile.NODES];
    labels[3] = 9;
    refuses(new RunFile().with("y", NpyData.of(labels, RunFile.NODES)), "array 'y'", "9");
  }

  @Test
  void refusesMasksThatOverlapAreEmptyOrMissing() {
    refuses(new RunFile().with("val_mask", RunFile.mask(50, 160)), "overlap", "node 50");
    String rule = "array 'val_mask' (or 'val_idx') must name at least one validation node";
    refuses(new RunFile().with("val_mask", RunFile.mask(0, 0)), rule);
    refuses(new RunFile().without("val_mask"), rule);
  }

  @Test
  void refusesFewerLogitsThanTheEdgesName() {
    int[] edges = {0, 1, RunFile.NODES, 2};
    refuses(new RunFile().with("edge_index", NpyData.of(edges, 2, 2)), "edge_index", "400");
  }

  @Test
  void refusesAMissingArrayAndSaysWhatIsThere() {
    refuses(new RunFile().without("y"), "y");
    refuses(new RunFile().without("logits"), "logits");
  }

  @Test
  void refusesFeaturesThatGetsCannotMultiply() {
    double[] features = new double[3 * RunFile.NODES];
    Arrays.fill(features, 1e30);
    new RunFile().with("x", NpyData.of(features, RunFile.NODES, 3)).write(run);
    Cli cli = Cli.run("calibrate", run.toString(), "--method", "gets", "-o", output.toString());
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err()).contains(run + ": gets needs node features in ±1.0E15, got ±1.0");
    assertThat(output).doesNotExist();
  }

  @Test
  void refusesAFileThatIsCutOff() throws IOException {
    new RunFile().write(run);
    byte[] whole = Files.readAllBytes(run);
    Files.write(run, Arrays.copyOf(whole, whole.length / 2));
    Cli cli = Cli.run("calibrate", run.toString(), "-o", output.toString());
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err()).contains(run.toString()).doesNotContain("\tat ");
  }

  @ParameterizedTest
  @MethodSource("methods")
  void survivesConstantLogits(Method method) {
    double[] logits = new double[RunFile.NODES * RunFile.CLASSES];
    accepts(
        new RunFile().with("logits", NpyData.of(logits, RunFile.NODES, RunFile.CLASSES)), method);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void survivesAGraphWithoutEdges(Method method) {
    accepts(new RunFile().with("edge_index", NpyData.of(new int[0], 2, 0)), method);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void survivesOneClassOnly(Method method) {
    accepts(
        new RunFile()
            .with("logits", NpyData.of(new double[RunFile.NODES], RunFile.NODES, 1))
            .with("y", NpyData.of(new int[RunFile.NODES], RunFile.NODES)),
        method);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void survivesAClassAbsentFromTheCalibrationNodes(Method method) {
    accepts(new RunFile().with("val_mask", RunFile.mask(80, 84)), method);
  }

  private void accepts(RunFile file, Method method) {
    file.write(run);
    Cli cli = Cli.run("calibrate", run.toString(), "--method", method.name(), "--json");
    assertThat(cli.exitCode()).as(method.name() + ": " + cli.err()).isZero();
    assertThat(cli.json().get("after").get("nll").doubleValue()).isFinite();
  }

  /** Exit code 3, the file and what is wrong are named, and an existing output stays as it was. */
  private void refuses(RunFile file, String... words) {
    file.write(run);
    try {
      Files.writeString(output, "precious");
      Cli cli = Cli.run("calibrate", run.toString(), "--method", "ts", "-o", output.toString());
      assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.BAD_DATA);
      assertThat(cli.err()).contains(run.toString()).contains(words).doesNotContain("\tat ");
      assertThat(cli.out()).isEmpty();
      assertThat(Files.readString(output)).isEqualTo("precious");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void refusesToLeaveOutABaselineThatNothingHolds() {
    Cli cli = Cli.run("calibrate", "run.npz", "--no-baseline");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains("--no-baseline has no effect without --save");
  }
}
