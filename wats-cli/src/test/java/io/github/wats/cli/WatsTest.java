package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.cli.console.Version;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.nn.Backbone;
import io.github.wats.settings.SettingsSchema;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WatsTest {
  @Test
  void explainsItselfWithoutArguments() {
    Cli cli = Cli.run();
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.out()).startsWith("Usage: wats COMMAND").contains("wats --help");
    assertThat(cli.err()).isEmpty();
  }

  @Test
  void tellsVersionCommitAndJava() {
    Cli cli = Cli.run("--version");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.out())
        .matches("(?s)wats \\d+\\.\\d+\\.\\d+.* \\(commit \\w+\\)\\R.*Java 1?\\d.*");
  }

  @Test
  void aProgramBuiltByMavenAloneTakesTheCommitOfItsCheckout() {
    String built = Version.built();
    assertThat(Version.commit()).isEqualTo(built);
    System.setProperty("wats.commit", "0123456789abcdef");
    try {
      assertThat(Version.commit()).isEqualTo(built.equals("unknown") ? "0123456" : built);
      System.setProperty("wats.commit", "");
      assertThat(Version.commit()).isEqualTo(built);
    } finally {
      System.clearProperty("wats.commit");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "dataset"})
  void listsEachCommandWithASentenceThatFitsATerminal(String command) {
    String help = Cli.run((command + " --help").strip().split(" ")).out();
    assertThat(
            help.lines().filter(line -> line.matches("[a-z ]+ [A-Z].*\\.") && line.contains("  ")))
        .hasSizeGreaterThan(5);
    assertThat(help.lines()).hasSizeLessThanOrEqualTo(24).allMatch(line -> line.length() <= 80);
  }

  @Test
  void groupsTheCommandsByWhatTheyAreFor() {
    assertThat(Cli.run("--help").out())
        .containsSubsequence("\nstart ", "\ncalibrate ", "\ndecide ", "\ncheck ", "\nresearch ");
  }

  @Test
  void refusesAnUnknownOptionWithExitCodeTwo() {
    Cli cli = Cli.run("--nope");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.err()).startsWith("wats: Unknown option: '--nope'").contains("wats --help");
  }

  /** So that a slip of the keyboard does not start a week of work; methods of plug-ins too. */
  @Test
  void everyWholeNumberOfMethodsBackbonesAndTheGeneratorHasALimit() {
    Stream<SettingsSchema<?>> schemas =
        Stream.of(
                Methods.all().stream().map(Method::schema),
                Backbone.all().values().stream().map(Backbone::schema),
                Stream.of(SettingsSchema.of(GeneratorSettings.DEFAULT)))
            .flatMap(each -> each);
    List<SettingsSchema.Declared> whole =
        schemas
            .flatMap(schema -> schema.settings().stream())
            .filter(setting -> Set.of(int.class, OptionalInt.class).contains(setting.type()))
            .toList();
    assertThat(whole).hasSizeGreaterThan(20).allMatch(setting -> setting.range().contains(" … "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "calibrate run.npz --method wats --k 100000",
        "features run.npz -o features.npy --k 1001",
        "calibrate run.npz --method wats --epochs 2147483647",
        "calibrate run.npz --method gats --heads 1000000",
        "train --dataset cora -o run.npz --hidden 1000000",
        "dataset generate -o graph.npz --nodes 2147483647",
        "sweep --k 100000 --print-plan"
      })
  void refusesWorkBeyondItsLimitBeforeReadingAnything(String command) {
    Cli cli = Cli.run(command.split(" "));
    assertThat(cli.err()).containsPattern(" must be in 1 … [0-9]+, got [0-9]+");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          evaluate run.npz --seed y    | '--seed': 'y' is not a whole number
          evaluate run.npz --bins 1.5  | '--bins': '1.5' is not a whole number
          evaluate run.npz --max-ece x | '--max-ece': 'x' is not a number
          sweep --k a                  | '--k' (K): 'a' is not a whole number
          sweep --s a                  | '--s' (S): 'a' is not a number
          benchmark --format x         | expected one of [text, csv, markdown, latex]
          """)
  void saysInWordsWhichNumberOrChoiceIsExpected(String arguments, String message) {
    Cli cli = Cli.run(arguments.split(" "));
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"evaluate \u001b[31m.npz", "evaluate x \u001b]0;", "\u009b2J"})
  void printsNoControlCharactersOfNames(String arguments) {
    Cli cli = Cli.run((arguments + " --debug").split(" "));
    assertThat(cli.exitCode()).isNotZero();
    assertThat(cli.err()).doesNotContain("\u001b", "\u009b").contains("\\u00");
  }

  @Test
  void listsOptionsUnderHeadings() {
    String help = Cli.run("calibrate", "--help", "--wide").out();
    assertThat(help)
        .containsSubsequence(
            "\nInput:\n",
            "--graph=FILE",
            "\nOptions:\n",
            "--method=NAME",
            "-o, --output=OUT.npz",
            "\nSettings:\n",
            "--set=NAME=VALUE",
            "methods NAME' lists",
            "\nCommon options:\n",
            "--debug ",
            "\nExamples:\n");
  }

  @ParameterizedTest
  @CsvSource({"demo,--output=DIR", "benchmark,--output=DIR", "features,--features=NAME"})
  void hasOneNameForAnOptionInAllCommands(String command, String option) {
    assertThat(Cli.run(command, "--help").out())
        .contains(option)
        .doesNotContain("--out=", "--kind=");
  }

  @Test
  void colorsMessagesOnATerminalUnlessToldNotTo() {
    assertThat(Cli.run(true, Map.of(), "--nope").err()).contains("\u001b[");
    assertThat(Cli.run(true, Map.of("NO_COLOR", "1"), "--nope").err()).doesNotContain("\u001b");
    Cli plain = Cli.run(true, Map.of(), "evaluate", "absent.npz", "--no-color");
    assertThat(plain.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(plain.err()).isEqualTo("wats: absent.npz: no such file\n");
  }
}
