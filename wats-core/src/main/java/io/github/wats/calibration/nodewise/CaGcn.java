package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedTemperatures;
import io.github.wats.calibration.StoredForm;
import io.github.wats.calibration.Training;
import io.github.wats.internal.Check;
import io.github.wats.internal.Seeds;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Split;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;

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
public record CaGcn(
    @Setting(help = "hidden units", min = 1) int hidden,
    @Setting(help = "share of hidden units dropped in training", min = 0, below = 1) double dropout,
    @Setting(help = "whether convolutions see the node itself") boolean selfLoops,
    Training training)
    implements Calibrator<CaGcn.Fitted> {
  /** Without early stopping. */
  private static final int EPOCHS = 200;

  public static final CaGcn DEFAULT = new CaGcn(16, 0.5, true, Training.DEFAULT);

  public CaGcn {
    SettingsSchema.check(CaGcn.class, hidden, dropout, selfLoops, training);
  }

  public CaGcn withHidden(int newHidden) {
    return new CaGcn(newHidden, dropout, selfLoops, training);
  }

  public CaGcn withDropout(double newDropout) {
    return new CaGcn(hidden, newDropout, selfLoops, training);
  }

  public CaGcn withSelfLoops(boolean newSelfLoops) {
    return new CaGcn(hidden, dropout, newSelfLoops, training);
  }

  public CaGcn withTraining(Training newTraining) {
    return new CaGcn(hidden, dropout, selfLoops, newTraining);
  }

  @Override
  public Fitted fit(CalibrationInput input, Labels labels, Split split, long seed) {
    long start = System.nanoTime();
    CalibrationRows rows = CalibrationRows.of(input, labels, split);
    new FitMemory(8, 16, 8L * input.classCount()).check("cagcn", input, split, training);
    CaGcnModel model = new CaGcnModel(this, input, Seeds.derive(seed, "weights"));
    FitReport report =
        GradientFit.fit(this, training, EPOCHS, model, rows, labels, split, seed, start);
    return new Fitted(this, FittedWeights.of(model.parameters()), report);
  }

  /** The network as it was fitted. */
  public static final class Fitted implements FittedTemperatures {
    private static final long serialVersionUID = 1L;

    private final CaGcn calibrator;
    private final FittedWeights weights;
    private final FitReport report;

    private Fitted(CaGcn calibrator, FittedWeights weights, FitReport report) {
      this.calibrator = calibrator;
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
      CaGcnModel model = new CaGcnModel(calibrator, input, 0);
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

    static Fitted restore(CaGcn calibrator, StoredForm form) {
      return new Fitted(calibrator, FittedWeights.of(form), form.report());
    }
  }
}
