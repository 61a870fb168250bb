package io.github.wats.io.format;

import io.github.wats.io.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files in a folder, in the order of the numbers in their names: {@code predict-2.pt} comes
 * before {@code predict-10.pt}. Files that begin with {@code .} or {@code _} are left out, as Spark
 * and Hadoop do, and descriptions in JSON beside other files.
 */
final class PartFiles {
  private static final Comparator<Path> BY_NUMBERS =
      Comparator.comparing(PartFiles::padded).thenComparing(Path::toString);
  private static final int LONGEST = 256; // longer than any name
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  private PartFiles() {}

  /** The files themselves, and those in folders. */
  static List<Path> of(List<Path> given) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path path : given) {
      if (Files.isDirectory(path)) {
        files.addAll(inFolder(path));
      } else {
        files.add(path);
      }
    }
    return files;
  }

  private static List<Path> inFolder(Path folder) throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      List<Path> files =
          found
              .filter(file -> Files.isRegularFile(file) && !name(file).matches("[._].*"))
              .sorted(BY_NUMBERS)
              .toList();
      List<Path> others = files.stream().filter(file -> !name(file).endsWith(".json")).toList();
      Location.of(folder).check(!files.isEmpty(), "must have files with the rows of nodes");
      return others.isEmpty() ? files : others;
    }
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  /** The name with all numbers equally long. */
  private static String padded(Path file) {
    return NUMBER
        .matcher(name(file))
        .replaceAll(digits -> "0".repeat(LONGEST - digits.group().length()) + digits.group());
  }
}
