package io.github.wats.cli.experiment;

import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.Table;
import io.github.wats.experiment.ExperimentFolder;
import io.github.wats.experiment.FitKey;
import io.github.wats.experiment.FitRecord;
import io.github.wats.experiment.Plan;
import io.github.wats.experiment.Speeds;
import io.github.wats.experiment.Task;
import io.github.wats.experiment.Variant;
import io.github.wats.io.dataset.CatalogueEntry.Figures;
import io.github.wats.io.dataset.Datasets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A plan and how long it will take, for people. */
final class PlanText {
  private PlanText() {}

  /** What {@code --print-plan} shows. */
  static Subcommand.Outcome of(Plan plan, Path folder, int threads) throws IOException {
    List<FitRecord> known =
        Files.exists(folder.resolve("records.jsonl")) ? ExperimentFolder.read(folder) : List.of();
    Speeds speeds = Speeds.from(known);
    Set<FitKey> done = known.stream().map(FitRecord::key).collect(Collectors.toSet());
    Table table = new Table("data set", "model", "trainings", "fits", "done", "time");
    double total = 0;
    for (String dataset : plan.datasets()) {
      for (String model : plan.models()) {
        Counts counts = count(plan, dataset, model, speeds, done);
        total += counts.seconds;
        table.row(
            dataset,
            model,
            Integer.toString(counts.trainings),
            Integer.toString(counts.fits),
            Integer.toString(counts.done),
            time(counts.seconds / threads));
      }
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("folder", folder.toString());
    fields.put("plan", plan.asMap());
    fields.put("seconds", total / threads);
    String variants =
        plan.variants().stream().map(Variant::label).collect(Collectors.joining(", "));
    String text =
        String.join(
            System.lineSeparator(),
            "protocol " + plan.protocol().label() + ", seed " + plan.seed() + ", into " + folder,
            "fits     " + variants,
            "",
            table.toString(),
            "about " + time(total / threads) + " on " + threads(threads) + ", from measured speeds",
            "");
    return new Subcommand.Outcome(fields, text);
  }

  /** One line to begin with. */
  static String summary(Plan plan, ExperimentFolder folder, int threads) {
    Set<FitKey> done = folder.records().keySet();
    Speeds speeds = Speeds.from(folder.records().values());
    double seconds = 0;
    int fits = 0;
    for (String dataset : plan.datasets()) {
      for (String model : plan.models()) {
        Counts counts = count(plan, dataset, model, speeds, done);
        seconds += counts.seconds;
        fits += counts.fits - counts.done;
      }
    }
    return String.format(
        Locale.ROOT,
        "%s, protocol %s, seed %d: %d of %d fits to do, about %s on %s",
        plan.kind().label(),
        plan.protocol().label(),
        plan.seed(),
        fits,
        plan.keys().size(),
        time(seconds / threads),
        threads(threads));
  }

  private static final class Counts {
    private int trainings;
    private int fits;
    private int done;
    private double seconds;
  }

  private static Counts count(
      Plan plan, String dataset, String model, Speeds speeds, Set<FitKey> done) {
    Figures figures = Datasets.figures(dataset);
    Speeds.Size size = new Speeds.Size(figures.nodes(), figures.edges());
    Counts counts = new Counts();
    for (int run = 0; run < plan.runs(); run++) {
      Task task = new Task(dataset, model, run);
      boolean train = false;
      for (Variant variant : plan.variants()) {
        FitKey key = new FitKey(task, variant);
        counts.fits++;
        if (done.contains(key)) {
          counts.done++;
        } else {
          counts.seconds += speeds.fit(key, size);
          train = true;
        }
      }
      if (train) {
        counts.trainings++;
        counts.seconds += speeds.training(task, size);
      }
    }
    return counts;
  }

  /** Such as {@code 4 min 10 s}. */
  static String time(double seconds) {
    long whole = Math.round(seconds);
    if (seconds < 10) {
      return String.format(Locale.ROOT, "%.1f s", seconds);
    }
    if (whole < 60) {
      return whole + " s";
    }
    return whole < 3600
        ? whole / 60 + " min " + whole % 60 + " s"
        : whole / 3600 + " h " + whole / 60 % 60 + " min";
  }

  private static String threads(int threads) {
    return threads == 1 ? "1 thread" : threads + " threads";
  }
}
