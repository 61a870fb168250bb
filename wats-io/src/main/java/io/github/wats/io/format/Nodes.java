package io.github.wats.io.format;

import io.github.wats.io.NodeIds;

/**
 * Who the nodes are and how that is known.
 *
 * @param reason for messages about nodes beyond, such as {@code array 'logits' has 10 rows}
 */
public record Nodes(NodeIds ids, String reason) {
  static Nodes numbered(NodeCount count) {
    return new Nodes(NodeIds.numbers(count.count()), count.reason());
  }

  NodeCount count() {
    return new NodeCount(ids.nodeCount(), reason);
  }
}
