package io.github.wats.io.synthetic;

import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.internal.Seeds;
import java.util.Arrays;

/**
 * A graph that grows by preferential attachment (Barabási, Albert, Science 286, 1999): nodes arrive
 * one by one, and each edge that a node adds ends at an earlier node, drawn in proportion to its
 * degree. With probability {@code homophily} the end is of the node's own class. Sequential, O(n +
 * m) for a fixed number of classes.
 */
final class GrowingGraph {
  /** An edge that finds no end of its kind in so many draws is left out. */
  private static final int MOST_DRAWS = 50;

  private final int[] classOf; // (n)
  private final int[] added; // (n) edges each node adds; a node without any stays isolated
  private final Ends all = new Ends();
  private final Ends[] ofClass; // (classes)
  private final int[] chosenBy; // (n) the last node that chose this one: no edge twice

  GrowingGraph(int[] classOf, int classCount, int[] added) {
    this.classOf = classOf;
    this.added = added;
    this.ofClass = new Ends[classCount];
    Arrays.setAll(ofClass, c -> new Ends());
    this.chosenBy = new int[classOf.length];
    Arrays.fill(chosenBy, -1);
  }

  /**
   * How many edges each node adds: none with weight 0, one for each {@code single} one, and for the
   * others one and a number in proportion to {@code weight − 1}, so that all add up to about {@code
   * edges}.
   */
  static int[] added(double[] weights, boolean[] single, long edges, long stream) {
    double excess = 0;
    long connected = 0;
    for (int i = 0; i < weights.length; i++) {
      connected += weights[i] > 0 ? 1 : 0;
      excess += weights[i] > 0 && !single[i] ? weights[i] - 1 : 0;
    }
    double scale = excess > 0 ? Math.max(0, edges - connected) / excess : 0;
    int[] added = new int[weights.length];
    for (int i = 0; i < added.length; i++) {
      if (weights[i] > 0) {
        double more = single[i] ? 0 : scale * (weights[i] - 1);
        added[i] = 1 + (int) Math.floor(more + Seeds.unit(Seeds.bits(stream, i)));
      }
    }
    return added;
  }

  Graph graph(double homophily, long seed) {
    long coins = Seeds.derive(seed, "kinds of edges");
    long draws = Seeds.derive(seed, "ends of edges");
    GraphBuilder builder = GraphBuilder.withNodes(classOf.length);
    long edge = 0;
    for (int i = 0; i < classOf.length; i++) {
      int own = classOf[i];
      for (int k = 0; k < added[i]; k++, edge++) {
        boolean within = Seeds.unit(Seeds.bits(coins, edge)) < homophily;
        int end = end(i, within, Seeds.derive(draws, edge));
        if (end >= 0) {
          builder.edge(i, end);
          chosenBy[end] = i;
          all.add(end);
          ofClass[classOf[end]].add(end);
        }
      }
      for (int k = 0; k < added[i]; k++) { // a node can be chosen once it has all its edges
        all.add(i);
        ofClass[own].add(i);
      }
    }
    return builder.build();
  }

  /** An end for an edge of {@code node}, or −1; of the other kind where there is none yet. */
  private int end(int node, boolean within, long stream) {
    int own = classOf[node];
    boolean inClass = ofClass[own].count > 0 && (within || ofClass[own].count == all.count);
    Ends ends = inClass ? ofClass[own] : all;
    for (int k = 0; k < MOST_DRAWS && ends.count > 0; k++) {
      int end = ends.at(Seeds.below(Seeds.bits(stream, k), ends.count));
      if (chosenBy[end] != node && (inClass || classOf[end] != own)) {
        return end;
      }
    }
    return -1;
  }

  /** A list of ends of edges: a node is in it as often as its degree. */
  private static final class Ends {
    private int[] nodes = new int[16];
    private int count;

    void add(int node) {
      if (count == nodes.length) {
        nodes = Arrays.copyOf(nodes, (int) Math.min(GraphBuilder.MOST_DIRECTED_EDGES, 2L * count));
      }
      nodes[count++] = node;
    }

    int at(int index) {
      return nodes[index];
    }
  }
}
