package io.github.wats.calibration.nodewise;

import io.github.wats.engine.autodiff.Initializers;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.DenseMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The parameters of GETS. There is one expert per non-empty subset of three inputs, in this order:
 * logits z, node features mapped by the expert's own linear layer {@code X P + p}, and the row of
 * the node's degree in the expert's own embedding table. The tables are random and not trained, as
 * in the authors' code.
 */
final class GetsParameters {
  static final int EXPERTS = 7;

  /** Which experts see logits z, features x and degrees d. */
  private static final List<String> SEEN = List.of("z", "x", "d", "zx", "xd", "zd", "zxd");

  /** A weight (inputs × outputs) and a bias (1 × outputs). */
  record Layer(Parameter weight, Parameter bias) {}

  /**
   * A two-layer graph convolution. The first layer's inputs are {@code logits}, {@code features}
   * and {@code degrees} columns wide, 0 where the expert does not see them.
   *
   * @param projection (F × features)
   * @param table (distinct degrees × degrees), not trained
   */
  record Expert(
      int logits,
      int features,
      int degrees,
      Layer first,
      Layer second,
      Optional<Layer> projection,
      Optional<Parameter> table) {}

  final List<Expert> experts = new ArrayList<>();
  final Layer gateProjection; // (F × featureWidth)
  final Parameter gate; // (featureWidth + C × 7)
  final Parameter noise; // (featureWidth + C × 7)

  private final List<Parameter> trained = new ArrayList<>();
  private final Gets recipe;
  private final int features;
  private final int classes;
  private final long seed;

  /** {@code degrees} are the rows of the authors' table that the graph has a use for. */
  GetsParameters(Gets recipe, int features, int classes, int[] degrees, long seed) {
    this.recipe = recipe;
    this.features = features;
    this.classes = classes;
    this.seed = seed;
    for (int e = 0; e < EXPERTS; e++) {
      experts.add(expert("experts." + e, SEEN.get(e), degrees));
    }
    int width = recipe.featureWidth();
    gateProjection = projection("project", "gate", "gate.bias");
    gate = trained("w_gate", DenseMatrix.zeros(width + classes, EXPERTS));
    noise = trained("w_noise", DenseMatrix.zeros(width + classes, EXPERTS));
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

  private Expert expert(String name, String seen, int[] degrees) {
    int z = seen.contains("z") ? classes : 0;
    int x = seen.contains("x") ? recipe.featureWidth() : 0;
    int d = seen.contains("d") ? recipe.degreeWidth() : 0;
    int hidden = recipe.hidden();
    DenseMatrix first = DenseMatrix.zeros(z + x + d, hidden);
    fill(first, 0, z, name + ".logits");
    fill(first, z, x, name + ".features");
    fill(first, z + x, d, name + ".degrees");
    DenseMatrix second = Initializers.glorotUniform(hidden, classes, stream(name + ".output"));
    String own = name + ".projection";
    return new Expert(
        z,
        x,
        d,
        new Layer(
            trained(name + ".gcn.w0", first),
            trained(name + ".gcn.b0", DenseMatrix.zeros(1, hidden))),
        new Layer(
            trained(name + ".gcn.w1", second),
            trained(name + ".gcn.b1", DenseMatrix.zeros(1, classes))),
        x == 0
            ? Optional.empty()
            : Optional.of(projection(name + ".project", own + ".weight", own + ".bias")),
        d == 0 ? Optional.empty() : Optional.of(table(name + ".table", degrees)));
  }

  /** Fills rows of {@code weight} from a stream of their own: Glorot's uniform start. */
  private void fill(DenseMatrix weight, int first, int rows, String stream) {
    int width = weight.columns();
    double bound = Math.sqrt(6.0 / (weight.rows() + width));
    DenseMatrix block = Initializers.uniform(rows, width, bound, stream(stream));
    System.arraycopy(block.array(), 0, weight.array(), first * width, rows * width);
  }

  private Layer projection(String name, String weightStream, String biasStream) {
    int width = recipe.featureWidth();
    double bound = 1 / Math.sqrt(features);
    DenseMatrix weight = Initializers.uniform(features, width, bound, stream(weightStream));
    DenseMatrix bias = Initializers.uniform(1, width, bound, stream(biasStream));
    return new Layer(trained(name + ".weight", weight), trained(name + ".bias", bias));
  }

  /** The rows of these degrees in a table of standard normal numbers. */
  private Parameter table(String name, int[] degrees) {
    int width = recipe.degreeWidth();
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
}
