package io.github.wats.calibration.nodewise;

import io.github.wats.engine.autodiff.Initializers;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.DenseMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The parameters of GETS. There is one expert per non-empty subset of three inputs, in this order:
 * logits z, node features mapped by the expert's own linear layer {@code X P + p}, and the row of
 * the node's degree in the expert's own embedding table. The tables are random and not trained, as
 * in the authors' code.
 */
final class GetsParameters {
  /** The width of each input of one expert; 0 where it does not see that input. */
  record Inputs(int logits, int features, int degrees) {
    int width() {
      return logits + features + degrees;
    }

    int[] logitRows() {
      return IntStream.range(0, logits).toArray();
    }

    int[] featureRows() {
      return IntStream.range(logits, logits + features).toArray();
    }

    int[] degreeRows() {
      return IntStream.range(logits + features, width()).toArray();
    }
  }

  /** A linear layer (inputs × outputs), with a bias (1 × outputs). */
  record Layer(Parameter weight, Parameter bias) {}

  /**
   * A two-layer graph convolution.
   *
   * @param first (inputs.width() × hidden)
   * @param second (hidden × C)
   * @param projection (F × inputs.features()), of an expert that sees features
   * @param table (distinct degrees × inputs.degrees()), of one that sees degrees; not trained
   */
  record Expert(
      Inputs inputs,
      Layer first,
      Layer second,
      Optional<Layer> projection,
      Optional<Parameter> table) {}

  static final int EXPERTS = 7;

  /** Which experts see logits, features and degrees. */
  private static final List<String> SEEN = List.of("z", "x", "d", "zx", "xd", "zd", "zxd");

  final List<Expert> experts = new ArrayList<>();
  final Layer gateProjection; // (F × featureWidth)
  final Parameter gate; // (featureWidth + C × 7)
  final Parameter noise; // (featureWidth + C × 7)

  private final List<Parameter> trained = new ArrayList<>();
  private final long seed;

  /** {@code degrees} are the rows of the authors' table that the graph has a use for. */
  GetsParameters(Gets recipe, int features, int classes, int[] degrees, long seed) {
    this.seed = seed;
    for (int e = 0; e < EXPERTS; e++) {
      String seen = SEEN.get(e);
      Inputs inputs =
          new Inputs(
              seen.contains("z") ? classes : 0,
              seen.contains("x") ? recipe.featureWidth() : 0,
              seen.contains("d") ? recipe.degreeWidth() : 0);
      experts.add(expert("experts." + e, inputs, recipe.hidden(), features, classes, degrees));
    }
    int width = recipe.featureWidth();
    gateProjection = projection("project", "gate", "gate.bias", features, width);
    gate = trained("w_gate", DenseMatrix.zeros(width + classes, EXPERTS));
    noise = trained("w_noise", DenseMatrix.zeros(width + classes, EXPERTS));
  }

  private Expert expert(
      String name, Inputs inputs, int hidden, int features, int classes, int[] degrees) {
    double glorot = Math.sqrt(6.0 / (inputs.width() + hidden));
    DenseMatrix first = DenseMatrix.zeros(inputs.width(), hidden);
    fill(first, inputs.logitRows(), glorot, name + ".logits");
    fill(first, inputs.featureRows(), glorot, name + ".features");
    fill(first, inputs.degreeRows(), glorot, name + ".degrees");
    Layer firstLayer =
        new Layer(
            trained(name + ".gcn.w0", first),
            trained(name + ".gcn.b0", DenseMatrix.zeros(1, hidden)));
    DenseMatrix second = Initializers.glorotUniform(hidden, classes, stream(name + ".output"));
    Layer secondLayer =
        new Layer(
            trained(name + ".gcn.w1", second),
            trained(name + ".gcn.b1", DenseMatrix.zeros(1, classes)));
    String projection = name + ".projection";
    return new Expert(
        inputs,
        firstLayer,
        secondLayer,
        inputs.features() == 0
            ? Optional.empty()
            : Optional.of(
                projection(
                    name + ".project",
                    projection + ".weight",
                    projection + ".bias",
                    features,
                    inputs.features())),
        inputs.degrees() == 0
            ? Optional.empty()
            : Optional.of(table(name + ".table", inputs.degrees(), degrees)));
  }

  /** Fills rows of {@code weight} with uniform numbers of a stream of their own. */
  private void fill(DenseMatrix weight, int[] rows, double bound, String stream) {
    DenseMatrix block = Initializers.uniform(rows.length, weight.columns(), bound, stream(stream));
    for (int r = 0; r < rows.length; r++) {
      int width = weight.columns();
      System.arraycopy(block.array(), r * width, weight.array(), rows[r] * width, width);
    }
  }

  private Layer projection(String name, String weights, String biases, int inputs, int outputs) {
    double bound = 1 / Math.sqrt(inputs);
    return new Layer(
        trained(name + ".weight", Initializers.uniform(inputs, outputs, bound, stream(weights))),
        trained(name + ".bias", Initializers.uniform(1, outputs, bound, stream(biases))));
  }

  /** The rows of these degrees in a table of standard normal numbers. */
  private Parameter table(String name, int width, int[] degrees) {
    DenseMatrix table = DenseMatrix.zeros(degrees.length, width);
    for (int r = 0; r < degrees.length; r++) {
      DenseMatrix row = Initializers.normal(1, width, Seeds.derive(stream(name), degrees[r]));
      System.arraycopy(row.array(), 0, table.array(), r * width, width);
    }
    return Parameter.of(name, table);
  }

  private Parameter trained(String name, DenseMatrix value) {
    Parameter parameter = Parameter.of(name, value);
    trained.add(parameter);
    return parameter;
  }

  private long stream(String name) {
    return Seeds.derive(seed, name);
  }

  /** Everything but the tables. */
  List<Parameter> trained() {
    return List.copyOf(trained);
  }

  /** All a file must hold. */
  List<Parameter> all() {
    List<Parameter> all = new ArrayList<>(trained);
    experts.forEach(expert -> expert.table().ifPresent(all::add));
    return all;
  }
}
