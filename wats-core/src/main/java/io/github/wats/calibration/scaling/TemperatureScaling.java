package io.github.wats.calibration.scaling;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.calibration.internal.AdamFit;
import io.github.wats.calibration.internal.LabelFits;
import io.github.wats.calibration.internal.Lbfgs;
import io.github.wats.calibration.internal.SharedLogistic;
import io.github.wats.calibration.internal.TemperatureLoss;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.features.NodeColumns;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.settings.Setting;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Temperature scaling: {@code p = softmax(z / T)} with one T > 0 for all nodes (Guo, Pleiss, Sun,
 * Weinberger, ICML 2017). Adding a constant to a node's logits changes nothing.
 *
 * <p>Of several labels, {@code T_l = T0 / θ_l} with T0 the temperature of all their outcomes
 * together and a {@linkplain SharedLogistic normal prior} of θ_l around 1.
 */
public record TemperatureScaling(@Setting(help = SOLVER_HELP) Solver solver)
    implements Calibrator<TemperatureScaling.Fitted>, LabelFits {
  static final String SOLVER_HELP = "how the temperature is optimized";

  /** Solved exactly. */
  public static final TemperatureScaling DEFAULT = new TemperatureScaling(Solver.EXACT);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
              DEFAULT,
              "ts",
              "TS",
              "temperature scaling: one temperature for all nodes",
              Method.Scope.LOGITS,
              true,
              (calibrator, state) -> new Fitted(state.positive("temperature"), state.report()))
          .withComplexity(1);

  /** A step may not carry T below the range of the solver: z / T would change its sign. */
  private static final double SMALLEST = Math.exp(-TemperatureSolver.LARGEST_LOG);

  /** How the temperature is found. */
  public enum Solver {
    /** The exact optimum of the convex problem. */
    EXACT,

    /** As published: Adam from T = 1, stopped on the training nodes. */
    ADAM
  }

  @Override
  public Fitted fit(CalibrationData data, long seed) {
    CalibrationRows rows = CalibrationRows.of(data);
    if (solver == Solver.EXACT) {
      TemperatureSolver.Solution solution = TemperatureSolver.solve(rows);
      return new Fitted(
          solution.temperature(),
          rows.report(this, seed, solution.losses(), solution.converged(), solution.notes()));
    }
    AdamFit adam = adam(rows, data);
    FitReport report =
        rows.report(this, seed, adam.losses(), true, List.of())
            .withEarlyStopping(EarlyStopping.TRAINING_NODES, adam.stopLosses());
    return new Fitted(adam.point()[0], report);
  }

  @Override
  public List<FittedCalibrator> fitLabels(
      CalibrationData pooled, int labels, IntFunction<CalibrationData> data, long seed) {
    Check.argument(solver == Solver.EXACT, "of several labels, solver must be exact, got adam");
    Fitted all = fit(pooled, seed);
    double least = all.temperature * SMALLEST; // T is at most the largest that is searched
    return new SharedLogistic(new double[] {1}, 1, least)
        .fitLabels(
            new LabelFits.Task(all, labels, data, seed),
            rows -> {
              double[] x = new double[rows.nodes().size()];
              Arrays.setAll(x, i -> rows.logits().get(i, 1) / all.temperature);
              return x;
            },
            (theta, report) -> new Fitted(all.temperature / theta[0], report));
  }

  private static AdamFit adam(CalibrationRows rows, CalibrationData data) {
    Labels labels = data.requireLabels();
    NodeSet training = data.requireSplit().train().withKnownLabel(labels);
    Check.argument(
        !training.isEmpty(),
        "solver adam stops on training nodes: there must be one with a known label, got none");
    return AdamFit.of(
        byTemperature(rows.logits(), rows.labels()),
        byTemperature(data.logits().select(training), labels.select(training)),
        new double[] {1},
        SMALLEST);
  }

  /** The loss as a function of T. */
  private static Lbfgs.Objective byTemperature(Logits logits, Labels labels) {
    TemperatureLoss loss = new TemperatureLoss(logits, labels);
    return (temperature, gradient) -> {
      TemperatureLoss.At at = loss.at(1 / temperature[0]);
      gradient[0] = -at.gradient() / (temperature[0] * temperature[0]);
      return at.loss();
    };
  }

  @Override
  public boolean usesTrainingNodes() {
    return solver == Solver.ADAM;
  }

  /** One temperature for every node. */
  public record Fitted(double temperature, FitReport report) implements FittedCalibrator {
    @Override
    public Optional<String> formula() {
      return Optional.of("T = Add(Mul(ReduceMax(logits, axes=1), 0), temperature)");
    }

    @Override
    public Optional<double[]> betaMap() {
      return Optional.of(new double[] {1 / temperature, 1 / temperature, 0});
    }

    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      return Calibration.ofTemperature(logits, temperature);
    }
  }
}
