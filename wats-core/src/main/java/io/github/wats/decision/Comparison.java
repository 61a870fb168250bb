package io.github.wats.decision;

import io.github.wats.calibration.MethodChoice;
import io.github.wats.internal.Check;
import io.github.wats.metrics.Outcomes;
import io.github.wats.metrics.PairedComparison;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Several methods on the same nodes, whose labels no fit has seen.
 *
 * @param results metrics with intervals, and differences to {@code ts}, or to the first method if
 *     {@code ts} is not among them
 * @param choice the recommended method
 */
public record Comparison(PairedComparison results, MethodChoice choice) {
  private static final String REFERENCE = "ts";

  /**
   * Compares.
   *
   * @param outcomes by registered method; one or several repeats, all on the same nodes
   * @param bins of the calibration errors
   */
  public static Comparison of(Map<String, List<Outcomes>> outcomes, int bins, long seed) {
    Check.argument(!outcomes.isEmpty(), "there must be at least one method, got none");
    Check.argument(bins >= 1, "bins must be at least 1, got %d", bins);
    String first = outcomes.keySet().iterator().next();
    String reference = outcomes.containsKey(REFERENCE) ? REFERENCE : first;
    Map<String, double[]> losses = new LinkedHashMap<>();
    outcomes.forEach((name, repeats) -> losses.put(name, losses(repeats)));
    return new Comparison(
        PairedComparison.of(outcomes, reference, PairedComparison.METRICS, bins, seed),
        MethodChoice.of(losses));
  }

  /** The loss of each node (m), the mean over repeats. */
  private static double[] losses(List<Outcomes> repeats) {
    double[] losses = new double[repeats.get(0).size()];
    for (Outcomes repeat : repeats) {
      for (int k = 0; k < losses.length; k++) {
        losses[k] += MethodChoice.loss(repeat.probability(k, repeat.label(k))) / repeats.size();
      }
    }
    return losses;
  }
}
