package io.github.wats.calibration;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rounding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The one-standard-error rule: of all methods whose mean loss is within one standard error of the
 * best, the simplest by {@link Method#complexity}. The standard error is that of the paired
 * difference to the best, since all methods are evaluated on the same nodes. The network is left as
 * it is unless the best is better by a one-sided test at 5 %. Losses of a node that differ by
 * rounding alone are equal.
 *
 * @param method the name of the chosen method
 * @param reason in words
 * @param losses the mean loss of each method, the simplest first
 * @param isClear whether any method is more than one standard error behind the best; if not, the
 *     nodes do not tell the methods apart
 */
public record MethodChoice(
    String method, String reason, Map<String, Double> losses, boolean isClear) {
  /** So many standard errors are exceeded by chance in 5 %. */
  private static final double GAIN_ERRORS = 1.6449;

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
    int best = 0;
    for (int k = 1; k < names.size(); k++) {
      best = mean(differences(values.get(k), values.get(best))) < 0 ? k : best;
    }
    Map<String, Double> byName = new LinkedHashMap<>();
    List<Integer> near = new ArrayList<>(); // simpler than the best, within one standard error
    List<String> equal = new ArrayList<>(); // to the best, and less simple
    boolean clear = false;
    for (int k = 0; k < names.size(); k++) {
      double[] behind = differences(values.get(k), values.get(best));
      double error = standardError(behind);
      clear |= mean(behind) > error;
      near.addAll(k < best && mean(behind) <= error ? List.of(k) : List.of());
      equal.addAll(k > best && mean(behind) == 0 ? List.of(names.get(k)) : List.of());
      byName.put(names.get(k), mean(values.get(k)));
    }
    int first = names.get(0).equals(Methods.uncalibrated().name()) ? 1 : 0;
    double[] gains = differences(values.get(0), values.get(best));
    if (first == 1 && best > 0 && mean(gains) <= GAIN_ERRORS * standardError(gains)) {
      String reason =
          String.format(
              Locale.ROOT,
              "leave it as it is: %s lowers the loss by %.4f ± %.4f only, within noise (test at 5 %%)",
              names.get(best),
              mean(gains),
              standardError(gains));
      return new MethodChoice(names.get(0), reason, byName, clear);
    }
    int chosen =
        near.stream()
            .filter(k -> k >= first && mean(differences(values.get(k), values.get(0))) <= 0)
            .findFirst()
            .orElse(best);
    String name = names.get(chosen);
    if (chosen == best) {
      String same = equal.isEmpty() ? "" : " (the same as " + String.join(", ", equal) + ")";
      String reason =
          best == 0
              ? "no method has a lower loss than " + name
              : name
                  + " has the lowest loss"
                  + same
                  + ", and nothing simpler is within one standard error"
                  + (near.isEmpty() ? "" : " and better than " + names.get(0));
      return new MethodChoice(name, reason, byName, clear);
    }
    double[] behind = differences(values.get(chosen), values.get(best));
    String reason =
        String.format(
            Locale.ROOT,
            "%s is simpler than %s and its loss is %.4f higher, within one standard error (%.4f)",
            name,
            names.get(best),
            mean(behind),
            standardError(behind));
    return new MethodChoice(name, reason, byName, clear);
  }

  /** What to do, and why, as a sentence; {@code by} says what the losses are, such as by NLL. */
  public String advice(String by) {
    String why = reason.replaceFirst("^leave it as it is: ", "");
    return method.equals(Methods.uncalibrated().name())
        ? "Leave the network as it is: %s, %s.".formatted(by, why)
        : "Use %s: %s, %s."
            .formatted(method, by, why.replaceFirst("^" + Pattern.quote(method) + " ", "it "));
  }

  /** {@code −ln p} of the probability of the true class of a node. */
  public static double loss(double probability) {
    return -Math.log(Math.max(probability, LEAST_PROBABILITY));
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  /** {@code a − b}, paired node by node. */
  private static double[] differences(double[] a, double[] b) {
    double[] differences = new double[a.length];
    Arrays.setAll(differences, k -> Rounding.difference(a[k], b[k]));
    return differences;
  }

  /** The standard error of the mean. */
  static double standardError(double[] values) {
    double mean = mean(values);
    double squares = Arrays.stream(values).map(d -> (d - mean) * (d - mean)).sum();
    return Math.sqrt(squares / (values.length - 1) / values.length);
  }
}
