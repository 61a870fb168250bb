package io.github.wats.engine.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.SparseOperator;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.testing.Circulant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PropagatedFeaturesTest {
  /** More neighbors than features, and more classes than hidden units. */
  private static final SparsePattern DENSE =
      Circulant.graph(800, IntStream.rangeClosed(1, 20).map(k -> 19 * k).toArray());

  private static final SparseMatrix WORDS = words();
  private static final FeatureMatrix FEATURES = FeatureMatrix.wrap(WORDS);
  private static final SparseOperator OPERATOR = GraphOperators.gcn(DENSE, true);
  private static final int[] ALL = IntStream.range(0, 800).toArray();

  @Test
  void sumsAreThoseOfTheDenseProduct() {
    int[] nodes = {5, 799, 0};
    DenseMatrix expected = NeighborBlock.propagated(OPERATOR, dense(), nodes);

    DenseMatrix sums = PropagatedFeatures.of(OPERATOR, FEATURES, nodes).dense().orElseThrow();

    assertThat(sums.array()).containsExactly(expected.array(), offset(1e-6f));
  }

  @Test
  void payOnDenseGraphsAndNotOnThinOnes() {
    assertThat(PropagatedFeatures.pay(800 * 41, FEATURES)).isTrue();
    assertThat(PropagatedFeatures.pay(800, FEATURES)).isFalse();
  }

  @Test
  void aNetworkOnSumsGivesTheSameLossAndGradients() {
    GcnNetwork network = new GcnNetwork(OPERATOR, new int[] {6, 4, 8}, 0, 3);
    FeatureInput x = FeatureInput.of(FEATURES);

    sameLossAndGradients(
        network.parameters(),
        tape -> network.logits(tape, x, 0),
        tape -> network.logits(tape, x, ALL, 0));
  }

  @Test
  void aWideLayerGivesTheSameLossAndGradientsInEitherOrder() {
    Linear layer = Linear.glorot("wide", 4, 8, 5);
    DenseMatrix x = PropagatedFeatures.of(OPERATOR, FEATURES, ALL).dense().orElseThrow();
    DenseMatrix four = DenseMatrix.zeros(x.rows(), 4);
    for (int e = 0; e < four.array().length; e++) {
      four.array()[e] = x.get(e / 4, e % 4);
    }
    FeatureInput unable = FeatureInput.of(FeatureMatrix.wrap(four)); // cannot be propagated itself

    sameLossAndGradients(
        layer.parameters(),
        tape -> layer.output(tape, layer.product(tape, unable, OPERATOR)),
        tape -> layer.output(tape, layer.product(tape, tape.constant(four), OPERATOR)));
  }

  private static void sameLossAndGradients(
      List<Parameter> parameters, Function<Tape, Variable> one, Function<Tape, Variable> other) {
    List<float[]> expected = lossAndGradients(parameters, one);
    List<float[]> given = lossAndGradients(parameters, other);
    for (int k = 0; k < expected.size(); k++) {
      assertThat(given.get(k)).containsExactly(expected.get(k), offset(1e-6f));
    }
    assertThat(expected.get(1)).isNotEqualTo(new float[expected.get(1).length]);
  }

  private static List<float[]> lossAndGradients(
      List<Parameter> parameters, Function<Tape, Variable> logits) {
    Tape tape = new Tape(1);
    Variable loss =
        logits.apply(tape).crossEntropy(IntStream.range(0, 800).map(i -> i * 7 % 8).toArray());
    tape.forward(Mode.TRAINING);
    tape.backward(loss);
    List<float[]> result = new ArrayList<>(List.of(new float[] {(float) loss.scalar()}));
    parameters.forEach(parameter -> result.add(parameter.gradient().array().clone()));
    return result;
  }

  /** Two of six words per node, half each. */
  private static SparseMatrix words() {
    int[] offsets = IntStream.rangeClosed(0, 800).map(i -> 2 * i).toArray();
    int[] columns = IntStream.range(0, 1600).map(e -> e % 2 == 0 ? e % 3 : 3 + e % 7 % 3).toArray();
    float[] values = new float[1600];
    Arrays.fill(values, 0.5f);
    return SparseMatrix.wrap(SparsePattern.wrap(6, offsets, columns), values);
  }

  private static DenseMatrix dense() {
    DenseMatrix dense = DenseMatrix.zeros(WORDS.rows(), WORDS.columns());
    for (int i = 0; i < dense.rows(); i++) {
      for (int j = 0; j < dense.columns(); j++) {
        dense.set(i, j, WORDS.get(i, j));
      }
    }
    return dense;
  }
}
