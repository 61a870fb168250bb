package io.github.wats.calibration.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Methods;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each test is right where it should be, and wrong as often as it says. */
class DoubtsTest {
  private static final int TRIALS = 3000;

  /** Nodes of two classes, the second of probability 0.3; the first 200 are validation nodes. */
  private static CalibrationData data(int validation, int test, double accuracy, Random random) {
    int n = validation + test;
    double[][] logits = new double[n][2];
    int[] labels = new int[n];
    for (int i = 0; i < n; i++) {
      labels[i] = random.nextInt(10) < 3 ? 1 : 0;
      boolean right = random.nextDouble() < accuracy;
      logits[i][right ? labels[i] : 1 - labels[i]] = 0.5 + 2 * random.nextDouble();
    }
    Split split = new Split(NodeSet.of(n), range(n, 0, validation), range(n, validation, n));
    return CalibrationData.of(Logits.of(logits)).withLabels(Labels.of(2, labels)).withSplit(split);
  }

  private static NodeSet range(int n, int from, int to) {
    return NodeSet.of(n, IntStream.range(from, to).toArray());
  }

  private static double share(IntPredicate trial) {
    return (double) IntStream.range(0, TRIALS).filter(trial).count() / TRIALS;
  }

  private static boolean says(CalibrationData data, String words) {
    return Doubts.of(CalibrationRows.of(data)).stream().anyMatch(note -> note.contains(words));
  }

  @Test
  void fewNodesAreNamed() {
    Random random = new Random(1);
    assertThat(says(data(99, 0, 0.9, random), "only 99 validation nodes")).isTrue();
    assertThat(says(data(100, 0, 0.9, random), "validation nodes: with 50")).isFalse();
  }

  @Test
  void nodesThatAreAllPredictedRightIdentifyNoTemperature() {
    String words = "every validation node is predicted right";
    assertThat(says(data(150, 0, 1, new Random(1)), words)).isTrue();
    assertThat(says(data(150, 0, 0.9, new Random(1)), words)).isFalse();
    CalibrationData right = data(150, 0, 1, new Random(1));
    for (String method : new String[] {"ridge", "auto"}) {
      assertThat(Methods.named(method).calibrator().fit(right).report().notes())
          .anyMatch(note -> note.contains(words));
    }
    assertThat(Methods.named("ts").calibrator().fit(right).report().notes())
        .anyMatch(
            note ->
                note.contains(
                    "no validation node is predicted wrong; the default method has a prior"));
  }

  /** A network that is as accurate as the most frequent class is. */
  @Test
  void accuracyNearChanceIsMissedInTwoPercentOfCases() {
    Random random = new Random(2);
    String words = "is not clearly above that of always predicting the most frequent class";
    assertThat(share(trial -> !says(data(200, 0, 0.7, random), words))).isLessThan(0.04);
    assertThat(share(trial -> says(data(200, 0, 0.9, random), words))).isLessThan(0.01);
  }

  @Test
  void aGainByChanceIsTakenForOneInFivePercentOfCases() {
    Random random = new Random(3);
    double[] ones = new double[100];
    Arrays.fill(ones, 1);
    double noGain =
        share(
            trial -> {
              double[] before = random.doubles(100).toArray();
              return Doubts.ofGain(before, random.doubles(100).toArray(), ones).isEmpty();
            });
    assertThat(noGain).isBetween(0.03, 0.07);
    double[] before = random.doubles(100).toArray();
    double[] after = Arrays.stream(before).map(loss -> loss - 0.1 * random.nextDouble()).toArray();
    assertThat(Doubts.ofGain(before, after, ones)).isEmpty();
    assertThat(Doubts.ofGain(after, before, ones).get(0))
        .startsWith("cross-validated, calibration lowers the NLL by -0.0")
        .endsWith("leaving the network as it is may do as well");
  }

  @Test
  void aCalibratedNetworkMayBeLeftAsItIs() {
    Random random = new Random(4);
    double[][] logits = new double[1000][2];
    int[] labels = new int[1000];
    for (int i = 0; i < 1000; i++) {
      logits[i][1] = 4 * random.nextDouble() - 2;
      labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-logits[i][1])) ? 1 : 0;
    }
    CalibrationData calibrated = CalibrationData.of(Logits.of(logits));
    double[] overconfident = Arrays.stream(calibrated.logits().toArray()).map(z -> 3 * z).toArray();
    CalibrationData over = calibrated.withLogits(Logits.of(1000, 2, overconfident));
    String words = "leaving the network as it is";
    assertThat(poolSays(calibrated, labels, words)).isTrue();
    assertThat(poolSays(over, labels, words)).isFalse();
  }

  private static boolean poolSays(CalibrationData data, int[] labels, String words) {
    Split split = new Split(NodeSet.of(1000), range(1000, 0, 400), range(1000, 400, 1000));
    CalibrationData all = data.withLabels(Labels.of(2, labels)).withSplit(split);
    return Methods.named("auto").calibrator().fit(all).report().notes().stream()
        .anyMatch(note -> note.contains(words));
  }

  @Test
  void validationNodesOfTheTrainingAreFoundAndOthersAreNot() {
    Random random = new Random(5);
    double alarms = share(trial -> !Doubts.ofTraining(data(200, 300, 0.8, random)).isEmpty());
    assertThat(alarms).isLessThan(0.005);
    CalibrationData fair = data(200, 300, 0.7, random);
    int[] labels = fair.requireLabels().toArray();
    for (int i = 0; i < 200; i++) {
      labels[i] = i % 50 == 0 ? labels[i] : fair.logits().predictedClass(i); // learned by heart
    }
    int[] known = labels.clone();
    Arrays.fill(known, 200, 500, Labels.UNKNOWN);
    double[] z = fair.logits().toArray();
    for (int i = 200; i < 500; i++) { // as often of the second class
      labels[i] = i < 200 + 3 * ones(labels) / 2 ? 1 : 0;
      z[2 * i] = i % 10 < 7 == (labels[i] == 0) ? 1 : 0;
      z[2 * i + 1] = 1 - z[2 * i];
    }
    CalibrationData used = fair.withLogits(Logits.of(500, 2, z));
    assertThat(Doubts.ofTraining(used.withLabels(Labels.of(2, labels))).get(0))
        .startsWith("the network's NLL is ")
        .endsWith("if it was trained on validation nodes, calibrate on others");
    assertThat(Doubts.ofTraining(used.withLabels(Labels.of(2, known)))).isEmpty();
  }

  private static int ones(int[] labels) {
    return (int) IntStream.range(0, 200).filter(i -> labels[i] == 1).count();
  }

  /** The share of false alarms is half of 0.1 %, since calibration shares must be more even. */
  @Test
  void randomDrawsAreTakenForDrawsByClassInOneOfAThousandCases() {
    Random random = new Random(6);
    double[] cumulative = {0.5, 0.75, 0.9, 1};
    double alarms =
        share(
            trial -> {
              int[] labels = new int[120];
              Arrays.setAll(labels, i -> draw(cumulative, random));
              int[] training = new int[4];
              IntStream.range(0, 200).forEach(i -> training[draw(cumulative, random)]++);
              return ClassShares.of(Labels.of(4, labels), training).shifted();
            });
    assertThat(alarms).isLessThan(0.003);
    int[] even = IntStream.range(0, 120).map(i -> i % 4).toArray();
    ClassShares shares = ClassShares.of(Labels.of(4, even), new int[] {100, 50, 30, 20});
    assertThat(shares.shifted()).isTrue();
    assertThat(Arrays.stream(shares.weights()).sum()).isBetween(60.0, 119.0);
    assertThat(shares.notes().get(0)).contains("drawn by class").contains("of 120 nodes");
    int[] reversed = new int[120]; // the training nodes were drawn by class: left alone
    Arrays.setAll(reversed, i -> i < 90 ? 0 : i % 4);
    assertThat(ClassShares.of(Labels.of(4, reversed), new int[] {50, 50, 50, 50}).shifted())
        .isFalse();
  }

  private static int draw(double[] cumulative, Random random) {
    double u = random.nextDouble();
    return (int) Arrays.stream(cumulative).filter(bound -> bound < u).count();
  }
}
