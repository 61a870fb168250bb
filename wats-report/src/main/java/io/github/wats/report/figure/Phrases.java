package io.github.wats.report.figure;

import io.github.wats.metrics.Metric;
import java.util.List;

/** Phrases that titles and verdicts share. */
public final class Phrases {
  /** A network is over- or underconfident if at least this fraction of its error has one sign. */
  private static final double ONE_SIDED = 0.5;

  /** Names beyond this number are counted, not listed. */
  private static final int MOST_NAMES = 3;

  private Phrases() {}

  /** {@code TS, VS and ETS}, or of many {@code 5 others}. */
  public static String names(List<String> names) {
    return names(names, "others");
  }

  /** {@code TS, VS and ETS}, or of many {@code 5} and the noun. */
  public static String names(List<String> names, String noun) {
    if (names.size() > MOST_NAMES) {
      return names.size() + " " + noun;
    }
    int last = names.size() - 1;
    return last == 0
        ? names.get(0)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  /** {@code overconfident}, {@code underconfident}, or both on different nodes. */
  public static String confidence(Measured measured) {
    double error = measured.value(Metric.ECE);
    double excess = measured.evaluation().reliability().overconfidence();
    if (Math.abs(excess) < ONE_SIDED * error || error == 0) {
      return "overconfident on some nodes and underconfident on others";
    }
    return excess > 0 ? "overconfident" : "underconfident";
  }

  /** {@code fell from a to b}, {@code rose from a to b} or {@code stayed at a}, as written. */
  static String change(String from, String to, boolean up) {
    if (from.equals(to)) {
      return "stayed at " + to;
    }
    return (up ? "rose from " : "fell from ") + from + " to " + to;
  }
}
