package io.github.wats.calibration.nodewise;

import io.github.wats.engine.autodiff.Initializers;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.DenseMatrix;
import java.util.ArrayList;
import java.util.List;

/**
 * The parameters of GETS. There is one expert per non-empty subset of three inputs: logits z, node
 * features mapped by a matrix of the expert's own {@code X P + p}, and the row of the node's degree
 * in a table of the expert's own. The tables are random and not trained, as in the authors' code.
 *
 * <p>All experts' hidden layers lie side by side in the order of {@link #ORDER}, in which the
 * experts that see logits, and those that see features, are neighbors.
 */
final class GetsWeights {
  /** One expert per non-empty subset of {logits, features, degree}. */
  static final int EXPERTS = 7;

  /**
   * The place of each expert's hidden layer: 0 sees logits, 5 logits and degrees, 6 all three, 3
   * logits and features, 1 features, 4 features and degrees, 2 degrees.
   */
  static final List<Integer> ORDER = List.of(0, 5, 6, 3, 1, 4, 2);

  static final List<Integer> SEE_LOGITS = ORDER.subList(0, 4);
  static final List<Integer> SEE_FEATURES = ORDER.subList(2, 6);
  static final List<Integer> SEE_DEGREES = List.of(5, 6, 4, 2);

  private final List<Parameter> learnt = new ArrayList<>();
  final Parameter logitBlocks; // (C × 4 hidden), in the order of SEE_LOGITS
  final List<Parameter> projections; // (F × featureWidth) each, in the order of SEE_FEATURES
  final List<Parameter> projectionBiases; // (1 × featureWidth)
  final List<Parameter> featureBlocks; // (featureWidth × hidden)
  final List<Parameter> tables; // (distinct degrees × degreeWidth), of SEE_DEGREES, not learnt
  final List<Parameter> degreeBlocks; // (degreeWidth × hidden)
  final Parameter firstBias; // (1 × 7 hidden), in the order of ORDER
  final Parameter secondWeight; // (7 hidden × C), in the order of ORDER
  final Parameter secondBias; // (7 × C), by number of the expert
  final Parameter gateProjection; // (F × featureWidth)
  final Parameter gateProjectionBias; // (1 × featureWidth)
  final Parameter gatesOfFeatures; // (featureWidth × 7), the upper rows of W_g
  final Parameter gatesOfLogits; // (C × 7), its lower rows
  final Parameter noiseOfFeatures; // (featureWidth × 7), the upper rows of W_n
  final Parameter noiseOfLogits; // (C × 7), its lower rows

  private final Gets recipe;
  private final int classes;
  private final long seed;

  /** {@code degrees} are the rows of the authors' table that the graph has a use for. */
  GetsWeights(Gets recipe, int features, int classes, int[] degrees, long seed) {
    this.recipe = recipe;
    this.classes = classes;
    this.seed = seed;
    int hidden = recipe.hidden();
    int width = recipe.featureWidth();
    double linear = 1 / Math.sqrt(features);
    logitBlocks = learn("experts.logits", DenseMatrix.zeros(classes, 4 * hidden));
    fillLogitBlocks();
    projections =
        each(SEE_FEATURES, ".projection.weight", (e, s) -> uniform(features, width, linear, s));
    projectionBiases =
        each(SEE_FEATURES, ".projection.bias", (e, s) -> uniform(1, width, linear, s));
    featureBlocks = each(SEE_FEATURES, ".features", (e, s) -> uniform(width, hidden, glorot(e), s));
    degreeBlocks =
        each(
            SEE_DEGREES, ".degrees", (e, s) -> uniform(recipe.degreeWidth(), hidden, glorot(e), s));
    tables =
        SEE_DEGREES.stream()
            .map(e -> Parameter.of("experts." + e + ".table", table(e, degrees)))
            .toList();
    firstBias = learn("experts.bias", DenseMatrix.zeros(1, EXPERTS * hidden));
    secondWeight = learn("experts.output.weight", DenseMatrix.zeros(EXPERTS * hidden, classes));
    fillSecondWeight();
    secondBias = learn("experts.output.bias", DenseMatrix.zeros(EXPERTS, classes));
    gateProjection =
        learn("gate.projection.weight", uniform(features, width, linear, seed("gate")));
    gateProjectionBias =
        learn("gate.projection.bias", uniform(1, width, linear, seed("gate.bias")));
    gatesOfFeatures = learn("gate.features", DenseMatrix.zeros(width, EXPERTS));
    gatesOfLogits = learn("gate.logits", DenseMatrix.zeros(classes, EXPERTS));
    noiseOfFeatures = learn("noise.features", DenseMatrix.zeros(width, EXPERTS));
    noiseOfLogits = learn("noise.logits", DenseMatrix.zeros(classes, EXPERTS));
  }

  /** What is trained: everything but the tables. */
  List<Parameter> learnt() {
    return List.copyOf(learnt);
  }

  /** All a file must hold. */
  List<Parameter> learntAndTables() {
    List<Parameter> all = new ArrayList<>(learnt);
    all.addAll(tables);
    return all;
  }

  /** The bound of Glorot's uniform start for the first layer of an expert, over all its inputs. */
  private double glorot(int expert) {
    int inputs =
        (SEE_LOGITS.contains(expert) ? classes : 0)
            + (SEE_FEATURES.contains(expert) ? recipe.featureWidth() : 0)
            + (SEE_DEGREES.contains(expert) ? recipe.degreeWidth() : 0);
    return Math.sqrt(6.0 / (inputs + recipe.hidden()));
  }

  private void fillLogitBlocks() {
    int hidden = recipe.hidden();
    for (int place = 0; place < SEE_LOGITS.size(); place++) {
      int e = SEE_LOGITS.get(place);
      DenseMatrix block = uniform(classes, hidden, glorot(e), seed("experts." + e + ".logits"));
      for (int c = 0; c < classes; c++) {
        for (int j = 0; j < hidden; j++) {
          logitBlocks.value().set(c, place * hidden + j, block.get(c, j));
        }
      }
    }
  }

  private void fillSecondWeight() {
    int size = recipe.hidden() * classes;
    for (int place = 0; place < EXPERTS; place++) {
      long stream = seed("experts." + ORDER.get(place) + ".output");
      DenseMatrix block = Initializers.glorotUniform(recipe.hidden(), classes, stream);
      System.arraycopy(block.array(), 0, secondWeight.value().array(), place * size, size);
    }
  }

  @FunctionalInterface
  private interface Start {
    DenseMatrix of(int expert, long stream);
  }

  private List<Parameter> each(List<Integer> experts, String name, Start start) {
    List<Parameter> parameters = new ArrayList<>();
    for (int e : experts) {
      String full = "experts." + e + name;
      parameters.add(learn(full, start.of(e, seed(full))));
    }
    return parameters;
  }

  private Parameter learn(String name, DenseMatrix value) {
    Parameter parameter = Parameter.of(name, value);
    learnt.add(parameter);
    return parameter;
  }

  private long seed(String name) {
    return Seeds.derive(seed, name);
  }

  private static DenseMatrix uniform(int rows, int columns, double bound, long stream) {
    return Initializers.uniform(rows, columns, bound, stream);
  }

  /** The wanted rows of a table of standard normal numbers, one row per degree. */
  private DenseMatrix table(int expert, int[] degrees) {
    int width = recipe.degreeWidth();
    DenseMatrix table = DenseMatrix.zeros(degrees.length, width);
    long stream = seed("experts." + expert + ".table");
    for (int r = 0; r < degrees.length; r++) {
      DenseMatrix row = Initializers.normal(1, width, Seeds.derive(stream, degrees[r]));
      System.arraycopy(row.array(), 0, table.array(), r * width, width);
    }
    return table;
  }
}
