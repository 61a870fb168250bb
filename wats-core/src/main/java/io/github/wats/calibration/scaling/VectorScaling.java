package io.github.wats.calibration.scaling;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.StoredArray;
import io.github.wats.calibration.StoredForm;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.settings.Setting;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Vector scaling: {@code p = softmax(w ∘ z + b)} with one scale and one bias per class (Guo,
 * Pleiss, Sun, Weinberger, ICML 2017). Convex, solved by L-BFGS. May change a predicted class;
 * adding a constant to a node's logits does change the result, since each class scales it
 * differently.
 *
 * @param bias whether b is learnt; the authors of GETS and WATS learn w alone
 */
public record VectorScaling(@Setting(help = "whether a bias per class is fitted") boolean bias)
    implements Calibrator<VectorScaling.Fitted> {
  public static final VectorScaling DEFAULT = new VectorScaling(true);

  @Override
  public Fitted fit(CalibrationInput input, Labels labels, Split split, long seed) {
    long start = System.nanoTime();
    CalibrationRows rows = CalibrationRows.of(input, labels, split);
    int classes = input.classCount();
    double[] from = new double[2 * classes];
    Arrays.fill(from, 0, classes, 1);
    Lbfgs solver = new Lbfgs(new VectorLoss(rows.logits(), rows.labels(), bias), from);
    double[] found = solver.minimize();
    FitReport report =
        FitReport.ofSolver(
                this,
                seed,
                solver.losses,
                solver.converged(),
                TemperatureScaling.secondsSince(start))
            .withNotes(rows.notes());
    return new Fitted(
        StoredArray.of(Arrays.copyOf(found, classes)),
        StoredArray.of(Arrays.copyOfRange(found, classes, 2 * classes)),
        report);
  }

  /** One scale and one bias per class, each (1 × C). */
  public record Fitted(StoredArray scale, StoredArray bias, FitReport fitReport)
      implements FittedCalibrator {
    @Override
    public Probabilities calibrate(CalibrationInput input) {
      Check.argument(
          input.classCount() == scale.columns(),
          "vs was fitted on %d classes, got logits of %d",
          scale.columns(),
          input.classCount());
      double[] w = scale.doubles();
      double[] b = bias.doubles();
      double[] values = input.logits().toArray();
      for (int k = 0; k < values.length; k++) {
        int c = k % w.length;
        values[k] = w[c] * values[k] + b[c];
      }
      return Logits.of(input.nodeCount(), w.length, values).softmax();
    }

    @Override
    public StoredForm storedForm() {
      Map<String, StoredArray> arrays = new LinkedHashMap<>();
      arrays.put("scale", scale);
      arrays.put("bias", bias);
      return StoredForm.of(fitReport, arrays);
    }

    static Fitted restore(VectorScaling calibrator, StoredForm form) {
      StoredArray scale = form.array("scale");
      return new Fitted(scale, form.array("bias", 1, scale.columns()), form.report());
    }
  }
}
