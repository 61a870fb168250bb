package io.github.wats.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How many times as fast as others the work measured in this process was. */
final class Ratios {
  private static final List<String> ROWS = new ArrayList<>();

  private Ratios() {}

  /** Notes that {@code work} took 1 / {@code timesAsFast} of the time {@code peer} took. */
  static void note(String work, String peer, double timesAsFast) {
    if (Double.isFinite(timesAsFast)) {
      ROWS.add(String.format(Locale.ROOT, "| %s | %s | %.1f |", work, peer, timesAsFast));
    }
  }

  /** All that was noted, as a Markdown table. */
  static String table() {
    return "| work | beside | times as fast |\n| --- | --- | ---: |\n" + String.join("\n", ROWS);
  }
}
