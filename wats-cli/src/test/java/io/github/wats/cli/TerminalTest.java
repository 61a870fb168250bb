package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.cli.console.Console;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands print in 80 columns; {@code LauncherTest} has a real terminal. */
@TestInstance(Lifecycle.PER_CLASS)
class TerminalTest {
  private static final Map<String, String> EIGHTY = Map.of("COLUMNS", "80");

  @TempDir static Path folder;

  /** A small run and others like it, models of it, and an experiment. */
  @BeforeAll
  void writeFiles() {
    new RunFile().withHomophily().write(folder.resolve("run.npz"));
    new RunFile().write(folder.resolve("other.npz"));
    ok("calibrate RUN --method ridge --save MODEL");
    ok("calibrate RUN --method wats --epochs 5 --save WAVES --no-baseline");
    ok("dataset generate -o GRAPH --nodes 300");
  }

  private String[] arguments(String line) {
    return Stream.of(line.split(" "))
        .map(
            word ->
                switch (word) {
                  case "RUN" -> folder.resolve("run.npz").toString();
                  case "OTHER" -> folder.resolve("other.npz").toString();
                  case "MODEL" -> folder.resolve("model.json").toString();
                  case "WAVES" -> folder.resolve("waves.json").toString();
                  case "GRAPH" -> folder.resolve("graph.npz").toString();
                  case "OUT" -> folder.resolve("out.npz").toString();
                  case "DIR" -> folder.resolve("experiment").toString();
                  default -> word;
                })
        .toArray(String[]::new);
  }

  private Cli ok(String line) {
    Cli cli = Cli.run(EIGHTY, arguments(line));
    assertThat(cli.exitCode()).as(line + "\n" + cli.err()).isZero();
    return cli;
  }

  static List<String> everyCommand() {
    return List.of(
        "dataset generate -o GRAPH --nodes 300",
        "dataset list",
        "dataset info synthetic",
        "train GRAPH -o OUT --epochs 2",
        "compare RUN --methods ts,ets,ridge,ridge:neighbor-labels=ignore:mode=keep-class",
        "compare OTHER --methods ts,vs --cross-fit",
        "calibrate RUN --method ridge",
        "calibrate OTHER --method histogram -o OUT",
        "apply MODEL OTHER -o OUT",
        "explain MODEL RUN --node 7",
        "explain WAVES RUN --node 7",
        "export MODEL -o OUT.onnx",
        "methods",
        "methods wats",
        "methods gat",
        "select RUN --method ts --risk 0.02",
        "select RUN --method ts --risk 0.4 --by class",
        "select RUN --method ts --accept-share 0.5 --by degree",
        "sets RUN --method ts",
        "sets RUN --method ts --by community",
        "sets RUN --method ts --by degree --score aps --neighbors",
        "evaluate RUN",
        "evaluate RUN --by degree,class,confidence,distance,agreement,component",
        "monitor MODEL RUN",
        "monitor MODEL OTHER",
        "features RUN -o OUT.npy",
        "benchmark --datasets synthetic --methods ts,vs,ets,ridge --runs 1 --models gcn -o DIR"
            + " --set gcn:epochs=2",
        "benchmark --print-plan",
        "sweep --print-plan",
        "ablate --print-plan");
  }

  @ParameterizedTest
  @MethodSource("everyCommand")
  void fitsInEightyColumnsAndBeginsWithASentence(String line) {
    String[] arguments = arguments(line);
    for (int k = 0; k < arguments.length; k++) {
      arguments[k] = arguments[k].replace("OUT.", folder.resolve("out") + ".");
    }
    Cli cli = Cli.run(EIGHTY, arguments);
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out().lines().filter(text -> !isPath(text)))
        .as(cli.out())
        .allMatch(text -> text.length() <= 80);
    assertThat(cli.out()).doesNotContain("E-", "1 nodes", "1 checks", "  \n").endsWith("\n");
    if (!line.startsWith("dataset") && !line.startsWith("methods w")) {
      assertThat(cli.out().replaceAll("(?s)\\R\\R.*", "").replaceAll("\\s+", " "))
          .matches(".{20,}[.:].*");
    }
    if (!line.contains("monitor") && !line.contains("explain")) {
      assertThat(cli.err().lines().filter(text -> !isPath(text)))
          .allMatch(text -> text.length() <= 80);
    }
  }

  /** A command to be copied, or a name that cannot be broken. */
  private boolean isPath(String line) {
    return line.startsWith("next: ") || line.contains(folder.toString());
  }

  static List<String> everyHelp() {
    return Stream.concat(
            WatsCommand.SUBCOMMANDS.stream()
                .map(type -> type.getAnnotation(picocli.CommandLine.Command.class).name())
                .filter(name -> !name.equals("help")),
            Stream.of("list", "info", "get", "verify", "generate", "convert")
                .map(name -> "dataset " + name))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("everyHelp")
  void helpFitsOnAScreenAndIsWholeWhereItIsWide(String command) {
    String help = Cli.run(EIGHTY, arguments(command + " --help")).out();
    assertThat(help.lines())
        .as(help + "\n(an option that few need: order = GroupedHelp.ADVANCED)")
        .hasSizeLessThanOrEqualTo(24)
        .allMatch(line -> line.length() <= 80);
    if (!command.equals("dataset")) {
      String all = Cli.run(EIGHTY, arguments(command + " --help --wide")).out();
      assertThat(all.lines()).allMatch(line -> line.length() <= 80);
      assertThat(all).contains("--threads=N").contains("Print the stack trace");
    }
  }

  @Test
  void theNextCommandNamesTheRecommendedMethodAndRuns() {
    String out = ok("compare RUN --methods uncalibrated,ts,ridge").out();
    String method = out.replaceFirst("(?s)^Use (\\S+):.*", "$1");
    String next = out.substring(out.lastIndexOf("next: wats ") + 11).strip();
    assertThat(next).contains(" --method " + method + " ");
    Path file = folder.resolve("calibrated.npz");
    String line = next.replace("calibrated.npz", "" + file).replace("model.json", file + ".json");
    assertThat(Cli.run(line.split(" ")).exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 60, 120})
  void sentencesAndTablesFollowTheWidth(int columns) {
    Map<String, String> environment = Map.of("COLUMNS", "" + columns);
    Cli cli = Cli.run(environment, arguments("select RUN --method ts --risk 0.4 --by class"));
    assertThat(cli.out().lines().filter(text -> !isPath(text)))
        .allMatch(text -> text.length() <= columns);
    assertThat(cli.out()).contains("held out").contains("95 % interval");
  }

  @Test
  void errorsAreBrokenAtWordsOnATerminalOnly() {
    for (String line :
        List.of(
            "calibrate RUN --method rigde",
            "calibrate RUN --metod ridge",
            "select RUN --risk 7",
            "compare RUN --methods ts,nothing-of-that-name",
            "apply RUN MODEL -o OUT.npz",
            "sets RUN --score lacc",
            "calibrate " + folder.resolve("a folder of a long name/that is not there.npz"))) {
      String[] arguments = line.startsWith("calibrate /") ? line.split(" ", 2) : arguments(line);
      Cli broken = Cli.run(true, Map.of("NO_COLOR", "1"), arguments);
      assertThat(broken.exitCode()).isNotZero();
      assertThat(broken.err().lines().filter(text -> !isPath(text)))
          .as(broken.err())
          .allMatch(text -> text.length() <= 80);
      Cli whole = Cli.run(arguments);
      assertThat(broken.err().replaceAll("\\s+", " "))
          .isEqualTo(whole.err().replaceAll("\\s+", " "));
    }
    String path = folder.resolve("a folder of a long name/that is not there/") + "/x".repeat(20);
    assertThat(Cli.run(true, Map.of(), "calibrate", path).err()).contains(path + ":");
  }

  @Test
  void wideShowsAllColumns() {
    assertThat(Cli.run(EIGHTY, "dataset", "list").out()).containsPattern("cora {16,}2,708 {2,}");
    assertThat(ok("dataset list --wide").out()).contains("features");
    String narrow = ok("sets RUN --method ts").out();
    String wide = ok("sets RUN --method ts --wide").out();
    assertThat(narrow).doesNotContain("singletons");
    assertThat(wide).contains("singletons", "threshold");
    assertThat(ok("monitor MODEL RUN --wide").out()).contains("degree psi", "AUROC");
    assertThat(ok("monitor MODEL RUN").out()).doesNotContain("psi ", "AUROC");
  }

  private static String printed(Map<String, String> environment, String... arguments) {
    StringWriter out = new StringWriter();
    PrintWriter none = new PrintWriter(new StringWriter());
    Console console =
        new Console(new PrintWriter(out, true), none, false, OptionalInt.of(80), environment);
    WatsCommand.run(console, arguments);
    return out.toString();
  }

  @Test
  void theSentenceIsGreenYellowOrRedInATerminal() {
    String[] good = arguments("calibrate RUN --method ridge");
    assertThat(printed(Map.of(), good)).startsWith("\u001b[32mUse the calibrated");
    assertThat(printed(Map.of(), arguments("select RUN --method ts --risk 0.02")))
        .startsWith("\u001b[33mNo threshold guarantees an error rate of 2 % with ");
    assertThat(printed(Map.of(), arguments("monitor MODEL OTHER"))).startsWith("\u001b[31mAlarm: ");
    assertThat(printed(Map.of("NO_COLOR", "1"), good)).doesNotContain("\u001b");
    String[] plain = Stream.concat(Stream.of(good), Stream.of("--no-color")).toArray(String[]::new);
    assertThat(printed(Map.of(), plain)).doesNotContain("\u001b");
    assertThat(Cli.run(good).out()).as("not a terminal").doesNotContain("\u001b");
  }

  @Test
  void explainNamesWhatIsUnusualAboutANode() {
    List<String> first =
        IntStream.range(0, 60)
            .mapToObj(node -> ok("explain WAVES RUN --node " + node).out())
            .map(out -> out.replaceAll("(?s)\\R\\R.*", "").replaceAll("\\s+", " "))
            .toList();
    assertThat(first)
        .allMatch(line -> line.matches("Node \\d+, class .*: .*temperature \\d\\.\\d\\d, confid.*"))
        .anyMatch(line -> line.contains("few neighbors ("))
        .anyMatch(line -> line.contains("many neighbors ("))
        .anyMatch(line -> line.contains("neighbors predicted like it ("));
  }
}
