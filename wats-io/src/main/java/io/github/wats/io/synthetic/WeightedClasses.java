package io.github.wats.io.synthetic;

import java.util.Arrays;

/** Draws classes, and nodes of a class, in proportion to the weights of nodes. Immutable. */
final class WeightedClasses {
  private final double[] cumulative; // (classes + 1) the weight of all classes before this one
  private final int[] members; // the nodes, class by class
  private final int[] starts; // (classes + 1) where each class begins in members
  private final AliasTable[] tables; // (classes)

  WeightedClasses(int[] classOf, int classCount, double[] weights) {
    starts = new int[classCount + 1];
    for (int label : classOf) {
      starts[label + 1]++;
    }
    for (int c = 0; c < classCount; c++) {
      starts[c + 1] += starts[c];
    }
    members = new int[classOf.length];
    int[] next = starts.clone();
    for (int i = 0; i < classOf.length; i++) {
      members[next[classOf[i]]++] = i;
    }
    cumulative = new double[classCount + 1];
    tables = new AliasTable[classCount];
    for (int c = 0; c < classCount; c++) {
      double[] own =
          Arrays.stream(members, starts[c], starts[c + 1]).mapToDouble(i -> weights[i]).toArray();
      tables[c] = AliasTable.of(own);
      cumulative[c + 1] = cumulative[c] + Arrays.stream(own).sum();
    }
  }

  private double weight(int label) {
    return cumulative[label + 1] - cumulative[label];
  }

  private double total() {
    return cumulative[cumulative.length - 1];
  }

  /** How many classes have a node with a positive weight. */
  int connectedCount() {
    int count = 0;
    for (int c = 0; c < tables.length; c++) {
      count += weight(c) > 0 ? 1 : 0;
    }
    return count;
  }

  /** A class, in proportion to its weight. */
  int drawClass(double unit) {
    return find(unit * total());
  }

  /** Another class than {@code label}, in proportion to its weight. */
  int drawOtherClass(int label, double unit) {
    double place = unit * (total() - weight(label));
    return find(place < cumulative[label] ? place : place + weight(label));
  }

  /** A node of the class, in proportion to its weight. */
  int drawNode(int label, double unit) {
    return members[starts[label] + tables[label].draw(unit)];
  }

  /** The class whose interval of cumulative weights contains {@code place}. */
  private int find(double place) {
    int low = 0;
    int high = tables.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (place < cumulative[middle + 1]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
