package io.github.wats.calibration.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.KnownLabels;
import io.github.wats.calibration.internal.ClassShares;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.calibration.ridge.WaveletRidge.Mode;
import io.github.wats.calibration.ridge.WaveletRidge.NeighborLabels;
import io.github.wats.features.NodeColumns;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.testing.Threads;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RidgeLawsTest {
  private final RidgeCase data = RidgeCase.random(400, 5, 120, 42);

  private static Probabilities probabilities(RidgeCase data, Mode mode, NeighborLabels use) {
    return data.fit(mode, use).calibrate(data.input()).probabilities();
  }

  @Test
  void permutingNodesPermutesResults() {
    int n = data.graph().nodeCount();
    int[] place = RidgeCase.shuffled(n, new SplittableRandom(5)); // where node i goes
    Probabilities before = probabilities(data, Mode.KEEP_CLASS, NeighborLabels.USE);
    RidgeCase moved = permuted(place);
    Probabilities after = probabilities(moved, Mode.KEEP_CLASS, NeighborLabels.USE);
    double[] temperatures =
        data.fitTemperature().calibrate(data.input()).temperatures().orElseThrow();
    double[] movedTemperatures =
        moved.fitTemperature().calibrate(moved.input()).temperatures().orElseThrow();
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < 5; c++) {
        assertThat(after.get(place[i], c)).isCloseTo(before.get(i, c), within(1e-9));
      }
      assertThat(movedTemperatures[place[i]]).isCloseTo(temperatures[i], within(1e-9));
    }
  }

  private RidgeCase permuted(int[] place) {
    int n = place.length;
    GraphBuilder builder = GraphBuilder.withNodes(n);
    double[][] logits = new double[n][5];
    int[] labels = new int[n];
    for (int i = 0; i < n; i++) {
      data.logits().copyRow(i, logits[place[i]], 0);
      labels[place[i]] = data.labels().get(i);
      for (int k = 0; k < data.graph().degree(i); k++) {
        builder.edge(place[i], place[data.graph().neighbor(i, k)]);
      }
    }
    return new RidgeCase(
        builder.build(),
        Logits.of(logits),
        Labels.of(5, labels),
        RidgeCase.split(
            n, moved(data.split().train(), place), moved(data.split().validation(), place)));
  }

  private static int[] moved(NodeSet nodes, int[] place) {
    return Arrays.stream(nodes.toArray()).map(node -> place[node]).toArray();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void keepClassNeverChangesAClass(long seed) {
    for (int classes : new int[] {2, 3, 9}) {
      RidgeCase random = RidgeCase.random(300, classes, 60, seed);
      Probabilities kept = probabilities(random, Mode.KEEP_CLASS, NeighborLabels.USE);
      Probabilities free = probabilities(random, Mode.FREE, NeighborLabels.USE);
      int changed = 0;
      for (int i = 0; i < 300; i++) {
        int predicted = random.logits().predictedClass(i);
        assertThat(kept.predictedClass(i)).isEqualTo(predicted);
        boolean same = free.predictedClass(i) == predicted;
        changed += same ? 0 : 1;
        double expected =
            same ? free.get(i, predicted) : Math.max(free.get(i, predicted), 1.0 / classes);
        assertThat(kept.get(i, predicted)).isCloseTo(expected, within(1e-5));
      }
      assertThat(changed).as("nodes whose class the free mode changes").isPositive();
    }
  }

  /** As λ grows without end, x goes to (1, 0, …), and that is temperature scaling. */
  @Test
  void withEveryGroupPenalizedToInfinityItIsTemperatureScaling() {
    CalibrationRows rows = CalibrationRows.of(data.data());
    double temperature = TemperatureSolver.solve(rows).temperature();
    NodeColumns columns =
        data.input().columns(new RidgeInputs(5, temperature, true, false), KnownLabels.NONE);
    Layout layout = Layout.ridge(5, false);
    RidgeFit.Sample sample = RidgeFit.Sample.of(rows, ClassShares.none(120), 0, t -> columns);
    Design design = Design.of(sample, layout);
    PenalizedLoss loss = new PenalizedLoss(design);
    double[] penalties = new double[layout.spans().size()];
    Arrays.fill(penalties, 1e15);
    loss.penalize(Evidence.perParameter(layout, RidgeFit.NO_PRIOR, penalties));
    double[] x = Newton.solve(loss, layout.start(), Newton.Hessians.ALL).orElseThrow().x();
    RidgeModel model = new RidgeModel(layout, temperature, design.scaling(), x);
    RidgeModel.LogitContributions contributions =
        model.new LogitContributions(data.logits(), columns);
    double[] all = new double[400];
    Arrays.fill(all, temperature);
    Probabilities expected = data.logits().dividedBy(all).softmax();
    double[] row = new double[5];
    for (int i = 0; i < 400; i++) {
      contributions.writeProbabilities(i, row, 0);
      for (int c = 0; c < 5; c++) {
        assertThat(row[c]).isCloseTo(expected.get(i, c), within(1e-12));
      }
    }
  }

  @Test
  void withLabelsIgnoredNoLabelOutsideTheCalibrationNodesChangesAnOutput() {
    RidgeCase flipped = data.withOtherLabels(data.split().train().toArray());
    flipped = flipped.withOtherLabels(data.split().test().toArray());
    assertThat(probabilities(flipped, Mode.FREE, NeighborLabels.IGNORE))
        .isEqualTo(probabilities(data, Mode.FREE, NeighborLabels.IGNORE));
    assertThat(flipped.fitTemperature().calibrate(data.input()).temperatures().orElseThrow())
        .containsExactly(
            data.fitTemperature().calibrate(data.input()).temperatures().orElseThrow());
  }

  @Test
  void withLabelsUsedThoseOfTestNodesHaveNoEffectAndThoseOfTrainingNodesDo() {
    Probabilities before = probabilities(data, Mode.FREE, NeighborLabels.USE);
    RidgeCase test = data.withOtherLabels(data.split().test().toArray());
    assertThat(probabilities(test, Mode.FREE, NeighborLabels.USE)).isEqualTo(before);
    RidgeCase train = data.withOtherLabels(data.split().train().toArray());
    assertThat(probabilities(train, Mode.FREE, NeighborLabels.USE)).isNotEqualTo(before);
  }

  /** The neighbors of a neighbor see the label, the node itself sees nothing of it. */
  @Test
  void aNodesOwnLabelNeverEntersItsOwnRow() {
    for (int node : concat(data.split().train().toArray(), data.split().validation().toArray())) {
      assertThat(labelRow(data.withOtherLabels(node), node)).containsExactly(labelRow(data, node));
    }
    int labeled =
        Arrays.stream(data.split().train().toArray())
            .filter(i -> data.graph().degree(i) > 0)
            .findFirst()
            .orElseThrow();
    int near = data.graph().neighbor(labeled, 0);
    assertThat(labelRow(data.withOtherLabels(labeled), near)).isNotEqualTo(labelRow(data, near));
  }

  private static int[] concat(int[] one, int[] two) {
    int[] all = Arrays.copyOf(one, one.length + two.length);
    System.arraycopy(two, 0, all, one.length, two.length);
    return all;
  }

  private static double[] labelRow(RidgeCase data, int node) {
    RidgeInputs recipe = new RidgeInputs(5, 1.5, true, true);
    double[] row = new double[recipe.width()];
    data.input().columns(recipe, KnownLabels.of(data.data())).write(node, row, 0);
    return row;
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void givesTheSameBitsOnAnyNumberOfThreads(Mode mode) {
    RidgeCase large = RidgeCase.random(3000, 6, 700, 9);
    Probabilities alone = Threads.with(1, () -> probabilities(large, mode, NeighborLabels.USE));
    for (int threads : Threads.COUNTS) {
      assertThat(Threads.with(threads, () -> probabilities(large, mode, NeighborLabels.USE)))
          .as("%d threads", threads)
          .isEqualTo(alone);
    }
  }

  @Test
  void lowersTheLossAgainstTemperatureScalingWhereThereIsSomethingToLearn() {
    CalibrationRows rows = CalibrationRows.of(data.data());
    double whole = TemperatureSolver.solve(rows).temperature();
    double[] all = new double[400];
    Arrays.fill(all, whole);
    double plain = testLoss(data, data.logits().dividedBy(all).softmax());
    double ridge = testLoss(data, probabilities(data, Mode.FREE, NeighborLabels.USE));
    assertThat(ridge).isLessThan(0.9 * plain);
  }

  private static double testLoss(RidgeCase data, Probabilities predicted) {
    double sum = 0;
    for (int node : data.split().test().toArray()) {
      sum -= Math.log(predicted.get(node, data.labels().get(node)));
    }
    return sum / data.split().test().size();
  }
}
