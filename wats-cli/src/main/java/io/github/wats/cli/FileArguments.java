package io.github.wats.cli;

import io.github.wats.io.InvalidDataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Looks at the files a command was given before it does any work. */
final class FileArguments {
  private static final Set<String> OUTPUTS = Set.of("--output", "--save", "--report");
  private static final String FOLDER = "DIR";
  private static final String JSON = ".json";

  private FileArguments() {}

  /** No input is a folder, and no output is an input or another output. */
  static void check(CommandSpec command) throws IOException {
    Map<Path, String> taken = new HashMap<>(); // by whom
    for (ArgSpec input : filesOf(command, false)) {
      Path file = input.getValue();
      if (Files.isDirectory(file)) {
        throw new InvalidDataException(file + ": is a folder, not a file");
      }
      for (Path part : partsOf(file)) {
        taken.put(place(part), name(input));
      }
    }
    for (ArgSpec output : filesOf(command, true)) {
      Path file = output.getValue();
      for (Path part : partsOf(file)) {
        String owner = isDevice(part) ? null : taken.put(place(part), name(output));
        if (owner != null) {
          throw new UsageException(
              name(output) + " would overwrite " + owner + ": both are " + part);
        }
      }
    }
  }

  private static List<ArgSpec> filesOf(CommandSpec command, boolean outputs) {
    List<ArgSpec> files = new ArrayList<>();
    for (ArgSpec argument : command.args()) {
      boolean output =
          argument instanceof OptionSpec option && OUTPUTS.contains(option.longestName());
      if (output == outputs
          && argument.getValue() instanceof Path
          && !argument.paramLabel().equals(FOLDER)) {
        files.add(argument);
      }
    }
    return files;
  }

  /** A file, and where a model keeps its large arrays. */
  private static List<Path> partsOf(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(JSON)
        ? List.of(
            file, file.resolveSibling(name.substring(0, name.length() - JSON.length()) + ".npz"))
        : List.of(file);
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
