package io.github.wats.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** What metrics are called in reports and what they tell, in a few words. */
final class MetricNames {
  private static final Map<String, Entry> ENTRIES = new LinkedHashMap<>();

  static {
    put("ece", "ECE", true, "mean distance between confidence and accuracy");
    put("degreeEce", "Degree-binned ECE", true, "the same over groups of nodes by degree");
    put("classwiseEce", "Classwise ECE", true, "the same for every class's probability");
    put("equalMassEce", "Equal-mass ECE", true, "ECE over bins of equally many nodes");
    put("mce", "MCE", true, "the worst bin of ECE");
    put("nll", "NLL", false, "surprise at the true classes");
    put("brier", "Brier", false, "squared error of the probabilities");
    put("accuracy", "Accuracy", true, "share of predictions that are right");
  }

  private record Entry(String label, boolean percent, String meaning) {}

  private MetricNames() {}

  private static void put(String name, String label, boolean percent, String meaning) {
    ENTRIES.put(name, new Entry(label, percent, meaning));
  }

  /** Names in the order of tables: what calibration is about first. */
  static Iterable<String> all() {
    return ENTRIES.keySet();
  }

  static String label(String name) {
    return entry(name).label;
  }

  static String meaning(String name) {
    return entry(name).meaning;
  }

  static String text(String name, double value) {
    return entry(name).percent ? NumberText.finePercent(value) : NumberText.decimals(value, 4);
  }

  /** A change, with its sign. */
  static String change(String name, double difference) {
    String text =
        entry(name).percent
            ? NumberText.finePoints(difference)
            : NumberText.decimals(difference, 4);
    boolean zero = text.chars().noneMatch(c -> c >= '1' && c <= '9');
    return zero ? "0" : difference > 0 ? "+" + text : text;
  }

  private static Entry entry(String name) {
    return ENTRIES.getOrDefault(name, new Entry(name, false, ""));
  }
}
