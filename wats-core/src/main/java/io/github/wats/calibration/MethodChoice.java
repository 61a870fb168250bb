package io.github.wats.calibration;

import io.github.wats.internal.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The one-standard-error rule: of all methods whose mean loss is within one standard error of the
 * best, the simplest by {@link Method#complexity}. The standard error is that of the paired
 * difference to the best, since all methods are evaluated on the same nodes.
 *
 * @param method the name of the chosen method
 * @param reason in words
 * @param losses the mean loss of each method, the simplest first
 * @param isClear whether any method is more than one standard error behind the best; if not, the
 *     nodes do not tell the methods apart
 */
public record MethodChoice(
    String method, String reason, Map<String, Double> losses, boolean isClear) {
  /** Not chosen over a method with a lower loss, since it does not calibrate. */
  private static final String UNCALIBRATED = "uncalibrated";

  /** A probability of 0 counts as this, so that one node cannot make a mean infinite. */
  private static final double LEAST_PROBABILITY = 1e-300;

  public MethodChoice {
    losses = Collections.unmodifiableMap(new LinkedHashMap<>(losses));
  }

  /**
   * Chooses.
   *
   * @param losses of at least two nodes, the same for all, by registered method; no method with a
   *     higher mean loss than the simplest is chosen
   */
  public static MethodChoice of(Map<String, double[]> losses) {
    Check.argument(!losses.isEmpty(), "there must be at least one method, got none");
    List<String> names = new ArrayList<>(losses.keySet());
    names.sort(Comparator.comparingInt(name -> Methods.named(name).complexity()));
    List<double[]> values =
        names.stream().map(name -> losses.getOrDefault(name, new double[0])).toList();
    double[] means = values.stream().mapToDouble(MethodChoice::mean).toArray();
    int best = 0;
    for (int k = 1; k < means.length; k++) {
      best = means[k] < means[best] ? k : best;
    }
    double[] errors = new double[means.length];
    boolean clear = false;
    Map<String, Double> byName = new LinkedHashMap<>();
    for (int k = 0; k < means.length; k++) {
      errors[k] = standardErrorOfDifference(values.get(k), values.get(best));
      clear |= means[k] - means[best] > errors[k];
      byName.put(names.get(k), means[k]);
    }
    int chosen = best;
    int first = names.get(0).equals(UNCALIBRATED) ? 1 : 0;
    for (int k = best - 1; k >= first; k--) {
      chosen = means[k] <= means[0] && means[k] - means[best] <= errors[k] ? k : chosen;
    }
    String name = names.get(chosen);
    String reason =
        best == 0
            ? "no method has a lower loss than " + name
            : chosen == best
                ? name + " has the lowest loss, and nothing simpler is within one standard error"
                : String.format(
                    Locale.ROOT,
                    "%s is simpler than %s and its loss is %.4f higher, within one standard error"
                        + " (%.4f)",
                    name,
                    names.get(best),
                    means[chosen] - means[best],
                    errors[chosen]);
    return new MethodChoice(name, reason, byName, clear);
  }

  /** {@code −ln p} of the probability of the true class of a node. */
  public static double loss(double probability) {
    return -Math.log(Math.max(probability, LEAST_PROBABILITY));
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  /** The standard error of the mean of {@code a − b}, paired node by node. */
  static double standardErrorOfDifference(double[] a, double[] b) {
    double[] differences = new double[a.length];
    Arrays.setAll(differences, k -> a[k] - b[k]);
    double mean = mean(differences);
    double squares = Arrays.stream(differences).map(d -> (d - mean) * (d - mean)).sum();
    return Math.sqrt(squares / (a.length - 1) / a.length);
  }
}
