package io.github.wats.calibration.ridge;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.KnownLabels;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.internal.ClassShares;
import io.github.wats.calibration.internal.PairInputs;
import io.github.wats.calibration.internal.ScoreLine;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeInputs;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The wavelet ridge for pairs of nodes: with u the line of Platt scaling in the score of a pair, at
 * one temperature, its logit is {@code (x0 + f · α) u + ω u + b + g · β}, where g holds wavelet
 * features and degrees of both ends, their common neighbors, Adamic–Adar and resource allocation,
 * and the mean score of neighboring pairs, and f the first two and the confidence. Fitted like
 * {@link WaveletRidge}, a penalty for each group; with all groups off it is Platt scaling. The seed
 * has no effect.
 */
public record RidgePair(
    @Setting(help = "whether the order of the ends of a pair matters") boolean directed,
    @Setting(help = "weight of the temperature 1, in pairs; 0 for none", min = 0)
        double temperaturePrior)
    implements Calibrator<RidgePair.Fitted> {
  public static final RidgePair DEFAULT = new RidgePair(false, 8);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
              DEFAULT,
              "ridge-pair",
              "ridge-pair",
              "for pairs of nodes: a convex logit model of the ends and what is around them",
              Method.Scope.PAIR,
              false,
              (calibrator, state) -> Fitted.restore(state))
          .withComplexity(70);

  private static final String LINE = "line";

  public RidgePair {
    SettingsSchema.check(RidgePair.class, directed, temperaturePrior);
  }

  @Override
  public Optional<NodeInputs> inputs(int classes, double temperature, boolean trainingLabels) {
    return Optional.of(new PairInputs(WaveletSettings.of(4, 0.4), directed, true));
  }

  @Override
  public Fitted fit(CalibrationData data, long seed) {
    data.requirePairs();
    NodeInputs recipe = inputs(2, 1, false).orElseThrow();
    ScoreLine line = ScoreLine.fit(CalibrationRows.of(data));
    CalibrationData scored = data.withLogits(line.apply(data.logits()));
    CalibrationRows rows = CalibrationRows.of(scored);
    RidgeFit.Sample sample =
        RidgeFit.Sample.of(
            rows,
            ClassShares.none(rows.nodes().size()),
            temperaturePrior,
            t -> scored.columns(recipe, KnownLabels.NONE));
    RidgeFit fit = RidgeFit.of(sample, Layout.pairs());
    return new Fitted(line, fit.model(), fit.report(sample, this, seed, List.of()));
  }

  /** The fitted ridge, for pairs of any graph. */
  public record Fitted(ScoreLine line, RidgeModel model, FitReport report)
      implements FittedCalibrator {
    /** Those of the lines, to which neighbors' scores are compared. */
    @Override
    public NodeColumns columns(CalibrationData data) {
      return data.withLogits(line.apply(data.logits()))
          .columns(inputs().orElseThrow(), KnownLabels.NONE);
    }

    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      Logits lines = line.apply(logits);
      double[] result = new double[2 * logits.nodeCount()];
      Rows.forEach(
          logits.nodeCount(),
          200L * result.length,
          (from, to) -> {
            RidgeModel.LogitContributions worker = model.new LogitContributions(lines, columns);
            for (int i = from; i < to; i++) {
              worker.writeProbabilities(i, result, 2 * i);
            }
          });
      return Calibration.of(Probabilities.of(logits.nodeCount(), 2, result));
    }

    @Override
    public CalibratorState state() {
      Map<String, CalibratorState.Array> arrays = model.arrays();
      arrays.put(LINE, line.toArray());
      return CalibratorState.of(report, arrays);
    }

    private static Fitted restore(CalibratorState state) {
      return new Fitted(
          ScoreLine.restore(state, LINE),
          RidgeModel.restore(state, Layout.pairs()),
          state.report());
    }

    @Override
    public String toString() {
      return "Fitted[" + report + "]";
    }
  }
}
