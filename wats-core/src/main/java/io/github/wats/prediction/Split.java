package io.github.wats.prediction;

import io.github.wats.internal.Check;

/**
 * Training, validation and test nodes. The parts are disjoint; nodes may be in none of them.
 *
 * @param train the nodes the network was trained on
 * @param validation the validation nodes, on which calibrators are fitted
 * @param test the nodes results are reported on
 */
public record Split(NodeSet train, NodeSet validation, NodeSet test) {
  public Split {
    Check.argument(
        train.nodeCount() == validation.nodeCount() && train.nodeCount() == test.nodeCount(),
        "parts of a split must have the same number of nodes, got %d, %d and %d",
        train.nodeCount(),
        validation.nodeCount(),
        test.nodeCount());
    checkDisjoint(train, "training", validation, "validation");
    checkDisjoint(train, "training", test, "test");
    checkDisjoint(validation, "validation", test, "test");
  }

  public int nodeCount() {
    return train.nodeCount();
  }

  private static void checkDisjoint(NodeSet one, String oneName, NodeSet two, String twoName) {
    boolean[] mask = one.toMask();
    for (int k = 0; k < two.size(); k++) {
      Check.argument(
          !mask[two.get(k)],
          "the parts of a split must not overlap: node %d is both a %s and a %s node",
          two.get(k),
          oneName,
          twoName);
    }
  }
}
