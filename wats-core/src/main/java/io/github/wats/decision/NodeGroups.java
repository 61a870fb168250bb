package io.github.wats.decision;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.internal.Seeds;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Groups of nodes that get a threshold of their own. Every node is in at most one. Immutable. */
public final class NodeGroups {
  /** What the groups are made by. */
  public enum By {
    /** One group of all nodes. */
    NONE,
    /** The class: the predicted one, or the label. */
    CLASS,
    DEGREE,
    COMMUNITY
  }

  /**
   * One group.
   *
   * @param name for people
   * @param from the smallest class, degree or number of a community in it
   * @param to the largest
   */
  public record Group(String name, int from, int to) {}

  private static final int SWEEPS = 5;

  private final By by;
  private final int[] groupOf; // (n), −1 for a node in no group
  private final List<Group> groups;

  private NodeGroups(By by, int[] groupOf, List<Group> groups) {
    this.by = by;
    this.groupOf = groupOf;
    this.groups = List.copyOf(groups);
  }

  /** All nodes in one group. */
  public static NodeGroups one(int nodeCount) {
    Group all = new Group("all", 0, Integer.MAX_VALUE);
    return new NodeGroups(By.NONE, new int[nodeCount], List.of(all));
  }

  /** A group for each predicted class. */
  public static NodeGroups byPredictedClass(Probabilities predicted) {
    int[] classes =
        IntStream.range(0, predicted.nodeCount()).map(predicted::predictedClass).toArray();
    return new NodeGroups(By.CLASS, classes, classes(predicted.classCount()));
  }

  /** A group for each label; nodes of unknown label are in none. */
  public static NodeGroups byLabel(Labels labels) {
    return new NodeGroups(By.CLASS, labels.toArray(), classes(labels.classCount()));
  }

  private static List<Group> classes(int count) {
    return IntStream.range(0, count).mapToObj(c -> new Group("" + c, c, c)).toList();
  }

  /** At most {@code count} ranges of degrees with about equally many nodes each. */
  public static NodeGroups byDegree(Graph graph, int count) {
    Check.argument(count >= 1, "groups of degrees must be at least 1, got %d", count);
    int n = graph.nodeCount();
    int[] degrees = IntStream.range(0, n).map(graph::degree).toArray();
    int[] sorted = degrees.clone();
    Arrays.sort(sorted);
    int[] lows =
        IntStream.range(0, count)
            .map(k -> k == 0 || n == 0 ? 0 : sorted[(int) ((long) k * n / count)])
            .distinct()
            .toArray();
    List<Group> groups = new ArrayList<>();
    for (int g = 0; g < lows.length; g++) {
      boolean last = g + 1 == lows.length;
      int to = last ? Integer.MAX_VALUE : lows[g + 1] - 1;
      String name = last ? lows[g] + "+" : lows[g] == to ? "" + to : lows[g] + "–" + to;
      groups.add(new Group(name, lows[g], to));
    }
    int[] groupOf = new int[n];
    Arrays.setAll(groupOf, i -> place(lows, degrees[i]));
    return new NodeGroups(By.DEGREE, groupOf, groups);
  }

  private static int place(int[] lows, int value) {
    int found = Arrays.binarySearch(lows, value);
    return found >= 0 ? found : -found - 2;
  }

  /**
   * Communities by label propagation (Raghavan, Albert, Kumara 2007) in the order of the nodes; a
   * node keeps its community on a tie. Those with fewer than {@code least} nodes of {@code counted}
   * are one group together.
   */
  public static NodeGroups byCommunity(Graph graph, NodeSet counted, int least) {
    int[] community = propagate(graph);
    int[] sizes = new int[graph.nodeCount()];
    for (int node : counted.toArray()) {
      sizes[community[node]]++;
    }
    List<Group> groups = new ArrayList<>();
    int[] number = new int[sizes.length]; // of the group of a community, counted from 1
    for (int c = 0; c < sizes.length; c++) {
      if (sizes[c] >= Math.max(1, least)) {
        groups.add(new Group("community " + (groups.size() + 1), groups.size(), groups.size()));
        number[c] = groups.size();
      }
    }
    int others = groups.size();
    groups.add(new Group("others", others, others));
    int[] groupOf =
        Arrays.stream(community).map(c -> number[c] > 0 ? number[c] - 1 : others).toArray();
    return new NodeGroups(By.COMMUNITY, groupOf, groups);
  }

  private static int[] propagate(Graph graph) {
    int[] community = IntStream.range(0, graph.nodeCount()).toArray();
    int[] votes = new int[community.length];
    boolean changed = true;
    for (int sweep = 0; sweep < SWEEPS && changed; sweep++) {
      changed = false;
      for (int i = 0; i < community.length; i++) {
        int best = mostFrequent(graph, i, community, votes);
        changed |= best != community[i];
        community[i] = best;
      }
    }
    return community;
  }

  /** The most frequent community of the neighbors; the node's own on a tie, else any of them. */
  private static int mostFrequent(Graph graph, int node, int[] community, int[] votes) {
    int degree = graph.degree(node);
    for (int k = 0; k < degree; k++) {
      votes[community[graph.neighbor(node, k)]]++;
    }
    int best = community[node];
    for (int k = 0; k < degree; k++) {
      int c = community[graph.neighbor(node, k)];
      boolean tied = votes[c] == votes[best] && best != community[node];
      boolean drawn = tied && Seeds.bits(node, c) < Seeds.bits(node, best);
      best = votes[c] > votes[best] || drawn ? c : best;
    }
    for (int k = 0; k < degree; k++) {
      votes[community[graph.neighbor(node, k)]] = 0;
    }
    return best;
  }

  public By by() {
    return by;
  }

  public List<Group> groups() {
    return groups;
  }

  public int nodeCount() {
    return groupOf.length;
  }

  /** The number of the group of {@code node}, −1 if it is in none. */
  public int groupOf(int node) {
    return groupOf[node];
  }

  /** Those of {@code nodes} that are in group number {@code group}. */
  public NodeSet members(int group, NodeSet nodes) {
    int[] chosen = Arrays.stream(nodes.toArray()).filter(i -> groupOf[i] == group).toArray();
    return NodeSet.of(groupOf.length, chosen);
  }
}
