package io.github.wats.calibration;

import java.util.List;

/** Explains the calibrated probabilities of one node. */
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
   * @param inputs what the temperature was computed from; empty if there are many
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
   * The node's calibrated logits are a sum of contributions.
   *
   * @param preferredClass the class with the largest calibrated logit; another than the predicted
   *     one where the model would change it
   * @param keptClass whether the predicted class leads only because the calibrator keeps it
   * @param labelsUsed whether known labels of neighbors were used
   * @param contributions the contribution of each part of the model; the first is the network's
   *     own, at one temperature for all nodes
   */
  record OfLogits(
      int node,
      int predictedClass,
      double confidenceBefore,
      double confidenceAfter,
      int preferredClass,
      boolean keptClass,
      boolean labelsUsed,
      List<Contribution> contributions)
      implements Explanation {
    public OfLogits {
      contributions = List.copyOf(contributions);
    }

    /** The calibrated logit of a class: the sum of its contributions. */
    public double logit(int label) {
      double sum = 0;
      for (Contribution contribution : contributions) {
        sum += contribution.logits().get(label);
      }
      return sum;
    }

    /**
     * The margin that a contribution adds to the predicted class over another: positive values
     * support the prediction. It does not change when a constant is added to all logits.
     */
    public double lead(Contribution contribution, int other) {
      return contribution.logits().get(predictedClass) - contribution.logits().get(other);
    }

    /**
     * The strongest class besides the predicted one after calibration; itself if there is no other.
     */
    public int rival() {
      int rival = predictedClass;
      for (int c = 0; c < contributions.get(0).logits().size(); c++) {
        if (c != predictedClass && (rival == predictedClass || logit(c) > logit(rival))) {
          rival = c;
        }
      }
      return rival;
    }
  }

  /**
   * The contribution of one part of a model to the logits of a node.
   *
   * @param name of the part, in kebab-case
   * @param words a description of the part
   * @param logits the contribution to the logit of each class (C)
   */
  record Contribution(String name, String words, List<Double> logits) {
    public Contribution {
      logits = List.copyOf(logits);
    }
  }
}
