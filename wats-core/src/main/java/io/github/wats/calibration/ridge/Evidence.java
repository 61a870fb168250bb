package io.github.wats.calibration.ridge;

import io.github.wats.calibration.internal.SharedLogistic;
import io.github.wats.calibration.ridge.Layout.Group;
import io.github.wats.calibration.ridge.Newton.Hessians;
import io.github.wats.internal.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Sets the penalty of each group by evidence (MacKay 1992) around Newton solves: with {@code γ_g =
 * |g| − λ_g Σ_{j∈g} (H⁻¹)_jj}, the number of its parameters that the data determine, {@code λ_g ←
 * (γ_g + 1) / (‖x_g‖² + 0.004)}. A useless group ends with a large λ, practically off.
 *
 * <p>Several labels l have the same λ: {@code λ_g ← (Σ_l γ_gl + 1) / (Σ_l ‖x_gl‖² + 0.004)}, so a
 * label of few outcomes is shrunk as the others show. Sums do not depend on the order of labels.
 */
final class Evidence {
  static final int MOST_ROUNDS = 8;
  private static final double PRIOR_COUNT = 1;
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
   * @param first the point of the first round (p)
   * @param penalties λ of the update after it, which often still move
   * @param converged whether the last Newton solve met its tolerance
   * @param meanLosses mean cross-entropy after each Newton step of all rounds
   */
  record Result(
      double[] x,
      double[] first,
      List<Double> penalties,
      List<Round> rounds,
      boolean converged,
      List<Double> meanLosses) {
    /** λ that x was solved with. */
    List<Double> lastPenalties() {
      return rounds.get(rounds.size() - 1).penalties();
    }
  }

  /** Empty if numbers leave the range of doubles even with λ multiplied by 10⁸. */
  static Optional<Result> fit(Design design) {
    return fit(List.of(design)).get(0);
  }

  /** The same for several labels; one that cannot be solved has no effect on the others. */
  static List<Optional<Result>> fit(List<Design> designs) {
    return fit(designs.stream().map(design -> new Label(design, Optional.empty())));
  }

  /**
   * The x of a fit to some of the rows.
   *
   * @param first of the first round of the fit to all, where this one starts: its minimum is near
   */
  static Optional<double[]> fit(Design some, double[] first) {
    return fit(Stream.of(new Label(some, Optional.of(first)))).get(0).map(Result::x);
  }

  private static List<Optional<Result>> fit(Stream<Label> given) {
    List<Label> all = given.toList();
    List<Label> labels = all;
    Map<Group, Double> penalties = new EnumMap<>(Group.class);
    all.forEach(label -> label.addStart(penalties));
    int repairs = 0;
    boolean settled = false;
    for (int round = 0; round < MOST_ROUNDS && !settled; ) {
      List<Label> solving = labels;
      Rows.forEachRow(labels.size(), Long.MAX_VALUE, l -> solving.get(l).solve(penalties));
      List<Label> solved = labels.stream().filter(label -> label.last.isPresent()).toList();
      if (!solved.isEmpty()) {
        labels = solved;
        settled = update(penalties, solved) < TOLERANCE;
        round++;
      } else if (++repairs <= MOST_REPAIRS) {
        penalties.replaceAll((group, penalty) -> 10 * penalty);
      } else {
        break;
      }
    }
    return all.stream().map(label -> label.result(penalties)).toList();
  }

  /** The Newton solves of one label. */
  private static final class Label {
    private final Design design;
    private final Layout layout;
    private final PenalizedLoss loss;
    private final boolean near; // whether it starts near its minimum
    private double[] x;
    private double[] first;
    private Optional<Newton.Solution> last = Optional.empty();
    private final List<Round> rounds = new ArrayList<>();
    private final List<Double> meanLosses = new ArrayList<>();

    Label(Design design, Optional<double[]> near) {
      this.design = design;
      this.layout = design.layout();
      this.loss = new PenalizedLoss(design);
      this.near = near.isPresent();
      this.x = near.orElseGet(layout::start);
      this.first = x;
    }

    void addStart(Map<Group, Double> penalties) {
      double[] start = layout.startPenalties();
      for (int g = 0; g < start.length; g++) {
        penalties.put(layout.spans().get(g).group(), start[g]);
      }
    }

    private double[] own(Map<Group, Double> penalties) {
      return layout.spans().stream().mapToDouble(span -> penalties.get(span.group())).toArray();
    }

    void solve(Map<Group, Double> penalties) {
      double[] own = own(penalties);
      loss.penalize(perParameter(layout, design.basePenalty(), own));
      boolean evidence = rounds.size() < MOST_ROUNDS - 1;
      Hessians needed = near ? (evidence ? Hessians.LAST : Hessians.NONE) : Hessians.ALL;
      last = Newton.solve(loss, x, needed);
      last.ifPresent(
          solution -> {
            x = solution.x();
            first = rounds.isEmpty() ? x : first;
            rounds.add(new Round(boxed(own), solution.steps(), solution.objective()));
            solution.crossEntropies().forEach(sum -> meanLosses.add(sum / design.rows()));
          });
    }

    Optional<Result> result(Map<Group, Double> updated) {
      List<Double> own = boxed(own(updated));
      return last.map(at -> new Result(x, first, own, rounds, at.converged(), meanLosses));
    }
  }

  /** The parameters at these penalties, from x on; empty if numbers leave the range of doubles. */
  static Optional<double[]> fit(Design design, double[] x, List<Double> penalties) {
    PenalizedLoss loss = new PenalizedLoss(design);
    double[] perGroup = penalties.stream().mapToDouble(penalty -> penalty).toArray();
    loss.penalize(perParameter(design.layout(), design.basePenalty(), perGroup));
    return Newton.solve(loss, x, Hessians.ALL).map(Newton.Solution::x);
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

  /** Updates λ by the labels that have the group; returns the largest |Δ ln λ|. */
  private static double update(Map<Group, Double> penalties, List<Label> labels) {
    double[][] diagonals = new double[labels.size()][];
    Arrays.setAll(diagonals, l -> labels.get(l).last.get().lastHessian().inverseDiagonal());
    double[] largest = new double[1];
    penalties.replaceAll(
        (group, before) -> {
          double[] variances = new double[labels.size()];
          double[] squares = new double[labels.size()];
          int size = 0;
          for (int l = 0; l < variances.length; l++) {
            Layout.Span span = labels.get(l).layout.span(group);
            size += span.width();
            for (int j = span.from(); j < span.to(); j++) {
              variances[l] += diagonals[l][j];
              squares[l] += labels.get(l).x[j] * labels.get(l).x[j];
            }
          }
          double after = SharedLogistic.precision(before, PRIOR_COUNT, size, variances, squares);
          largest[0] = Math.max(largest[0], Math.abs(Math.log(after / before)));
          return after;
        });
    return largest[0];
  }

  private static List<Double> boxed(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }
}
