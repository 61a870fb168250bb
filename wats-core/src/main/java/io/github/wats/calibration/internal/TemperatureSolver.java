package io.github.wats.calibration.internal;

import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.internal.TemperatureLoss.At;
import java.util.ArrayList;
import java.util.List;

/**
 * The temperature that minimizes the mean cross-entropy of {@code softmax(z / T)}, exactly: Newton
 * steps on the convex problem in β = 1/T, kept inside a bracket that shrinks with every gradient
 * seen.
 */
public final class TemperatureSolver {
  /**
   * ln(1/T) is searched in ±6, T from 0.0025 to 403: beyond, the loss is flat for any real logits.
   */
  public static final double LARGEST_LOG = 6;

  private static final int HALVINGS = 60;
  private static final int FEWEST_HALVINGS = 8; // the zero is then known to 0.05

  /** Newton doubles the correct digits, bisection adds one in three steps: never reached. */
  private static final int MOST_STEPS = 200;

  /** A Newton step below this fraction of β is within the rounding of the gradient. */
  private static final double TOLERANCE = 1e-13;

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
    return solve(new TemperatureLoss(rows.logits(), rows.labels()));
  }

  /**
   * {@code T = e^−s} at the zero of {@code g(s) = Σ_i w_i (E_q[a_i] − a_i,yi) + κ s}, where {@code
   * a_i = e^s z_i}, q its softmax and s in ±6: the slope of {@code Σ_i w_i loss_i + ½ κ s²}. By
   * bisection, and Newton's steps once the zero is located.
   *
   * @param prior κ; with 0 this is the exact temperature
   */
  public static Solution solve(TemperatureLoss loss, double prior) {
    return prior == 0
        ? solve(loss)
        : new Solution(Math.exp(-zero(loss, prior)), List.of(), true, List.of());
  }

  private static double zero(TemperatureLoss loss, double prior) {
    double low = -LARGEST_LOG;
    double high = LARGEST_LOG;
    if (slope(loss, prior, low)[0] >= 0) {
      return low;
    }
    if (slope(loss, prior, high)[0] <= 0) {
      return high;
    }
    return zero(loss, prior, 0, FEWEST_HALVINGS);
  }

  /** The same temperature, by Newton's steps from one that is near. */
  public static double solveNear(double temperature, TemperatureLoss loss, double prior) {
    return prior == 0
        ? solve(loss).temperature()
        : Math.exp(-zero(loss, prior, -Math.log(temperature), 0));
  }

  /** From a start on, halving the range so many times before Newton's steps. */
  private static double zero(TemperatureLoss loss, double prior, double start, int halvings) {
    double low = -LARGEST_LOG;
    double high = LARGEST_LOG;
    double s = start;
    for (int k = 0; k < HALVINGS; k++) {
      double[] here = slope(loss, prior, s);
      if (here[0] < 0) {
        low = s;
      } else {
        high = s;
      }
      double newton = s - here[0] / here[1];
      if (Math.abs(newton - s) < TOLERANCE) {
        break;
      }
      s = k >= halvings && newton > low && newton < high ? newton : 0.5 * (low + high);
    }
    return s;
  }

  /** g and its derivative. */
  private static double[] slope(TemperatureLoss loss, double prior, double s) {
    At at = loss.at(Math.exp(s));
    double first = loss.labels().nodeCount() * at.beta() * at.gradient();
    double second = loss.labels().nodeCount() * at.beta() * at.beta() * at.curvature();
    return new double[] {first + prior * s, first + second + prior};
  }

  private static Solution solve(TemperatureLoss loss) {
    At low = loss.at(Math.exp(-LARGEST_LOG));
    At high = loss.at(Math.exp(LARGEST_LOG));
    if (low.gradient() == 0 && high.gradient() == 0) { // constant logits: T has no effect
      return new Solution(1, List.of(), true, List.of());
    }
    if (low.gradient() >= 0) {
      return atTheEnd(low, "flatter probabilities");
    }
    if (high.gradient() <= 0) {
      return atTheEnd(
          high,
          "sharper probabilities, since no validation node is predicted wrong; the default method"
              + " has a prior on the temperature for this");
    }
    return between(loss, low.beta(), high.beta());
  }

  private static Solution atTheEnd(At end, String which) {
    double temperature = 1 / end.beta();
    String note =
        "the best temperature is at the end of the range that is searched (%s): the loss keeps"
                .formatted(temperature)
            + " falling with ever "
            + which;
    return new Solution(temperature, List.of(end.loss()), true, List.of(note));
  }

  private static Solution between(TemperatureLoss loss, double first, double last) {
    double low = first;
    double high = last;
    At one = loss.at(1);
    At here = one;
    List<Double> losses = new ArrayList<>();
    while (!isOptimal(here) && losses.size() < MOST_STEPS) {
      if (here.gradient() > 0) {
        high = here.beta();
      } else {
        low = here.beta();
      }
      double next = here.beta() - here.gradient() / here.curvature();
      here = loss.at(next > low && next < high ? next : Math.sqrt(low * high));
      losses.add(here.loss());
    }
    At best = here.loss() <= one.loss() ? here : one; // rounding must not make it worse than T = 1
    return new Solution(1 / best.beta(), losses, isOptimal(here), List.of());
  }

  private static boolean isOptimal(At at) {
    return Math.abs(at.gradient()) <= TOLERANCE * at.beta() * at.curvature();
  }
}
