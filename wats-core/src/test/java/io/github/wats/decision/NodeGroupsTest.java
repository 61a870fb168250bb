package io.github.wats.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeGroupsTest {
  /** Two complete graphs of six nodes with one edge between them, and two isolated nodes. */
  private static Graph twoCommunities() {
    GraphBuilder builder = GraphBuilder.withNodes(14);
    for (int first : new int[] {0, 6}) {
      for (int a = first; a < first + 6; a++) {
        for (int b = a + 1; b < first + 6; b++) {
          builder.edge(a, b);
        }
      }
    }
    return builder.edge(5, 6).build();
  }

  private static List<Integer> groups(NodeGroups groups) {
    return IntStream.range(0, 14).mapToObj(groups::groupOf).toList();
  }

  @Test
  void findsCommunitiesAndPutsSmallOnesTogether() {
    NodeGroups found = NodeGroups.byCommunity(twoCommunities(), NodeSet.all(14), 3);
    assertThat(groups(found)).containsExactly(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2);
    assertThat(found.groups())
        .extracting(NodeGroups.Group::name)
        .containsExactly("community 1", "community 2", "others");
    assertThat(groups(NodeGroups.byCommunity(twoCommunities(), NodeSet.of(14, 0, 1, 2), 3)))
        .as("a community without counted nodes is among the others")
        .containsExactly(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
  }

  @Test
  void cutsDegreesIntoRangesThatDoNotOverlap() {
    NodeGroups found = NodeGroups.byDegree(twoCommunities(), 4);
    assertThat(found.groups())
        .containsExactly(
            new NodeGroups.Group("degree 0–4", 0, 4),
            new NodeGroups.Group("degree 5+", 5, Integer.MAX_VALUE));
    assertThat(found.groupOf(0)).isEqualTo(1);
    assertThat(found.groupOf(5)).isEqualTo(1);
    assertThat(found.groupOf(13)).isZero();
    assertThat(NodeGroups.byDegree(twoCommunities(), 1).groups()).hasSize(1);
  }

  @Test
  void leavesUnknownLabelsInNoGroup() {
    NodeGroups found = NodeGroups.byLabel(Labels.of(2, new int[] {1, -1, 0}), c -> "" + c);
    assertThat(found.groupOf(0)).isEqualTo(1);
    assertThat(found.groupOf(1)).isEqualTo(-1);
    assertThat(found.members(1, NodeSet.all(3))).isEqualTo(NodeSet.of(3, 0));
  }
}
