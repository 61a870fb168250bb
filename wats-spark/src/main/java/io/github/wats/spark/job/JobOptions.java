package io.github.wats.spark.job;

import io.github.wats.metrics.Evaluation;
import io.github.wats.settings.SettingsSchema;
import io.github.wats.spark.CalibrationEvaluator;
import io.github.wats.spark.GraphCalibrator;
import io.github.wats.spark.GraphWavelets;
import io.github.wats.spark.NodeColumns;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Columns, method and settings; those of {@code wats calibrate} have its names. */
final class JobOptions {
  @Option(names = "--id-col", paramLabel = "NAME", description = "Of nodes. Default: id.")
  private String id = "id";

  @Option(names = "--logits-col", paramLabel = "NAME", description = "Of nodes. Default: logits.")
  private String logits = "logits";

  @Option(names = "--label-col", paramLabel = "NAME", description = "Of nodes. Default: label.")
  private String label = "label";

  @Option(names = "--split-col", paramLabel = "NAME", description = "Of nodes. Default: split.")
  private String split = "split";

  @Option(names = "--src-col", paramLabel = "NAME", description = "Of edges. Default: src.")
  private String source = "src";

  @Option(names = "--dst-col", paramLabel = "NAME", description = "Of edges. Default: dst.")
  private String target = "dst";

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description = "wats, ts, ets or vs. Default: ${DEFAULT-VALUE}.")
  private String method = "wats";

  @Option(
      names = "--set",
      hidden = true,
      paramLabel = "NAME=VALUE",
      description = "Any other setting of the method, such as learning-rate=0.001.")
  private Map<String, String> others = new LinkedHashMap<>();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the fit, and of the sample if one is drawn. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--max-rows",
      paramLabel = "N",
      description = "Most calibration nodes taken to the driver; above it, a sample.")
  private @Nullable Integer maxRows;

  private @Nullable CommandSpec command;

  String method() {
    return method;
  }

  long seed() {
    return seed;
  }

  /** The stage that adds features, or degrees alone. */
  GraphWavelets wavelets(String edges) {
    GraphWavelets stage =
        withColumns(new GraphWavelets()).setEdges(edges).setSrcCol(source).setDstCol(target);
    Map<String, String> wavelets = given();
    wavelets.keySet().retainAll(GraphWavelets.settings().names());
    return stage.setWavelets(JobFailures.checked(() -> GraphWavelets.settings().bind(wavelets)));
  }

  GraphCalibrator calibrator() {
    GraphCalibrator stage = withColumns(new GraphCalibrator()).setMethod(method).setSeed(seed);
    Map<String, String> settings = given();
    settings.keySet().removeAll(GraphWavelets.settings().names());
    settings.putAll(others);
    settings.forEach(stage::setSetting);
    if (maxRows != null) {
      stage.setMaxRows(maxRows);
    }
    return stage;
  }

  /** The metrics on the test nodes, or empty where there are no labels to judge by. */
  Optional<Evaluation> evaluate(Dataset<Row> calibrated) {
    return Arrays.asList(calibrated.columns()).containsAll(List.of(label, split))
        ? withColumns(new CalibrationEvaluator()).evaluation(calibrated)
        : Optional.empty();
  }

  <S extends NodeColumns<S>> S withColumns(S stage) {
    return stage.setIdCol(id).setLogitsCol(logits).setLabelCol(label).setSplitCol(split);
  }

  /** Adds an option for each setting of a method that Spark has. */
  @Spec(Spec.Target.MIXEE)
  void addSettings(CommandSpec mixee) {
    command = mixee;
    for (SettingsSchema.Declared setting : GraphCalibrator.settingsOfAll()) {
      mixee.addOption(
          OptionSpec.builder("--" + setting.name())
              .type(String.class)
              .paramLabel("VALUE")
              .description(setting.description() + ".")
              .build());
    }
  }

  private Map<String, String> given() {
    Map<String, String> given = new LinkedHashMap<>();
    for (SettingsSchema.Declared setting : GraphCalibrator.settingsOfAll()) {
      String value = Objects.requireNonNull(command).findOption("--" + setting.name()).getValue();
      if (value != null) {
        given.put(setting.name(), value);
      }
    }
    return given;
  }
}
