package io.github.wats.io.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphStatistics;
import io.github.wats.io.synthetic.GeneratorSettings.Kind;
import io.github.wats.io.synthetic.GraphGenerator.Generated;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.testing.Threads;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphGeneratorTest {
  private static final GeneratorSettings GROWING = GeneratorSettings.GROWING;

  private static final GeneratorSettings CLEAN =
      GeneratorSettings.DEFAULT.withLabelNoise(0).withIsolatedFraction(0);

  @ParameterizedTest
  @CsvSource({
    "2500, 4, 7, 0.75, 2.5",
    "2500, 4, 7, 0.1, 2.5",
    "1000, 40, 5, 0.9, 2.2", // dense: four edges in ten drawn within classes repeat
    "3000, 1.5, 3, 0.6, 3",
    "40, 3, 2, 0.5, 2.5",
    "5000, 60, 41, 1, 2.5"
  })
  void hasTheDegreeAndHomophilyAskedFor(
      int nodes, double degree, int classes, double homophily, double exponent) {
    GeneratorSettings settings =
        CLEAN.withAverageDegree(1).withNodes(nodes).withClasses(classes).withAverageDegree(degree);
    Generated made =
        GraphGenerator.generate(settings.withHomophily(homophily).withDegreeExponent(exponent), 5);
    double slack = nodes < 100 ? 0.05 : 0.005;
    assertThat(GraphStatistics.of(made.graph()).meanDegree())
        .isCloseTo(degree, within(slack * degree));
    assertThat(GraphStatistics.of(made.graph()).homophily(made.labels().toArray()).getAsDouble())
        .isCloseTo(homophily, within(slack));
    assertThat(made.graph().nodeCount()).isEqualTo(nodes);
  }

  @Test
  void sharesNodesOutToClassesByTheRootRule() {
    // 1 : 1/√2 of 100 nodes is 58.6 : 41.4
    Generated made =
        GraphGenerator.generate(CLEAN.withNodes(100).withClasses(2).withAverageDegree(3), 1);
    assertThat(Arrays.stream(made.labels().toArray()).filter(c -> c == 0).count()).isEqualTo(59);
  }

  @Test
  void growsLargerHubsUnderASmallerExponent() {
    GeneratorSettings settings = CLEAN.withNodes(20_000).withAverageDegree(10);
    GraphStatistics heavy =
        GraphStatistics.of(GraphGenerator.generate(settings.withDegreeExponent(2.2), 1).graph());
    GraphStatistics light =
        GraphStatistics.of(GraphGenerator.generate(settings.withDegreeExponent(4), 1).graph());
    assertThat(heavy.largestDegree()).isGreaterThan(20 * 10);
    assertThat(light.largestDegree()).isLessThan(15 * 10);
    assertThat(heavy.degreeQuantile(0.5)).isLessThan(light.degreeQuantile(0.5));
  }

  /** Above the mean the degrees thin out like weight^−(γ−1): a straight line in double logs. */
  @Test
  void followsThePowerLaw() {
    GeneratorSettings settings = CLEAN.withNodes(100_000).withAverageDegree(20).withClasses(3);
    GraphStatistics degrees = GraphStatistics.of(GraphGenerator.generate(settings, 2).graph());
    double from = degrees.degreeQuantile(0.9);
    double to = degrees.degreeQuantile(0.99);
    assertThat(Math.log(10) / Math.log(to / from)).isCloseTo(1.5, within(0.15));
  }

  @Test
  void isolatesTheShareAskedForAndHardlyMore() {
    GeneratorSettings settings = CLEAN.withNodes(10_000).withIsolatedFraction(0.05);
    GraphStatistics degrees = GraphStatistics.of(GraphGenerator.generate(settings, 3).graph());
    assertThat(degrees.isolatedCount()).isBetween(500, 515);
    assertThat(GraphStatistics.of(GraphGenerator.generate(CLEAN, 3).graph()).isolatedCount())
        .isLessThan(5);
  }

  @Test
  void replacesLabelsAndLeavesTheRestAlone() {
    Generated clean = GraphGenerator.generate(CLEAN, 4);
    Generated noisy = GraphGenerator.generate(CLEAN.withLabelNoise(0.2), 4);
    assertThat(noisy.graph()).isEqualTo(clean.graph());
    assertThat(noisy.features().pattern()).isEqualTo(clean.features().pattern());
    int changed = 0;
    for (int i = 0; i < CLEAN.nodes(); i++) {
      changed += clean.labels().toArray()[i] == noisy.labels().toArray()[i] ? 0 : 1;
    }
    assertThat(changed / (double) CLEAN.nodes()).isCloseTo(0.2, within(0.04)); // five deviations
    assertThat(Arrays.stream(noisy.labels().toArray()).boxed())
        .allMatch(c -> c >= 0 && c < CLEAN.classes());
  }

  @Test
  void drawsWordsOfTheOwnClassAsOftenAsAsked() {
    GeneratorSettings settings = CLEAN.withFeatures(490); // 70 words for each of 7 classes
    assertThat(ownWords(GraphGenerator.generate(settings.withTopicFraction(1), 5))).isEqualTo(1);
    assertThat(ownWords(GraphGenerator.generate(settings.withTopicFraction(0), 5)))
        .isCloseTo(1.0 / 7, within(0.01));
  }

  @Test
  void makesRowsThatSumToOne() {
    SparseMatrix features = GraphGenerator.generate(CLEAN.withWordsPerNode(1), 6).features();
    assertThat(features.columns()).isEqualTo(500);
    for (int i = 0; i < features.rows(); i++) {
      float sum = 0;
      for (int k = features.pattern().offset(i); k < features.pattern().offset(i + 1); k++) {
        sum += features.value(k);
      }
      assertThat(sum).as("row %d", i).isCloseTo(1, within(1e-5f));
    }
  }

  @Test
  void copesWithFewerWordsThanClasses() {
    Generated made = GraphGenerator.generate(CLEAN.withFeatures(3), 6);
    assertThat(made.features().columns()).isEqualTo(3);
  }

  @Test
  void leavesAGraphWithoutEdgesWhereNoneAreAskedForOrPossible() {
    assertThat(GraphGenerator.generate(CLEAN.withAverageDegree(0), 1).graph().edgeCount()).isZero();
    GeneratorSettings alone = CLEAN.withAverageDegree(0).withIsolatedFraction(1);
    assertThat(GraphGenerator.generate(alone, 1).graph().edgeCount()).isZero();
  }

  @Test
  void isTheSameForAnyNumberOfThreadsAndAnotherForAnotherSeed() {
    GeneratorSettings settings =
        GeneratorSettings.DEFAULT.withNodes(6_000).withAverageDegree(30).withClasses(5);
    Generated expected = GraphGenerator.generate(settings, 7);
    for (int threads : Threads.COUNTS) {
      Generated made = Threads.with(threads, () -> GraphGenerator.generate(settings, 7));
      assertThat(made.graph()).isEqualTo(expected.graph());
      assertThat(made.labels().toArray()).isEqualTo(expected.labels().toArray());
      assertThat(made.features().pattern()).isEqualTo(expected.features().pattern());
    }
    Generated other = GraphGenerator.generate(settings, 8);
    assertThat(other.graph()).isNotEqualTo(expected.graph());
    assertThat(other.labels().toArray()).isNotEqualTo(expected.labels().toArray());
    assertThat(other.features().pattern()).isNotEqualTo(expected.features().pattern());
  }

  @Test
  void growsAGraphOfTheWantedSizeWithHubsAndSingleEdges() {
    GeneratorSettings settings = GROWING.withNodes(20_000).withLowDegreeNoise(0);
    Generated made = GraphGenerator.generate(settings, 3);
    GraphStatistics statistics = GraphStatistics.of(made.graph());
    assertThat(statistics.meanDegree()).isCloseTo(4, within(0.1));
    assertThat(statistics.homophily(made.labels().toArray()).getAsDouble())
        .isCloseTo(0.8, within(0.02));
    assertThat(statistics.componentCount()).isOne();
    assertThat(statistics.largestDegree()).isGreaterThan(50 * 4);
    double leaves = shareOfLeaves(made.graph()); // some of the nodes with one edge get more later
    Graph other = GraphGenerator.generate(settings.withSingleFraction(0), 3).graph();
    assertThat(leaves).isBetween(0.35, 0.5);
    assertThat(shareOfLeaves(other)).isLessThan(leaves - 0.03);
  }

  @Test
  void leavesIsolatedNodesAloneInAGrowingGraph() {
    Graph graph = GraphGenerator.generate(GROWING.withIsolatedFraction(0.05), 3).graph();
    assertThat(GraphStatistics.of(graph).isolatedCount()).isEqualTo(350);
  }

  @Test
  void growsTheSameGraphForAnyNumberOfThreads() {
    Generated expected = GraphGenerator.generate(GROWING, 7);
    for (int threads : Threads.COUNTS) {
      Generated made = Threads.with(threads, () -> GraphGenerator.generate(GROWING, 7));
      assertThat(made.graph()).isEqualTo(expected.graph());
      assertThat(made.labels().toArray()).isEqualTo(expected.labels().toArray());
    }
    assertThat(GraphGenerator.generate(GROWING, 8).graph()).isNotEqualTo(expected.graph());
  }

  @Test
  void makesMoreLabelsWrongAtLowDegrees() {
    Generated clean = GraphGenerator.generate(GROWING.withLowDegreeNoise(0), 4);
    Generated noisy = GraphGenerator.generate(GROWING.withLowDegreeNoise(0.3), 4);
    double[] nodes = new double[2]; // of degree 1, of more than 3
    double[] wrong = new double[2];
    for (int i = 0; i < GROWING.nodes(); i++) {
      int degree = clean.graph().degree(i);
      if (degree == 1 || degree > 3) {
        nodes[degree == 1 ? 0 : 1]++;
        wrong[degree == 1 ? 0 : 1] += clean.labels().get(i) == noisy.labels().get(i) ? 0 : 1;
      }
    }
    assertThat(wrong[0] / nodes[0]).isCloseTo(0.3, within(0.03));
    assertThat(wrong[1] / nodes[1]).isBetween(0.02, 0.07);
  }

  /** Guards saved results: another number here means that old seeds make other graphs. */
  @Test
  void keepsItsOutputFromVersionToVersion() {
    Generated made = GraphGenerator.generate(GeneratorSettings.DEFAULT, 0);
    assertThat(made.graph().hashCode()).isEqualTo(-1_275_475_882);
    assertThat(Arrays.hashCode(made.labels().toArray())).isEqualTo(590_242_758);
    assertThat(made.features().pattern().hashCode()).isEqualTo(2_100_505_040);
  }

  @Test
  void refusesSettingsThatCannotBeAndSaysWhich() {
    assertThatThrownBy(() -> CLEAN.withClasses(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("classes must be in 2 … 10000, got 1");
    assertThatThrownBy(() -> CLEAN.withNodes(13))
        .hasMessage("nodes must be at least twice the classes, got 13");
    assertThatThrownBy(() -> CLEAN.withNodes(700).withAverageDegree(51))
        .hasMessage(
            "average-degree must be in 0 … 50.0, since a class has no room for more edges,"
                + " got 51.0");
    assertThatThrownBy(() -> CLEAN.withHomophily(1.5))
        .hasMessage("homophily must be in [0, 1], got 1.5");
    assertThatThrownBy(() -> CLEAN.withDegreeExponent(1))
        .hasMessage("degree-exponent must be in (1, 100], got 1.0");
    assertThatThrownBy(() -> CLEAN.withIsolatedFraction(1))
        .hasMessage("isolated-fraction must leave room for the average degree of 4.0, got 1.0");
    assertThatThrownBy(() -> CLEAN.withFeatures(0))
        .hasMessage("features must be in 1 … 1000000, got 0");
    assertThatThrownBy(() -> CLEAN.withWordsPerNode(Double.NaN))
        .hasMessage("words-per-node must be finite, got NaN");
    assertThatThrownBy(() -> CLEAN.withLabelNoise(-0.1))
        .hasMessage("label-noise must be in [0, 1], got -0.1");
    assertThatThrownBy(() -> CLEAN.withTopicFraction(2))
        .hasMessage("topic-fraction must be in [0, 1], got 2.0");
    assertThatThrownBy(() -> CLEAN.withKind(Kind.GROWING).withAverageDegree(1.5))
        .hasMessage(
            "average-degree must be at least 2.0 in a growing graph, where each node adds an edge,"
                + " got 1.5");
    assertThatThrownBy(() -> CLEAN.withLabelNoise(0.6).withLowDegreeNoise(0.6))
        .hasMessage("label-noise and low-degree-noise must add up to at most 1, got 0.6 and 0.6");
  }

  @Test
  void refusesAGraphThatDoesNotFitBeforeItIsMade() {
    GeneratorSettings large =
        GeneratorSettings.DEFAULT.withNodes(2_000_000_000).withAverageDegree(1);

    assertThatThrownBy(() -> GraphGenerator.generate(large, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(
            "generating 2,000,000,000 nodes and 1,000,000,000 edges needs about");
  }

  private static double shareOfLeaves(Graph graph) {
    double leaves = 0;
    for (int i = 0; i < graph.nodeCount(); i++) {
      leaves += graph.degree(i) == 1 ? 1 : 0;
    }
    return leaves / graph.nodeCount();
  }

  /** The share of words that belong to their node's class. */
  private static double ownWords(Generated made) {
    SparsePattern words = made.features().pattern();
    int[] labels = made.labels().toArray();
    double own = 0;
    for (int i = 0; i < labels.length; i++) {
      for (int k = words.offset(i); k < words.offset(i + 1); k++) {
        own += words.column(k) % made.labels().classCount() == labels[i] ? 1 : 0;
      }
    }
    return own / words.entryCount();
  }
}
