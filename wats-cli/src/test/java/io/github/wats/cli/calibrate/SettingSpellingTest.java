package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.features.WaveletSettings;
import io.github.wats.nn.Backbone;
import io.github.wats.settings.SettingsSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A setting has one name, in every command and in Java. */
class SettingSpellingTest {
  @TempDir Path folder;
  private Path run;

  @BeforeEach
  void write() {
    run = folder.resolve("run.npz");
    new RunFile().write(run);
  }

  private byte[] calibrated(String... settings) throws IOException {
    Path output = folder.resolve("out.npz");
    Cli cli =
        run(
            "calibrate",
            Stream.concat(
                Stream.of("-o", output.toString(), "--method", "wats"), Stream.of(settings)));
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    return Files.readAllBytes(output);
  }

  private Cli run(String command, Stream<String> more) {
    return Cli.run(Stream.concat(Stream.of(command, run.toString()), more).toArray(String[]::new));
  }

  @Test
  void shortFormAndSetGiveTheSame() throws IOException {
    byte[] expected = calibrated("--k", "3", "--s", "0.2,0.8", "--epochs", "5");
    assertThat(calibrated("--set", "k=3", "--set", "s=0.2,0.8", "--set", "epochs=5"))
        .isEqualTo(expected);
    assertThat(calibrated("--set", "s=0.2,0.8", "--k=3", "--epochs=5")).isEqualTo(expected);
    assertThat(calibrated("--k", "2", "--s", "0.2,0.8", "--epochs", "5")).isNotEqualTo(expected);
  }

  @Test
  void aListOfMethodsAndJavaGiveTheSameAsTheOption() throws IOException {
    JsonNode one =
        run("calibrate", Stream.of("--method wats --k 3 --s 0.2,0.8 --epochs 5 --json".split(" ")))
            .json();
    JsonNode results =
        run(
                "compare",
                Stream.of(
                    "--methods", "ts,wats:k=3:s=0.2,0.8:epochs=5,wats:k=2:epochs=5,ts", "--json"))
            .json()
            .path("results");
    assertThat(results.valueStream().map(result -> result.path("method").asString()))
        .containsExactly("ts", "wats:k=3:s=0.2,0.8:epochs=5", "wats:k=2:epochs=5");
    double expected = one.path("after").path("nll").asDouble();
    assertThat(results.get(1).path("nll").path("value").asDouble()).isEqualTo(expected);
    assertThat(results.get(2).path("nll").path("value").asDouble()).isNotEqualTo(expected);

    Method method = Methods.named("WATS: k = 3 :s=0.2,0.8:epochs=5");
    assertThat(method.title()).isEqualTo("WATS k=3 s=0.2,0.8 epochs=5");
    assertThat(method.calibrator())
        .isEqualTo(
            Wats.DEFAULT
                .withWavelets(WaveletSettings.DEFAULT.withK(3).withS(0.2, 0.8))
                .withTraining(Wats.DEFAULT.training().withEpochs(5)));
    assertThat(one.path("settings").path("k").asInt()).isEqualTo(3);
    assertThat(one.path("settings").path("s").asString()).isEqualTo("0.2,0.8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--method wats --k 0|k must be in 1 … 1000, got 0",
        "--method wats --set k=0|k must be in 1 … 1000, got 0",
        "--method wats --s -1|s must be in (0, 1000000], got -1.0",
        "--method wats --set epochs=many|epochs must be a whole number or auto, got many",
        "--set k|a setting must be NAME=VALUE, such as k=3, got k",
        "--set k=2 --k 3|k must be set once, got 2 and 3",
        "--method wats --set epoks=3|wats has no setting epoks; it has features, k, s, ",
        "--method wats --epoks 3|wats has no setting epoks; it has features, k, s, ",
        "--method wats --epoks=3|; did you mean epochs?",
        "--k 3|auto has no setting k; it has mode, ",
        "--k 3|; add --method wats",
        "--paper-settings cora|the paper has no settings of auto: add --method wats",
        "--preset iclr-2026|the paper has no settings of auto: add --method wats",
        "--method ts --epochs 3|ts has no setting epochs; it has solver",
        "--method ts --modee 3|ts has no setting modee; it has solver",
        "--method wats:k=3|--method must be a name, got wats:k=3; give settings by --set"
      })
  void wrongNamesAndValuesAreRefusedWithTheNameOfTheSetting(String options, String message) {
    for (String command : List.of("calibrate", "select --risk 0.1", "sets --coverage 0.9")) {
      String[] words = command.split(" ");
      Cli cli =
          run(words[0], Stream.concat(Stream.of(words).skip(1), Stream.of(options.split(" "))));
      assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.USAGE);
      assertThat(cli.err()).contains(message);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wats:k=0|k must be in 1 … 1000, got 0",
        "ts:k=3|ts has no setting k; it has solver",
        "ridge:free|a setting must be NAME=VALUE, such as k=3, got free",
        "wats:k=3:k=4|k must be set once, got 3 and 4"
      })
  void listsOfMethodsRefuseTheSame(String methods, String message) {
    assertThat(run("compare", Stream.of("--methods", methods)).err()).contains(message);
    assertThat(Cli.run("benchmark", "--print-plan", "--methods", methods).err()).contains(message);
  }

  @Test
  void trainRefusesWhatTheNetworkDoesNotHave() {
    String[] train = {"train", "--dataset", "synthetic", "-o", run.toString(), "--model", "MLP"};
    for (List<String> wrong :
        List.of(List.of("--heads", "2"), List.of("--set", "heads=2"), List.of("--head", "2"))) {
      Cli cli = Cli.run(Stream.concat(Stream.of(train), wrong.stream()).toArray(String[]::new));
      assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(cli.err()).contains("mlp has no setting head").contains("; it has layers, hidden");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"calibrate", "select", "sets", "train"})
  void helpListsNoSettingsOfMethods(String command) {
    String help = Cli.run(command, "--help").out();
    assertThat(help).contains("--set=NAME=VALUE", "'wats methods NAME' lists");
    Stream.concat(
            Methods.all().stream().map(Method::schema),
            Backbone.all().values().stream().map(Backbone::schema))
        .map(SettingsSchema::names)
        .forEach(
            names -> names.forEach(name -> assertThat(help).doesNotContain("--" + name + "=")));
  }

  @Test
  void methodsDescribesOneMethodOrNetwork() {
    Cli wats = Cli.run("methods", "WATS");
    assertThat(wats.out())
        .startsWith("wats")
        .containsPattern("k=4 +order of the wavelets: the number of hops they cover, in 1 … 1000")
        .containsPattern("early-stopping=none +.*\\[training-nodes\\|held-out\\|none\\]")
        .doesNotContain("ridge");
    assertThat(Cli.run("methods", "gcn").out()).startsWith("gcn").contains("layers=2");
    assertThat(Cli.run("methods", "auto").out())
        .containsPattern("mode=free +.*keep-class costs accuracy and ECE");
    assertThat(Cli.run("methods", "isotonic").out()).contains("Laplace smoothing");
    JsonNode json = Cli.run("methods", "gcn", "--json").json();
    assertThat(json.path("methods").isEmpty()).isTrue();
    assertThat(json.path("networks").get(0).path("settings").has("hidden")).isTrue();
    Cli unknown = Cli.run("methods", "ridg");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(unknown.err()).contains("did you mean ridge?");
  }
}
