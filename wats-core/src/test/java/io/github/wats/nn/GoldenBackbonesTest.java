package io.github.wats.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.engine.autodiff.Adam;
import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.engine.layer.Network;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.nn.GatBackbone.Output;
import io.github.wats.testing.Golden;
import io.github.wats.testing.TinyGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The networks against the golden vectors: logits, loss, every gradient, and 20 Adam steps. */
class GoldenBackbonesTest {
  private static final double TOLERANCE = 1e-4;

  private final Tape tape = new Tape(1);
  private final FeatureInput x =
      FeatureInput.of(FeatureMatrix.wrap(DenseMatrix.copyOf(TinyGraph.features())));

  @Test
  void gcn() {
    JsonNode golden = Golden.read("gcn.json");
    int hidden = golden.get("parameters").get("b0").size();
    agrees(
        golden,
        GcnBackbone.DEFAULT.with(Map.of("hidden", hidden)),
        List.of("w0", "b0", "w1", "b1"));
  }

  @Test
  void gat() {
    agrees(
        Golden.read("gat.json"),
        new GatBackbone(2, 2, 3, 0.5, Output.LINEAR, Optimization.DEFAULT),
        List.of("weight", "a_source", "a_target", "bias", "project.weight", "project.bias"));
  }

  @Test
  void classicGat() {
    agrees(
        Golden.read("gat_classic.json"),
        new GatBackbone(2, 3, 2, 0.5, Output.ATTENTION, Optimization.DEFAULT),
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

  /** Vectors of {@code golden/gcnii.py}, which is the formula in plain Python. */
  @Test
  void gcnii() {
    agrees(
        Golden.read("gcnii.json"),
        new GcniiBackbone(3, 4, 0.1, 0.5, 0.5, Optimization.DEFAULT),
        List.of(
            "input.weight",
            "input.bias",
            "gcnii.1.weight",
            "gcnii.2.weight",
            "gcnii.3.weight",
            "output.weight",
            "output.bias"));
  }

  private void agrees(JsonNode golden, Backbone backbone, List<String> names) {
    Network network = backbone.network(TinyGraph.graph(), 6, 5, 1);
    List<Parameter> parameters = network.parameters();
    Variable logits = network.logits(tape, x, 1);
    for (int k = 0; k < names.size(); k++) {
      double[] start = flat(golden.get("parameters"), names.get(k));
      float[] value = parameters.get(k).value().array();
      assertThat(value).as(names.get(k)).hasSameSizeAs(start);
      for (int e = 0; e < start.length; e++) {
        value[e] = (float) start[e];
      }
    }
    Variable loss =
        logits
            .indexSelect(TinyGraph.train().toArray())
            .crossEntropy(TinyGraph.labels().select(TinyGraph.train()).toArray());
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
