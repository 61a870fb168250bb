package io.github.wats.cli.experiment;

import io.github.wats.cli.console.DataFolderOption;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.cli.console.GroupedHelp;
import io.github.wats.cli.console.Messages.Progress;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.ResultText.Tone;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.cli.console.Version;
import io.github.wats.experiment.CompactRecords;
import io.github.wats.experiment.Experiment;
import io.github.wats.experiment.ExperimentFolder;
import io.github.wats.experiment.FitRecord;
import io.github.wats.experiment.Plan;
import io.github.wats.experiment.PlanFile;
import io.github.wats.experiment.ResultTable;
import io.github.wats.experiment.Variant;
import io.github.wats.experiment.page.ResultBlocks;
import io.github.wats.experiment.page.TableFormat;
import io.github.wats.experiment.page.TableJson;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.model.Library;
import io.github.wats.metrics.Metric;
import io.github.wats.report.Section.Block;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What {@code benchmark}, {@code sweep} and {@code ablate} share: plan, run, tables. */
abstract class ExperimentCommand extends Subcommand {
  /** How the table is printed. */
  enum Format {
    TEXT,
    CSV,
    MARKDOWN,
    LATEX
  }

  @Mixin private PlanOptions options = new PlanOptions();
  @Mixin private DataFolderOption data = new DataFolderOption();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Folder of records. Default: wats-COMMAND-PROTOCOL.")
  private @Nullable Path out;

  @Option(names = "--print-plan", description = "Print what would run and the estimated time.")
  private boolean printPlan;

  @Option(
      names = "--retry-failed",
      order = GroupedHelp.ADVANCED,
      description = "Repeat fits that failed before.")
  private boolean retryFailed;

  @Option(
      names = "--metrics",
      order = GroupedHelp.ADVANCED,
      paramLabel = "NAME",
      split = ",",
      description = "Metrics to print. Default: ece,degreeEce,nll,accuracy.")
  private List<String> metrics = List.of("ece", "degreeEce", "nll", "accuracy");

  @Option(
      names = "--format",
      order = GroupedHelp.ADVANCED,
      paramLabel = "text|csv|markdown|latex",
      description = "Format of the printed table. Default: text.")
  private Format format = Format.TEXT;

  /** What is fitted on each trained network: all that the three commands differ in. */
  abstract List<Variant> variants(PlanFile file);

  /** The networks to train where none are named. */
  List<String> usualModels() {
    return List.of("gcn");
  }

  @Override
  protected final boolean makesPools() {
    return true;
  }

  @Override
  protected final Outcome execute() throws IOException {
    PlanFile file = options.file();
    List<Metric> shown = UsageException.checked(() -> metrics.stream().map(Metric::of).toList());
    Plan plan = UsageException.checked(() -> options.plan(variants(file), usualModels(), file));
    Path path =
        out != null ? out : Path.of("wats-" + commandName() + "-" + plan.protocol().label());
    if (printPlan) {
      return ExperimentText.plan(text(), plan, path, threads());
    }
    return run(plan, path, shown);
  }

  private Outcome run(Plan plan, Path path, List<Metric> shown) throws IOException {
    long begin = System.nanoTime();
    String version = Library.VERSION + " (" + Version.commit() + ")";
    DataFolder folder = data.folder(console());
    List<FitRecord> records;
    ResultTable table;
    try (ExperimentFolder experiment = open(path);
        Progress bar = messages().progress(commandName(), plan.keys().size())) {
      messages().note(ExperimentText.summary(commandName(), plan, experiment, threads()));
      try {
        records =
            Experiment.run(
                plan,
                experiment,
                name -> load(folder, name),
                new Experiment.Options(threads(), retryFailed, version),
                progress -> bar.to(progress.done(), ExperimentText.state(progress)));
      } catch (IllegalArgumentException otherPlan) {
        throw new UsageException(String.valueOf(otherPlan.getMessage()));
      }
      table = ResultTable.of(records, Plan.BASELINES);
      writeTables(experiment, table, records);
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    if (table.failures() > 0) {
      messages().warn(table.failures() + " of " + records.size() + " fits failed");
    }
    int exitCode = table.failures() == records.size() ? ExitCode.FAILURE : ExitCode.DONE;
    Map<String, Object> fields = fields(plan, path, table, records, seconds);
    if (format != Format.TEXT) {
      String rendered = TableFormat.valueOf(format.name()).render(table, shown);
      return new Outcome(fields, rendered, exitCode);
    }
    ResultText text = text();
    List<String> verdict = ResultBlocks.verdict(table, records);
    text.head(Tone.PLAIN, verdict.get(0));
    text.say(verdict.stream().skip(1).toArray(String[]::new));
    List<Block> blocks = ResultBlocks.of(table, records, shown);
    return new Outcome(fields, ExperimentText.add(text, plan, path, blocks, seconds), exitCode);
  }

  private static ExperimentFolder open(Path path) throws IOException {
    makeFolder("--output", path);
    try {
      return ExperimentFolder.open(path);
    } catch (IllegalArgumentException foreign) {
      throw new UsageException("--output: " + foreign.getMessage());
    }
  }

  private Dataset load(DataFolder folder, String name) throws IOException {
    try {
      return onPool(() -> options.load(folder, name));
    } catch (IOException | RuntimeException expected) {
      throw expected;
    } catch (Exception other) {
      throw new IOException(other);
    }
  }

  private static void writeTables(
      ExperimentFolder experiment, ResultTable table, List<FitRecord> records) throws IOException {
    List<Metric> all = List.of(Metric.values());
    experiment.write(CompactRecords.FILE, CompactRecords.write(records));
    experiment.write("table.csv", TableFormat.CSV.render(table, all));
    experiment.write("table.md", TableFormat.MARKDOWN.render(table, all));
    experiment.write("table.tex", TableFormat.LATEX.render(table, all));
  }

  private static Map<String, Object> fields(
      Plan plan, Path path, ResultTable table, List<FitRecord> records, double seconds) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("protocol", plan.protocol().label());
    fields.put("seed", plan.seed());
    fields.put("folder", path.toString());
    fields.put("seconds", seconds);
    fields.put("results", TableJson.results(table));
    fields.put("ranks", TableJson.ranks(table));
    fields.put(
        "failed",
        records.stream()
            .filter(r -> r.failure().isPresent())
            .map(ExperimentCommand::failure)
            .toList());
    return fields;
  }

  private static Map<String, Object> failure(FitRecord record) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("fit", record.key().label());
    map.put("reason", record.failure().orElse(""));
    return map;
  }
}
