package io.github.wats.spark.job;

import io.github.wats.calibration.FitReport;
import io.github.wats.io.InvalidDataException;
import io.github.wats.spark.GraphCalibrator;
import io.github.wats.spark.GraphCalibratorModel;
import io.github.wats.spark.GraphWavelets;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
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
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code wats calibrate} on tables, for {@code spark-submit}. */
@Command(
    name = "wats-spark",
    description = {
      "Fits a calibrator on the validation nodes, calibrates all nodes, and compares before and",
      "after on the test nodes. Tables are Parquet, or CSV if the path ends with .csv."
    },
    footer = {
      "",
      "Example:",
      "  spark-submit wats-spark.jar --nodes nodes.parquet --edges edges.parquet -o out.parquet",
      "",
      "Exit codes: 0 done, 1 failure, 2 wrong usage, 3 bad input data."
    })
public final class CalibrateJob implements Callable<Integer> {
  private static final int BAD_DATA = 3;

  @Spec private CommandSpec spec = CommandSpec.create(); // set by picocli

  @Mixin private JobOptions options = new JobOptions();

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
      names = {"-o", "--output"},
      paramLabel = "TABLE",
      description = "Write id, probabilities and temperature of all nodes.")
  private @Nullable String output;

  @Option(names = "--save", paramLabel = "MODEL.json", description = "Write the fitted calibrator.")
  private @Nullable String save;

  @Option(
      names = "--model",
      paramLabel = "MODEL.json",
      description = "Apply this saved calibrator instead of fitting one.")
  private @Nullable String model;

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
  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    CommandLine line = new CommandLine(new CalibrateJob());
    line.setOut(out);
    line.setErr(err);
    line.setUsageHelpWidth(100);
    line.setExpandAtFiles(false); // files are not arguments
    line.setParameterExceptionHandler(CalibrateJob::usage);
    line.setExecutionExceptionHandler(
        (failure, command, parsed) ->
            report(failure, err, command.<CalibrateJob>getCommand().debug));
    return line.execute(arguments);
  }

  @Override
  public Integer call() throws IOException {
    GraphWavelets wavelets = options.wavelets();
    GraphCalibrator calibrator = options.calibrator();
    SparkSession session =
        SparkSession.builder().appName("wats calibrate").getOrCreate().newSession();
    SparkSession.setActiveSession(session);
    TableFiles files = new TableFiles(session);
    if (output != null && !overwrite && files.exists(output)) {
      throw new ParameterException(spec.commandLine(), output + " exists; --overwrite replaces it");
    }
    calibrate(files, wavelets, calibrator);
    return 0;
  }

  private void calibrate(TableFiles files, GraphWavelets wavelets, GraphCalibrator calibrator)
      throws IOException {
    Optional<GraphCalibratorModel> stored = Optional.empty();
    if (model != null) {
      stored = Optional.of(options.on(GraphCalibratorModel.fromFile(model)));
    }
    Dataset<Row> plain = files.readNodes(nodes, wavelets);
    files.read(edges).createOrReplaceTempView(JobOptions.EDGES);
    if (stored.isEmpty()) {
      calibrator.checkColumns(plain.schema());
    }
    stored.flatMap(GraphCalibratorModel::wavelets).ifPresent(wavelets::setWavelets);
    boolean needsFeatures =
        stored.map(read -> read.wavelets().isPresent()).orElseGet(calibrator::needsFeatures);
    Dataset<Row> prepared =
        (needsFeatures ? wavelets.transform(plain) : wavelets.transformDegrees(plain))
            .persist(StorageLevel.MEMORY_AND_DISK());
    GraphCalibratorModel fitted = stored.orElseGet(() -> calibrator.fit(prepared));
    Dataset<Row> calibrated = fitted.transform(prepared);
    if (output != null) {
      files.write(calibrated, fitted, output);
    }
    if (save != null) {
      fitted.toFile(save);
    }
    FitReport fit = fitted.calibrator().report();
    fit.notes().forEach(note -> spec.commandLine().getErr().println("note: " + note));
    GraphCalibratorModel uncalibrated = options.on(GraphCalibratorModel.uncalibrated());
    JobResult result =
        new JobResult(
            fit, options.evaluate(uncalibrated.transform(prepared)), options.evaluate(calibrated));
    prepared.unpersist(false);
    PrintWriter out = spec.commandLine().getOut();
    result.print(out, json);
    out.flush();
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
