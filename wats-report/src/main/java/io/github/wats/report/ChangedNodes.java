package io.github.wats.report;

import io.github.wats.calibration.TemperatureExplanation;
import io.github.wats.calibration.ridge.RidgeExplanation;
import io.github.wats.internal.Check;
import java.util.List;

/** The nodes whose confidence a calibration changed most, the most changed first, and why. */
public sealed interface ChangedNodes {
  /**
   * A node as the reader knows it.
   *
   * @param name what the input calls it
   * @param degree how many neighbors it has
   */
  record Node(String name, int degree) {}

  /** The nodes. */
  List<Node> nodes();

  /**
   * What the parts of the wavelet ridge add to each node's logits.
   *
   * @param labelsUsed whether neighbors' known labels took part
   * @param explanations one for each node
   */
  record ByShares(List<Node> nodes, List<RidgeExplanation> explanations, boolean labelsUsed)
      implements ChangedNodes {
    public ByShares {
      nodes = List.copyOf(nodes);
      explanations = List.copyOf(explanations);
      checkSizes(nodes, explanations);
    }
  }

  /**
   * By which temperature each node's logits are divided, and what that was computed from.
   *
   * @param method the registered name
   * @param explanations one for each node, all with the same inputs
   */
  record ByTemperature(String method, List<Node> nodes, List<TemperatureExplanation> explanations)
      implements ChangedNodes {
    public ByTemperature {
      nodes = List.copyOf(nodes);
      explanations = List.copyOf(explanations);
      checkSizes(nodes, explanations);
    }
  }

  private static void checkSizes(List<Node> nodes, List<?> explanations) {
    Check.argument(
        nodes.size() == explanations.size() && !nodes.isEmpty(),
        "there must be an explanation for each of %d nodes, got %d",
        nodes.size(),
        explanations.size());
  }
}
