package io.github.wats.calibration.ridge;

import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.internal.ClassShares;
import io.github.wats.calibration.internal.TemperatureLoss;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.features.NodeColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;

/**
 * One fit of a model on the validation nodes.
 *
 * @param design what it was fitted to; empty with too few nodes
 * @param found empty where this fell back to temperature scaling
 * @param notes on the temperature of all nodes and on the model
 */
record RidgeFit(
    RidgeModel model,
    Optional<Design> design,
    Optional<Evidence.Result> found,
    List<String> notes) {
  /** With fewer validation nodes than this, the fit is temperature scaling. */
  static final int FEWEST_NODES = 30;

  /** The penalty of {@code (x0 − 1)²} where there is no prior. */
  static final double NO_PRIOR = 1e-6;

  /**
   * What the fits of several models to the same nodes share.
   *
   * @param prior κ on the temperature, 0 for none
   * @param whole the temperature of all nodes
   * @param columns those of {@link RidgeInputs} at that temperature; empty if there are too few
   *     nodes
   */
  record Sample(
      CalibrationRows rows,
      ClassShares shares,
      double prior,
      TemperatureSolver.Solution whole,
      Optional<NodeColumns> columns) {
    static Sample of(
        CalibrationRows rows,
        ClassShares shares,
        double prior,
        DoubleFunction<NodeColumns> columns) {
      TemperatureSolver.Solution whole = TemperatureSolver.solve(loss(rows, shares), prior);
      boolean few = rows.nodes().size() < FEWEST_NODES;
      return new Sample(
          rows,
          shares,
          prior,
          whole,
          few ? Optional.empty() : Optional.of(columns.apply(whole.temperature())));
    }

    Sample withoutColumns() {
      return new Sample(rows, shares, prior, whole, Optional.empty());
    }

    static TemperatureLoss loss(CalibrationRows rows, ClassShares shares) {
      return new TemperatureLoss(rows.logits(), rows.labels(), shares.weights());
    }

    TemperatureLoss loss() {
      return loss(rows, shares);
    }
  }

  /** Fits a model of this layout. */
  static RidgeFit of(Sample sample, Layout layout) {
    Optional<Design> design = sample.columns.map(unused -> Design.of(sample, layout));
    return of(sample, layout, design, design.flatMap(Evidence::fit));
  }

  /**
   * The fit that the evidence found.
   *
   * @param design empty with too few nodes
   * @param found empty where nothing could be solved
   */
  static RidgeFit of(
      Sample sample, Layout layout, Optional<Design> design, Optional<Evidence.Result> found) {
    if (design.isEmpty()) {
      int count = sample.rows.nodes().size();
      String reason = "fewer than %s validation nodes (%s)".formatted(FEWEST_NODES, count);
      return fallback(sample, layout, design, reason);
    }
    if (found.isEmpty()) {
      String reason = "the logits are too large to solve in double precision";
      return fallback(sample, layout, design, reason);
    }
    double[] x = found.get().x();
    RidgeModel model =
        new RidgeModel(layout, sample.whole.temperature(), design.get().scaling(), x);
    return new RidgeFit(model, design, found, sample.whole.notes());
  }

  private static RidgeFit fallback(
      Sample sample, Layout layout, Optional<Design> design, String reason) {
    RidgeModel model = RidgeModel.plain(layout, sample.whole.temperature());
    List<String> notes = new ArrayList<>(sample.whole.notes());
    notes.add(reason + ": fell back to temperature scaling");
    return new RidgeFit(model, design, Optional.empty(), notes);
  }

  /**
   * Writes the probabilities of some rows (of n × C) by the parameters fitted to others; with many
   * classes at the penalties of all rows.
   */
  void predict(int[] others, int[] places, double[] target) {
    Design all = design.orElseThrow();
    Design rest = all.select(others);
    Optional<double[]> x =
        found.flatMap(
            fit ->
                model.layout().manyClasses()
                    ? Evidence.fit(rest, fit.x(), fit.lastPenalties())
                    : Evidence.fit(rest, fit.first()));
    PenalizedLoss loss = new PenalizedLoss(all.select(places));
    loss.moveTo(x.orElseGet(model.layout()::start));
    int classes = model.layout().classCount();
    for (int k = 0; k < places.length; k++) {
      loss.copyProbabilities(k, target, places[k] * classes);
    }
  }

  /** The same for logits that were divided by this number before. */
  RidgeFit undivided(double divisor) {
    RidgeModel own =
        new RidgeModel(model.layout(), divisor * model.temperature(), model.scaling(), model.x());
    return new RidgeFit(own, design, found, notes);
  }

  /** The report of a fit that ends now, with notes put first. */
  FitReport report(Sample sample, Calibrator<?> calibrator, long seed, List<String> first) {
    List<String> all = Stream.concat(first.stream(), notes.stream()).toList();
    List<Double> losses = found.map(Evidence.Result::meanLosses).orElse(List.of());
    boolean converged = found.map(Evidence.Result::converged).orElse(true);
    return sample.rows.report(calibrator, seed, losses, converged, all);
  }
}
