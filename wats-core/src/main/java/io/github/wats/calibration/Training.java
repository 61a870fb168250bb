package io.github.wats.calibration;

import io.github.wats.internal.Check;
import java.io.Serializable;

/**
 * Settings of a fit by gradient steps: Adam on all calibration nodes at once.
 *
 * @param epochs the most steps taken; with early stopping usually fewer
 * @param patience how many epochs in a row may fail to improve before early stopping ends the fit
 * @param learningRate the step size of Adam
 * @param weightDecay added to the gradient as {@code weightDecay · parameter}
 * @param earlyStopping which nodes decide when to stop
 */
public record Training(
    int epochs, int patience, double learningRate, double weightDecay, EarlyStopping earlyStopping)
    implements Serializable {
  /** Without early stopping, which was measured to be as good as any rule tried for WATS. */
  public static final Training DEFAULT = new Training(200, 50, 0.01, 0, EarlyStopping.NONE);

  /** The authors' way: at most 1000 epochs, stopped on the nodes the network was trained on. */
  public static final Training AUTHORS =
      new Training(1000, 50, 0.01, 0, EarlyStopping.TRAINING_NODES);

  public static final String EPOCHS = "epochs";
  public static final String PATIENCE = "patience";
  public static final String LEARNING_RATE = "learning-rate";
  public static final String WEIGHT_DECAY = "weight-decay";
  public static final String EARLY_STOPPING = "early-stopping";

  /** Stands for 200 epochs (GETS: 40) without early stopping and 1000 with it. */
  public static final String AUTO = "auto";

  public Training {
    Check.argument(epochs >= 1, "epochs must be at least 1, got %d", epochs);
    Check.argument(patience >= 1, "patience must be at least 1, got %d", patience);
    Check.argument(
        learningRate > 0 && learningRate < Double.POSITIVE_INFINITY,
        "learning-rate must be positive and finite, got %s",
        learningRate);
    Check.argument(
        weightDecay >= 0 && weightDecay < Double.POSITIVE_INFINITY,
        "weight-decay must be finite and not negative, got %s",
        weightDecay);
  }

  /** Reads what {@link #addTo} wrote, or defaults made with {@link #addDefaultsTo}. */
  public static Training from(Settings settings) {
    return from(settings, DEFAULT.epochs);
  }

  /** As {@link #from(Settings)} for a method that needs another number without early stopping. */
  public static Training from(Settings settings, int epochsWithoutStopping) {
    EarlyStopping rule = settings.choice(EARLY_STOPPING, EarlyStopping.class);
    int automatic = rule == EarlyStopping.NONE ? epochsWithoutStopping : AUTHORS.epochs;
    return new Training(
        settings.text(EPOCHS).equals(AUTO) ? automatic : settings.integer(EPOCHS),
        settings.integer(PATIENCE),
        settings.number(LEARNING_RATE),
        settings.number(WEIGHT_DECAY),
        rule);
  }

  /** {@code settings} and these. */
  public Settings addTo(Settings settings) {
    return settings
        .with(EPOCHS, epochs)
        .with(PATIENCE, patience)
        .with(LEARNING_RATE, learningRate)
        .with(WEIGHT_DECAY, weightDecay)
        .with(EARLY_STOPPING, earlyStopping);
  }

  /** {@code settings} and the defaults, where the epochs follow the rule of early stopping. */
  public static Settings addDefaultsTo(Settings settings) {
    return DEFAULT.addTo(settings).with(EPOCHS, AUTO);
  }

  public Training withEpochs(int newEpochs) {
    return new Training(newEpochs, patience, learningRate, weightDecay, earlyStopping);
  }

  public Training withEarlyStopping(EarlyStopping rule) {
    return new Training(epochs, patience, learningRate, weightDecay, rule);
  }
}
