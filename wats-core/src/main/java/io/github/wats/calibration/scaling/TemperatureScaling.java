package io.github.wats.calibration.scaling;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedTemperatures;
import io.github.wats.calibration.StoredArray;
import io.github.wats.calibration.StoredForm;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.settings.Setting;
import java.util.Arrays;
import java.util.Map;

/**
 * Temperature scaling: {@code p = softmax(z / T)} with one T > 0 for all nodes (Guo, Pleiss, Sun,
 * Weinberger, ICML 2017). Adding a constant to a node's logits changes nothing.
 */
public record TemperatureScaling(@Setting(help = SOLVER_HELP) Solver solver)
    implements Calibrator<TemperatureScaling.Fitted> {
  static final String SOLVER_HELP = "how the temperature is found";

  /** Solved exactly. */
  public static final TemperatureScaling DEFAULT = new TemperatureScaling(Solver.EXACT);

  /** How the temperature is found. */
  public enum Solver {
    /** The exact optimum of the convex problem. */
    EXACT,

    /** As published: Adam from T = 1, stopped on the training nodes. */
    ADAM
  }

  @Override
  public Fitted fit(CalibrationInput input, Labels labels, Split split, long seed) {
    long start = System.nanoTime();
    CalibrationRows rows = CalibrationRows.of(input, labels, split);
    if (solver == Solver.EXACT) {
      TemperatureSolver.Solution found = TemperatureSolver.solve(rows.logits(), rows.labels());
      FitReport report =
          FitReport.ofSolver(this, seed, found.losses(), found.converged(), secondsSince(start));
      return new Fitted(
          found.temperature(), report.withNotes(rows.notes()).withNotes(found.notes()));
    }
    AdamTemperature adam = adam(rows, input, labels, split);
    double temperature = adam.fit();
    FitReport report =
        new FitReport(
            this,
            seed,
            adam.losses.size(),
            adam.losses,
            adam.watchedLosses,
            true,
            secondsSince(start),
            EarlyStopping.TRAINING_NODES,
            rows.notes());
    return new Fitted(temperature, report);
  }

  private static AdamTemperature adam(
      CalibrationRows rows, CalibrationInput input, Labels labels, Split split) {
    NodeSet watched = split.train().withKnownLabel(labels);
    Check.argument(
        !watched.isEmpty(),
        "solver adam stops on training nodes: there must be one with a known label, got none");
    return new AdamTemperature(
        new TemperatureLoss(rows.logits(), rows.labels()),
        new TemperatureLoss(input.logits().select(watched), labels.select(watched)));
  }

  static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  /** One temperature for every node. */
  public record Fitted(double temperature, FitReport fitReport) implements FittedTemperatures {
    @Override
    public double[] temperatures(CalibrationInput input) {
      double[] all = new double[input.nodeCount()];
      Arrays.fill(all, temperature);
      return all;
    }

    @Override
    public StoredForm storedForm() {
      return StoredForm.of(fitReport, Map.of("temperature", StoredArray.of(temperature)));
    }

    static Fitted restore(TemperatureScaling calibrator, StoredForm form) {
      return new Fitted(form.array("temperature", 1, 1).doubles()[0], form.report());
    }
  }
}
