package io.github.wats.cli.console;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * What all commands share: the common options, the pool of threads, and how a result is printed.
 * Results go to stdout, as a table for people or with {@code --json} as one object; everything else
 * goes to stderr.
 */
public abstract class Subcommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();

  @Spec private @Nullable CommandSpec spec;

  private @Nullable Console console;

  public final void use(Console given) {
    console = given;
  }

  protected final Console console() {
    return Objects.requireNonNull(console);
  }

  protected final CommonOptions common() {
    return common;
  }

  /** Notes, progress and tables of this call. */
  protected final Messages messages() {
    return new Messages(console(), common);
  }

  /** The full name of the command, such as {@code dataset list}. */
  protected abstract String commandName();

  /** Does the work; runs on a pool of {@code --threads} threads unless it makes pools itself. */
  protected abstract Outcome execute() throws Exception;

  /** Whether {@link #execute} makes pools of its own, which must not be inside another. */
  protected boolean makesPools() {
    return false;
  }

  @Override
  public final Integer call() throws Exception {
    FileArguments.check(Objects.requireNonNull(spec));
    Outcome outcome = makesPools() ? execute() : onPool(this::execute);
    if (common.json()) {
      console().out().println(Json.write(commandName(), outcome.fields()));
    } else {
      console().out().print(outcome.text());
    }
    console().flush();
    return outcome.exitCode();
  }

  /** What {@code work} gives, run on a pool of {@code --threads} threads. */
  protected final <T> T onPool(Callable<T> work) throws Exception {
    ForkJoinPool pool = new ForkJoinPool(common.threads());
    try {
      return pool.submit(work).get();
    } catch (ExecutionException wrapped) {
      throw Failures.cause(wrapped);
    } finally {
      pool.shutdownNow();
    }
  }

  /**
   * What a command gives back.
   *
   * @param fields for {@code --json}, in order
   * @param text for people
   */
  public record Outcome(Map<String, ?> fields, String text, int exitCode) {
    public Outcome(Map<String, ?> fields, String text) {
      this(fields, text, ExitCode.DONE);
    }
  }
}
