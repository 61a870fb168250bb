package io.github.wats.cli.console;

import io.github.wats.io.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What all commands share: the common options, the thread pool, and how a result is printed.
 * Results go to stdout, as a table for people or with {@code --json} as one object; everything else
 * goes to stderr.
 */
public abstract class Subcommand implements Callable<Integer> {
  /** The version of the JSON output: rises when a field changes its meaning or is removed. */
  private static final int SCHEMA = 1;

  /** By their number of threads, which end when they are idle for long. */
  private static final Map<Integer, ForkJoinPool> POOLS = new ConcurrentHashMap<>();

  @Spec private CommandSpec spec = CommandSpec.create(); // set by picocli

  @Option(names = "--json", description = "Print the result as one JSON object instead of a table.")
  private boolean json;

  @Option(
      names = "--wide",
      description = "Print all columns and rows of the result; with --help, all options.")
  private boolean wide;

  @Option(names = "--quiet", description = "Print only results and errors: no progress, no notes.")
  private boolean quiet;

  @Option(names = "--verbose", description = "Also print what was read from where.")
  private boolean verbose;

  @Option(names = "--no-color", description = "Print without colors; NO_COLOR=1 does the same.")
  private boolean noColor;

  @Option(names = "--debug", description = "Print the stack trace if the command fails.")
  private boolean debug;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads; results do not depend on it. Default: all cores.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  private @Nullable Console console;
  private @Nullable Messages messages;

  public final void use(Console streams) {
    console = streams;
  }

  protected final Console console() {
    return Objects.requireNonNull(console);
  }

  final boolean isDebug() {
    return debug;
  }

  /** The value of {@code --threads}. */
  protected final int threads() {
    if (threads < 1 || threads > 1024) {
      throw new UsageException("--threads must be in 1 … 1024, got " + threads);
    }
    return threads;
  }

  /** Notes, progress and tables of this call. */
  protected final Messages messages() {
    if (messages == null) {
      messages = new Messages(console(), quiet, verbose);
    }
    return messages;
  }

  /** The full name of the command, such as {@code dataset list}. */
  protected final String commandName() {
    return spec.qualifiedName().substring(spec.root().name().length() + 1);
  }

  /** Makes the folder of an option, before the work whose results it shall hold. */
  protected static void makeFolder(String option, Path folder) throws IOException {
    try {
      AtomicFile.makeFolder(folder);
    } catch (IOException failed) {
      String message =
          option
              + ": the folder cannot be created: "
              + Failures.message(failed)
              + "; give one in a folder where you may write";
      if (message.contains("is not a folder")) {
        throw new UsageException(message);
      }
      throw new IOException(message, failed);
    }
  }

  /** Does the work; runs on a pool of {@code --threads} threads unless it makes pools itself. */
  protected abstract Outcome execute() throws Exception;

  /** Whether {@link #execute} makes pools of its own, which must not be inside another. */
  protected boolean makesPools() {
    return false;
  }

  @Override
  public final Integer call() throws Exception {
    messages = null; // a worker runs the same command again
    FileArguments.check(spec);
    Failures.Colors colors = Failures.colors(console(), noColor);
    try {
      Outcome outcome = makesPools() ? execute() : onPool(this::execute);
      if (json) {
        console().out().println(Format.printable(json(outcome)));
      } else {
        console().out().print(outcome.text().print(colors.out()));
      }
      console().out().flush();
      return outcome.exitCode();
    } finally {
      messages().printHeld(colors.err());
    }
  }

  /** Whether the result is printed as JSON. */
  protected final boolean isJson() {
    return json;
  }

  /** A text to write the result into. */
  protected final ResultText text() {
    return new ResultText(console().columns(), wide);
  }

  private String json(Outcome outcome) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("schema", SCHEMA);
    object.put("command", commandName());
    String sentence = outcome.text().sentence();
    if (!sentence.isEmpty() || outcome.fields().containsKey("summary")) {
      object.put("summary", sentence); // or that of the fields, in this place
    }
    object.putAll(outcome.fields());
    return Json.MAPPER.writeValueAsString(object);
  }

  /** Made once per process, and only where JSON is printed: it learns the types it has written. */
  private static final class Json {
    private static final JsonMapper MAPPER =
        JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  }

  /** What {@code work} gives, run on a pool of {@code --threads} threads. */
  protected final <T> T onPool(Callable<T> work) throws Exception {
    ForkJoinPool pool = POOLS.computeIfAbsent(threads(), count -> new ForkJoinPool(count));
    Runnable done = messages().working(commandName());
    try {
      return pool.submit(work).get();
    } catch (ExecutionException wrapped) {
      throw Failures.cause(wrapped);
    } finally {
      done.run();
    }
  }

  /**
   * What a command gives back.
   *
   * @param fields for {@code --json}, in order
   * @param text for people
   */
  public record Outcome(Map<String, ?> fields, ResultText text, int exitCode) {
    public Outcome(Map<String, ?> fields, ResultText text) {
      this(fields, text, ExitCode.DONE);
    }

    public Outcome(Map<String, ?> fields, String text, int exitCode) {
      this(fields, ResultText.of(text), exitCode);
    }

    public Outcome(Map<String, ?> fields, String text) {
      this(fields, text, ExitCode.DONE);
    }
  }
}
