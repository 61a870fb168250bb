package io.github.wats.calibration.auto;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The one-standard-error rule: of all methods whose mean loss is within one standard error of the
 * best, the simplest. The standard error is that of the difference to the best, node by node, since
 * all methods are judged on the same nodes.
 *
 * @param chosen the name of the method
 * @param reason in words, with every mean
 */
record Selection(String chosen, String reason) {
  /**
   * Chooses.
   *
   * @param losses per node (n), by method, the simplest first; the first of all is what the others
   *     must not be worse than
   */
  static Selection of(Map<String, double[]> losses) {
    Map<String, Double> means = new LinkedHashMap<>();
    losses.forEach((name, values) -> means.put(name, CrossValidation.mean(values)));
    Map.Entry<String, Double> reference = means.entrySet().iterator().next();
    Map.Entry<String, Double> best = reference;
    for (Map.Entry<String, Double> entry : means.entrySet()) {
      best = entry.getValue() < best.getValue() ? entry : best;
    }
    if (best.equals(reference)) {
      String reason = "no method has a lower loss than " + reference.getKey();
      return new Selection(reference.getKey(), reason + list(means));
    }
    double[] lowest = losses.getOrDefault(best.getKey(), new double[0]);
    for (Map.Entry<String, Double> entry : means.entrySet()) {
      double[] values = losses.getOrDefault(entry.getKey(), lowest);
      double behind = entry.getValue() - best.getValue();
      double error = CrossValidation.standardErrorOfDifference(values, lowest);
      boolean candidate = !entry.getKey().equals(reference.getKey());
      if (candidate && entry.getValue() <= reference.getValue() && behind <= error) {
        return new Selection(
            entry.getKey(), reason(entry.getKey(), best.getKey(), behind, error) + list(means));
      }
    }
    throw new IllegalStateException("the best is always within one standard error of itself");
  }

  private static String reason(String chosen, String best, double behind, double error) {
    if (chosen.equals(best)) {
      return chosen + " has the lowest loss, and nothing simpler is within one standard error";
    }
    return String.format(
        Locale.ROOT,
        "%s is simpler than %s and its loss is %.4f higher, within one standard error (%.4f)",
        chosen,
        best,
        behind,
        error);
  }

  private static String list(Map<String, Double> means) {
    StringJoiner list = new StringJoiner(", ", "; cross-validated NLL: ", "");
    means.forEach((name, mean) -> list.add(String.format(Locale.ROOT, "%s %.4f", name, mean)));
    return list.toString();
  }
}
