package io.github.wats.experiment.page;

import io.github.wats.experiment.CriticalDifference;
import io.github.wats.experiment.ExperimentFolder;
import io.github.wats.experiment.FitRecord;
import io.github.wats.experiment.Plan;
import io.github.wats.experiment.ResultTable;
import io.github.wats.experiment.Variant;
import io.github.wats.internal.Check;
import io.github.wats.io.InvalidDataException;
import io.github.wats.metrics.Metric;
import io.github.wats.report.Page;
import io.github.wats.report.Provenance;
import io.github.wats.report.Section;
import io.github.wats.report.Section.Block;
import io.github.wats.report.figure.RankFigure;
import io.github.wats.report.figure.RankFigure.Ranked;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The page about an experiment: a benchmark, a sweep or an ablation, finished or not.
 *
 * @param title such as {@code results/main}
 * @param records what has been measured, in the order of the plan, at least one
 * @param planned how many fits were planned
 * @param provenance where the numbers come from; facts about the records are added to it
 */
public record ExperimentReport(
    String title, List<FitRecord> records, int planned, Provenance provenance) {
  /** The metrics that get a table each, in order. */
  private static final List<Metric> TABLES =
      List.of(
          Metric.ECE, Metric.DEGREE_ECE, Metric.NLL, Metric.BRIER, Metric.AURC, Metric.ACCURACY);

  /** Nemenyi's test takes what methods were ranked on as independent, as networks are not. */
  private static final int FEWEST_DATASETS = 5;

  public ExperimentReport {
    records = List.copyOf(records);
    Check.argument(!records.isEmpty(), "there must be at least one record, got none");
  }

  /** The report of the folder of an experiment, which may still be running. */
  public static ExperimentReport read(Path folder, Provenance provenance) throws IOException {
    List<FitRecord> records = ExperimentFolder.read(folder);
    if (records.isEmpty()) {
      throw new InvalidDataException(folder + ": the experiment has no results yet");
    }
    int planned = ExperimentFolder.planned(folder);
    return new ExperimentReport(title(folder), records, planned, provenance);
  }

  private static String title(Path folder) {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    return name == null ? folder.toString() : name.toString();
  }

  /** The page. */
  public Page page() {
    ResultTable table = ResultTable.of(records, Plan.BASELINES);
    ExperimentStatus status = ExperimentStatus.of(records, planned);
    List<Section> sections = new ArrayList<>();
    sections.add(tables(table, status));
    ranks(table).ifPresent(sections::add);
    sections.addAll(new ExperimentFigures(records, table).sections());
    sections.add(new Provenance(provenance.command(), facts()).section());
    return new Page(
        "Experiment report", title, new ExperimentVerdict(table, status).sentences(), sections);
  }

  private Section tables(ResultTable table, ExperimentStatus status) {
    Section.Builder section = new Section.Builder("tables", "Tables");
    if (!status.isFinished()) {
      section.add(new Block.Warning(status.sentence()));
    }
    ResultBlocks.of(table, records, TABLES).forEach(section::add);
    return section.build();
  }

  /** Mean ranks, if several methods were compared on enough data sets for a test of ranks. */
  private static Optional<Section> ranks(ResultTable table) {
    Section.Builder section = new Section.Builder("ranks", "Mean ranks");
    int methods = table.variants().size();
    for (Metric metric : methods < 3 ? List.<Metric>of() : TABLES) {
      ResultTable.Ranks ranks = table.ranks(metric);
      if (ranks.datasets() >= FEWEST_DATASETS) {
        List<Ranked> named = new ArrayList<>();
        ranks.means().forEach((variant, rank) -> named.add(new Ranked(variant.title(), rank)));
        double critical = CriticalDifference.of(methods, ranks.blocks());
        section.figure(RankFigure.of(metric, named, ranks.blocks(), critical));
      }
    }
    return Optional.of(section.build()).filter(ranked -> !ranked.blocks().isEmpty());
  }

  private Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>(provenance.facts());
    facts.put("protocol", distinct(record -> record.info().protocol().label()));
    facts.put("WATS version", distinct(record -> record.info().version()));
    facts.put("seeds", distinct(record -> "" + record.info().seed()));
    facts.put("methods", distinct(record -> record.key().variant().method()));
    for (FitRecord record : records) {
      facts.put("data " + record.key().task().dataset(), record.info().data());
      facts.put(
          "backbone " + record.key().task().model() + ", " + record.key().task().dataset(),
          text(record.info().backbone()));
    }
    Map<Variant, String> settings = new LinkedHashMap<>();
    records.forEach(record -> settings.putIfAbsent(variantOf(record), text(record.settings())));
    settings.forEach((variant, text) -> facts.put("settings of " + variant.label(), text));
    return facts;
  }

  private static Variant variantOf(FitRecord record) {
    Variant variant = record.key().variant();
    return variant.isGridPoint() ? Variant.of(variant.method()) : variant;
  }

  private String distinct(Function<FitRecord, String> value) {
    return records.stream().map(value).distinct().collect(Collectors.joining(", "));
  }

  private static String text(Map<String, ?> settings) {
    return settings.isEmpty()
        ? "none"
        : settings.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", "));
  }
}
