package io.github.wats.spark.job;

import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.decision.Acceptance.Target;
import io.github.wats.decision.Comparison;
import io.github.wats.decision.NodeGroups.By;
import io.github.wats.decision.PredictionSets;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Check;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.metrics.Evaluation;
import io.github.wats.report.BeforeAfter;
import io.github.wats.spark.CalibrationEvaluator;
import io.github.wats.spark.Decisions;
import io.github.wats.spark.GraphCalibrator;
import io.github.wats.spark.GraphCalibratorModel;
import io.github.wats.spark.GraphWavelets;
import io.github.wats.spark.StoredModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Commands of {@code wats} on tables, for {@code spark-submit}. */
@Command(
    name = "wats-spark",
    description = {
      "Calibrates a table of nodes, or another command of wats, which its --help describes.",
      "Tables are Parquet, or CSV if the path ends with .csv."
    },
    footer = {
      "",
      "Examples:",
      "  spark-submit wats-spark.jar --nodes nodes.parquet --edges edges.parquet -o out.parquet",
      "  spark-submit wats-spark.jar select --nodes nodes.parquet --edges edges.parquet --risk"
          + " 0.05",
      "",
      "Exit codes: 0 done, 1 failure, 2 wrong usage, 3 bad input data, 4 a requested check failed."
    })
public final class CalibrateJob implements Callable<Integer> {
  private static final int BAD_DATA = 3;
  private static final int CHECK_FAILED = 4;

  /** What to do. */
  enum Task {
    CALIBRATE,
    COMPARE,
    SELECT,
    SETS,
    EVALUATE,
    MONITOR;

    static Task named(String name) {
      List<String> names =
          Stream.of(values()).map(task -> task.name().toLowerCase(Locale.ROOT)).toList();
      Check.argument(names.contains(name), "COMMAND must be any of %s, got %s", names, name);
      return values()[names.indexOf(name)];
    }
  }

  @Spec private CommandSpec spec = CommandSpec.create(); // set by picocli

  @Mixin private JobOptions options = new JobOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "COMMAND",
      description = "calibrate (default), compare, select, sets, evaluate or monitor.")
  private String command = "calibrate";

  private Task task = Task.CALIBRATE;

  @Option(
      names = "--nodes",
      paramLabel = "TABLE",
      required = true,
      description = "Columns id, logits, label (null or -1 if unknown), split (train, val, test).")
  private String nodes = "";

  @Option(
      names = "--edges",
      paramLabel = "TABLE",
      required = true,
      description = "Columns src and dst: either direction; duplicates and self-loops are allowed.")
  private String edges = "";

  @Option(
      names = "--probabilities",
      paramLabel = "TABLE",
      description =
          "Columns id and probabilities (or probability), in place of the scores of --nodes.")
  private @Nullable String probabilities;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "TABLE",
      description = "Write id, probabilities and temperature of all nodes.")
  private @Nullable String output;

  @Option(names = "--save", paramLabel = "MODEL.json", description = "Write the fitted calibrator.")
  private @Nullable String save;

  @Option(
      names = "--model",
      paramLabel = "MODEL.json",
      description = "Use this saved calibrator instead of fitting one; monitor needs it.")
  private @Nullable String model;

  @Option(
      names = "--methods",
      paramLabel = "NAME",
      split = ",",
      description = "compare: methods. Default: all that Spark supports.")
  private List<String> methods = List.of();

  @Option(names = "--risk", paramLabel = "R", description = "select: largest error rate.")
  private double risk = Double.NaN;

  @Option(
      names = "--accept-share",
      paramLabel = "A",
      description = "select, instead: the share of predictions to accept.")
  private double share = Double.NaN;

  @Option(
      names = "--level",
      paramLabel = "L",
      description = "select: probability of the bound. Default: ${DEFAULT-VALUE}.")
  private double level = 0.95;

  @Option(
      names = "--coverage",
      paramLabel = "C",
      description = "sets: share of sets with the true class. Default: ${DEFAULT-VALUE}.")
  private double coverage = 0.9;

  @Option(names = "--score", paramLabel = "lac|aps|raps", description = "sets: default lac.")
  private PredictionSets.Score score = PredictionSets.Score.LAC;

  @Option(
      names = "--by",
      paramLabel = "NAME",
      split = ",",
      description = "evaluate: slices by degree, class, confidence; select and sets: class.")
  private List<String> by = List.of();

  private int bins = Evaluation.Options.DEFAULT.bins();

  @Option(names = "--max-ece", paramLabel = "E", description = "evaluate: exit with 4 above this.")
  private double maxEce = Double.NaN;

  @Option(
      names = "--false-alarm",
      paramLabel = "P",
      description = "monitor: probability of an alarm without a change. Default: ${DEFAULT-VALUE}.")
  private double falseAlarm = 0.01;

  @Option(
      names = "--margin",
      paramLabel = "M",
      description = "monitor: how much worse labels may agree. Default: ${DEFAULT-VALUE}.")
  private double margin = 0.02;

  @Option(names = "--alarm", description = "monitor: exit with 4 if there is an alarm.")
  private boolean alarm;

  @Option(names = "--overwrite", description = "Replace an existing output.")
  private boolean overwrite;

  @Option(names = "--json", description = "Print one JSON object instead of a table.")
  private boolean json;

  @Option(names = "--debug", description = "On a failure, show the stack trace.")
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  public static void main(String[] arguments) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int exitCode = run(out, err, arguments);
    if (SparkSession.getDefaultSession().isDefined()) {
      SparkSession.getDefaultSession().get().stop();
    }
    System.exit(exitCode);
  }

  /** Runs the job in the existing session or a new one; never exits. */
  public static int run(PrintWriter out, PrintWriter err, String... arguments) {
    CommandLine line = new CommandLine(new CalibrateJob());
    line.setOut(out);
    line.setErr(err);
    line.setUsageHelpWidth(100);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExpandAtFiles(false); // files are not arguments
    line.setParameterExceptionHandler(CalibrateJob::usage);
    line.setExecutionExceptionHandler(
        (failure, command, parsed) ->
            report(failure, err, command.<CalibrateJob>getCommand().debug));
    return line.execute(arguments);
  }

  @Override
  public Integer call() throws IOException {
    task = options.checked(() -> Task.named(command));
    if (task == Task.EVALUATE) {
      bins = options.checked(() -> options.bins(bins));
    }
    GraphWavelets wavelets = options.wavelets();
    GraphCalibrator calibrator = options.calibrator();
    options.checked(this::check);
    SparkSession session =
        SparkSession.builder().appName("wats " + command).getOrCreate().newSession();
    SparkSession.setActiveSession(session);
    TableFiles files = new TableFiles(session);
    if (output != null && !overwrite && files.exists(output)) {
      throw new ParameterException(spec.commandLine(), output + " exists; --overwrite replaces it");
    }
    Optional<CalibratorFile.Stored> stored =
        model == null ? Optional.empty() : Optional.of(StoredModel.read(model));
    Optional<GraphCalibratorModel> loaded = stored.map(GraphCalibratorModel::of).map(options::on);
    Dataset<?> table = files.readNodes(nodes, wavelets, calibrator.text("probabilityCol"));
    if (probabilities != null) {
      table = files.withProbabilities(table, probabilities, calibrator);
    }
    files.read(edges).createOrReplaceTempView(JobOptions.EDGES);
    boolean fits = loaded.isEmpty() && task != Task.EVALUATE;
    if (fits) {
      calibrator.transformSchema(table.schema());
    }
    if (fits && (task == Task.SELECT || task == Task.SETS)) {
      table = calibrator.withHeldOut(table);
    }
    Optional<WaveletSettings> ofModel = loaded.flatMap(GraphCalibratorModel::wavelets);
    ofModel.ifPresent(wavelets::setWavelets);
    boolean features = (fits && calibrator.needsFeatures()) || ofModel.isPresent();
    boolean always = task == Task.COMPARE || task == Task.MONITOR || save != null;
    Dataset<Row> prepared =
        (features || always ? wavelets.transform(table) : wavelets.transformDegrees(table))
            .persist(StorageLevel.MEMORY_AND_DISK());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("schema", 1); // as in wats
    fields.put("command", command);
    fields.put("summary", ""); // its place: each task has one
    if (task == Task.COMPARE) {
      fields.putAll(compare(prepared));
    } else if (task == Task.EVALUATE) {
      Decisions tests = noted(evaluator().decisions(uncalibrated(prepared)));
      String whose = probabilities == null ? "the network" : "the model of these probabilities";
      fields.putAll(tests.evaluate(whose, evaluator().text("part"), by, evaluation()));
    } else {
      GraphCalibratorModel fitted = loaded.orElseGet(() -> calibrator.fit(prepared));
      fields.putAll(apply(files, prepared, fitted, stored));
    }
    prepared.unpersist(false);
    PrintWriter out = spec.commandLine().getOut();
    JobResult.print(fields, out, json);
    out.flush();
    return isBad(fields) ? CHECK_FAILED : 0;
  }

  private void note(String text) {
    spec.commandLine().getErr().println("note: " + text);
  }

  /** Says which nodes were left out. */
  private Decisions noted(Decisions nodes) {
    nodes.notes().forEach(this::note);
    return nodes;
  }

  /** Checks the options that the task has beside those of the fit. */
  private boolean check() {
    Check.argument(task != Task.MONITOR || model != null, "monitor needs --model MODEL.json");
    boolean one = Double.isNaN(risk) != Double.isNaN(share);
    Check.argument(task != Task.SELECT || one, "select needs --risk R or --accept-share A");
    String ece = "--max-ece must be in 0 … 1, got %s";
    Check.argument(Double.isNaN(maxEce) || (maxEce >= 0 && maxEce <= 1), ece, maxEce);
    String range = "--false-alarm must be above 0 and below 1, got %s";
    Check.argument(falseAlarm > 0 && falseAlarm < 1, range, falseAlarm);
    String least = "--margin must be at least 0 and below 1, got %s";
    Check.argument(margin >= 0 && margin < 1, least, margin);
    methods().forEach(method -> new GraphCalibrator().setMethod(method).needsFeatures());
    List<String> groups = List.of("degree", "class", "confidence");
    if (task != Task.EVALUATE) {
      groups = List.of("class");
    }
    boolean known = groups.containsAll(by) && (task == Task.EVALUATE || by.size() <= 1);
    Check.argument(known, "--by must be any of %s on Spark, got %s", groups, by);
    return evaluation().bins() > 0
        && sets().coverage() > 0
        && (task != Task.SELECT || target().level() > 0);
  }

  private List<String> methods() {
    return methods.isEmpty()
        ? Methods.compared().stream()
            .filter(method -> method.scope() != Method.Scope.GRAPH)
            .map(Method::name)
            .toList()
        : methods;
  }

  private Target target() {
    return new Target(Double.isNaN(share), Double.isNaN(share) ? risk : share, level);
  }

  private PredictionSets.Settings sets() {
    return new PredictionSets.Settings(coverage, score, 0);
  }

  private Evaluation.Options evaluation() {
    return Evaluation.Options.REPORT.withBins(bins).withSeed(options.seed());
  }

  private CalibrationEvaluator evaluator() {
    return options.on(new CalibrationEvaluator());
  }

  private Dataset<Row> uncalibrated(Dataset<Row> prepared) {
    return options.on(GraphCalibratorModel.uncalibrated()).transform(prepared);
  }

  /** Whether a check that was asked for failed. */
  private boolean isBad(Map<String, Object> fields) {
    if (task == Task.MONITOR) {
      return alarm && Boolean.TRUE.equals(fields.get("alarm"));
    }
    boolean large =
        fields.get("metrics") instanceof Map<?, ?> metrics
            && metrics.get("ece") instanceof Double ece
            && ece > maxEce;
    if (large) {
      spec.commandLine().getErr().println("check failed: the ECE is above --max-ece " + maxEce);
    }
    return large;
  }

  private Map<String, Object> compare(Dataset<Row> prepared) {
    Map<String, GraphCalibratorModel> models = new LinkedHashMap<>();
    for (String method : methods()) {
      GraphCalibrator calibrator = options.calibrator().setMethod(method).setSettings();
      models.put(method, options.on(calibrator).fit(prepared));
    }
    Comparison comparison = evaluator().compare(prepared, models);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("seed", options.seed());
    fields.put("evaluatedOn", evaluator().text("part"));
    fields.put("nodes", comparison.evaluations().values().iterator().next().nodes());
    fields.put("fitsPerMethod", 1);
    fields.put("summary", comparison.recommendation());
    fields.putAll(comparison.fields(models.keySet()));
    fields.put("notes", comparison.notes(fitNodes(prepared).doubts()));
    return fields;
  }

  private Decisions fitNodes(Dataset<Row> prepared) {
    CalibrationEvaluator validation = evaluator().setPart("val");
    return validation.decisions(uncalibrated(prepared), "test");
  }

  /** What a fitted calibrator gives: the table and the file, and the fields of the task. */
  private Map<String, Object> apply(
      TableFiles files,
      Dataset<Row> prepared,
      GraphCalibratorModel fitted,
      Optional<CalibratorFile.Stored> stored)
      throws IOException {
    Dataset<Row> calibrated = fitted.transform(prepared);
    if (output != null) {
      files.write(calibrated, fitted, output);
    }
    if (save != null) {
      fitted.toFile(save, Optional.of(evaluator().monitored(calibrated).summary()));
    }
    if (task == Task.MONITOR) {
      return noted(evaluator().monitored(calibrated))
          .monitor(stored.orElseThrow(), String.valueOf(model), falseAlarm, margin);
    }
    FitReport fit = fitted.calibrator().report();
    fit = stored.isEmpty() ? fit.withNotes(fitNodes(prepared).doubts()) : fit;
    fit.notes().forEach(this::note);
    if (task == Task.CALIBRATE) {
      return change(prepared, calibrated, fit);
    }
    Decisions held = noted(evaluator().setPart("held-out").decisions(calibrated, "test"));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", fit.method());
    fields.put("seed", fit.seed());
    fields.put("fitNodes", stored.isEmpty() ? fitNodes(prepared).part("val").size() : 0);
    fields.put("heldOutNodes", held.part("held-out").size());
    fields.put("fitNotes", fit.notes());
    By groups = by.isEmpty() ? By.NONE : By.CLASS;
    fields.putAll(
        task == Task.SETS
            ? held.sets(sets(), "held-out", groups)
            : held.select(target(), "held-out", groups));
    return fields;
  }

  /** The metrics of the test nodes before and after, if any has a label. */
  private Map<String, Object> change(
      Dataset<Row> prepared, Dataset<Row> calibrated, FitReport fit) {
    CalibrationEvaluator tests = evaluator();
    if (!tests.hasLabels(prepared)) {
      note("no test node has a known label, so there is nothing to compare");
      return BeforeAfter.fields(fit, Optional.empty());
    }
    Decisions before = noted(tests.decisions(uncalibrated(prepared)));
    return before.change(tests.decisions(calibrated), fit, evaluation());
  }

  /** Reports wrong usage, with suggestions. */
  private static int usage(ParameterException wrong, String[] arguments) {
    PrintWriter err = wrong.getCommandLine().getErr();
    err.println("wats: " + wrong.getMessage());
    UnmatchedArgumentException.printSuggestions(wrong, err);
    err.println("Try: --help");
    return CommandLine.ExitCode.USAGE;
  }

  /** Reports a failure of the job; the stack trace only with {@code --debug}. */
  private static int report(Exception failure, PrintWriter err, boolean debug) {
    Throwable badData = badData(failure);
    Throwable shown = badData == null ? failure : badData; // Spark wraps what its workers throw
    String message = Objects.requireNonNullElse(shown.getMessage(), "");
    String unknown = "unexpected failure (" + failure + "); --debug shows where";
    err.println("wats: " + (message.isBlank() ? unknown : message));
    if (debug) {
      failure.printStackTrace(err);
    }
    err.flush();
    return badData == null ? CommandLine.ExitCode.SOFTWARE : BAD_DATA;
  }

  private static @Nullable Throwable badData(Exception failure) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidDataException || cause instanceof NoSuchFileException) {
        return cause;
      }
    }
    return null;
  }
}
