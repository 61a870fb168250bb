package io.github.wats.calibration.ridge;

import io.github.wats.calibration.ridge.RidgeFit.Design;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Sets the penalty of each group by evidence (MacKay 1992) around Newton solves: with {@code γ_g =
 * |g| − λ_g Σ_{j∈g} (H⁻¹)_jj}, the number of its parameters that the data determine, {@code λ_g ←
 * (γ_g + 1) / (‖x_g‖² + 0.004)}. A useless group ends with a large λ, practically off.
 */
final class Evidence {
  static final int MOST_ROUNDS = 8;
  private static final double PRIOR_COUNT = 1;
  private static final double PRIOR_SQUARE = 0.004;
  private static final double LEAST_PENALTY = 0.5;
  private static final double MOST_PENALTY = 1e4;
  private static final double TOLERANCE = 0.05; // of ln λ

  /** How often all λ may be multiplied by ten where a Hessian cannot be factored. */
  private static final int MOST_REPAIRS = 8;

  private Evidence() {}

  /**
   * One Newton solve.
   *
   * @param penalties λ it was solved with, in the order of the groups
   */
  record Round(List<Double> penalties, int steps, double objective) {}

  /**
   * Where the rounds ended.
   *
   * @param x the last point solved for (p)
   * @param penalties λ of the update after it, in the order of the groups
   * @param settled whether that update changed no ln λ by 0.05 or more
   * @param converged whether the last Newton solve met its tolerance
   * @param meanLosses mean cross-entropy after each Newton step of all rounds
   */
  record Result(
      double[] x,
      List<Double> penalties,
      List<Round> rounds,
      boolean settled,
      boolean converged,
      List<Double> meanLosses) {}

  /** Empty if numbers leave the range of doubles even with λ multiplied by 10⁸. */
  static Optional<Result> fit(Design design) {
    Layout layout = design.layout();
    PenalizedLoss loss = new PenalizedLoss(design);
    double[] x = layout.start();
    double[] penalties = layout.startPenalties();
    List<Round> rounds = new ArrayList<>();
    List<Double> meanLosses = new ArrayList<>();
    int repairs = 0;
    while (true) {
      loss.penalize(perParameter(layout, design.basePenalty(), penalties));
      Optional<Newton.Solution> solved = Newton.solve(loss, x);
      if (solved.isEmpty()) {
        if (++repairs > MOST_REPAIRS) {
          return Optional.empty();
        }
        penalties = Arrays.stream(penalties).map(penalty -> 10 * penalty).toArray();
        continue;
      }
      Newton.Solution solution = solved.get();
      x = solution.x();
      rounds.add(new Round(boxed(penalties), solution.steps(), solution.objective()));
      solution.crossEntropies().forEach(sum -> meanLosses.add(sum / design.rows()));
      double[] updated = update(layout, penalties, solution);
      boolean settled = largestChange(penalties, updated) < TOLERANCE;
      penalties = updated;
      if (settled || rounds.size() == MOST_ROUNDS) {
        return Optional.of(
            new Result(x, boxed(updated), rounds, settled, solution.converged(), meanLosses));
      }
    }
  }

  /** The parameters at these penalties, from x on; empty if numbers leave the range of doubles. */
  static Optional<double[]> fit(Design design, double[] x, List<Double> penalties) {
    PenalizedLoss loss = new PenalizedLoss(design);
    double[] perGroup = penalties.stream().mapToDouble(penalty -> penalty).toArray();
    loss.penalize(perParameter(design.layout(), design.basePenalty(), perGroup));
    return Newton.solve(loss, x).map(Newton.Solution::x);
  }

  /** One λ per parameter, from one per group. */
  static double[] perParameter(Layout layout, double base, double[] penalties) {
    double[] all = new double[layout.size()];
    all[0] = base;
    for (int g = 0; g < penalties.length; g++) {
      Layout.Span span = layout.spans().get(g);
      Arrays.fill(all, span.from(), span.to(), penalties[g]);
    }
    return all;
  }

  private static double[] update(Layout layout, double[] penalties, Newton.Solution solution) {
    double[] variances = solution.lastHessian().inverseDiagonal();
    double[] updated = new double[penalties.length];
    for (int g = 0; g < updated.length; g++) {
      Layout.Span span = layout.spans().get(g);
      double variance = 0;
      double square = 0;
      for (int j = span.from(); j < span.to(); j++) {
        variance += variances[j];
        square += solution.x()[j] * solution.x()[j];
      }
      double determined =
          Math.max(0, span.width() - penalties[g] * variance); // an estimate may be below
      double wanted = (determined + PRIOR_COUNT) / (square + PRIOR_SQUARE);
      updated[g] = Math.min(MOST_PENALTY, Math.max(LEAST_PENALTY, wanted));
    }
    return updated;
  }

  private static double largestChange(double[] before, double[] after) {
    return IntStream.range(0, before.length)
        .mapToDouble(g -> Math.abs(Math.log(after[g] / before[g])))
        .max()
        .orElse(0);
  }

  private static List<Double> boxed(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }
}
