package io.github.wats.decision;

import io.github.wats.calibration.MultiLabelData;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Seeds;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Groups of nodes that get a threshold of their own. Every node is in at most one. Immutable. */
public final class NodeGroups {
  /** What the groups are made by; {@code NONE}: one group of all nodes. */
  public enum By {
    NONE,
    CLASS,
    LABEL,
    DEGREE,
    COMMUNITY
  }

  /** A group: its name, and the smallest and largest class, degree or community in it. */
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

  /** A group for each label, or predicted class; nodes of unknown label are in none. */
  public static NodeGroups byLabel(Labels labels, IntFunction<String> name) {
    List<Group> classes =
        IntStream.range(0, labels.classCount())
            .mapToObj(c -> new Group("class " + name.apply(c), c, c))
            .toList();
    return new NodeGroups(By.CLASS, labels.toArray(), classes);
  }

  /** One group: the nodes of this label, or predicted class. */
  public static NodeGroups ofLabel(Labels labels, int label, String name) {
    int[] groups = Arrays.stream(labels.toArray()).map(own -> own == label ? 0 : -1).toArray();
    return new NodeGroups(By.CLASS, groups, List.of(new Group(name, label, label)));
  }

  /** For each of several labels a group: the rows of it that are predicted to have it. */
  public static NodeGroups ofSeveral(MultiLabelData labels, Probabilities predicted) {
    List<Group> groups =
        IntStream.range(0, labels.labelCount())
            .mapToObj(l -> new Group("label " + labels.names().get(l), l, l))
            .toList();
    IntStream rows = IntStream.range(0, labels.count());
    int[] own = rows.map(k -> predicted.predictedClass(k) == 1 ? labels.label(k) : -1).toArray();
    return new NodeGroups(By.LABEL, own, groups);
  }

  /** At most {@code count} ranges of degrees with about equally many nodes each. */
  public static NodeGroups byDegree(Graph graph, int count) {
    int n = graph.nodeCount();
    int[] degrees = IntStream.range(0, n).map(graph::degree).toArray();
    int[] sorted = Arrays.stream(degrees).sorted().toArray();
    int[] lows =
        IntStream.range(0, count)
            .map(k -> sorted[(int) ((long) k * n / count)])
            .distinct()
            .toArray();
    lows[0] = 0; // so that every degree of another graph is in a group
    List<Group> groups = new ArrayList<>();
    for (int g = 0; g < lows.length; g++) {
      int to = g + 1 < lows.length ? lows[g + 1] - 1 : Integer.MAX_VALUE;
      String range = to == Integer.MAX_VALUE ? "+" : to == lows[g] ? "" : "–" + to;
      groups.add(new Group("degree " + lows[g] + range, lows[g], to));
    }
    Arrays.setAll(degrees, i -> place(lows, degrees[i]));
    return new NodeGroups(By.DEGREE, degrees, groups);
  }

  private static int place(int[] lows, int value) {
    int index = Arrays.binarySearch(lows, value);
    return index >= 0 ? index : -index - 2;
  }

  /**
   * Communities by label propagation (Raghavan, Albert, Kumara 2007) in the order of the nodes; a
   * node keeps its community on a tie. Those with fewer than {@code least} nodes of {@code counted}
   * are one group together.
   */
  public static NodeGroups byCommunity(Graph graph, NodeSet counted, int least) {
    int[] community = IntStream.range(0, graph.nodeCount()).toArray();
    int[] votes = new int[community.length];
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      for (int i = 0; i < community.length; i++) {
        community[i] = mostFrequent(graph, i, community, votes);
      }
    }
    int[] sizes = new int[community.length];
    for (int node : counted.toArray()) {
      sizes[community[node]]++;
    }
    int[] large =
        IntStream.range(0, sizes.length).filter(c -> sizes[c] >= Math.max(1, least)).toArray();
    List<Group> groups = new ArrayList<>();
    for (int g = 0; g <= large.length; g++) {
      groups.add(new Group(g < large.length ? "community " + (g + 1) : "others", g, g));
    }
    for (int i = 0; i < community.length; i++) {
      int index = Arrays.binarySearch(large, community[i]);
      community[i] = index >= 0 ? index : large.length;
    }
    return new NodeGroups(By.COMMUNITY, community, groups);
  }

  /** The most frequent community of the neighbors; the node's own on a tie, else any of them. */
  private static int mostFrequent(Graph graph, int node, int[] community, int[] votes) {
    int[] around = new int[graph.degree(node)];
    for (int k = 0; k < around.length; k++) {
      around[k] = community[graph.neighbor(node, k)];
      votes[around[k]]++;
    }
    int best = community[node];
    for (int c : around) {
      boolean tied = votes[c] == votes[best] && best != community[node];
      boolean drawn = tied && Seeds.bits(node, c) < Seeds.bits(node, best);
      best = votes[c] > votes[best] || drawn ? c : best;
    }
    for (int c : around) {
      votes[c] = 0;
    }
    return best;
  }

  public By by() {
    return by;
  }

  public List<Group> groups() {
    return groups;
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
