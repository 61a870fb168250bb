package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.metrics.Metric;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * docs/names.md as the program has it; -Dwats.write.docs=true writes it anew. Options and their
 * values, methods, settings and metrics are taken from the program; every name in the other columns
 * must occur in the sources of its language.
 */
class NamesPageTest {
  private static final Path PAGE = Shared.root().resolve("docs/names.md");

  private static final String HEAD =
      """
      ---
      hide:
        - toc
      ---

      # Names

      One name per thing; `NamesPageTest` generates this page. Commands are `wats NAME`; a `Calibrator` of Python is called `c`, a `CalibrationEvaluator` of Spark `e`.
      – means that there is none.

      | thing | command | Python | Java | Spark | JSON, files |
      | --- | --- | --- | --- | --- | --- |
      """;

  /** {@code {command --option}} is replaced by the option and its value, as help has them. */
  private static final String THINGS =
      """
      fit a calibrator | `calibrate` | `Calibrator(method).fit(…)` | `Calibrator.fit` | `GraphCalibrator.fit` | a model file
      apply it | `apply` | `c.predict_proba` | `FittedCalibrator.calibrate` | `GraphCalibratorModel.transform` | –
      method | {calibrate --method} | `Calibrator("ridge")` | `Methods.named("ridge")` | `GraphCalibrator(method="ridge")` | `method`
      the default method, `DEFAULT` | no `--method` | `Calibrator()` | `Methods.recommended()` | `GraphCalibrator()` | `method`
      setting, such as the order of the wavelets | {calibrate --set}, `--k 3`; `wats:k=3` in a list | `k=3` | `withK(3)`, `with("k", 3)` | `settings={"k": 3}` | `"k": 3` in `settings`
      keep the network's classes | `--mode keep-class` | `mode="keep-class"` | `withMode(Mode.KEEP_CLASS)` | `settings={"mode": "keep-class"}` | `mode`
      graph | {calibrate --graph} | `edge_index`, `adj_t`, … | `Graph` | `edges=` | `edge_index`
      raw scores | {calibrate --logits} | `logits` | `Logits` | `logits`, `rawPrediction` | `logits`
      probabilities of the network | {calibrate --probabilities} | `fit(…, probabilities=p)` | `Logits.ofProbabilities` | `probability` | `probabilities`
      true classes | {calibrate --labels} | `y` | `Labels` | `label` | `y` (array), `label` (column); `labels` is read too
      validation nodes | `val` in a file of {calibrate --split} | `val_mask`, `val_idx` | `split.validation()` | `split` = `val` | `val_mask`, `val_idx`, `val`
      calibrated probabilities | {calibrate --output} | `c.probabilities_` | `calibration.probabilities()` | `probability`, `calibratedProbability` | `probabilities`
      the network's class | – | `c.network_prediction_` | – | `networkPrediction` | `network_prediction`
      its calibrated probability | – | `c.network_confidence_` | – | `networkConfidence` | `network_confidence`
      temperatures | – | `c.temperatures_` | `calibration.temperatures()` | `temperature` | `temperatures` (array), `temperature` (column); both are read
      metrics before and after | printed | `c.metrics_.before`, `.after` | `Evaluation` | `e.metrics` | `before`, `after`
      compare methods | `compare` | `wats.compare` | `Comparison` | `e.compare` | `recommended`, `results`
      accept predictions | `select` with {select --risk} | `wats.select(risk=R)` | `Acceptance.atRisk` | `e.select` | `acceptance`, `accept`
      prediction sets | `sets` with {sets --coverage} | `wats.sets(coverage=C)` | `PredictionSets` | `e.sets` | `sets`
      drift | `monitor` | `c.monitor` | `DriftMonitor` | `wats-spark.jar monitor` | `checks`, `alarm`
      why a node has its confidence | `explain` with {explain --node} | `c.explain(node)` | `calibration.explain(node)` | – | `node`, `contributions`
      store, load | {calibrate --save} | `c.save`, `wats.load` | `CalibratorFile` | `model.toFile` | `m.json`
      seed | {calibrate --seed} | `seed=` | `fit(data, seed)` | `seed=` | `seed`
      """;

  private static final String WORDS =
      """

      ## Words that are used for one thing only

      - **coverage**: the share of nodes that is covered: by `sets`, those whose set has the true class (`--coverage` asks for it); by `select`, those whose prediction is accepted
        (the field `coverage`; `--accept-share` asks for it). The area under the risk–coverage curve has its name from the second.
      - **level**: the probability with which the bounds of `select` hold (`--level`), or an interval does (the field `level`).
      - **false alarm**: an alarm of `monitor` where nothing has changed; `--false-alarm` limits its probability.
      - **k, s**: order and scales of the wavelets; several scales are joined by commas, `s=0.2,0.8`.
      - **validation nodes**: the nodes that a calibrator is fitted on; **held-out nodes**: those of them that no fit saw.
      """;

  private static final Pattern PLACE = Pattern.compile("\\{(\\w+) (--[a-z-]+)}");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w+");

  @Test
  void saysWhatTheProgramHas() throws IOException {
    String page = HEAD + things() + methods() + metrics() + WORDS;
    if (Boolean.getBoolean("wats.write.docs")) {
      Files.writeString(PAGE, page);
    }
    assertThat(PAGE).as("CONTRIBUTING.md has the command that writes it again").hasContent(page);
  }

  /** A name that the sources of its language no longer have was changed there. */
  @Test
  void namesWhatEveryLanguageHas() throws IOException {
    List<Set<String>> known =
        List.of(
            words("py", "python/src/wats"),
            words("java", "wats-core/src/main", "wats-engine/src/main", "wats-io/src/main"),
            words(
                "py|java|xml",
                "python/src/wats/spark",
                "wats-spark/src/main",
                "wats-spark/pom.xml"),
            words("java", "wats-core/src/main", "wats-io/src/main", "wats-cli/src/main"));
    for (String line : THINGS.lines().toList()) {
      List<String> cells = List.of(line.split(" \\| ", -1));
      assertThat(cells).as(line).hasSize(6);
      for (int column = 2; column < 6; column++) {
        Set<String> own = known.get(column - 2);
        List<String> names =
            CODE.matcher(cells.get(column)).results().map(found -> found.group()).toList();
        assertThat(names.stream().flatMap(code -> NAME.matcher(code).results()))
            .as(line)
            .allMatch(name -> own.contains(name.group()) || name.group().equals("json"));
      }
    }
  }

  @Test
  void oneWordIsNoOptionOfTwoMeanings() {
    assertThat(options("select")).doesNotContainKey("--coverage");
    assertThat(options("monitor")).doesNotContainKey("--level").containsKey("--false-alarm");
    assertThat(options("sets")).contains(entry("--coverage", "`--coverage C`"));
  }

  private static Set<String> words(String extensions, String... roots) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String root : roots) {
      try (Stream<Path> files = Files.walk(Shared.root().resolve(root))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          if (file.toString().matches(".*\\.(" + extensions + ")")) {
            texts.add(Files.readString(file));
          }
        }
      }
    }
    return texts.stream()
        .flatMap(text -> NAME.matcher(text).results().map(found -> found.group()))
        .collect(Collectors.toSet());
  }

  private static String things() {
    String text =
        PLACE
            .matcher(THINGS.replace("DEFAULT", Methods.recommended().name()))
            .replaceAll(
                place ->
                    Objects.requireNonNull(
                        options(place.group(1)).get(place.group(2)), place.group()));
    return text.lines().map(line -> "| " + line + " |\n").collect(Collectors.joining());
  }

  /** The options of a command, with their values. */
  private static Map<String, String> options(String command) {
    CommandLine all = new CommandLine(new WatsCommand());
    WatsCommand.SUBCOMMANDS.forEach(all::addSubcommand);
    return all.getSubcommands().get(command).getCommandSpec().options().stream()
        .collect(Collectors.toMap(OptionSpec::longestName, NamesPageTest::option));
  }

  private static String option(OptionSpec option) {
    boolean value = option.arity().max() > 0;
    String names = String.join("`, `", option.names());
    return "`" + names + (value ? " " + option.paramLabel().replace("|", "\\|") : "") + "`";
  }

  private static String methods() {
    StringBuilder table =
        new StringBuilder(
            """

            ## Methods and their settings

            Methods and settings have the same names in command, Java (`Methods.named`, `with`), Spark and JSON, and in Python with `_` in place of `-`; [the guide](guide.md) says what they are.

            | method | title | settings |
            | --- | --- | --- |
            """);
    for (Method method : Methods.all()) {
      String settings =
          method.schema().settings().stream()
              .map(setting -> "`" + setting.name() + "`")
              .collect(Collectors.joining(", "));
      table.append(
          "| `%s` | %s | %s |\n"
              .formatted(method.name(), method.title(), settings.isEmpty() ? "–" : settings));
    }
    return table.toString();
  }

  private static String metrics() {
    StringBuilder table =
        new StringBuilder(
            """

            ## Metrics

            The key is that of JSON, Java (`Metric.of("ece")`) and Spark (`metricName="ece"`). [Definitions](compare.md#definitions). The expected value for perfect
            calibration is in `noiseFloor`.

            | metric | key | Python |
            | --- | --- | --- |
            """);
    for (Metric metric : Metric.values()) {
      String snake = metric.key().replaceAll("(?<!^)([A-Z])", "_$1").toLowerCase(Locale.ROOT);
      table.append("| %s | `%s` | `%s` |\n".formatted(metric.title(), metric.key(), snake));
    }
    return table.toString();
  }
}
