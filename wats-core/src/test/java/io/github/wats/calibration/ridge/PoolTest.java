package io.github.wats.calibration.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.Explanation.OfLogits;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.KnownLabels;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.internal.TemperatureLoss;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.calibration.ridge.WaveletRidge.ClassWeights;
import io.github.wats.calibration.ridge.WaveletRidge.Mode;
import io.github.wats.calibration.ridge.WaveletRidge.NeighborLabels;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.internal.Softmax;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.testing.Threads;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoolTest {
  private final RidgeCase data = RidgeCase.random(400, 5, 120, 42);

  private static WaveletRidge.Fitted fit(RidgeCase data) {
    return AutoCalibrator.DEFAULT.fit(data.data(), 0);
  }

  private static Probabilities probabilities(RidgeCase data, Mode mode) {
    return new AutoCalibrator(WaveletRidge.DEFAULT.withMode(mode))
        .fit(data.data(), 0)
        .calibrate(data.input())
        .probabilities();
  }

  private static RidgeCase withValidation(RidgeCase data, int... nodes) {
    int[] train = data.split().train().toArray();
    return new RidgeCase(
        data.graph(),
        data.logits(),
        data.labels(),
        RidgeCase.split(data.graph().nodeCount(), train, nodes));
  }

  /** Also where the near one is far, and with a start at an end of the range. */
  @Test
  void temperaturesFromANearOneAreThoseOfTheWholeSearch() {
    TemperatureLoss loss = WaveletRidge.DEFAULT.sample(data.data(), KnownLabels.NONE).loss();
    for (double prior : new double[] {0, 0.5, 8, 32}) {
      double expected = TemperatureSolver.solve(loss, prior).temperature();
      for (double near : new double[] {0.9 * expected, 0.01, 1, 300}) {
        assertThat(TemperatureSolver.solveNear(near, loss, prior))
            .isCloseTo(expected, within(1e-11 * expected));
      }
    }
  }

  /** Two candidates of which the second is e times as likely: v₂/v₁ solves the fixed point. */
  @Test
  void weightsMaximizeTheLikelihoodWithAPseudoCountEach() {
    double[] v = Pool.weights(new double[][] {{0.2, 0.6}, {0.3, 0.1}, {0.1, 0.3}}, ones(3));
    for (int k = 0; k < 2; k++) { // the slope of the objective is the same along both weights
      double other = v[1 - k];
      double slope = 1 / v[k];
      double[][] likelihoods = {{0.2, 0.6}, {0.3, 0.1}, {0.1, 0.3}};
      for (double[] row : likelihoods) {
        slope += row[k] / (row[k] * v[k] + row[1 - k] * other);
      }
      assertThat(slope).isCloseTo(5, within(1e-7)); // n + K
    }
    assertThat(v[0] + v[1]).isCloseTo(1, within(1e-12));
  }

  private static double[] ones(int n) {
    return IntStream.range(0, n).mapToDouble(i -> 1).toArray();
  }

  @Test
  void foldsTakeTurnsWithinAClass() {
    assertThat(Pool.folds(Labels.of(2, new int[] {1, 0, 1, 0}))).containsExactly(2, 0, 3, 1);
    int[] folds = Pool.folds(Labels.of(2, new int[25]));
    assertThat(folds[0]).isZero();
    assertThat(folds[24]).isEqualTo(4);
  }

  @Test
  void tellsItsWeightsInWords() {
    assertThat(Pool.words(new double[] {0.12, 0.08, 0.2, 0.6}))
        .isEqualTo(
            "pooled: mostly ridge with neighbors' labels (60 %); 20 % ridge; 12 % the network"
                + " itself; 8 % temperature scaling");
    assertThat(Pool.words(new double[] {0.5, 0.5}))
        .isEqualTo("pooled: 50 % the network itself; 50 % temperature scaling");
    assertThat(fit(data).report().notes().get(0)).startsWith("pooled: ").contains("ridge");
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void givesTheSameBitsOnAnyNumberOfThreads(Mode mode) {
    RidgeCase large = RidgeCase.random(3000, 6, 700, 9);
    Probabilities alone = Threads.with(1, () -> probabilities(large, mode));
    for (int threads : Threads.COUNTS) {
      assertThat(Threads.with(threads, () -> probabilities(large, mode)))
          .as("%d threads", threads)
          .isEqualTo(alone);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void keepClassNeverChangesAClassNotEvenInFloat32(long seed) {
    for (int classes : new int[] {2, 3, 9}) {
      for (int calibration : new int[] {12, 60}) {
        RidgeCase random = RidgeCase.random(300, classes, calibration, seed);
        Probabilities kept = probabilities(random, Mode.KEEP_CLASS);
        for (int i = 0; i < 300; i++) {
          int predicted = random.logits().predictedClass(i);
          for (int c = 0; c < classes; c++) {
            assertThat(c == predicted || (float) kept.get(i, c) < (float) kept.get(i, predicted))
                .isTrue();
          }
        }
      }
    }
  }

  @Test
  void aRestoredPoolGivesTheSameBits() {
    for (int calibration : new int[] {1, 12, 60}) {
      for (NeighborLabels use : NeighborLabels.values()) {
        RidgeCase random = RidgeCase.random(300, 4, calibration, 3);
        FittedCalibrator fitted =
            new AutoCalibrator(WaveletRidge.DEFAULT.withNeighborLabels(use)).fit(random.data(), 0);
        FittedCalibrator restored = Methods.restore(fitted.state());
        assertThat(restored.calibrate(random.input()).probabilities())
            .isEqualTo(fitted.calibrate(random.input()).probabilities());
        assertThat(restored.state()).isEqualTo(fitted.state());
      }
    }
  }

  @Test
  void refusesAStoredPoolOfAnotherNumberOfWeights() {
    CalibratorState state = fit(data).state();
    Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>(state.arrays());
    arrays.put("pool-weights", CalibratorState.Array.of(0.5, 0.25, 0.25));
    CalibratorState broken = new CalibratorState(arrays, state.texts(), state.report());
    assertThatThrownBy(() -> Methods.restore(broken))
        .hasMessage(
            "array pool-weights of a stored auto calibrator must have 2 or 4 values, got 3");
  }

  @Test
  void contributionsAddUpToTheCalibratedLogits() {
    Calibration calibrated = fit(data).calibrate(data.input());
    for (int i = 0; i < 50; i++) {
      OfLogits why = (OfLogits) calibrated.explain(i).orElseThrow();
      double[] row = IntStream.range(0, 5).mapToDouble(why::logit).toArray();
      Softmax.rowInPlace(row, 0, 5);
      for (int c = 0; c < 5; c++) {
        assertThat(row[c]).isCloseTo(calibrated.probabilities().get(i, c), within(1e-12));
      }
      assertThat(why.preferredClass()).isEqualTo(calibrated.probabilities().predictedClass(i));
    }
  }

  @Test
  void oneNodeIsHalfTheNetworkAndHalfItsTemperature() {
    RidgeCase one = withValidation(data, data.split().validation().get(0));
    WaveletRidge.Fitted fitted = fit(one);
    assertThat(fitted.pool().weights()).containsExactly(0.5, 0.5);
    assertThat(fitted.pool().lastTemperature()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 9, 29})
  void fewNodesHaveNoRidge(int count) {
    WaveletRidge.Fitted fitted = fit(RidgeCase.random(200, 4, count, 3));
    assertThat(fitted.pool().weights()).hasSize(2);
    assertThat(Arrays.stream(fitted.pool().weights()).sum()).isCloseTo(1, within(1e-12));
    assertThat(fitted.report().notes())
        .contains(
            "fewer than 30 validation nodes (%d): fell back to temperature scaling"
                .formatted(count));
  }

  @Test
  void thirtyNodesHaveBothRidges() {
    assertThat(fit(RidgeCase.random(200, 4, 30, 3)).pool().weights()).hasSize(4);
  }

  @Test
  void oneClassAloneHasProbabilityOne() {
    RidgeCase one = RidgeCase.random(100, 1, 40, 11);
    assertThat(probabilities(one, Mode.FREE).toArray()).containsOnly(1.0);
  }

  @Test
  void oneClassAmongTheValidationNodesKeepsTheTemperatureFinite() {
    int[] same =
        Arrays.stream(data.split().validation().toArray())
            .filter(i -> data.labels().get(i) == 1)
            .toArray();
    WaveletRidge.Fitted fitted = fit(withValidation(data, same));
    assertThat(fitted.temperature()).isBetween(0.1, 10.0);
    assertThat(fitted.report().notes()).noneMatch(note -> note.contains("drawn by class ("));
  }

  @Test
  void aClassWithoutValidationNodesKeepsAPositiveProbability() {
    int[] kept =
        Arrays.stream(data.split().validation().toArray())
            .filter(i -> data.labels().get(i) != 2)
            .toArray();
    assertThat(Arrays.stream(probabilities(withValidation(data, kept), Mode.FREE).toArray()))
        .allMatch(p -> p > 0 && p < 1);
  }

  @Test
  void withoutTrainingLabelsThereIsOneRidgeAndNoTest() {
    Split untrained = new Split(NodeSet.of(400), data.split().validation(), data.split().test());
    RidgeCase bare = new RidgeCase(data.graph(), data.logits(), data.labels(), untrained);
    WaveletRidge.Fitted fitted = fit(bare);
    assertThat(fitted.pool().weights()).hasSize(3);
    assertThat(fitted.report().notes())
        .contains("no training label is known: neighbors' labels were not used")
        .contains(
            "without labels of training nodes it was not tested whether validation nodes were"
                + " drawn by class");
    Probabilities ignoring =
        new AutoCalibrator(WaveletRidge.DEFAULT.withNeighborLabels(NeighborLabels.IGNORE))
            .fit(data.data(), 0)
            .calibrate(data.input())
            .probabilities();
    assertThat(fitted.calibrate(bare.input()).probabilities()).isEqualTo(ignoring);
  }

  @Test
  void aGraphWithoutEdgesIsNoHindrance() {
    RidgeCase alone = data.withGraph(GraphBuilder.withNodes(400).build());
    assertThat(fit(alone).pool().weights()).hasSize(4);
    assertThat(fit(alone).calibrate(alone.data()).notes())
        .contains("neighbors' labels were not used");
  }

  @Test
  void logitsBeyondTheRangeOfTheSolverStayFinite() {
    double[] huge = Arrays.stream(data.logits().toArray()).map(z -> z * 1e160).toArray();
    RidgeCase extreme = data.withLogits(Logits.of(400, 5, huge));
    assertThat(Arrays.stream(probabilities(extreme, Mode.FREE).toArray()))
        .allMatch(Double::isFinite);
  }

  @Test
  void nodesDrawnByClassAreWeightedUnlessThatIsOff() {
    RidgeCase even = drawnByClass();
    WaveletRidge.Fitted fitted = fit(even);
    assertThat(fitted.report().notes())
        .anyMatch(note -> note.startsWith("the validation nodes seem to be drawn by class (χ² "));
    FittedCalibrator plain =
        new AutoCalibrator(WaveletRidge.DEFAULT.withClassWeights(ClassWeights.OFF))
            .fit(even.data(), 0);
    assertThat(plain.report().notes()).noneMatch(note -> note.contains("drawn by class"));
    assertThat(plain.calibrate(even.input()).probabilities())
        .isNotEqualTo(fitted.calibrate(even.input()).probabilities());
    assertThat(WaveletRidge.DEFAULT.fit(even.data(), 0).report().notes())
        .anyMatch(note -> note.contains("they count as "));
  }

  /** Class 0 has four nodes in five, but as many validation nodes as class 1. */
  private static RidgeCase drawnByClass() {
    RidgeCase all = RidgeCase.random(1000, 2, 10, 8);
    int[] labels = IntStream.range(0, 1000).map(i -> i % 5 == 0 ? 1 : 0).toArray();
    int[] train = IntStream.range(0, 300).toArray();
    int[] validation =
        IntStream.concat(
                IntStream.range(300, 1000).filter(i -> labels[i] == 0).limit(60),
                IntStream.range(300, 1000).filter(i -> labels[i] == 1).limit(60))
            .toArray();
    return new RidgeCase(
        all.graph(), all.logits(), Labels.of(2, labels), RidgeCase.split(1000, train, validation));
  }
}
