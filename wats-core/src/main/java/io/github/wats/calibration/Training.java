package io.github.wats.calibration;

import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.io.Serializable;
import java.util.OptionalInt;

/**
 * Settings of a fit by gradient descent: Adam on all validation nodes at once, with {@code
 * weightDecay · parameter} added to the gradient.
 */
public record Training(
    @Setting(
            help =
                "maximum number of epochs; auto: 1000 with early stopping, else a number that suits"
                    + " the method",
            min = 1,
            max = 100_000)
        OptionalInt epochs,
    @Setting(
            help = "epochs without improvement before early stopping ends the fit",
            min = 1,
            max = 100_000)
        int patience,
    @Setting(help = "learning rate of Adam", above = 0) double learningRate,
    @Setting(help = "weight decay of Adam", min = 0) double weightDecay,
    @Setting(help = "nodes whose loss early stopping monitors") EarlyStopping earlyStopping)
    implements Serializable {
  /** Without early stopping, which was measured to be as good as any rule tried for WATS. */
  public static final Training DEFAULT =
      new Training(OptionalInt.empty(), 50, 0.01, 0, EarlyStopping.NONE);

  /** As published: at most 1000 epochs, stopped on the nodes the network was trained on. */
  public static final Training AUTHORS =
      DEFAULT.withEpochs(1000).withEarlyStopping(EarlyStopping.TRAINING_NODES);

  /** Epochs with early stopping where no number is given. */
  private static final int EPOCHS_WITH_STOPPING = 1000;

  /** Which nodes' loss decides when a fit ends and which parameters are kept. */
  public enum EarlyStopping {
    /**
     * The nodes the network was trained on, as the authors of GATS and WATS do. The network has
     * seen their labels, so this keeps temperatures that are too small; needed to reproduce
     * published tables.
     */
    TRAINING_NODES,

    /** A fifth of the validation nodes, which then do not take part in the fit. */
    HELD_OUT,

    /** None: all epochs are run and the last parameters kept. */
    NONE
  }

  public Training {
    SettingsSchema.check(
        Training.class, epochs, patience, learningRate, weightDecay, earlyStopping);
  }

  /** The maximum number of epochs of a method that runs so many without early stopping. */
  public int maxEpochs(int withoutStopping) {
    return epochs.orElse(
        earlyStopping == EarlyStopping.NONE ? withoutStopping : EPOCHS_WITH_STOPPING);
  }

  /** Whether early stopping uses the nodes the network was trained on. */
  public boolean usesTrainingNodes() {
    return earlyStopping == EarlyStopping.TRAINING_NODES;
  }

  public Training withEpochs(int newEpochs) {
    return new Training(
        OptionalInt.of(newEpochs), patience, learningRate, weightDecay, earlyStopping);
  }

  public Training withEarlyStopping(EarlyStopping rule) {
    return new Training(epochs, patience, learningRate, weightDecay, rule);
  }

  /** An {@code OptionalInt} cannot be serialized: 0 stands for an empty one. */
  private Object writeReplace() {
    return new Serialized(epochs.orElse(0), patience, learningRate, weightDecay, earlyStopping);
  }

  private record Serialized(
      int epochs, int patience, double learningRate, double weightDecay, EarlyStopping rule)
      implements Serializable {
    private Object readResolve() {
      OptionalInt limit = epochs == 0 ? OptionalInt.empty() : OptionalInt.of(epochs);
      return new Training(limit, patience, learningRate, weightDecay, rule);
    }
  }
}
