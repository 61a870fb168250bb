package io.github.wats.calibration.ridge;

import java.util.List;

/**
 * Why a node's calibrated probabilities are what they are: what each part of the model adds to each
 * of its logits. The shares of a class, added in the order of the parts, are its calibrated logit.
 *
 * @param node the node
 * @param predictedClass what the network says the node is
 * @param confidenceBefore the network's probability of that class
 * @param confidenceAfter the calibrated probability of that class
 * @param preferredClass the class with the largest calibrated logit; another than the predicted one
 *     where the model would change it
 * @param keptClass whether the predicted class leads only because the mode keeps it
 * @param shares one for each part, in their order
 */
public record RidgeExplanation(
    int node,
    int predictedClass,
    double confidenceBefore,
    double confidenceAfter,
    int preferredClass,
    boolean keptClass,
    List<Share> shares) {
  public RidgeExplanation {
    shares = List.copyOf(shares);
  }

  /** What a share comes from. */
  public enum Part {
    /** The network's own logits at the temperature of the whole graph. */
    TEMPERATURE("the network's logits at one temperature for all"),
    /** How connected the node and its surroundings are. */
    STRUCTURE("the structure around the node"),
    /** How sure the network is of the node. */
    CONFIDENCE("how sure the network is of it"),
    /** Classes the network over- or underestimates everywhere. */
    CLASS("classes the network misjudges everywhere"),
    /** What the network says of nodes one and two steps away. */
    NEIGHBOR_PREDICTIONS("what its neighbors are predicted to be"),
    /** Which labels are known one and two steps away. */
    NEIGHBOR_LABELS("what its neighbors are known to be");

    private final String words;

    Part(String words) {
      this.words = words;
    }

    /** For people: what the share comes from. */
    public String words() {
      return words;
    }
  }

  /**
   * What one part adds.
   *
   * @param part the part
   * @param logits its share in the logit of each class (C)
   */
  public record Share(Part part, List<Double> logits) {
    public Share {
      logits = List.copyOf(logits);
    }
  }

  /** What one part adds. */
  public Share share(Part part) {
    return shares.stream().filter(share -> share.part() == part).findFirst().orElseThrow();
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
   * The lead a part gives the predicted class over another: positive speaks for the prediction.
   * Leads do not change when a constant is added to all logits, so this is what to show people.
   */
  public double lead(Part part, int other) {
    List<Double> logits = share(part).logits();
    return logits.get(predictedClass) - logits.get(other);
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
