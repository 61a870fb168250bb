package io.github.wats.calibration.ridge;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.Explanation;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.KnownLabels;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.ridge.WaveletRidge.ClassWeights;
import io.github.wats.calibration.ridge.WaveletRidge.Mode;
import io.github.wats.calibration.ridge.WaveletRidge.NeighborLabels;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeInputs;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.settings.Setting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The pool: {@code q = softmax(ln(Σ_k v_k P_k) / T_last)} of the network's own probabilities,
 * temperature scaling and the wavelet ridge without and with the labels of neighbors. The weights v
 * come from cross-validation on the validation nodes ({@link Pool}): with few of them it stays near
 * the network, with many it is mostly a ridge. Below 30 nodes there is no ridge. The seed has no
 * effect.
 */
public record AutoCalibrator(
    @Setting(help = WaveletRidge.MODE_HELP) Mode mode,
    @Setting(help = WaveletRidge.LABELS_HELP) NeighborLabels neighborLabels,
    @Setting(help = WaveletRidge.WEIGHTS_HELP) ClassWeights classWeights)
    implements Calibrator<AutoCalibrator.Fitted> {
  public static final AutoCalibrator DEFAULT =
      new AutoCalibrator(Mode.FREE, NeighborLabels.USE, ClassWeights.AUTO);

  private static final List<String> CANDIDATES =
      List.of("the network itself", "temperature scaling", "ridge", "ridge with neighbors' labels");

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
              DEFAULT,
              "auto",
              "auto",
              "a weighted mean of no calibration, temperature scaling and ridge",
              Method.Scope.NODE,
              false,
              Fitted::restore)
          .withComplexity(99);

  public AutoCalibrator withMode(Mode newMode) {
    return new AutoCalibrator(newMode, neighborLabels, classWeights);
  }

  public AutoCalibrator withNeighborLabels(NeighborLabels newNeighborLabels) {
    return new AutoCalibrator(mode, newNeighborLabels, classWeights);
  }

  public AutoCalibrator withClassWeights(ClassWeights newClassWeights) {
    return new AutoCalibrator(mode, neighborLabels, newClassWeights);
  }

  /** The last candidate. */
  private WaveletRidge ridge() {
    return WaveletRidge.DEFAULT.withNeighborLabels(neighborLabels).withClassWeights(classWeights);
  }

  @Override
  public Fitted fit(CalibrationData data, long seed) {
    WaveletRidge ridge = ridge();
    KnownLabels known = ridge.knownLabels(data);
    RidgeFit.Sample sample = ridge.sample(data, known);
    boolean labels = ridge.readsLabels(data.hasTrainingLabels());
    List<RidgeFit> fits = new ArrayList<>();
    fits.add(RidgeFit.of(sample, Layout.ridge(data.classCount(), false)));
    if (labels) {
      fits.add(RidgeFit.of(sample, Layout.ridge(data.classCount(), true)));
    }
    List<RidgeFit> ridges = sample.columns().isEmpty() ? List.of() : fits;
    Pool pool = Pool.of(sample, ridges);
    RidgeFit last = fits.get(fits.size() - 1);
    boolean used = last.model().uses(Layout.Group.LABELS);
    List<String> notes = new ArrayList<>(List.of(words(pool.weights())));
    notes.addAll(pool.doubts(sample));
    notes.addAll(ridge.notes(sample, known.note(used)));
    FitReport report = last.report(sample, this, seed, notes);
    return new Fitted(
        new WaveletRidge.Fitted(last.model(), known, KeepClass.DEFAULT, report.of(ridge, 0)),
        ridges.stream().map(RidgeFit::model).toList(),
        pool.weights(),
        pool.lastTemperature(),
        report);
  }

  /** The weights, the largest first: {@code mostly ridge; 12 % the network itself}. */
  static String words(double[] weights) {
    List<String> parts = new ArrayList<>();
    IntStream.range(0, weights.length)
        .boxed()
        .sorted((a, b) -> Double.compare(weights[b], weights[a]))
        .forEach(
            k -> {
              String share = String.format(Locale.ROOT, "%.0f %%", 100 * weights[k]);
              String name = CANDIDATES.get(k);
              parts.add(
                  weights[k] > 0.5 ? "mostly " + name + " (" + share + ")" : share + " " + name);
            });
    return "pooled: " + String.join("; ", parts);
  }

  @Override
  public double temperature(CalibrationRows rows) {
    return ridge().temperature(rows);
  }

  @Override
  public Optional<NodeInputs> inputs(int classes, double temperature, boolean trainingLabels) {
    return ridge().inputs(classes, temperature, trainingLabels);
  }

  /**
   * A fitted pool. It reads what its last candidate reads, and labels of neighbors as that does.
   *
   * @param ridge the last candidate; with fewer than 30 nodes it is temperature scaling
   * @param ridges the candidates after the first two: the ridge without labels of neighbors, then
   *     that with them, if there are any; none with fewer than 30 nodes
   * @param weights v of all candidates
   */
  public record Fitted(
      WaveletRidge.Fitted ridge,
      List<RidgeModel> ridges,
      double[] weights,
      double lastTemperature,
      FitReport report)
      implements FittedCalibrator {
    private static final String WEIGHTS = "pool-weights";
    private static final String LAST = "last-temperature";
    private static final String PLAIN = "plain-";

    private boolean keepsClass() {
      return ((AutoCalibrator) report.calibrator()).mode == Mode.KEEP_CLASS;
    }

    @Override
    public Optional<String> otherInputs(CalibrationData data) {
      return ridge.otherInputs(data);
    }

    @Override
    public Optional<NodeInputs> inputs() {
      return ridge.inputs();
    }

    @Override
    public NodeColumns columns(CalibrationData data) {
      return ridge.columns(data, !ridges.isEmpty());
    }

    @Override
    public List<String> notes(CalibrationData data) {
      return ridge.notes(data);
    }

    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      int classes = logits.classCount();
      double[] result = new double[logits.nodeCount() * classes];
      Rows.forEach(
          logits.nodeCount(),
          300L * result.length,
          (from, to) -> {
            Mean mean = new Mean(logits, columns);
            for (int i = from; i < to; i++) {
              mean.write(i, result, i * classes);
              if (keepsClass()) {
                ridge.rule().rowInPlace(result, i * classes, classes, logits.predictedClass(i));
              }
            }
          });
      Probabilities probabilities = Probabilities.of(logits.nodeCount(), classes, result);
      return Calibration.of(
          probabilities, node -> explain(logits, columns, probabilities, node), List.of());
    }

    /** Computes the probabilities of single nodes before classes are kept. Not thread-safe. */
    private final class Mean {
      private final Logits logits;
      private final List<RidgeModel.LogitContributions> models;
      private final double[] row; // (C) of one candidate

      Mean(Logits logits, NodeColumns columns) {
        this.logits = logits;
        this.models =
            ridges.stream().map(model -> model.new LogitContributions(logits, columns)).toList();
        this.row = new double[logits.classCount()];
      }

      void write(int i, double[] target, int start) {
        Arrays.fill(target, start, start + row.length, 0);
        for (int k = 0; k < weights.length; k++) {
          if (k < 2) {
            logits.copyRow(i, row, 0);
            Pool.scale(row, 0, row.length, k == 0 ? 1 : ridge.temperature());
          } else {
            models.get(k - 2).writeProbabilities(i, row, 0);
          }
          for (int c = 0; c < row.length; c++) {
            target[start + c] += weights[k] * row[c];
          }
        }
        for (int c = start; c < start + row.length; c++) {
          target[c] = Math.log(Math.max(Pool.LEAST, target[c]));
        }
        Pool.scale(target, start, row.length, lastTemperature);
      }
    }

    /** The parts of the last ridge, and what the pool makes of them. */
    private Explanation explain(
        Logits logits, NodeColumns columns, Probabilities probabilities, int node) {
      Explanation.OfLogits own =
          (Explanation.OfLogits) ridge.explain(logits, columns, probabilities, node);
      double[] row = new double[logits.classCount()];
      new Mean(logits, columns).write(node, row, 0);
      int preferred = 0;
      List<Double> rest = new ArrayList<>();
      for (int c = 0; c < row.length; c++) {
        preferred = row[c] > row[preferred] ? c : preferred;
        rest.add(Math.log(Math.max(Pool.LEAST, row[c])) - own.logit(c));
      }
      List<Explanation.Contribution> all = new ArrayList<>(own.contributions());
      all.add(new Explanation.Contribution("pool", "the mean with simpler calibrations", rest));
      return new Explanation.OfLogits(
          node,
          own.predictedClass(),
          own.confidenceBefore(),
          own.confidenceAfter(),
          preferred,
          preferred != own.predictedClass() && keepsClass(),
          own.labelsUsed(),
          all);
    }

    @Override
    public Optional<String> formula() {
      int classes = ridge.model().layout().classCount();
      String free = RidgeFormula.pool(weights.length);
      return Optional.of(
          keepsClass() ? free + RidgeFormula.keepClass(ridge.rule(), classes) : free);
    }

    @Override
    public CalibratorState state() {
      CalibratorState last = ridge.state();
      Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>(last.arrays());
      if (ridges.size() == 2) {
        ridges.get(0).storeParameters(PLAIN, arrays);
      }
      arrays.put(WEIGHTS, CalibratorState.Array.of(weights));
      arrays.put(LAST, CalibratorState.Array.of(lastTemperature));
      return new CalibratorState(arrays, last.texts(), report);
    }

    private static Fitted restore(AutoCalibrator calibrator, CalibratorState state) {
      double[] weights = state.array(WEIGHTS).doubles();
      FitReport inner = state.report().of(calibrator.ridge(), 0);
      WaveletRidge.Fitted ridge =
          WaveletRidge.Fitted.restore(
              calibrator.ridge(), new CalibratorState(state.arrays(), state.texts(), inner));
      List<RidgeModel> all = new ArrayList<>(List.of(ridge.model()));
      if (ridge.model().layout().has(Layout.Group.LABELS) && weights.length > 2) {
        all.add(0, ridge.model().restoreWithoutLabels(state, PLAIN));
      }
      Check.argument(
          weights.length == 2 || weights.length == 2 + all.size(),
          "array %s of a stored auto calibrator must have 2 or %d values, got %d",
          WEIGHTS,
          2 + all.size(),
          weights.length);
      List<RidgeModel> ridges = weights.length == 2 ? List.of() : List.copyOf(all);
      return new Fitted(ridge, ridges, weights, state.positive(LAST), state.report());
    }

    @Override
    public String toString() {
      return "Fitted[" + report + "]";
    }
  }
}
