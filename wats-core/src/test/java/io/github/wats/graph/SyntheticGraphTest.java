package io.github.wats.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.testing.Threads;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SyntheticGraphTest {
  private static final SyntheticSettings CLEAN =
      SyntheticSettings.DEFAULT.withLabelNoise(0).withIsolatedShare(0);

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
    SyntheticSettings settings =
        CLEAN.withAverageDegree(1).withNodes(nodes).withClasses(classes).withAverageDegree(degree);
    SyntheticGraph made =
        SyntheticGraph.generate(settings.withHomophily(homophily).withDegreeExponent(exponent), 5);
    double slack = nodes < 100 ? 0.05 : 0.005;
    assertThat(DegreeStatistics.of(made.graph()).mean()).isCloseTo(degree, within(slack * degree));
    assertThat(EdgeHomophily.of(made.graph(), made.labels()).getAsDouble())
        .isCloseTo(homophily, within(slack));
    assertThat(made.graph().nodeCount()).isEqualTo(nodes);
  }

  @Test
  void sharesNodesOutToClassesByTheRootRule() {
    // 1 : 1/√2 of 100 nodes is 58.6 : 41.4
    SyntheticGraph made =
        SyntheticGraph.generate(CLEAN.withNodes(100).withClasses(2).withAverageDegree(3), 1);
    assertThat(Arrays.stream(made.labels()).filter(c -> c == 0).count()).isEqualTo(59);
  }

  @Test
  void growsLargerHubsUnderASmallerExponent() {
    SyntheticSettings settings = CLEAN.withNodes(20_000).withAverageDegree(10);
    DegreeStatistics heavy =
        DegreeStatistics.of(SyntheticGraph.generate(settings.withDegreeExponent(2.2), 1).graph());
    DegreeStatistics light =
        DegreeStatistics.of(SyntheticGraph.generate(settings.withDegreeExponent(4), 1).graph());
    assertThat(heavy.largest()).isGreaterThan(20 * 10);
    assertThat(light.largest()).isLessThan(15 * 10);
    assertThat(heavy.median()).isLessThan(light.median());
  }

  /** Above the mean the degrees thin out like weight^−(γ−1): a straight line in double logs. */
  @Test
  void followsThePowerLaw() {
    SyntheticSettings settings = CLEAN.withNodes(100_000).withAverageDegree(20).withClasses(3);
    DegreeStatistics degrees = DegreeStatistics.of(SyntheticGraph.generate(settings, 2).graph());
    double from = degrees.quantile(0.9);
    double to = degrees.quantile(0.99);
    assertThat(Math.log(10) / Math.log(to / from)).isCloseTo(1.5, within(0.15));
  }

  @Test
  void isolatesTheShareAskedForAndHardlyMore() {
    SyntheticSettings settings = CLEAN.withNodes(10_000).withIsolatedShare(0.05);
    DegreeStatistics degrees = DegreeStatistics.of(SyntheticGraph.generate(settings, 3).graph());
    assertThat(degrees.isolatedCount()).isBetween(500, 515);
    assertThat(DegreeStatistics.of(SyntheticGraph.generate(CLEAN, 3).graph()).isolatedCount())
        .isLessThan(5);
  }

  @Test
  void replacesLabelsAndLeavesTheRestAlone() {
    SyntheticGraph clean = SyntheticGraph.generate(CLEAN, 4);
    SyntheticGraph noisy = SyntheticGraph.generate(CLEAN.withLabelNoise(0.2), 4);
    assertThat(noisy.graph()).isEqualTo(clean.graph());
    assertThat(noisy.features().pattern()).isEqualTo(clean.features().pattern());
    int changed = 0;
    for (int i = 0; i < CLEAN.nodes(); i++) {
      changed += clean.labels()[i] == noisy.labels()[i] ? 0 : 1;
    }
    assertThat(changed / (double) CLEAN.nodes()).isCloseTo(0.2, within(0.04)); // five deviations
    assertThat(Arrays.stream(noisy.labels()).boxed()).allMatch(c -> c >= 0 && c < CLEAN.classes());
  }

  @Test
  void drawsWordsOfTheOwnClassAsOftenAsAsked() {
    SyntheticSettings settings = CLEAN.withFeatures(490); // 70 words for each of 7 classes
    assertThat(ownWords(SyntheticGraph.generate(settings.withTopicShare(1), 5))).isEqualTo(1);
    assertThat(ownWords(SyntheticGraph.generate(settings.withTopicShare(0), 5)))
        .isCloseTo(1.0 / 7, within(0.01));
  }

  @Test
  void makesRowsThatSumToOne() {
    SparseMatrix features = SyntheticGraph.generate(CLEAN.withWordsPerNode(1), 6).features();
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
    SyntheticGraph made = SyntheticGraph.generate(CLEAN.withFeatures(3), 6);
    assertThat(made.features().columns()).isEqualTo(3);
  }

  @Test
  void leavesAGraphWithoutEdgesWhereNoneAreAskedForOrPossible() {
    assertThat(SyntheticGraph.generate(CLEAN.withAverageDegree(0), 1).graph().edgeCount()).isZero();
    SyntheticSettings alone = CLEAN.withAverageDegree(0).withIsolatedShare(1);
    assertThat(SyntheticGraph.generate(alone, 1).graph().edgeCount()).isZero();
  }

  @Test
  void isTheSameForAnyNumberOfThreadsAndAnotherForAnotherSeed() {
    SyntheticSettings settings =
        SyntheticSettings.DEFAULT.withNodes(6_000).withAverageDegree(30).withClasses(5);
    SyntheticGraph expected = SyntheticGraph.generate(settings, 7);
    for (int threads : Threads.COUNTS) {
      SyntheticGraph made = Threads.with(threads, () -> SyntheticGraph.generate(settings, 7));
      assertThat(made.graph()).isEqualTo(expected.graph());
      assertThat(made.labels()).isEqualTo(expected.labels());
      assertThat(made.features().pattern()).isEqualTo(expected.features().pattern());
    }
    SyntheticGraph other = SyntheticGraph.generate(settings, 8);
    assertThat(other.graph()).isNotEqualTo(expected.graph());
    assertThat(other.labels()).isNotEqualTo(expected.labels());
    assertThat(other.features().pattern()).isNotEqualTo(expected.features().pattern());
  }

  /** Guards saved results: another number here means that old seeds make other graphs. */
  @Test
  void keepsItsOutputFromVersionToVersion() {
    SyntheticGraph made = SyntheticGraph.generate(SyntheticSettings.DEFAULT, 0);
    assertThat(made.graph().hashCode()).isEqualTo(-1_275_475_882);
    assertThat(Arrays.hashCode(made.labels())).isEqualTo(590_242_758);
    assertThat(made.features().pattern().hashCode()).isEqualTo(2_100_505_040);
  }

  @Test
  void refusesSettingsThatCannotBeAndSaysWhich() {
    assertThatThrownBy(() -> CLEAN.withClasses(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("classes must be at least 2, got 1");
    assertThatThrownBy(() -> CLEAN.withNodes(13))
        .hasMessage("nodes must be at least twice the classes, got 13");
    assertThatThrownBy(() -> CLEAN.withNodes(700).withAverageDegree(51))
        .hasMessage(
            "average degree must be in 0 … 50.0, since classes half full have no room for more,"
                + " got 51.0");
    assertThatThrownBy(() -> CLEAN.withHomophily(1.5))
        .hasMessage("homophily must be in 0 … 1, got 1.5");
    assertThatThrownBy(() -> CLEAN.withDegreeExponent(1))
        .hasMessage("degree exponent must be above 1 and at most 100, got 1.0");
    assertThatThrownBy(() -> CLEAN.withIsolatedShare(1))
        .hasMessage("isolated share must leave room for the average degree of 4.0, got 1.0");
    assertThatThrownBy(() -> CLEAN.withFeatures(0))
        .hasMessage("features must be at least 1, got 0");
    assertThatThrownBy(() -> CLEAN.withWordsPerNode(Double.NaN))
        .hasMessage("words per node must be in 1 … 10000, got NaN");
    assertThatThrownBy(() -> CLEAN.withLabelNoise(-0.1))
        .hasMessage("label noise must be in 0 … 1, got -0.1");
    assertThatThrownBy(() -> CLEAN.withTopicShare(2))
        .hasMessage("topic share must be in 0 … 1, got 2.0");
  }

  /** The share of words that belong to their node's class. */
  private static double ownWords(SyntheticGraph made) {
    SparsePattern words = made.features().pattern();
    int[] labels = made.labels();
    double own = 0;
    for (int i = 0; i < labels.length; i++) {
      for (int k = words.offset(i); k < words.offset(i + 1); k++) {
        own += words.column(k) % made.settings().classes() == labels[i] ? 1 : 0;
      }
    }
    return own / words.entryCount();
  }
}
