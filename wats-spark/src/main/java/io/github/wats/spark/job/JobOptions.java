package io.github.wats.spark.job;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.settings.SettingsSchema;
import io.github.wats.spark.GraphCalibrator;
import io.github.wats.spark.GraphWavelets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.spark.ml.param.Params;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Columns, method and settings; those of {@code wats calibrate} have its names. */
final class JobOptions {
  /** The view of the edges. */
  static final String EDGES = "wats_edges";

  private static final Set<String> WAVELETS = GraphWavelets.settings().names();

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description =
          "auto, wats, ridge, ridge-temperature, hots, ts, ets, vs, … Default: ${DEFAULT-VALUE}.")
  private String method = Methods.recommended().name();

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description =
          "Change a setting of the method, such as k=3; repeatable. --NAME VALUE is the short form."
              + " 'wats methods NAME' lists the settings.")
  private List<String> pairs = new ArrayList<>();

  @Option(names = "--seed", paramLabel = "N", description = "Seed of fit and sample. Default: 0.")
  private long seed;

  @Option(
      names = "--max-rows",
      paramLabel = "N",
      description = "Maximum number of validation nodes on the driver; above it, a sample.")
  private int maxRows = GraphCalibrator.MAX_ROWS;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      description = "Number of blocks of the graph. Default: chosen by the number of edges.")
  private int blocks;

  private final Map<String, OptionSpec> columns = new LinkedHashMap<>(); // by parameter
  private final Map<String, OptionSpec> shortForms = new LinkedHashMap<>(); // by setting
  private CommandSpec command = CommandSpec.create(); // set by picocli

  /** Adds an option for each column, and the short form of each setting. */
  @Spec(Spec.Target.MIXEE)
  void addOptions(CommandSpec mixee) {
    command = mixee;
    for (String column : List.of("id", "logits", "probability", "label", "split", "src", "dst")) {
      String description = "Name of the " + column + " column. Default: " + column + ".";
      columns.put(column + "Col", option(column + "-col", "NAME", description));
    }
    for (Method one : Methods.all()) {
      for (String name : one.schema().names()) {
        shortForms.computeIfAbsent(name, setting -> option(setting, "VALUE", ""));
      }
    }
  }

  /** An option, hidden if it has no help. */
  private OptionSpec option(String name, String label, String help) {
    OptionSpec option =
        OptionSpec.builder("--" + name)
            .type(String.class)
            .paramLabel(label)
            .description(help)
            .hidden(help.isEmpty())
            .build();
    command.addOption(option);
    return option;
  }

  /** The values on the command line, by name. */
  private static Map<String, String> valuesOf(Map<String, OptionSpec> options) {
    Map<String, String> values = new LinkedHashMap<>();
    options.forEach((name, option) -> values.put(name, option.getValue()));
    values.values().removeIf(value -> value == null);
    return values;
  }

  /** The settings on the command line, of the wavelets or of the method beside them. */
  private String[] settings(boolean ofWavelets) {
    List<String> texts = new ArrayList<>(pairs);
    valuesOf(shortForms).forEach((name, value) -> texts.add(name + "=" + value));
    Map<String, String> settings = checked(() -> SettingsSchema.parse(texts));
    settings.keySet().removeIf(name -> WAVELETS.contains(name) != ofWavelets);
    return settings.entrySet().stream().map(Object::toString).toArray(String[]::new);
  }

  /** The stage that adds features, or degrees alone. */
  GraphWavelets wavelets() {
    GraphWavelets stage = on(new GraphWavelets()).setSettings(settings(true));
    checked(stage::wavelets);
    return stage;
  }

  GraphCalibrator calibrator() {
    GraphCalibrator stage =
        on(new GraphCalibrator())
            .setMethod(method)
            .setSettings(settings(false))
            .with("seed", seed)
            .with("maxRows", maxRows);
    checked(() -> stage.checkSettings(Optional.of(wavelets().wavelets())));
    return stage;
  }

  /** {@code --bins} of evaluate, which is the short form of a setting elsewhere. */
  int bins(int usual) {
    String given = valuesOf(shortForms).get("bins");
    shortForms.remove("bins");
    return given == null ? usual : Integer.parseInt(given);
  }

  long seed() {
    return seed;
  }

  /** The stage with the edges, the blocks and the names of those columns that it has. */
  <S extends Params> S on(S stage) {
    Map<String, Object> values = new LinkedHashMap<>(valuesOf(columns));
    values.put("edges", EDGES);
    values.put("blocks", blocks);
    values.keySet().removeIf(param -> !stage.hasParam(param));
    values.forEach(stage::set);
    return stage;
  }

  /** Reports an invalid setting as wrong usage. */
  <T> T checked(Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(command.commandLine(), wrong.getMessage(), wrong);
    }
  }
}
