package io.github.wats.calibration.nodewise;

import io.github.wats.autodiff.Initializers;
import io.github.wats.autodiff.Parameter;
import io.github.wats.internal.Seeds;
import io.github.wats.linalg.DenseMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The parameters of one expert: {@code Â dropout(relu(Â [z, X P + p, table] W0 + b0)) W1 + b1} on
 * its subset of inputs. W0 is held in one block per input, since each meets another shortcut; the
 * table of degrees is random and not trained, as in the authors' code.
 */
final class GetsExpert {
  /** One expert per non-empty subset of the three inputs. */
  static final int COUNT = 7;

  private static final boolean[] SEES_LOGITS = {true, false, false, true, false, true, true};
  private static final boolean[] SEES_FEATURES = {false, true, false, true, true, false, true};
  private static final boolean[] SEES_DEGREES = {false, false, true, false, true, true, true};

  private final List<Parameter> learnt = new ArrayList<>();
  final Optional<Parameter> logitBlock; // (C × hidden)
  final Optional<Parameter> featureBlock; // (featureWidth × hidden)
  final Optional<Parameter> degreeBlock; // (degreeWidth × hidden)
  final Optional<Parameter> projection; // (F × featureWidth)
  final Optional<Parameter> projectionBias; // (1 × featureWidth)
  final Optional<Parameter> table; // (distinct degrees × degreeWidth)
  final Parameter firstBias; // (1 × hidden)
  final Parameter secondWeight; // (hidden × C)
  final Parameter secondBias; // (1 × C)

  /** {@code degreeIndices} are the rows of the authors' table that this graph has a use for. */
  GetsExpert(Gets recipe, int number, int features, int classes, int[] degreeIndices, long seed) {
    String name = "experts." + number + ".";
    int inputs =
        (SEES_LOGITS[number] ? classes : 0)
            + (SEES_FEATURES[number] ? recipe.featureWidth() : 0)
            + (SEES_DEGREES[number] ? recipe.degreeWidth() : 0);
    double bound = Math.sqrt(6.0 / (inputs + recipe.hidden())); // Glorot, over all blocks
    logitBlock = block(SEES_LOGITS[number], name + "logits", classes, recipe, bound, seed);
    featureBlock =
        block(SEES_FEATURES[number], name + "features", recipe.featureWidth(), recipe, bound, seed);
    degreeBlock =
        block(SEES_DEGREES[number], name + "degrees", recipe.degreeWidth(), recipe, bound, seed);
    double linear = 1 / Math.sqrt(features);
    projection =
        uniform(
            SEES_FEATURES[number],
            name + "projection.weight",
            features,
            recipe.featureWidth(),
            linear,
            seed);
    projectionBias =
        uniform(
            SEES_FEATURES[number],
            name + "projection.bias",
            1,
            recipe.featureWidth(),
            linear,
            seed);
    table =
        SEES_DEGREES[number]
            ? Optional.of(
                Parameter.of(
                    name + "table", table(name, degreeIndices, recipe.degreeWidth(), seed)))
            : Optional.empty();
    firstBias = learn(Parameter.of(name + "bias", DenseMatrix.zeros(1, recipe.hidden())));
    String second = name + "output.weight";
    secondWeight =
        learn(
            Parameter.of(
                second,
                Initializers.glorotUniform(recipe.hidden(), classes, Seeds.derive(seed, second))));
    secondBias = learn(Parameter.of(name + "output.bias", DenseMatrix.zeros(1, classes)));
  }

  static boolean seesFeatures(int number) {
    return SEES_FEATURES[number];
  }

  /** What is trained: everything but the table. */
  List<Parameter> learnt() {
    return List.copyOf(learnt);
  }

  private Optional<Parameter> block(
      boolean wanted, String name, int rows, Gets recipe, double bound, long seed) {
    return uniform(wanted, name, rows, recipe.hidden(), bound, seed);
  }

  private Optional<Parameter> uniform(
      boolean wanted, String name, int rows, int columns, double bound, long seed) {
    return wanted
        ? Optional.of(
            learn(
                Parameter.of(
                    name, Initializers.uniform(rows, columns, bound, Seeds.derive(seed, name)))))
        : Optional.empty();
  }

  private Parameter learn(Parameter parameter) {
    learnt.add(parameter);
    return parameter;
  }

  /** The wanted rows of a table of standard normal numbers, one row per degree. */
  private static DenseMatrix table(String name, int[] rows, int width, long seed) {
    DenseMatrix table = DenseMatrix.zeros(rows.length, width);
    for (int r = 0; r < rows.length; r++) {
      long stream = Seeds.derive(Seeds.derive(seed, name + "table"), rows[r]);
      System.arraycopy(
          Initializers.normal(1, width, stream).array(), 0, table.array(), r * width, width);
    }
    return table;
  }
}
