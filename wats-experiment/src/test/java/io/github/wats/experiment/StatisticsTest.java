package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.internal.Holm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatisticsTest {
  @Test
  void dividesTheSquaresOfASampleByOneLessThanItsCount() {
    Sample sample = Sample.of(List.of(2.0, 4.0, 6.0));
    assertThat(sample).isEqualTo(new Sample(3, 4, 2));
    assertThat(Sample.of(List.of(5.0))).isEqualTo(new Sample(1, 5, 0));
    assertThatThrownBy(() -> Sample.of(List.of())).hasMessageContaining("got none");
  }

  /** Differences 1, 2, 3, 4: mean 2.5, s = √(5/3), t(3; 0.975) = 3.182446; exact p = 2/2⁴. */
  @Test
  void comparesRunByRun() {
    PairedDifference difference =
        PairedDifference.of(List.of(11.0, 22.0, 33.0, 44.0), List.of(10.0, 20.0, 30.0, 40.0));
    double half = 3.182446305 * Math.sqrt(5.0 / 3) / 2;
    assertThat(difference.mean()).isEqualTo(2.5);
    assertThat(difference.low()).isCloseTo(2.5 - half, within(1e-8));
    assertThat(difference.high()).isCloseTo(2.5 + half, within(1e-8));
    assertThat(difference.p()).isCloseTo(0.125, within(1e-12));
  }

  /** SciPy 1.10: {@code wilcoxon(d, mode='exact')} of these ten differences is 0.048828125. */
  @Test
  void agreesWithScipyOnTenRuns() {
    List<Double> differences =
        List.of(-0.31, 0.12, -0.44, -0.05, -0.27, 0.09, -0.62, -0.18, -0.36, 0.02);
    List<Double> zeros = differences.stream().map(d -> 0.0).toList();
    assertThat(PairedDifference.of(differences, zeros).p()).isCloseTo(SCIPY_P, within(1e-12));
  }

  private static final double SCIPY_P = 0.048828125;

  @Test
  void seesNoDifferenceBetweenEqualRuns() {
    PairedDifference difference = PairedDifference.of(List.of(1.0, 2.0), List.of(1.0, 2.0));
    assertThat(difference).isEqualTo(new PairedDifference(2, 0, 0, 0, 1));
  }

  /** Ten differences of one sign would be significant: p = 2/2¹⁰. */
  @Test
  void seesNoDifferenceInRoundingErrors() {
    List<Double> one = new ArrayList<>();
    List<Double> other = new ArrayList<>();
    for (int run = 1; run <= 10; run++) {
      one.add(0.1 * run);
      other.add(0.1 * run + run * 3e-16);
    }
    assertThat(one).doesNotContainAnyElementsOf(other);
    assertThat(PairedDifference.of(one, other)).isEqualTo(new PairedDifference(10, 0, 0, 0, 1));
  }

  @Test
  void treatsTwoInfiniteLikelihoodsAsEqual() {
    double infinity = Double.POSITIVE_INFINITY;
    PairedDifference difference =
        PairedDifference.of(List.of(infinity, 2.0), List.of(infinity, 1.0));
    assertThat(difference.mean()).isEqualTo(0.5);
  }

  /** Holm's own example of four tests: 0.01·4, 0.02·3, 0.03·2, 0.04·1, made to rise. */
  @Test
  void correctsForSeveralTests() {
    assertThat(adjusted(0.04, 0.01, 0.03, 0.02))
        .containsExactly(new double[] {0.06, 0.04, 0.06, 0.06}, within(1e-12));
    assertThat(adjusted(0.6, 0.9)).containsExactly(1, 1);
    assertThat(adjusted()).isEmpty();
  }

  private static double[] adjusted(double... p) {
    Map<Integer, Double> byPlace = new LinkedHashMap<>();
    Arrays.stream(p).forEach(value -> byPlace.put(byPlace.size(), value));
    return Holm.adjust(byPlace).values().stream().mapToDouble(value -> value).toArray();
  }

  @Test
  void sharesTheRankOfEqualValues() {
    assertThat(Holm.ranks(new double[] {3, 1, 1, 7})).containsExactly(3, 1.5, 1.5, 4);
    assertThat(Holm.ranks(new double[] {0.3, 0.1 + 0.2, 0.4})).containsExactly(1.5, 1.5, 3);
  }

  @Test
  void knowsThePapersNumbers() {
    assertThat(PaperValues.of("cora", "gcn", Variant.of("wats")).orElseThrow().mean())
        .isCloseTo(0.0213, within(1e-12));
    assertThat(PaperValues.of("citeseer", "gcn", Variant.ofGrid(3, 0.8)).orElseThrow().mean())
        .isCloseTo(0.0215, within(1e-12));
    assertThat(PaperValues.of("citeseer", "gcn", Variant.ofFeatures("degree")).orElseThrow().std())
        .isCloseTo(0.0116, within(1e-12));
    assertThat(PaperValues.of("citeseer", "gat", Variant.ofFeatures("degree"))).isEmpty();
    assertThat(PaperValues.of("cora", "gcn", Variant.of("vs"))).isEmpty();
    assertThat(PaperValues.of("reddit", "gcn", Variant.of("gats"))).isEmpty(); // out of memory
    assertThat(PaperValues.conference("cora", "gcn", Variant.of("wats"))).hasValue(0.0182);
    assertThat(PaperValues.conference("roman-empire", "gcnii", Variant.of("gats")).orElseThrow())
        .isCloseTo(0.0438, within(1e-12));
    assertThat(PaperValues.conference("cora", "gcn", Variant.of("ts"))).isEmpty();
    assertThat(PaperValues.conference("cora", "gcn", Variant.parse("wats:dropout=0"))).isEmpty();
  }

  /** The quantiles that Demšar (2006), table 5, prints for the level 0.05. */
  @ParameterizedTest
  @CsvSource({"2,1.960", "3,2.343", "4,2.569", "5,2.728", "8,3.031", "10,3.164"})
  void criticalDifferences(int methods, double quantile) {
    double expected = quantile * Math.sqrt(methods * (methods + 1) / (6.0 * 14));
    assertThat(CriticalDifference.of(methods, 14)).isCloseTo(expected, within(2e-3));
  }
}
