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
import io.github.wats.cli.console.Format;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
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
      "'wats COMMAND --help' describes a command. Exit codes: 0 success, 1 failure,",
      "2 wrong usage, 3 invalid data, 4 a requested check failed, 5 offline."
    })
final class WatsCommand implements Runnable {
  private static final int LEAST_COLUMNS = 60; // of help
  private static final int MOST_COLUMNS = 120;

  /** The commands in the order in which one needs them. */
  private static final Map<String, List<Class<?>>> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put("start", List.of(DemoCommand.class, DatasetCommand.class, TrainCommand.class));
    GROUPS.put(
        "calibrate",
        List.of(
            CompareCommand.class,
            CalibrateCommand.class,
            ApplyCommand.class,
            ExportCommand.class,
            MethodsCommand.class));
    GROUPS.put("decide", List.of(SelectCommand.class, SetsCommand.class));
    GROUPS.put("check", List.of(EvaluateCommand.class, ExplainCommand.class, MonitorCommand.class));
    GROUPS.put(
        "research",
        List.of(
            BenchmarkCommand.class,
            SweepCommand.class,
            AblateCommand.class,
            ReportCommand.class,
            FeaturesCommand.class));
  }

  static final List<Class<?>> SUBCOMMANDS =
      Stream.concat(
              GROUPS.values().stream().flatMap(List::stream),
              Stream.of(CommandLine.HelpCommand.class))
          .toList();

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
    return reader(console, Path.of(""), arguments).execute(arguments);
  }

  /** What reads and runs one command line, with relative paths in {@code folder}. */
  static CommandLine reader(Console console, Path folder, String... arguments) {
    CommandLine line = new CommandLine(new WatsCommand(), new Factory(console));
    Map<String, CommandLine.IHelpSectionRenderer> sections = line.getHelpSectionMap();
    sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> commandList());
    sections.remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
    sections.remove(UsageMessageSpec.SECTION_KEY_OPTION_LIST);
    line.setHelpSectionMap(sections);
    subcommands(arguments).forEach(line::addSubcommand);
    line.setOut(console.out());
    line.setErr(console.err());
    List<String> words = List.of(arguments);
    Failures.Colors colors = Failures.colors(console, words.contains("--no-color"));
    line.setColorScheme(CommandLine.Help.defaultColorScheme(colors.err()));
    CommandLine.Help.ColorScheme ofHelp = CommandLine.Help.defaultColorScheme(colors.out());
    boolean wide = words.contains("--wide");
    line.setHelpFactory((command, scheme) -> new GroupedHelp(command, ofHelp, wide));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExpandAtFiles(false); // a node may be called @alice, and files are not arguments
    line.registerConverter(Path.class, folder::resolve);
    line.setUsageHelpAutoWidth(false);
    int columns = console.columns().orElse(Console.USUAL_COLUMNS);
    line.setUsageHelpWidth(Math.max(LEAST_COLUMNS, Math.min(columns, MOST_COLUMNS)));
    line.setParameterExceptionHandler((wrong, given) -> Failures.usage(wrong, console));
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> Failures.report(failure, command, console));
    return line;
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

  /** A line for each command, in its group. */
  private static String commandList() {
    StringBuilder text = new StringBuilder(System.lineSeparator());
    for (Map.Entry<String, List<Class<?>>> group : GROUPS.entrySet()) {
      String heading = group.getKey();
      for (Class<?> type : group.getValue()) {
        Command command = type.getAnnotation(Command.class);
        String does = command.description()[0];
        text.append(Format.text("%-9s %-9s %s%n", heading, command.name(), does));
        heading = "";
      }
    }
    return text.toString();
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
