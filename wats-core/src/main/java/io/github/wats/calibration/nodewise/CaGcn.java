package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedTemperatures;
import io.github.wats.calibration.Settings;
import io.github.wats.calibration.StoredForm;
import io.github.wats.calibration.Training;
import io.github.wats.internal.Check;
import io.github.wats.internal.Seeds;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Split;

/**
 * CaGCN (Wang, Liu, Shi, Yang, NeurIPS 2021): {@code p_i = softmax(z_i · softplus(t_i))}, {@code t
 * = GCN(z)} with one hidden layer. Keeps every predicted class. Adding a constant to a node's
 * logits does change the result, since the network sees them. As in the code of GETS and WATS there
 * is no margin loss and no weight decay.
 *
 * @param hidden units of the hidden layer
 * @param dropout the share of hidden units left out in each step of the fit
 * @param selfLoops whether the convolution sees the node itself; the authors of WATS leave that out
 *     on Photo and Computers
 */
public record CaGcn(int hidden, double dropout, boolean selfLoops, Training training)
    implements Calibrator<CaGcn.Fitted> {
  public static final CaGcn DEFAULT = new CaGcn(16, 0.5, true, Training.DEFAULT);

  public CaGcn {
    Check.argument(hidden >= 1, "hidden must be at least 1, got %d", hidden);
    Check.argument(dropout >= 0 && dropout < 1, "dropout must be in [0, 1), got %s", dropout);
  }

  static Settings defaults() {
    return DEFAULT.settings().with(Training.EPOCHS, Training.AUTO);
  }

  static CaGcn from(Settings settings) {
    return new CaGcn(
        settings.integer("hidden"),
        settings.number("dropout"),
        settings.truth("self-loops"),
        Training.from(settings));
  }

  @Override
  public String method() {
    return "cagcn";
  }

  @Override
  public Settings settings() {
    return training.addTo(
        Settings.NONE
            .with("hidden", hidden)
            .with("dropout", dropout)
            .with("self-loops", selfLoops));
  }

  @Override
  public Fitted fit(CalibrationInput input, Labels labels, Split split, long seed) {
    long start = System.nanoTime();
    CalibrationRows rows = CalibrationRows.of(input, labels, split);
    new FitMemory(8, 16, 8L * input.classCount()).check(method(), input, split, training);
    CaGcnModel model = new CaGcnModel(this, input, Seeds.derive(seed, "weights"));
    FitReport report = GradientFit.fit(this, training, model, rows, labels, split, seed, start);
    return new Fitted(FittedWeights.of(model.parameters()), report);
  }

  /** The network as it was fitted. */
  public static final class Fitted implements FittedTemperatures {
    private static final long serialVersionUID = 1L;

    private final FittedWeights weights;
    private final FitReport report;

    private Fitted(FittedWeights weights, FitReport report) {
      this.weights = weights;
      this.report = report;
    }

    @Override
    public double[] temperatures(CalibrationInput input) {
      int classes = weights.get(CaGcnModel.FIRST_WEIGHT).rows();
      Check.argument(
          input.classCount() == classes,
          "cagcn was fitted on %d classes, got logits of %d",
          classes,
          input.classCount());
      CaGcnModel model = new CaGcnModel(from(report.settings()), input, 0);
      weights.copyTo(model.parameters());
      return model.temperatures();
    }

    @Override
    public FitReport fitReport() {
      return report;
    }

    @Override
    public StoredForm storedForm() {
      return StoredForm.of(report, weights.byName());
    }

    static Fitted restore(StoredForm form) {
      return new Fitted(FittedWeights.of(form), form.report());
    }
  }
}
