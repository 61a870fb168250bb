package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.nodewise.GetsParameters.Expert;
import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.GaussianNoise;
import io.github.wats.engine.autodiff.LoadProbability;
import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.SparseOperator;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.TopSoftmax;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.engine.layer.GraphOperators;
import io.github.wats.engine.layer.NeighborBlock;
import io.github.wats.engine.layer.PropagatedFeatures;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * {@code τ = Σ_e gate_e · expert_e}, each expert {@code Â dropout(relu(Â I W0 + b0)) W1 + b1} on
 * its inputs I (see {@link GetsParameters}). Gates: {@code x = [X W_p + b_p, z]}, clean scores
 * {@code x W_g}, in training plus {@code N(0,1) · (softplus(x W_n) + 0.01)}; the largest are kept
 * and go through a softmax. Penalty: {@code coefficient · (cv²(importance) + cv²(load))} over all
 * nodes.
 *
 * <p>Everything before the first ReLU is linear, so products are taken in the cheapest order:
 * features meet the small products {@code P_e W0_e}, {@code W_p W_g}, {@code W_p W_n}; {@code Â z},
 * {@code Â table} and {@code Â 1}, which training does not change, are computed once.
 */
final class GetsModel implements NodewiseModel {
  /** The least standard deviation of the noise; the authors' value. */
  private static final double SMALLEST_DEVIATION = 0.01;

  private static final int EXPERTS = GetsParameters.EXPERTS;

  private final Gets recipe;
  private final DenseMatrix logits; // (n × C)
  private final FeatureMatrix features; // (n × F)
  private final SparseOperator operator; // (n × n)
  private final int[] degreeRow; // (n) the row of a table
  private final GetsParameters parameters;
  private Optional<DenseMatrix> givenNoise = Optional.empty();

  GetsModel(Gets recipe, Graph graph, Logits logits, FeatureMatrix features, long seed) {
    this.recipe = recipe;
    this.logits = NodeRows.of(logits, NodeRows.all(logits.nodeCount()));
    this.features = features;
    this.operator = GraphOperators.gcn(graph.adjacency(), recipe.selfLoops());
    int[] index = new int[graph.nodeCount()]; // the authors count in- plus out-degree
    Arrays.setAll(index, i -> 2 * (graph.degree(i) + (recipe.selfLoops() ? 1 : 0)));
    int[] distinct = Arrays.stream(index).sorted().distinct().toArray();
    degreeRow = Arrays.stream(index).map(i -> Arrays.binarySearch(distinct, i)).toArray();
    parameters =
        new GetsParameters(recipe, features.columns(), logits.classCount(), distinct, seed);
  }

  /** For tests: this noise (n × 7) in place of drawn one. */
  void giveNoise(DenseMatrix noise) {
    givenNoise = Optional.of(noise);
  }

  @Override
  public List<Parameter> parameters() {
    return parameters.trained();
  }

  /** What is trained, and the tables that are not: all a file must hold. */
  List<Parameter> parametersAndTables() {
    return parameters.all();
  }

  /** The penalty is over all nodes, so it needs the scores of all. */
  @Override
  public Output write(Tape tape, int[] nodes, long seed) {
    Variable scores = scores(tape, NodeRows.all(logits.rows()));
    Variable clean = scores.columns(0, EXPERTS);
    Variable deviation =
        scores.columns(EXPERTS, 2 * EXPERTS).softplus().scaleShift(1, SMALLEST_DEVIATION);
    long stream = Seeds.derive(seed, "noise");
    Variable noise =
        givenNoise
            .map(tape::constant)
            .orElseGet(() -> new GaussianNoise(tape, logits.rows(), EXPERTS, stream));
    TopSoftmax gates = clean.add(noise.mul(deviation)).topSoftmax(recipe.expertsPerNode());
    Variable load = new LoadProbability(clean, gates, deviation);
    Variable penalty =
        variationSquared(gates.columnSums())
            .add(variationSquared(load.columnSums()))
            .scaleShift(recipe.loadCoefficient(), 0);
    Variable tau = mixture(tape, nodes, gates.indexSelect(nodes), Seeds.derive(seed, "dropout"));
    return new Output(calibrated(tape, tau, nodes), Optional.of(penalty));
  }

  @Override
  public Calibrated writeForward(Tape tape, int[] nodes) {
    Variable clean = scores(tape, nodes).columns(0, EXPERTS);
    Variable gates = clean.topSoftmax(recipe.expertsPerNode());
    return calibrated(tape, mixture(tape, nodes, gates, 0), nodes);
  }

  /** {@code z ∘ softplus(τ)} of some nodes. */
  private Calibrated calibrated(Tape tape, Variable tau, int[] nodes) {
    return Calibrated.of(tape.constant(logits.selectRows(nodes)).mul(tau.softplus()));
  }

  /**
   * The squared coefficient of variation {@code v / μ²} of a row of m entries, v their variance
   * with divisor m − 1. Their mean μ is above 0, since every node has gates that add up to 1.
   */
  private static Variable variationSquared(Variable row) {
    Variable relative = row.divRows(row.rowMeans()).scaleShift(1, -1);
    double m = row.columns();
    return relative.mul(relative).rowMeans().scaleShift(m / (m - 1), 0);
  }

  /** The gates' scores of some nodes, and beside them those of the noise (nodes × 14). */
  private Variable scores(Tape tape, int[] nodes) {
    Variable both = Variable.concat(List.of(tape.use(parameters.gate), tape.use(parameters.noise)));
    int width = recipe.featureWidth();
    Variable ofFeatures = rows(both, 0, width);
    Variable ofLogits = rows(both, width, logits.columns());
    return FeatureInput.of(rows(features, nodes))
        .matmul(tape.use(parameters.gateProjection.weight()).matmul(ofFeatures))
        .addBias(tape.use(parameters.gateProjection.bias()).matmul(ofFeatures))
        .add(tape.constant(logits.selectRows(nodes)).matmul(ofLogits));
  }

  /** τ of some nodes, given their gates. */
  private Variable mixture(Tape tape, int[] nodes, Variable gates, long seed) {
    NeighborBlock block = blockOf(nodes);
    int[] read = block.read();
    SparseOperator second = block.cut(operator);
    List<Variable> inputs = inputs(tape, read);
    List<Variable> outputs = new ArrayList<>();
    for (int e = 0; e < EXPERTS; e++) {
      Expert expert = parameters.experts.get(e);
      outputs.add(
          inputs
              .get(e)
              .reluDropout(tape.use(expert.first().bias()), recipe.dropout(), Seeds.derive(seed, e))
              .spmm(second)
              .matmul(tape.use(expert.second().weight()))
              .addBias(tape.use(expert.second().bias()))
              .mulRows(gates.columns(e, e + 1)));
    }
    return outputs.stream().reduce(Variable::add).orElseThrow();
  }

  /** {@code Â I W0} of each expert at some nodes (nodes × hidden). */
  private List<Variable> inputs(Tape tape, int[] nodes) {
    Variable propagatedLogits = tape.constant(NeighborBlock.propagated(operator, logits, nodes));
    Variable ofFeatures = ofFeatures(tape, nodes);
    int start = 0; // the columns of the next expert that sees features
    List<Variable> all = new ArrayList<>();
    for (Expert expert : parameters.experts) {
      Variable w0 = tape.use(expert.first().weight());
      List<Variable> parts = new ArrayList<>();
      if (expert.logits() > 0) {
        parts.add(propagatedLogits.matmul(rows(w0, 0, expert.logits())));
      }
      if (expert.features() > 0) {
        parts.add(ofFeatures.columns(start, start + recipe.hidden()));
        start += recipe.hidden();
      }
      if (expert.table().isPresent()) {
        DenseMatrix degrees = expert.table().get().value().selectRows(degreeRow);
        int first = expert.logits() + expert.features();
        parts.add(
            tape.constant(NeighborBlock.propagated(operator, degrees, nodes))
                .matmul(rows(w0, first, expert.degrees())));
      }
      all.add(parts.stream().reduce(Variable::add).orElseThrow());
    }
    return all;
  }

  /** {@code Â (X P_e + 1 p_e) W0_e} of the experts that see features (nodes × 4 hidden). */
  private Variable ofFeatures(Tape tape, int[] nodes) {
    List<Variable> weights = new ArrayList<>();
    List<Variable> biases = new ArrayList<>();
    for (Expert expert : parameters.experts) {
      if (expert.projection().isPresent()) {
        Variable w0 = rows(tape.use(expert.first().weight()), expert.logits(), expert.features());
        weights.add(tape.use(expert.projection().get().weight()).matmul(w0));
        biases.add(tape.use(expert.projection().get().bias()).matmul(w0));
      }
    }
    Variable weight = Variable.concat(weights);
    boolean summed = !tape.isForwardOnly() && PropagatedFeatures.pay(entryCount(), features);
    Variable product;
    if (summed) {
      product = FeatureInput.of(PropagatedFeatures.of(operator, features, nodes)).matmul(weight);
    } else {
      NeighborBlock block = blockOf(nodes);
      FeatureInput read = FeatureInput.of(rows(features, block.read()));
      product = read.matmul(weight).spmm(block.cut(operator));
    }
    DenseMatrix ones = DenseMatrix.zeros(logits.rows(), 1);
    Arrays.fill(ones.array(), 1);
    DenseMatrix rowSums = NeighborBlock.propagated(operator, ones, nodes);
    return product.add(tape.constant(rowSums).matmul(Variable.concat(biases)));
  }

  private NeighborBlock blockOf(int[] nodes) {
    return NeighborBlock.of(operator.matrix().pattern(), nodes);
  }

  private long entryCount() {
    return operator.matrix().pattern().entryCount();
  }

  private static Variable rows(Variable weight, int first, int count) {
    return weight.indexSelect(IntStream.range(first, first + count).toArray());
  }

  /** These rows; the features themselves where they are all of them. */
  private static FeatureMatrix rows(FeatureMatrix x, int[] rows) {
    return rows.length == x.rows() && Arrays.equals(rows, NodeRows.all(x.rows()))
        ? x
        : x.selectRows(rows);
  }

  /** The calibrated probabilities of all nodes. */
  Probabilities probabilities() {
    Tape tape = Tape.forwardOnly();
    Variable calibrated = writeForward(tape, NodeRows.all(logits.rows())).logits();
    tape.forward(Mode.EVALUATION);
    return Logits.of(logits.rows(), logits.columns(), calibrated.value().array()).softmax();
  }
}
