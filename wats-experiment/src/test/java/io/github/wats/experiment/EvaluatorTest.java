package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.graph.Graph;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EvaluatorTest {
  /**
   * 20 nodes without edges, so of equal degree, all predicted class 0 with 0.75; the even ones are
   * right. In pairs of an even and an odd node each of ten bins has accuracy 0.5: error 0.25. With
   * the even ones first the bins are all right or all wrong: (0.25 + 0.75) / 2.
   */
  @Test
  void binsNodesOfEqualDegreeInTheOrderGiven() {
    Graph graph = Graph.fromEdges(20, new int[0], new int[0]);
    int[] labels = new int[20];
    Arrays.setAll(labels, i -> i % 2);
    double[] rows = new double[40];
    Arrays.setAll(rows, k -> k % 2 == 0 ? 0.75 : 0.25);
    Probabilities predicted = Probabilities.of(20, 2, rows);
    int[] pairs = new int[20];
    Arrays.setAll(pairs, i -> i);
    int[] evenFirst = new int[20];
    Arrays.setAll(evenFirst, i -> i < 10 ? 2 * i : 2 * (i - 10) + 1);

    assertThat(degreeEce(graph, labels, predicted, pairs)).isCloseTo(0.25, within(1e-12));
    assertThat(degreeEce(graph, labels, predicted, evenFirst)).isCloseTo(0.5, within(1e-12));
  }

  private static double degreeEce(Graph graph, int[] labels, Probabilities predicted, int[] order) {
    Evaluator evaluator = new Evaluator(graph, Labels.of(2, labels), order);
    return evaluator.evaluate(predicted, Optional.empty(), 0).metrics().get("degreeEce");
  }
}
