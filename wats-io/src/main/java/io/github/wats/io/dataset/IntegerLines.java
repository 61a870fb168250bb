package io.github.wats.io.dataset;

import io.github.wats.io.Origin;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Text files that hold the same number of non-negative integers, separated by tabs, per line. */
final class IntegerLines {
  private IntegerLines() {}

  /** All numbers of the file, line by line. */
  static int[] read(Path file, int perLine) throws IOException {
    Origin origin = Origin.of(file);
    int[] values = new int[1024];
    int count = 0;
    // Latin-1 takes any byte, so a binary file is refused by what it holds and not by its encoding.
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        String[] fields = line.split("\t", -1);
        if (fields.length != perLine) {
          throw origin
              .line(number)
              .invalid("must hold %d integers separated by tabs, got %s", perLine, shown(line));
        }
        for (String field : fields) {
          if (count == values.length) {
            values = Arrays.copyOf(values, count * 2);
          }
          values[count++] = nonNegative(field, origin, number);
        }
      }
    }
    return Arrays.copyOf(values, count);
  }

  private static int nonNegative(String field, Origin origin, int line) {
    try {
      int value = Integer.parseInt(field);
      if (value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Reported below, together with negative numbers.
    }
    throw origin.line(line).invalid("must be an integer of at least 0, got %s", shown(field));
  }

  private static String shown(String text) {
    return "'" + (text.length() <= 40 ? text : text.substring(0, 40) + "…") + "'";
  }
}
