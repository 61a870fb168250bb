package io.github.wats.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.engine.autodiff.Adam;
import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.engine.layer.ClassicGatNetwork;
import io.github.wats.engine.layer.GatNetwork;
import io.github.wats.engine.layer.GcnNetwork;
import io.github.wats.engine.layer.Neighborhoods;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.testing.Golden;
import io.github.wats.testing.TinyGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The networks against the golden vectors: logits, loss, every gradient, and 20 Adam steps. */
class GoldenBackbonesTest {
  private static final double TOLERANCE = 1e-4;

  private final Tape tape = new Tape();
  private final FeatureInput x =
      FeatureInput.of(FeatureMatrix.wrap(DenseMatrix.copyOf(TinyGraph.features())));
  private final SparsePattern looped = GraphOperators.withSelfLoops(TinyGraph.graph());

  @Test
  void gcn() {
    JsonNode golden = Golden.read("gcn.json");
    int hidden = golden.get("parameters").get("b0").size();
    GcnNetwork network = new GcnNetwork("gcn", new int[] {6, hidden, 5}, 0.5, 1);
    Variable logits = network.apply(tape, x, GraphOperators.gcn(TinyGraph.graph(), true), 1);
    agrees(golden, logits, network.parameters(), List.of("w0", "b0", "w1", "b1"));
  }

  @Test
  void gat() {
    GatNetwork network = new GatNetwork(6, 1, 2, 3, 5, 0.5, 1);
    List<Neighborhoods> neighborhoods = List.of(Neighborhoods.of(looped));
    Variable logits = network.apply(tape, x, neighborhoods, 1);
    agrees(
        Golden.read("gat.json"),
        logits,
        network.parameters(),
        List.of("weight", "a_source", "a_target", "bias", "project.weight", "project.bias"));
  }

  @Test
  void classicGat() {
    ClassicGatNetwork network = new ClassicGatNetwork(6, 2, 3, 2, 5, 0.5, 1);
    List<Neighborhoods> neighborhoods = Collections.nCopies(2, Neighborhoods.of(looped));
    Variable logits = network.apply(tape, x, neighborhoods, 1);
    agrees(
        Golden.read("gat_classic.json"),
        logits,
        network.parameters(),
        List.of(
            "weight1",
            "a_source1",
            "a_target1",
            "bias1",
            "weight2",
            "a_source2",
            "a_target2",
            "bias2"));
  }

  private void agrees(
      JsonNode golden, Variable logits, List<Parameter> parameters, List<String> names) {
    for (int k = 0; k < names.size(); k++) {
      double[] start = flat(golden.get("parameters"), names.get(k));
      float[] value = parameters.get(k).value().array();
      assertThat(value).as(names.get(k)).hasSameSizeAs(start);
      for (int e = 0; e < start.length; e++) {
        value[e] = (float) start[e];
      }
    }
    Variable loss =
        logits.crossEntropy(
            TinyGraph.labels().select(TinyGraph.train()).toArray(), TinyGraph.train().toArray());
    tape.forward(Mode.EVALUATION);
    tape.backward(loss);
    isClose("logits", logits.value().array(), flat(golden, "logits"));
    assertThat(loss.scalar())
        .isCloseTo(golden.get("loss_on_train_nodes").doubleValue(), offset(1e-6));
    for (int k = 0; k < names.size(); k++) {
      isClose(
          "gradient of " + names.get(k),
          parameters.get(k).gradient().array(),
          flat(golden.get("gradients"), names.get(k)));
    }
    twentySteps(golden, logits, loss, parameters);
  }

  private void twentySteps(
      JsonNode golden, Variable logits, Variable loss, List<Parameter> parameters) {
    Adam adam = new Adam(parameters, 0.01, 5e-4);
    for (double expected : Golden.doubles(golden.get("adam_losses_before_each_of_20_steps"))) {
      tape.forward(Mode.EVALUATION);
      assertThat(loss.scalar()).isCloseTo(expected, offset(TOLERANCE * expected));
      tape.backward(loss);
      adam.step();
    }
    tape.forward(Mode.EVALUATION);
    isClose("logits after", logits.value().array(), flat(golden, "logits_after_20_steps"));
  }

  /** Relative to the largest entry of the matrix: small entries are differences of large ones. */
  private static void isClose(String what, float[] actual, double[] expected) {
    assertThat(actual).as(what).hasSameSizeAs(expected);
    double largest = 0;
    for (double value : expected) {
      largest = Math.max(largest, Math.abs(value));
    }
    for (int e = 0; e < expected.length; e++) {
      assertThat((double) actual[e])
          .as("%s, entry %d", what, e)
          .isCloseTo(expected[e], offset(TOLERANCE * largest));
    }
  }

  /**
   * All numbers in order; the file's {@code project.weight} is outputs × inputs, ours transposed.
   */
  private static double[] flat(JsonNode parent, String name) {
    JsonNode node = parent.get(name);
    if (name.equals("project.weight")) {
      double[][] rows = Golden.matrix(node);
      double[] values = new double[rows.length * rows[0].length];
      for (int i = 0; i < rows.length; i++) {
        for (int j = 0; j < rows[0].length; j++) {
          values[j * rows.length + i] = rows[i][j];
        }
      }
      return values;
    }
    List<Double> values = new ArrayList<>();
    collect(node, values);
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static void collect(JsonNode node, List<Double> values) {
    if (node.isNumber()) {
      values.add(node.doubleValue());
    } else {
      node.forEach(child -> collect(child, values));
    }
  }
}
