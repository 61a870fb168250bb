package io.github.wats.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What benchmarks print, and the ratios to other programs that this process measured. */
final class Report {
  private static final List<String> RATIOS = new ArrayList<>();

  private Report() {}

  static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }

  /** Notes that {@code work} took 1 / {@code timesAsFast} of the time {@code peer} took. */
  static void note(String work, String peer, double timesAsFast) {
    if (Double.isFinite(timesAsFast)) {
      RATIOS.add(String.format(Locale.ROOT, "| %s | %s | %.1f |", work, peer, timesAsFast));
    }
  }

  /** All that was noted, as a Markdown table. */
  static void printRatios() {
    print("| work | beside | times as fast |\n| --- | --- | ---: |");
    RATIOS.forEach(System.out::println);
  }
}
