package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.Cli;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.report.Browser;
import io.github.wats.report.PageChecks;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The whole demo, run once for all tests. */
class DemoCommandTest {
  @TempDir static Path folder;
  private static Cli cli;
  private static Path out;

  @BeforeAll
  static void run() {
    out = folder.resolve("demo");
    cli = Cli.run("demo", "--json", "--figures", "--output", out.toString());
  }

  @Test
  void fitsEveryMethodAndReportsAsABenchmarkDoes() {
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    JsonNode json = cli.json();
    assertThat(json.get("command").stringValue()).isEqualTo("demo");
    assertThat(json.get("results")).hasSameSizeAs(Methods.all());
    for (JsonNode row : json.get("results")) {
      assertThat(row.get("dataset").stringValue()).isEqualTo("synthetic");
      assertThat(row.get("model").stringValue()).isEqualTo("gcn");
      assertThat(row.get("runs").intValue()).isEqualTo(1);
      assertThat(row.get("ece").get("mean").doubleValue()).isBetween(0.0, 1.0);
    }
    assertThat(json.get("report").stringValue()).isEqualTo(out.resolve("report.html").toString());
  }

  @Test
  void showsThatCalibrationHelpsAndThatOneTemperatureIsNotEnough() {
    assertThat(ece("uncalibrated")).isGreaterThan(0.15);
    assertThat(ece("ts")).isLessThan(0.1);
    assertThat(mean("wats", "degreeEce")).isLessThan(0.8 * mean("ts", "degreeEce"));
    assertThat(mean("ridge", "degreeEce")).isLessThan(0.7 * mean("ts", "degreeEce"));
    assertThat(mean("auto", "degreeEce")).isLessThan(0.7 * mean("ts", "degreeEce"));
  }

  @Test
  void saysOnThePageThatTheGraphIsGeneratedAndHow() throws IOException {
    assertThat(Files.readString(out.resolve("report.html")))
        .contains("Demo: every calibrator on a generated graph") // marks a demo's folder
        .contains("The graph is generated, not real")
        .contains("wats dataset generate -o graph.npz --kind growing --nodes 7000");
  }

  @Test
  void countsTheMethodsOfTheRegistryOnThePage() throws IOException {
    assertThat(Files.readString(out.resolve("report.html")))
        .contains("of " + count() + " methods on");
  }

  @Test
  void explainsTheDefaultTheMethodOfThePaperAndRidge() throws IOException {
    String html = Files.readString(out.resolve("report.html"));
    assertThat(html.split("name=\"method\"", -1))
        .as("a choice of methods")
        .hasSize(1 + (int) count());
    assertThat(html)
        .contains(
            "Before and after</h2>",
            "name=\"explained\"",
            ">auto</label>",
            ">WATS</label>",
            ">ridge</label>");
  }

  private static long count() {
    return Methods.all().stream().filter(method -> !method.name().equals("uncalibrated")).count();
  }

  /**
   * The pictures of the pages are what {@code compare} draws of a few methods on the demo's
   * network, the demo, and {@code calibrate} on Cora. On another type of machine the last bits of a
   * training may differ, so numbers agree to 0.1 points or 1 %; {@code -Dwats.write.docs=true}
   * writes the pictures anew.
   */
  @ParameterizedTest
  @CsvSource({"demo, few/comparison-degreeEce", "reliability, figures/reliability"})
  void drawsThePicturesOfThePages(String picture, String figure) throws IOException {
    if (figure.startsWith("few")) {
      String run = out.resolve("run.npz").toString();
      String few = "uncalibrated,ts,wats,ridge,auto";
      Cli.run("compare", run, "--methods", few, "--figures", out.resolve("few").toString());
    }
    compare(picture, Files.readString(out.resolve(figure + ".svg")));
  }

  /** The two commands are below the picture; its text is the title of the figure. */
  @Test
  void drawsThePictureOfTheReadme() throws IOException {
    String run = folder.resolve("cora.npz").toString();
    String data = Shared.datasets().toString();
    Cli.run("train", "--dataset", "cora", "--model", "gcn", "-o", run, "--data-dir", data);
    Cli.run("calibrate", run, "--figures", folder.resolve("figures").toString());
    String drawn = Files.readString(folder.resolve("figures/reliability.svg"));
    compare("cora", drawn);
    String title = drawn.replaceAll("(?s).*?<title>(.*?)</title>.*", "$1").replace('\u00a0', ' ');
    assertThat(Shared.root().resolve("README.md")).content().contains(title);
    assertThat(Shared.root().resolve("docs/index.md")).content().contains(title);
  }

  private static void compare(String picture, String drawn) throws IOException {
    Path stored = Shared.root().resolve("docs/images/" + picture + ".svg");
    if (Boolean.getBoolean("wats.write.docs")) {
      Files.writeString(stored, drawn);
    }
    String shown = Files.readString(stored);
    assertThat(shown.replaceAll(NUMBER, "0")).isEqualTo(drawn.replaceAll(NUMBER, "0"));
    List<Double> numbers = numbers(drawn);
    for (int i = 0; i < numbers.size(); i++) {
      double now = numbers.get(i);
      assertThat(numbers(shown).get(i)).isCloseTo(now, within(Math.max(0.1, 0.01 * now)));
    }
  }

  private static final String NUMBER = "\\b\\d+(\\.\\d+)?";

  private static List<Double> numbers(String svg) {
    return Pattern.compile(NUMBER)
        .matcher(svg)
        .results()
        .map(found -> Double.valueOf(found.group()))
        .toList();
  }

  @Test
  void hasTheNumbersOfTheTextInPlaceOfThePicture() throws IOException {
    String text =
        String.format(
            Locale.ROOT,
            "![Degree-binned ECE in the demo, before calibration and after each method:"
                + " uncalibrated %.1f %%, TS %.1f %%, WATS %.1f %%, ridge %.1f %%, auto %.1f %%](",
            100 * mean("uncalibrated", "degreeEce"),
            100 * mean("ts", "degreeEce"),
            100 * mean("wats", "degreeEce"),
            100 * mean("ridge", "degreeEce"),
            100 * mean("auto", "degreeEce"));
    assertThat(Shared.root().resolve("docs/install.md"))
        .content()
        .contains(text + "images/demo.svg)");
  }

  @Test
  void refusesAFolderThatCannotBeCreatedBeforeItStarts() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    for (Path place : List.of(file, file.resolve("demo"), Path.of("/proc/wats-demo"))) {
      Cli refused = Cli.run("demo", "--output", place.toString());
      assertThat(refused.exitCode())
          .isEqualTo(place.startsWith(file) ? ExitCode.USAGE : ExitCode.FAILURE);
      assertThat(refused.err())
          .startsWith("wats: --output: the folder cannot be created: ")
          .contains(place.startsWith(file) ? file + ": is not a folder" : place + ": ")
          .contains("; give one in a folder where you may write")
          .doesNotContain("training");
    }
  }

  @Test
  void replacesOnlyTheFilesOfADemo() throws IOException {
    for (List<String> names :
        List.of(List.of("run.npz"), List.of("report.html"), List.of("run.npz", "report.html"))) {
      Path own = Files.createTempDirectory(folder, "own");
      for (String name : names) {
        Files.writeString(own.resolve(name), "mine");
      }
      Cli refused = Cli.run("demo", "-o", own.toString());
      assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(refused.err())
          .contains(
              own.resolve(names.get(0)) + " would be replaced, but its folder is not of a demo")
          .contains("move the file away or give another folder")
          .doesNotContain("training");
      assertThat(own.resolve(names.get(0))).hasContent("mine");
    }
  }

  private static double ece(String method) {
    return mean(method, "ece");
  }

  private static double mean(String method, String metric) {
    for (JsonNode row : cli.json().get("results")) {
      if (row.get("method").stringValue().equals(method)) {
        return row.get(metric).get("mean").doubleValue();
      }
    }
    throw new AssertionError("no result of " + method);
  }

  @Test
  void saysAtEachStepWhatItDoes() {
    assertThat(cli.err()).contains("generating a graph …").contains("writing the report …");
    for (Method method : Methods.all()) {
      assertThat(cli.err()).contains("fitting " + method.name() + " …");
    }
  }

  @Test
  void leavesANodeFileToGoOnWith() {
    Cli next = Cli.run("evaluate", out.resolve("run.npz").toString(), "--json");
    assertThat(next.exitCode()).as(next.err()).isZero();
    assertThat(next.json().get("metrics").get("ece").doubleValue()).isEqualTo(ece("uncalibrated"));
  }

  @Test
  void writesEachFigureAsSvg() throws IOException {
    try (var files = Files.list(out.resolve("figures"))) {
      assertThat(files.map(file -> file.getFileName().toString()).toList())
          .contains("reliability.svg", "comparison-ece.svg", "loss.svg");
    }
  }

  @Test
  void writesAPageThatReadsWellAndSoDoesCalibrate() throws IOException {
    Path page = folder.resolve("calibrate.html");
    Cli next = Cli.run("calibrate", out.resolve("run.npz").toString(), "--report", page.toString());
    assertThat(next.exitCode()).as(next.err()).isZero();
    try (Browser browser = Browser.open()) {
      PageChecks.check(browser, out.resolve("report.html"), "demo");
      PageChecks.check(browser, page, "calibrate");
    }
  }
}
