package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.engine.autodiff.Initializers;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.DenseMatrix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The parameters of GETS by name. There is one expert per non-empty subset of three inputs, in this
 * order: logits z, node features mapped by the expert's own linear layer {@code X P + p}, and the
 * row of the node's degree in the expert's own embedding table. The tables are random and not
 * trained, as in the authors' code.
 */
final class GetsParameters {
  /** Which experts see logits z, features x and degrees d. */
  static final List<String> SEEN = List.of("z", "x", "d", "zx", "xd", "zd", "zxd");

  static final int EXPERTS = 7;

  private final Map<String, Parameter> byName = new LinkedHashMap<>();
  private final Gets settings;
  private final int features;
  private final long seed;

  /** {@code degrees} are the rows of the authors' table that the graph has a use for. */
  GetsParameters(Gets settings, int features, int classes, int[] degrees, long seed) {
    this.settings = settings;
    this.features = features;
    this.seed = seed;
    for (int e = 0; e < EXPERTS; e++) {
      addExpert("experts." + e, SEEN.get(e), classes, degrees);
    }
    addProjection("project", "gate", "gate.bias");
    add("w_gate", DenseMatrix.zeros(settings.featureWidth() + classes, EXPERTS));
    add("w_noise", DenseMatrix.zeros(settings.featureWidth() + classes, EXPERTS));
  }

  /** Refuses stored parameters of other shapes than these settings give. */
  static void check(CalibratorState state, Gets settings) {
    String last = "experts." + (EXPERTS - 1); // sees all inputs: no expert needs more memory
    int classes = state.array(last + ".gcn.b1").columns();
    int features = state.array(last + ".project.weight").rows();
    int degrees = state.array(last + ".table").rows();
    int inputs = settings.featureWidth() + settings.degreeWidth() + classes;
    state.array(last + ".gcn.b1", 1, classes);
    state.array(last + ".gcn.w0", inputs, settings.hidden());
    state.array(last + ".project.weight", features, settings.featureWidth());
    state.array(last + ".table", degrees, settings.degreeWidth());
    new GetsParameters(settings, features, classes, new int[degrees], 0)
        .all()
        .forEach(p -> state.array(p.name(), p.value().rows(), p.value().columns()));
  }

  /** What is trained, and the tables that are not. */
  List<Parameter> all() {
    return List.copyOf(byName.values());
  }

  Parameter get(String name) {
    return Objects.requireNonNull(byName.get(name), name);
  }

  private void addExpert(String name, String seen, int classes, int[] degrees) {
    int z = seen.contains("z") ? classes : 0;
    int x = seen.contains("x") ? settings.featureWidth() : 0;
    int d = seen.contains("d") ? settings.degreeWidth() : 0;
    int hidden = settings.hidden();
    DenseMatrix first = DenseMatrix.zeros(z + x + d, hidden);
    fill(first, 0, z, name + ".logits");
    fill(first, z, x, name + ".features");
    fill(first, z + x, d, name + ".degrees");
    add(name + ".gcn.w0", first);
    add(name + ".gcn.b0", DenseMatrix.zeros(1, hidden));
    long output = Seeds.derive(seed, name + ".output");
    add(name + ".gcn.w1", Initializers.glorotUniform(hidden, classes, output));
    add(name + ".gcn.b1", DenseMatrix.zeros(1, classes));
    if (x > 0) {
      addProjection(name + ".project", name + ".projection.weight", name + ".projection.bias");
    }
    if (d > 0) {
      addTable(name + ".table", degrees);
    }
  }

  /** Fills rows of {@code weight} from a stream of their own: Glorot's uniform start. */
  private void fill(DenseMatrix weight, int first, int rows, String stream) {
    int width = weight.columns();
    double bound = Math.sqrt(6.0 / (weight.rows() + width));
    DenseMatrix block = Initializers.uniform(rows, width, bound, Seeds.derive(seed, stream));
    System.arraycopy(block.array(), 0, weight.array(), first * width, rows * width);
  }

  private void addProjection(String name, String weightStream, String biasStream) {
    int width = settings.featureWidth();
    double bound = 1 / Math.sqrt(features);
    long weight = Seeds.derive(seed, weightStream);
    add(name + ".weight", Initializers.uniform(features, width, bound, weight));
    add(name + ".bias", Initializers.uniform(1, width, bound, Seeds.derive(seed, biasStream)));
  }

  /** The rows of these degrees in a table of standard normal numbers. */
  private void addTable(String name, int[] degrees) {
    int width = settings.degreeWidth();
    DenseMatrix table = DenseMatrix.zeros(degrees.length, width);
    for (int r = 0; r < degrees.length; r++) {
      long row = Seeds.derive(Seeds.derive(seed, name), degrees[r]);
      float[] draws = Initializers.normal(1, width, row).array();
      System.arraycopy(draws, 0, table.array(), r * width, width);
    }
    add(name, table);
  }

  private void add(String name, DenseMatrix value) {
    byName.put(name, Parameter.of(name, value));
  }
}
