package io.github.wats.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class LogitsTest {
  /** Zeros are taken as 0.01, the smallest value above 0. */
  @Test
  void probabilitiesBecomeTheirLogarithmsAsWorkedByHand() {
    Logits z = Logits.ofProbabilities(3, 2, new double[] {0.25, 0.75, 1, 0, 0.99, 0.01});
    assertThat(z.toArray())
        .containsExactly(
            Math.log(0.25), Math.log(0.75), 0, Math.log(0.01), Math.log(0.99), Math.log(0.01));
    assertThat(z.source()).isEqualTo(Logits.Source.PROBABILITIES);
    assertThat(z.note()).contains("1 of 6 probabilities are 0 and were taken as 0.0100");
    assertThat(z.softmax().get(0, 1)).isCloseTo(0.75, within(1e-15));
  }

  @Test
  void theFloorIsNeverBelowOneTrillionth() {
    Logits z = Logits.ofProbabilities(2, 2, new double[] {1, 0, 1 - 1e-15, 1e-15});
    assertThat(z.get(0, 1)).isEqualTo(Math.log(1e-12));
    assertThat(z.get(1, 1)).isEqualTo(Math.log(1e-12));
    Logits sure = Logits.ofProbabilities(1, 2, new double[] {1, 0});
    assertThat(sure.get(0, 1)).as("1 would hide the class").isEqualTo(Math.log(0.01));
  }

  /** As the first test, but 0.25 stays, and zeros beside 0.001 are not more than it. */
  @Test
  void zerosOfOtherRowsAreThoseOfTheFit() {
    Probabilities p = Probabilities.of(new double[][] {{1, 0}, {0.75, 0.25}, {0.999, 0.001}});
    Logits z = Logits.ofProbabilities(p, OptionalDouble.of(0.01));
    assertThat(z.toArray())
        .containsExactly(
            0, Math.log(0.01), Math.log(0.75), Math.log(0.25), Math.log(0.999), Math.log(0.001));
    assertThat(z.zero()).hasValue(0.01);
    Probabilities small = Probabilities.of(new double[][] {{0.999, 0.001, 0}});
    assertThat(Logits.ofProbabilities(small, OptionalDouble.of(0.01)).get(0, 2))
        .isEqualTo(Math.log(0.001));
  }

  @Test
  void oneColumnIsTheProbabilityOfClassOne() {
    Logits z = Logits.ofProbabilities(2, 1, new double[] {0.2, 0.5});
    assertThat(z.toArray())
        .containsExactly(Math.log(0.8), Math.log(0.2), Math.log(0.5), Math.log(0.5));
    assertThat(z.note()).isEmpty();
  }

  @Test
  void aBinaryScoreIsThatOfClassOne() {
    Logits z = Logits.ofBinary(new double[] {1.5, -2});
    assertThat(z.toArray()).containsExactly(0, 1.5, 0, -2);
    assertThat(z.softmax().get(0, 1)).isCloseTo(1 / (1 + Math.exp(-1.5)), within(1e-15));
    assertThat(z.source()).isEqualTo(Logits.Source.LOGITS);
  }

  @Test
  void roundedRowsAreDividedByTheirSum() {
    Probabilities p = Probabilities.ofRounded(1, 3, new double[] {0.333, 0.333, 0.3335});
    assertThat(p.get(0, 0)).isCloseTo(0.333 / 0.9995, within(1e-15));
    assertThat(Probabilities.ofRounded(1, 2, new double[] {0.25, 0.75}).toArray())
        .containsExactly(0.25, 0.75);
  }

  @Test
  void refusesWhatIsNoDistributionWithRowAndSum() {
    assertThatThrownBy(() -> Logits.ofProbabilities(2, 2, new double[] {0.5, 0.5, 0.5, 0.25}))
        .hasMessage("probabilities must sum to 1 within 1e-3 per node, got 0.75 at node 1");
    assertThatThrownBy(() -> Logits.ofProbabilities(1, 2, new double[] {-0.5, 1.5}))
        .hasMessage("probabilities must be in [0, 1], got -0.5 at node 0, class 0");
    assertThatThrownBy(() -> Logits.ofProbabilities(1, 2, new double[] {Double.NaN, 1}))
        .hasMessageContaining("got NaN at node 0, class 0");
    assertThatThrownBy(() -> Logits.ofProbabilities(2, 1, new double[] {0.5, 1.5}))
        .hasMessage("probabilities must be in [0, 1], got 1.5 at node 1");
  }

  @Test
  void confidencesBecomeTwoClasses() {
    Probabilities top =
        Probabilities.ofTopLabels(Labels.of(3, new int[] {2, 0}), new double[] {0.25, 1});
    Logits z = Logits.ofProbabilities(top);
    assertThat(z.source()).isEqualTo(Logits.Source.CONFIDENCES);
    assertThat(z.toArray())
        .containsExactly(Math.log(0.75), Math.log(0.25), Math.log(0.25), Math.log(1));
    assertThat(z.note()).as("1 - 1").isPresent();
  }

  @Test
  void topLabelsKeepTheirClassAtAnyConfidence() {
    Probabilities top =
        Probabilities.ofTopLabels(Labels.of(3, new int[] {2, 0}), new double[] {0.25, 0.75});
    assertThat(top.areTopLabels()).isTrue();
    assertThat(top.predictedClass(0)).as("though 0.375 is more").isEqualTo(2);
    assertThat(top.toArray()).containsExactly(0.375, 0.375, 0.25, 0.75, 0.125, 0.125);
    assertThat(top.confidence(0)).isEqualTo(0.25);
    assertThat(top.right(Labels.of(3, new int[] {2, -1})))
        .isEqualTo(Labels.of(2, new int[] {1, -1}));
    Probabilities last = top.select(NodeSet.of(2, 1));
    assertThat(last.areTopLabels()).isTrue();
    assertThat(last.toArray()).containsExactly(0.75, 0.125, 0.125);
    Probabilities right = Probabilities.of(new double[][] {{0.9, 0.1}, {0.4, 0.6}});
    Probabilities now = top.withConfidences(right);
    assertThat(now.predictedClass(0)).isEqualTo(2);
    assertThat(now.confidence(0)).isEqualTo(0.1);
    assertThatThrownBy(() -> now.withPrior(new double[3], new double[3]))
        .hasMessage("a prior needs probabilities of all classes, got top labels");
    assertThatThrownBy(
            () -> Probabilities.ofTopLabels(Labels.of(2, new int[] {1}), new double[] {2}))
        .hasMessage("confidences must be in [0, 1], got 2.0 at node 0");
  }

  @Test
  void certainPredictionsKeepTheirClass() {
    Logits logits = Logits.ofProbabilities(3, 2, new double[] {1, 0, 0, 1, 0, 1});
    assertThat(logits.predictedClass(1)).isEqualTo(1);
    assertThat(logits.get(1, 0)).isEqualTo(Math.log(0.01));
  }

  @Test
  void probabilitiesAndTheirLogarithmsAreRecognized() {
    Logits shares = Logits.of(2, 2, new double[] {0.25, 0.75, 1, 0.0005});
    assertThat(shares.areDistributions()).isTrue();
    assertThat(shares.areLogProbabilities()).isFalse();
    assertThat(Logits.of(2, 2, new double[] {0.25, 0.75, 1, 0.01}).areDistributions()).isFalse();
    assertThat(Logits.of(1, 2, new double[] {0.5, 0.4}).areDistributions()).isFalse();
    assertThat(Logits.of(1, 2, new double[] {-0.5, 1.5}).areDistributions()).isFalse();
    Logits logs = Logits.of(1, 2, new double[] {Math.log(0.25), Math.log(0.75)});
    assertThat(logs.areLogProbabilities()).isTrue();
    assertThat(logs.areDistributions()).isFalse();
    assertThat(Logits.of(1, 2, new double[] {-3, -3}).areLogProbabilities()).isFalse();
    Logits none = Logits.of(0, 2, new double[0]);
    assertThat(none.areDistributions()).isFalse();
    assertThat(none.areLogProbabilities()).isFalse();
  }

  @Test
  void refuseTemperaturesThatDoNotFitAndValuesThatAreNotFinite() {
    Logits z = Logits.of(2, 2, new double[] {2, 4, 6, 8});
    assertThat(z.dividedBy(new double[] {2, 4}).toArray()).containsExactly(1, 2, 1.5, 2);
    assertThatThrownBy(() -> z.dividedBy(new double[] {1}))
        .hasMessage("there must be one temperature per node: expected 2, got 1");
    assertThatThrownBy(() -> z.dividedBy(new double[] {1, 0}))
        .hasMessage("temperatures must be above 0, got 0.0 at node 1");
    assertThatThrownBy(() -> Logits.of(2, 2, new float[] {1, 2, 3, Float.NaN}))
        .hasMessage("logits must be finite, got NaN at node 1, class 1");
    assertThatThrownBy(() -> Logits.of(2, 2, new double[3]))
        .hasMessage("logits of 2 nodes × 2 classes need 4 values, got 3");
    assertThatThrownBy(() -> Logits.of(2, 0, new double[0])).hasMessageContaining("one class");
    assertThatThrownBy(() -> Logits.of(new double[][] {{1, 2}, {3}}))
        .hasMessage("rows must be equally long: row 0 has 2 entries, row 1 has 1");
  }

  @Test
  void areEqualIfAllValuesAre() {
    Logits z = Logits.of(1, 2, new double[] {1, 2});
    assertThat(z).isEqualTo(Logits.of(1, 2, new float[] {1, 2}));
    assertThat(z).hasSameHashCodeAs(Logits.of(1, 2, new double[] {1, 2}));
    assertThat(z).isNotEqualTo(Logits.of(2, 1, new double[] {1, 2}));
    assertThat(z).isNotEqualTo(Logits.of(1, 2, new double[] {1, 3}));
    assertThat(z).isNotEqualTo(z.softmax());
  }
}
