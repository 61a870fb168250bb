package io.github.wats.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.graph.GraphStatistics;
import io.github.wats.graph.Subgraph;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.prediction.Split;
import io.github.wats.testing.Shared;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The real Cora, Citeseer and Pubmed count what their published statistics say. */
class PlanetoidStatisticsTest {
  @ParameterizedTest
  @CsvSource({
    "cora,     2708,  5278,  1433, 7, 78,  0,  2485,  10138, 0.81,   49216,  140",
    "citeseer, 3327,  4552,  3703, 6, 438, 48, 2120,  7358,  0.7355, 105165, 120",
    "pubmed,   19717, 44324, 500,  3, 1,   0,  19717, 88648, 0.8024, 988031, 60"
  })
  void countsWhatIsPublished(
      String name,
      int nodes,
      int edges,
      int features,
      int classes,
      int components,
      int isolated,
      int largestNodes,
      int largestDirectedEdges,
      double homophily,
      int ones,
      int trainNodes)
      throws IOException {
    Dataset dataset = read(name);
    assertThat(dataset.nodeCount()).isEqualTo(nodes);
    assertThat(dataset.graph().edgeCount()).isEqualTo(edges);
    assertThat(dataset.requiredFeatures().columns()).isEqualTo(features);
    assertThat(dataset.classCount()).isEqualTo(classes);
    assertThat(GraphStatistics.of(dataset.graph()).componentCount()).isEqualTo(components);
    assertThat(GraphStatistics.of(dataset.graph()).isolatedCount()).isEqualTo(isolated);
    Subgraph largest = Subgraph.largestComponent(dataset.graph());
    assertThat(largest.graph().nodeCount()).isEqualTo(largestNodes);
    assertThat(2 * largest.graph().edgeCount()).isEqualTo(largestDirectedEdges);
    assertThat(
            GraphStatistics.of(dataset.graph()).homophily(dataset.labels().toArray()).orElseThrow())
        .isCloseTo(homophily, within(5e-5));
    SparseMatrix matrix = dataset.requiredFeatures().sparse().orElseThrow();
    assertThat(matrix.entryCount()).isEqualTo(ones);
    assertRowsSumToOne(matrix);
    Split split = dataset.publicSplit().orElseThrow();
    assertThat(split.train().size()).isEqualTo(trainNodes);
    assertThat(split.validation().size()).isEqualTo(500);
    assertThat(split.test().size()).isEqualTo(1000);
  }

  private static void assertRowsSumToOne(SparseMatrix matrix) {
    for (int i = 0; i < matrix.rows(); i++) {
      double sum = 0;
      for (int k = matrix.pattern().offset(i); k < matrix.pattern().offset(i + 1); k++) {
        sum += matrix.value(k);
      }
      if (matrix.pattern().rowLength(i) > 0) {
        assertThat(sum).as("row %d", i).isCloseTo(1, within(1e-5));
      }
    }
  }

  @Test
  void countsTheNodesOfEachClass() throws IOException {
    assertThat(perClass("cora")).containsExactly(351, 217, 418, 818, 426, 298, 180);
    assertThat(perClass("citeseer")).containsExactly(264, 590, 668, 701, 596, 508);
    assertThat(perClass("pubmed")).containsExactly(4103, 7739, 7875);
  }

  private static int[] perClass(String name) throws IOException {
    Dataset dataset = read(name);
    int[] counts = new int[dataset.classCount()];
    for (int label : dataset.labels().toArray()) {
      counts[label]++;
    }
    return counts;
  }

  @Test
  void givesFifteenCiteseerNodesZerosAndNoPlaceInTheSplit() throws IOException {
    Dataset citeseer = read("citeseer");
    int[] nodes = {
      2407, 2489, 2553, 2682, 2781, 2953, 3042, 3063, 3212, 3214, 3250, 3292, 3305, 3306, 3309
    };
    SparseMatrix features = citeseer.requiredFeatures().sparse().orElseThrow();
    for (int node : nodes) {
      assertThat(features.pattern().rowLength(node)).as("row %d", node).isZero();
      assertThat(citeseer.labels().get(node)).isZero();
      assertThat(citeseer.graph().degree(node)).isBetween(1, 2);
      assertThat(citeseer.publicSplit().orElseThrow().test().contains(node)).isFalse();
    }
  }

  private static Dataset read(String name) throws IOException {
    return new PlanetoidReader(name).read(Shared.datasets().resolve(name), name, "");
  }
}
