package io.github.wats.report;

import io.github.wats.calibration.Explanation;
import io.github.wats.internal.Check;
import java.util.List;
import java.util.OptionalInt;

/**
 * The nodes whose confidence a calibration changed most, the most changed first, and why.
 *
 * @param method the registered name
 * @param explanations one for each node, all of one kind
 * @param classNames in the order of the classes, empty if classes have numbers only
 */
public record ChangedNodes(
    String method, List<Node> nodes, List<Explanation> explanations, List<String> classNames) {
  /**
   * A node as the reader knows it.
   *
   * @param name what the input calls it
   * @param degree how many neighbors it has, empty without a graph
   */
  public record Node(String name, OptionalInt degree) {}

  public ChangedNodes {
    nodes = List.copyOf(nodes);
    explanations = List.copyOf(explanations);
    classNames = List.copyOf(classNames);
    Check.argument(
        nodes.size() == explanations.size() && !nodes.isEmpty(),
        "there must be an explanation for each of %d nodes, got %d",
        nodes.size(),
        explanations.size());
  }

  /** The name of a class, or its number. */
  String className(int label) {
    return classNames.isEmpty() ? Integer.toString(label) : classNames.get(label);
  }

  /** The explanations as those of one kind. */
  <E extends Explanation> List<E> explanations(Class<E> kind) {
    return explanations.stream().map(kind::cast).toList();
  }
}
