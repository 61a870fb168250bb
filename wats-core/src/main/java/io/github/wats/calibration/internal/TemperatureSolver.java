package io.github.wats.calibration.internal;

import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.internal.TemperatureLoss.At;
import java.util.ArrayList;
import java.util.List;

/**
 * The temperature that minimizes the mean cross-entropy of {@code softmax(z / T)}, exactly: Newton
 * steps in ln T, kept inside a bracket that shrinks with every slope seen.
 */
public final class TemperatureSolver {
  /**
   * ln(1/T) is searched in ±6, T from 0.0025 to 403: beyond, the loss is flat for any real logits.
   */
  public static final double LARGEST_LOG = 6;

  /** Newton doubles the correct digits, bisection adds one in three steps: never reached. */
  private static final int MOST_STEPS = 200;

  private static final int FEW_STEPS = 8;

  /** A smaller Newton step of ln T is within the rounding of the slope. */
  private static final double TOLERANCE = 1e-12;

  private TemperatureSolver() {}

  /**
   * The result.
   *
   * @param temperature above 0
   * @param losses the loss after each step
   * @param converged whether the gradient was brought to zero, or an end of the range reached
   * @param notes where the optimum is at an end of the range
   */
  public record Solution(
      double temperature, List<Double> losses, boolean converged, List<String> notes) {}

  public static Solution solve(CalibrationRows rows) {
    return solve(new TemperatureLoss(rows.logits(), rows.labels()), 0);
  }

  /**
   * {@code T = e^−s} at the zero of {@code g(s) = Σ_i w_i (E_q[a_i] − a_i,yi) + κ s}, where {@code
   * a_i = e^s z_i}, q its softmax and s in ±6: the slope of {@code Σ_i w_i loss_i + ½ κ s²}.
   *
   * @param prior κ; with 0 this is the exact temperature
   */
  public static Solution solve(TemperatureLoss loss, double prior) {
    Point low = new Point(loss, prior, -LARGEST_LOG);
    Point high = new Point(loss, prior, LARGEST_LOG);
    Point one = new Point(loss, prior, 0);
    if (low.slope == 0 && high.slope == 0) { // constant logits: T has no effect
      return new Solution(1, List.of(), true, List.of());
    }
    if (low.slope >= 0) {
      return atTheEnd(low, prior, "flatter probabilities");
    }
    if (high.slope <= 0) {
      return atTheEnd(
          high,
          prior,
          "sharper probabilities, since no validation node is predicted wrong; the default method"
              + " has a prior on the temperature for this");
    }
    Point here = one;
    List<Double> losses = new ArrayList<>();
    while (!here.isOptimal() && losses.size() < MOST_STEPS) {
      if (here.slope > 0) {
        high = here;
      } else {
        low = here;
      }
      double next = here.s - here.slope / here.bend;
      boolean inside = next > low.s && next < high.s;
      here = new Point(loss, prior, inside ? next : (low.s + high.s) / 2);
      losses.add(here.at.loss());
    }
    Point best = here.value <= one.value ? here : one; // rounding must not make it worse than T = 1
    return new Solution(Math.exp(-best.s), losses, here.isOptimal(), List.of());
  }

  /** The same temperature, by Newton steps from one that is near where these suffice. */
  public static double solveNear(double temperature, TemperatureLoss loss, double prior) {
    double s = -Math.log(temperature);
    for (int step = 0; step < FEW_STEPS && Math.abs(s) < LARGEST_LOG; step++) {
      Point here = new Point(loss, prior, s);
      if (here.isOptimal()) {
        return Math.exp(-s);
      }
      s -= here.slope / here.bend;
    }
    return solve(loss, prior).temperature();
  }

  private static Solution atTheEnd(Point end, double prior, String which) {
    double temperature = Math.exp(-end.s);
    String note =
        "the best temperature is at the end of the range that is searched (%s): the loss keeps"
                .formatted(temperature)
            + " falling with ever "
            + which;
    List<String> notes = prior == 0 ? List.of(note) : List.of();
    return new Solution(temperature, List.of(end.at.loss()), true, notes);
  }

  /** The objective at s with its first two derivatives. */
  private static final class Point {
    private final double s;
    private final At at;
    private final double value;
    private final double slope;
    private final double bend;

    Point(TemperatureLoss loss, double prior, double s) {
      int n = loss.labels().nodeCount();
      this.s = s;
      at = loss.at(Math.exp(s));
      value = n * at.loss() + prior / 2 * s * s;
      double first = n * at.beta() * at.gradient();
      slope = first + prior * s;
      bend = first + n * at.beta() * at.beta() * at.curvature() + prior;
    }

    boolean isOptimal() {
      return Math.abs(slope) <= TOLERANCE * bend;
    }
  }
}
