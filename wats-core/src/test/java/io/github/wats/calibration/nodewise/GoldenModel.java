package io.github.wats.calibration.nodewise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.testing.Golden;
import io.github.wats.testing.TinyGraph;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Compares a model on the tiny graph with its golden vectors. */
final class GoldenModel {
  static final double TOLERANCE = 1e-4; // floats

  private GoldenModel() {}

  static Parameter named(NodewiseModel model, String name) {
    List<Parameter> found = model.parameters().stream().filter(p -> p.name().equals(name)).toList();
    assertThat(found).as(name).hasSize(1);
    return found.get(0);
  }

  static void set(DenseMatrix target, double[][] values) {
    assertThat(target.rows()).isEqualTo(values.length);
    assertThat(target.columns()).isEqualTo(values[0].length);
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values[0].length; j++) {
        target.set(i, j, (float) values[i][j]);
      }
    }
  }

  static void agrees(String name, DenseMatrix actual, double[][] expected) {
    assertThat(actual.rows()).as(name).isEqualTo(expected.length);
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected[0].length; j++) {
        assertThat((double) actual.get(i, j))
            .as("%s (%d, %d)", name, i, j)
            .isCloseTo(expected[i][j], offset(TOLERANCE * Math.max(1, Math.abs(expected[i][j]))));
      }
    }
  }

  /** A number, a list (one row) or a list of rows. */
  static double[][] matrix(JsonNode node) {
    if (node.isNumber()) {
      return new double[][] {{node.doubleValue()}};
    }
    return node.get(0).isNumber() ? new double[][] {Golden.doubles(node)} : Golden.matrix(node);
  }

  static double[][] transposed(double[][] rows) {
    double[][] result = new double[rows[0].length][rows.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows[0].length; j++) {
        result[j][i] = rows[i][j];
      }
    }
    return result;
  }

  /** Checks probabilities of all nodes, then the loss on the validation nodes; leaves gradients. */
  static void checkOutput(NodewiseModel model, Probabilities probabilities, JsonNode golden) {
    double[][] expected = Golden.matrix(golden.get("calibrated_probabilities"));
    double[][] actual = new double[12][5];
    for (int i = 0; i < 12; i++) {
      for (int c = 0; c < 5; c++) {
        actual[i][c] = probabilities.get(i, c);
      }
    }
    agrees("probabilities", DenseMatrix.copyOf(actual), expected);
    double loss = backward(model, Mode.EVALUATION, false);
    assertThat(loss)
        .isCloseTo(golden.get("loss_on_calibration_nodes").doubleValue(), offset(TOLERANCE));
  }

  /** The loss on the validation nodes, leaving its gradients in the parameters. */
  static double backward(NodewiseModel model, Mode mode, boolean withPenalty) {
    Tape tape = new Tape(1);
    NodeSet nodes = TinyGraph.validation();
    int[] labels = TinyGraph.labels().select(nodes).toArray();
    NodewiseModel.Loss written = model.loss(tape, nodes.toArray(), labels, 0);
    Variable loss = written.crossEntropy();
    if (withPenalty) {
      loss = loss.add(written.penalty().orElseThrow());
    }
    tape.forward(mode);
    tape.backward(loss);
    return loss.scalar();
  }
}
