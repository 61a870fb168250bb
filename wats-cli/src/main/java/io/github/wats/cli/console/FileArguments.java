package io.github.wats.cli.console;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.NodeFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Looks at the files a command was given before it does any work. */
final class FileArguments {
  private static final Set<String> OUTPUTS = Set.of("--output", "--save", "--report");
  private static final Set<String> KINDS =
      Set.of(
          (".csv .tsv .txt .npy .npz .json .html .xlsx .xls .ods .pdf .png .svg .md .yaml .parquet"
                  + " .h5 .mat .pt .pth .pkl .zip")
              .split(" ", -1));

  /** Files that may come in parts. */
  private static final Set<String> PARTS =
      Set.of("--graph", "--logits", "--probabilities", "--labels", "--split", "--node-features");

  private static final String FOLDER = "DIR";
  static final String FILE = "FILE"; // an input
  private static final Map<String, List<String>> WRITTEN =
      Map.of(
          "OUT.npz", List.of(".npz", ".csv", ".tsv", ".parquet", ".json"),
          "F.npy", List.of(".npy", ".npz", ".csv", ".tsv"),
          "MODEL.onnx", List.of(".onnx", ".npy"));
  private static final String MODEL = "MODEL.json";

  private FileArguments() {}

  /**
   * No input but those in parts is a folder; no output is an input, another output, or named as
   * what it is not.
   */
  static void check(CommandSpec command) throws IOException {
    checkOrder(command.positionalParameters());
    Map<Path, String> taken = new HashMap<>(); // by whom
    for (ArgSpec argument : command.args()) {
      for (Path file : isOutput(argument) ? List.<Path>of() : filesOf(argument)) {
        if (Files.isDirectory(file) && !PARTS.contains(name(argument))) {
          throw new InvalidDataException(file + ": is a folder, not a file");
        }
        taken.put(place(file), name(argument));
      }
    }
    for (ArgSpec argument : command.args()) {
      for (Path file : isOutput(argument) ? filesOf(argument) : List.<Path>of()) {
        String owner = isDevice(file) ? null : taken.put(place(file), name(argument));
        if (owner != null) {
          throw new UsageException(
              name(argument) + " would overwrite " + owner + ": both are " + file);
        }
        checkKind(argument, file);
      }
    }
  }

  /** Refuses a model and a node file in the wrong order, by their names. */
  private static void checkOrder(List<? extends ArgSpec> positional) {
    if (positional.size() > 1 && positional.get(0).paramLabel().equals(MODEL)) {
      Object first = positional.get(0).getValue();
      Object second = positional.get(1).getValue();
      if (kind("" + second).equals(kind(MODEL)) && !kind("" + first).equals(kind(MODEL))) {
        throw new UsageException("the model comes first: write " + second + " " + first);
      }
    }
  }

  /** A name of a known kind must be of the kind that is written; any other name is as good. */
  private static void checkKind(ArgSpec argument, Path file) {
    String label = argument.paramLabel();
    List<String> written = WRITTEN.getOrDefault(label, List.of(kind(label)));
    String named = kind(file.toString());
    if (KINDS.contains(named) && !written.contains(named)) {
      throw new UsageException(
          name(argument) + " is written as " + String.join(" or ", written) + ", got " + file);
    }
    if (NodeFormat.isParquet(file) && label.equals("OUT.npz")) {
      NodeFormat.of(file, EnumSet.of(NodeField.PROBABILITIES)); // its module must be there
    }
  }

  private static String kind(String name) {
    return name.substring(Math.max(0, name.lastIndexOf('.'))).toLowerCase(Locale.ROOT);
  }

  private static boolean isOutput(ArgSpec argument) {
    return argument instanceof OptionSpec option && OUTPUTS.contains(option.longestName());
  }

  /** The files an argument stands for. */
  private static List<Path> filesOf(ArgSpec argument) {
    Object value = argument.paramLabel().equals(FOLDER) ? null : argument.getValue();
    Stream<?> values = value instanceof Collection<?> all ? all.stream() : Stream.ofNullable(value);
    return values.filter(Path.class::isInstance).map(Path.class::cast).toList();
  }

  private static boolean isDevice(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file);
  }

  private static Path place(Path file) throws IOException {
    return Files.exists(file) ? file.toRealPath() : file.toAbsolutePath().normalize();
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }
}
