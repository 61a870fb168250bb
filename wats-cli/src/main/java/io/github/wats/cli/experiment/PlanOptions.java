package io.github.wats.cli.experiment;

import io.github.wats.cli.console.GroupedHelp;
import io.github.wats.experiment.PaperSettings;
import io.github.wats.experiment.Plan;
import io.github.wats.experiment.PlanCheck;
import io.github.wats.experiment.PlanFile;
import io.github.wats.experiment.Protocol;
import io.github.wats.experiment.Variant;
import io.github.wats.internal.Check;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.dataset.GatsSplits;
import io.github.wats.settings.SettingsSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of all experiments: data sets, backbones, runs, protocol and settings. */
final class PlanOptions {
  @Option(
      names = "--plan",
      order = GroupedHelp.ADVANCED,
      paramLabel = "FILE.yaml",
      description =
          "Read defaults of these options from a YAML file with any of the keys datasets, models,"
              + " methods, runs, protocol, seed, k, s, features, settings.")
  private @Nullable Path file;

  @Option(
      names = "--datasets",
      paramLabel = "NAME",
      split = ",",
      description = "Data sets to use. Default: cora,citeseer,pubmed,computers,photo.")
  private @Nullable List<String> datasets;

  @Option(
      names = "--models",
      paramLabel = "NAME",
      split = ",",
      description = "Networks to train; 'wats methods' lists them. Default: those of the paper.")
  private @Nullable List<String> models;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Runs per data set and network, in 1 … 1000. Default: 10.")
  private @Nullable Integer runs;

  @Option(
      names = "--protocol",
      order = GroupedHelp.ADVANCED,
      paramLabel = "paper|authors|gats",
      description =
          "paper: a new random 20/10/70 split and initialization per run; authors: one split for"
              + " all runs, as in the authors' code; gats: the splits of --splits in turns, and 15"
              + " bins. Default: paper.")
  private @Nullable String protocol;

  @Option(
      names = "--splits",
      order = GroupedHelp.ADVANCED,
      paramLabel = "DIR",
      description =
          "Folder with the splits of GATS for protocol gats, NAME.npz for each data set; run r has"
              + " pair r mod 15 of training and validation folds.")
  private @Nullable Path splits;

  @Option(
      names = "--preset",
      order = GroupedHelp.ADVANCED,
      paramLabel = "arxiv-v1|iclr-2026",
      description =
          "Settings of a version of the paper: arxiv-v1 those of its tables; iclr-2026 also"
              + " wavelets with k = 3, s = 2 and heat-kernel coefficients for every data set."
              + " Default: ${DEFAULT-VALUE}.")
  private String preset = "arxiv-v1";

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Random seed of the first run; run r uses N + r. Default: 0.")
  private @Nullable Long seed;

  @Option(
      names = "--set",
      order = GroupedHelp.ADVANCED,
      paramLabel = "NAME:SETTING=VALUE",
      description =
          "Change a setting of a method or network wherever it is used, such as"
              + " wats:early-stopping=none or gcn:epochs=50; 'wats methods NAME' lists them."
              + " Repeatable.")
  private List<String> settings = List.of();

  PlanFile file() throws IOException {
    return file == null ? PlanFile.empty() : PlanFile.read(file);
  }

  /** The plan of these options, then of the file; {@code usualModels} where neither names any. */
  Plan plan(List<Variant> variants, List<String> usualModels, PlanFile planned) {
    List<String> names = chosen(datasets, planned.datasets(), Plan.DATASETS);
    Plan plan =
        new Plan(
            names.stream().map(Datasets::named).toList(),
            lower(chosen(models, planned.models(), usualModels)),
            variants,
            chosen(runs, planned.runs(), Plan.RUNS),
            Protocol.named(chosen(protocol, planned.protocol(), "paper")),
            chosen(seed, planned.seed(), 0L),
            settings(variants, planned));
    PlanCheck.names(plan);
    boolean given = splits != null;
    Check.argument(
        given == (plan.protocol() == Protocol.GATS),
        "--splits must be given with protocol gats, and with no other, got %s",
        plan.protocol());
    return plan;
  }

  /** A data set of the plan, with the splits of {@code --splits} if there are any. */
  Dataset load(DataFolder folder, String name) throws IOException {
    return splits == null ? Datasets.load(folder, name) : GatsSplits.load(folder, splits, name);
  }

  /** The preset, then the plan file, then {@code --set}. */
  private Map<String, Map<String, Object>> settings(List<Variant> variants, PlanFile planned) {
    Map<String, Map<String, Object>> all = new LinkedHashMap<>();
    for (Variant variant : variants) {
      Map<String, Object> changes = PaperSettings.preset(preset, variant.method());
      if (!changes.isEmpty()) {
        all.put(variant.method(), changes);
      }
    }
    planned
        .settings()
        .orElse(Map.of())
        .forEach(
            (owner, values) ->
                all.computeIfAbsent(owner, key -> new LinkedHashMap<>()).putAll(values));
    for (String text : settings) {
      List<String> parts = List.of(text.split(":", -1));
      if (parts.size() < 2) {
        throw new IllegalArgumentException(
            "--set must be NAME:SETTING=VALUE, such as wats:epochs=200, got " + text);
      }
      all.computeIfAbsent(parts.get(0).trim().toLowerCase(Locale.ROOT), k -> new LinkedHashMap<>())
          .putAll(SettingsSchema.parse(parts.subList(1, parts.size())));
    }
    return all;
  }

  static <T> T chosen(@Nullable T option, Optional<T> planned, T usual) {
    return option != null ? option : planned.orElse(usual);
  }

  static List<String> lower(List<String> names) {
    return names.stream().map(name -> name.trim().toLowerCase(Locale.ROOT)).toList();
  }
}
