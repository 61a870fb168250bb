package io.github.wats.report;

import io.github.wats.calibration.Explanation;
import io.github.wats.internal.Check;
import java.util.List;

/**
 * The nodes whose confidence a calibration changed most, the most changed first, and why.
 *
 * @param method the registered name
 * @param explanations one for each node, all of one kind
 */
public record ChangedNodes(String method, List<Node> nodes, List<Explanation> explanations) {
  /**
   * A node as the reader knows it.
   *
   * @param name what the input calls it
   * @param degree how many neighbors it has
   */
  public record Node(String name, int degree) {}

  public ChangedNodes {
    nodes = List.copyOf(nodes);
    explanations = List.copyOf(explanations);
    Check.argument(
        nodes.size() == explanations.size() && !nodes.isEmpty(),
        "there must be an explanation for each of %d nodes, got %d",
        nodes.size(),
        explanations.size());
  }

  /** The explanations as those of one kind. */
  <E extends Explanation> List<E> explanations(Class<E> kind) {
    return explanations.stream().map(kind::cast).toList();
  }
}
