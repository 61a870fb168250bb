package io.github.wats.calibration.auto;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The one-standard-error rule: of all methods whose mean loss is within one standard error of the
 * best, the simplest. The standard error is that of the paired difference to the best, since all
 * methods are evaluated on the same nodes.
 *
 * @param chosen the name of the method
 * @param reason in words, with every mean
 */
record Selection(String chosen, String reason) {
  /**
   * Chooses.
   *
   * @param losses per node (n), by method, the simplest first; no method with a higher mean loss
   *     than the first is chosen
   */
  static Selection of(Map<String, double[]> losses) {
    List<String> names = List.copyOf(losses.keySet());
    List<double[]> values = List.copyOf(losses.values());
    double[] means = values.stream().mapToDouble(CrossValidation::mean).toArray();
    int best = 0;
    for (int k = 1; k < means.length; k++) {
      best = means[k] < means[best] ? k : best;
    }
    if (best == 0) {
      String reason = "no method has a lower loss than " + names.get(0);
      return new Selection(names.get(0), reason + list(names, means));
    }
    for (int k = 1; k < best; k++) {
      double behind = means[k] - means[best];
      double error = CrossValidation.standardErrorOfDifference(values.get(k), values.get(best));
      if (means[k] <= means[0] && behind <= error) {
        String reason =
            String.format(
                Locale.ROOT,
                "%s is simpler than %s and its loss is %.4f higher, within one standard error"
                    + " (%.4f)",
                names.get(k),
                names.get(best),
                behind,
                error);
        return new Selection(names.get(k), reason + list(names, means));
      }
    }
    String reason = " has the lowest loss, and nothing simpler is within one standard error";
    return new Selection(names.get(best), names.get(best) + reason + list(names, means));
  }

  private static String list(List<String> names, double[] means) {
    return IntStream.range(0, means.length)
        .mapToObj(k -> String.format(Locale.ROOT, "%s %.4f", names.get(k), means[k]))
        .collect(Collectors.joining(", ", "; cross-validated NLL: ", ""));
  }
}
