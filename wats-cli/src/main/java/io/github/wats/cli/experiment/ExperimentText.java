package io.github.wats.cli.experiment;

import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.experiment.ExperimentFolder;
import io.github.wats.experiment.ExperimentListener;
import io.github.wats.experiment.FitKey;
import io.github.wats.experiment.FitRecord;
import io.github.wats.experiment.Plan;
import io.github.wats.experiment.Speeds;
import io.github.wats.experiment.Variant;
import io.github.wats.experiment.Work;
import io.github.wats.io.dataset.CatalogueEntry;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.report.NumberText;
import io.github.wats.report.Section.Block;
import io.github.wats.report.Section.Cell;
import io.github.wats.report.figure.DataTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Texts about an experiment: its plan with the estimated time, its progress and its result. */
final class ExperimentText {
  private ExperimentText() {}

  /** What {@code --print-plan} shows. */
  static Subcommand.Outcome plan(ResultText text, Plan plan, Path folder, int threads)
      throws IOException {
    List<FitRecord> records =
        Files.exists(folder.resolve("records.jsonl")) ? ExperimentFolder.read(folder) : List.of();
    List<Counts> counts = count(plan, records);
    double seconds = counts.stream().mapToDouble(Counts::seconds).sum() / threads;
    DataTable table =
        DataTable.of(counts)
            .column("data set", Counts::dataset)
            .column("model", Counts::model)
            .column("trainings", one -> "" + one.trainings)
            .column("fits", one -> "" + one.fits)
            .column("done", one -> "" + (one.fits - one.missing))
            .column("time", one -> time(one.seconds / threads))
            .table();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("folder", folder.toString());
    fields.put("plan", plan.asMap());
    fields.put("seconds", seconds);
    String time = "About %s on %s, estimated from measured speeds.";
    text.head(
        ResultText.Tone.PLAIN,
        Format.text(time, time(seconds), NumberText.counted(threads, "thread")));
    text.table(table);
    text.end(
        List.of(),
        Format.text("protocol %s, seed %d, into %s", plan.protocol().label(), plan.seed(), folder),
        "fits: " + plan.variants().stream().map(Variant::label).collect(Collectors.joining(", ")));
    return new Subcommand.Outcome(fields, text);
  }

  /** The first line of an experiment. */
  static String summary(String command, Plan plan, ExperimentFolder folder, int threads) {
    List<Counts> counts = count(plan, folder.records().values());
    return Format.text(
        "%s, protocol %s, seed %d: %d of %d fits to do, about %s on %s",
        command,
        plan.protocol().label(),
        plan.seed(),
        counts.stream().mapToInt(Counts::missing).sum(),
        plan.keys().size(),
        time(counts.stream().mapToDouble(Counts::seconds).sum() / threads),
        NumberText.counted(threads, "thread"));
  }

  /** What is shown beside the bar of a running experiment. */
  static String state(ExperimentListener.Progress progress) {
    return Format.text(
        "about %s left%s: %s",
        time(progress.secondsLeft()),
        progress.failed() == 0 ? "" : ", " + progress.failed() + " failed",
        String.join(" | ", progress.running()));
  }

  /**
   * The result of an experiment, whose blocks are those of a page: ★ is written {@code *}, ☆ is
   * written {@code =}.
   */
  static ResultText add(
      ResultText text, Plan plan, Path folder, List<Block> blocks, double seconds) {
    for (Block block : blocks) {
      if (block instanceof Block.Subheading heading) {
        text.say(heading.text());
      } else if (block instanceof Block.Paragraph paragraph) {
        text.say(paragraph.text().replace('★', '*').replace('☆', '~'));
      } else if (block instanceof Block.Warning warning) {
        text.say(warning.text());
      } else if (block instanceof Block.Grid grid) {
        text.table(table(grid));
      }
    }
    String how =
        Format.text(
            "protocol %s, seed %d, %s; records and tables are in %s",
            plan.protocol().label(), plan.seed(), time(seconds), folder);
    return text.end(List.of("report", folder.toString()), how);
  }

  private static DataTable table(Block.Grid grid) {
    List<List<String>> rows = new ArrayList<>();
    String unmarked = grid.best().isEmpty() && grid.tied().isEmpty() ? "" : " ";
    for (int row = 0; row < grid.table().rows().size(); row++) {
      List<String> cells = new ArrayList<>(grid.table().rows().get(row));
      for (int column = 1; column < cells.size(); column++) {
        Cell cell = new Cell(row, column);
        String mark =
            grid.best().contains(cell) ? "*" : grid.tied().contains(cell) ? "~" : unmarked;
        cells.set(column, cells.get(column) + mark);
      }
      rows.add(cells);
    }
    return new DataTable(grid.table().header(), rows);
  }

  /**
   * What is to be done on a data set and backbone.
   *
   * @param seconds on one thread
   */
  private record Counts(
      String dataset, String model, int trainings, int fits, int missing, double seconds) {}

  /** The work on each data set and backbone. */
  private static List<Counts> count(Plan plan, Collection<FitRecord> records) {
    Speeds speeds = new Speeds(records);
    Set<FitKey> done = records.stream().map(FitRecord::key).collect(Collectors.toSet());
    List<Work> missing = plan.missing(key -> !done.contains(key));
    List<Counts> all = new ArrayList<>();
    for (String dataset : plan.datasets()) {
      CatalogueEntry.Counts counts = Datasets.counts(dataset);
      Speeds.Size size = new Speeds.Size(counts.nodes(), counts.edges(), counts.classes());
      for (String model : plan.models()) {
        List<Work> works =
            missing.stream()
                .filter(work -> work.task().dataset().equals(dataset))
                .filter(work -> work.task().model().equals(model))
                .toList();
        all.add(
            new Counts(
                dataset,
                model,
                works.size(),
                plan.runs() * plan.variants().size(),
                works.stream().mapToInt(work -> work.variants().size()).sum(),
                works.stream().mapToDouble(work -> work.seconds(speeds, size)).sum()));
      }
    }
    return all;
  }

  /** Such as {@code 4 min 10 s}. */
  static String time(double seconds) {
    long whole = Math.round(seconds);
    if (seconds < 10) {
      return Format.text("%.1f s", seconds);
    }
    if (whole < 60) {
      return whole + " s";
    }
    return whole < 3600
        ? whole / 60 + " min " + whole % 60 + " s"
        : whole / 3600 + " h " + whole / 60 % 60 + " min";
  }
}
