package io.github.wats.calibration;

import java.util.List;

/** Why a node's calibrated probabilities are what they are. */
public sealed interface Explanation {
  int node();

  /** The class that the network predicts. */
  int predictedClass();

  /** The network's probability of that class. */
  double confidenceBefore();

  /** The calibrated probability of that class. */
  double confidenceAfter();

  /**
   * The node's logits were divided by a temperature.
   *
   * @param temperature the node's own; above 1 it lowers confidence
   * @param medianTemperature of all nodes
   * @param inputs what the temperature was computed from; empty if that is no short list
   */
  record OfTemperature(
      int node,
      int predictedClass,
      double confidenceBefore,
      double confidenceAfter,
      double temperature,
      double medianTemperature,
      List<Input> inputs)
      implements Explanation {
    public OfTemperature {
      inputs = List.copyOf(inputs);
    }
  }

  /**
   * One number a temperature was computed from.
   *
   * @param median of all nodes
   */
  record Input(String name, double value, double median) {}

  /**
   * The node's calibrated logits are a sum of shares.
   *
   * @param preferredClass the class with the largest calibrated logit; another than the predicted
   *     one where the model would change it
   * @param keptClass whether the predicted class leads only because the calibrator keeps it
   * @param labelsUsed whether known labels of neighbors took part
   * @param shares what each part of the model adds; the first is the network's own, at one
   *     temperature for all nodes
   */
  record OfLogits(
      int node,
      int predictedClass,
      double confidenceBefore,
      double confidenceAfter,
      int preferredClass,
      boolean keptClass,
      boolean labelsUsed,
      List<Share> shares)
      implements Explanation {
    public OfLogits {
      shares = List.copyOf(shares);
    }

    /** The calibrated logit of a class: the sum of its shares. */
    public double logit(int label) {
      double sum = 0;
      for (Share share : shares) {
        sum += share.logits().get(label);
      }
      return sum;
    }

    /**
     * The lead a share gives the predicted class over another: positive speaks for the prediction.
     * Leads do not change when a constant is added to all logits.
     */
    public double lead(Share share, int other) {
      return share.logits().get(predictedClass) - share.logits().get(other);
    }

    /**
     * The strongest class besides the predicted one after calibration; itself if there is no other.
     */
    public int rival() {
      int rival = predictedClass;
      for (int c = 0; c < shares.get(0).logits().size(); c++) {
        if (c != predictedClass && (rival == predictedClass || logit(c) > logit(rival))) {
          rival = c;
        }
      }
      return rival;
    }
  }

  /**
   * What one part of a model adds to the logits of a node.
   *
   * @param name of the part, in kebab-case
   * @param words what the share comes from, for people
   * @param logits its share in the logit of each class (C)
   */
  record Share(String name, String words, List<Double> logits) {
    public Share {
      logits = List.copyOf(logits);
    }
  }
}
