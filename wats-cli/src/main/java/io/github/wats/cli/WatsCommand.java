package io.github.wats.cli;

import io.github.wats.cli.calibrate.ApplyCommand;
import io.github.wats.cli.calibrate.CalibrateCommand;
import io.github.wats.cli.calibrate.CompareCommand;
import io.github.wats.cli.calibrate.DemoCommand;
import io.github.wats.cli.calibrate.EvaluateCommand;
import io.github.wats.cli.calibrate.ExplainCommand;
import io.github.wats.cli.calibrate.ExportCommand;
import io.github.wats.cli.calibrate.FeaturesCommand;
import io.github.wats.cli.calibrate.MethodsCommand;
import io.github.wats.cli.calibrate.MonitorCommand;
import io.github.wats.cli.calibrate.SelectCommand;
import io.github.wats.cli.calibrate.SetsCommand;
import io.github.wats.cli.console.Console;
import io.github.wats.cli.console.Failures;
import io.github.wats.cli.console.GroupedHelp;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.Version;
import io.github.wats.cli.dataset.DatasetCommand;
import io.github.wats.cli.dataset.TrainCommand;
import io.github.wats.cli.experiment.AblateCommand;
import io.github.wats.cli.experiment.BenchmarkCommand;
import io.github.wats.cli.experiment.ReportCommand;
import io.github.wats.cli.experiment.SweepCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code wats} command itself: lists the subcommands. */
@Command(
    name = "wats",
    description = "Post-hoc calibration of graph neural networks.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Exit codes: 0 success, 1 failure, 2 wrong usage, 3 invalid input data, 4 a requested check",
      "failed, 5 offline and not cached or a wrong checksum; ended by a signal: 129 hangup,",
      "130 interrupt (Ctrl-C), 143 termination."
    })
final class WatsCommand implements Runnable {
  static final List<Class<?>> SUBCOMMANDS =
      List.of(
          DemoCommand.class,
          CompareCommand.class,
          CalibrateCommand.class,
          ApplyCommand.class,
          ExplainCommand.class,
          ExportCommand.class,
          EvaluateCommand.class,
          SelectCommand.class,
          SetsCommand.class,
          MonitorCommand.class,
          FeaturesCommand.class,
          TrainCommand.class,
          BenchmarkCommand.class,
          SweepCommand.class,
          AblateCommand.class,
          MethodsCommand.class,
          ReportCommand.class,
          DatasetCommand.class,
          CommandLine.HelpCommand.class);

  @Spec private CommandSpec spec = CommandSpec.create(); // set by picocli

  /** Without a command: a short usage with two examples. */
  @Override
  public void run() {
    spec.commandLine()
        .getOut()
        .print(
            """
            Usage: wats COMMAND [OPTION…]

              wats demo                                  compare all methods on a generated graph
              wats calibrate run.npz -o calibrated.npz   calibrate the logits of a network

            'wats --help' lists all commands, 'wats COMMAND --help' describes one.
            """);
  }

  /** Runs one command line and returns its exit code; never exits. */
  static int run(Console console, String... arguments) {
    return run(console, Path.of(""), arguments);
  }

  /** The same with relative paths in {@code folder}. */
  static int run(Console console, Path folder, String... arguments) {
    CommandLine line = new CommandLine(new WatsCommand(), new Factory(console));
    subcommands(arguments).forEach(line::addSubcommand);
    line.setOut(console.out());
    line.setErr(console.err());
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(
            Failures.color(console, arguments) ? Ansi.ON : Ansi.OFF));
    line.setHelpFactory(GroupedHelp::new);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExpandAtFiles(false); // a node may be called @alice, and files are not arguments
    line.registerConverter(Path.class, folder::resolve);
    line.setUsageHelpAutoWidth(false);
    line.setUsageHelpWidth(100);
    line.setParameterExceptionHandler(Failures::usage);
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> Failures.report(failure, command, console));
    return line.execute(arguments);
  }

  /** Those that a command line needs: reading the options of all of them takes 0.2 s. */
  private static List<Class<?>> subcommands(String... arguments) {
    String first = arguments.length == 0 ? "" : arguments[0];
    if (first.equals("--version") || first.equals("-V")) {
      return List.of();
    }
    if (first.equals(WriteCommand.NAME)) {
      return List.of(WriteCommand.class);
    }
    Predicate<Class<?>> named = type -> type.getAnnotation(Command.class).name().equals(first);
    boolean one = SUBCOMMANDS.stream().anyMatch(named) && !first.equals("help");
    return one ? SUBCOMMANDS.stream().filter(named).toList() : SUBCOMMANDS;
  }

  /** Gives every subcommand the console. */
  private record Factory(Console console) implements CommandLine.IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
      K made = CommandLine.defaultFactory().create(type);
      if (made instanceof Subcommand command) {
        command.use(console);
      }
      return made;
    }
  }
}
