package io.github.wats.nn;

import io.github.wats.internal.Check;
import java.io.Serializable;

/**
 * How a backbone is trained: Adam on all training nodes at once.
 *
 * @param epochs steps taken
 * @param learningRate the step size of Adam
 * @param weightDecay added to the gradient as {@code weightDecay · parameter}
 */
public record Optimization(int epochs, double learningRate, double weightDecay)
    implements Serializable {
  /** What the paper uses on the citation graphs. */
  public static final Optimization DEFAULT = new Optimization(200, 0.01, 5e-4);

  public Optimization {
    Check.argument(epochs >= 1, "epochs must be at least 1, got %d", epochs);
    Check.argument(
        learningRate > 0 && learningRate < Double.POSITIVE_INFINITY,
        "learningRate must be positive and finite, got %s",
        learningRate);
    Check.argument(
        weightDecay >= 0 && weightDecay < Double.POSITIVE_INFINITY,
        "weightDecay must be finite and not negative, got %s",
        weightDecay);
  }

  public Optimization withEpochs(int newEpochs) {
    return new Optimization(newEpochs, learningRate, weightDecay);
  }

  public Optimization withLearningRate(double newLearningRate) {
    return new Optimization(epochs, newLearningRate, weightDecay);
  }

  public Optimization withWeightDecay(double newWeightDecay) {
    return new Optimization(epochs, learningRate, newWeightDecay);
  }
}
