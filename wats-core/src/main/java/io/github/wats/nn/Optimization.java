package io.github.wats.nn;

import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.io.Serializable;

/**
 * How a backbone is trained: Adam on all training nodes at once, with {@code weightDecay ·
 * parameter} added to the gradient.
 */
public record Optimization(
    @Setting(help = "training epochs", min = 1, max = 100_000) int epochs,
    @Setting(help = "learning rate of Adam", above = 0) double learningRate,
    @Setting(help = "L2 penalty of all weights", min = 0) double weightDecay)
    implements Serializable {
  /** What the paper uses on the citation graphs. */
  public static final Optimization DEFAULT = new Optimization(200, 0.01, 5e-4);

  public Optimization {
    SettingsSchema.check(Optimization.class, epochs, learningRate, weightDecay);
  }

  public Optimization withLearningRate(double newLearningRate) {
    return new Optimization(epochs, newLearningRate, weightDecay);
  }
}
