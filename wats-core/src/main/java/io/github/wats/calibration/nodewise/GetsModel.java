package io.github.wats.calibration.nodewise;

import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.GaussianNoise;
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

  private final Gets settings;
  private final DenseMatrix logits; // (n × C)
  private final FeatureInput features; // (n × F)
  private final SparseOperator operator; // (n × n)
  private final int[] degreeRow; // (n) the row of a table
  private final GetsParameters parameters;
  private Optional<DenseMatrix> givenNoise = Optional.empty();

  GetsModel(Gets settings, Graph graph, Logits logits, FeatureMatrix features, long seed) {
    this.settings = settings;
    this.logits = NodeRows.of(logits, NodeRows.all(logits.nodeCount()));
    this.features = FeatureInput.of(features);
    this.operator = GraphOperators.gcn(graph.adjacency(), settings.selfLoops());
    int[] index = new int[graph.nodeCount()]; // the authors count in- plus out-degree
    Arrays.setAll(index, i -> 2 * (graph.degree(i) + (settings.selfLoops() ? 1 : 0)));
    int[] distinct = Arrays.stream(index).sorted().distinct().toArray();
    degreeRow = Arrays.stream(index).map(i -> Arrays.binarySearch(distinct, i)).toArray();
    parameters =
        new GetsParameters(settings, features.columns(), logits.classCount(), distinct, seed);
  }

  /** For tests: this noise (n × 7) in place of drawn one. */
  void giveNoise(DenseMatrix noise) {
    givenNoise = Optional.of(noise);
  }

  @Override
  public List<Parameter> parameters() {
    return parameters.all().stream().filter(p -> !p.name().endsWith(".table")).toList();
  }

  /** What is trained, and the tables that are not: all a file must hold. */
  List<Parameter> parametersAndTables() {
    return parameters.all();
  }

  /**
   * A fit has noisy gates and a penalty over all nodes, so it needs the scores of all; a tape that
   * only runs forward has neither.
   */
  @Override
  public Loss loss(Tape tape, int[] nodes, int[] labels, long seed) {
    if (tape.isForwardOnly()) {
      return Loss.of(logits(tape, nodes).crossEntropy(labels));
    }
    int[] all = NodeRows.all(logits.rows());
    Variable clean = scores(tape, all, "w_gate");
    Variable deviation = scores(tape, all, "w_noise").softplus().scaleShift(1, SMALLEST_DEVIATION);
    long stream = Seeds.derive(seed, "noise");
    Variable noise =
        givenNoise
            .map(tape::constant)
            .orElseGet(() -> new GaussianNoise(tape, all.length, EXPERTS, stream));
    TopSoftmax gates = clean.add(noise.mul(deviation)).topSoftmax(settings.expertsPerNode());
    Variable load = gates.loadProbability(clean, deviation);
    Variable uneven = variationSquared(gates).add(variationSquared(load));
    Variable penalty = uneven.scaleShift(settings.loadCoefficient(), 0);
    long masks = Seeds.derive(seed, "dropout");
    Variable calibrated = logits(tape, nodes, gates.indexSelect(nodes), masks);
    return new Loss(calibrated.crossEntropy(labels), Optional.of(penalty));
  }

  /** The calibrated logits of some nodes (nodes × C), without noise. */
  Variable logits(Tape tape, int[] nodes) {
    Variable gates = scores(tape, nodes, "w_gate").topSoftmax(settings.expertsPerNode());
    return logits(tape, nodes, gates, 0);
  }

  /**
   * The squared coefficient of variation {@code v / μ²} of the m column sums of x, v their variance
   * with divisor m − 1. Their mean μ is above 0, since every node has gates that add up to 1.
   */
  private static Variable variationSquared(Variable x) {
    Variable sums = x.columnSums();
    Variable relative = sums.divRows(sums.rowMeans()).scaleShift(1, -1);
    return relative.mul(relative).rowMeans().scaleShift(EXPERTS / (EXPERTS - 1.0), 0);
  }

  /** {@code [X W_p + b_p, z] W} of some nodes for W called {@code name} (nodes × 7). */
  private Variable scores(Tape tape, int[] nodes, String name) {
    Variable weight = tape.use(parameters.get(name));
    Variable ofFeatures = rows(weight, 0, settings.featureWidth());
    Variable ofLogits = rows(weight, settings.featureWidth(), logits.columns());
    return features(nodes)
        .matmul(tape.use(parameters.get("project.weight")).matmul(ofFeatures))
        .addBias(tape.use(parameters.get("project.bias")).matmul(ofFeatures))
        .add(tape.constant(logits.selectRows(nodes)).matmul(ofLogits));
  }

  /** {@code z ∘ softplus(τ)} of some nodes, given their gates. */
  private Variable logits(Tape tape, int[] nodes, Variable gates, long seed) {
    NeighborBlock block = NeighborBlock.of(operator.matrix().pattern(), nodes);
    SparseOperator second = block.cut(operator);
    List<Variable> first = firstLayers(tape, block.read());
    Variable tau = tape.constant(DenseMatrix.zeros(nodes.length, logits.columns()));
    for (int e = 0; e < EXPERTS; e++) {
      String gcn = "experts." + e + ".gcn.";
      Variable bias = tape.use(parameters.get(gcn + "b0"));
      DenseMatrix own = DenseMatrix.zeros(EXPERTS, 1); // takes the column of this expert
      own.set(e, 0, 1);
      tau =
          first
              .get(e)
              .reluDropout(bias, settings.dropout(), Seeds.derive(seed, e))
              .spmm(second)
              .matmul(tape.use(parameters.get(gcn + "w1")))
              .addBias(tape.use(parameters.get(gcn + "b1")))
              .mulRows(gates.matmul(tape.constant(own)))
              .add(tau);
    }
    return tape.constant(logits.selectRows(nodes)).mul(tau.softplus());
  }

  /** {@code Â I W0} of each expert at some nodes (nodes × hidden). */
  private List<Variable> firstLayers(Tape tape, int[] nodes) {
    FeatureMatrix whole = features.features();
    NeighborBlock block = NeighborBlock.of(operator.matrix().pattern(), nodes);
    int entries = operator.matrix().entryCount();
    boolean summed = !tape.isForwardOnly() && PropagatedFeatures.pay(entries, whole);
    FeatureInput x =
        summed
            ? FeatureInput.of(PropagatedFeatures.of(operator, whole, nodes))
            : features(block.read());
    Optional<SparseOperator> cut = summed ? Optional.empty() : Optional.of(block.cut(operator));
    DenseMatrix ones = DenseMatrix.zeros(logits.rows(), 1);
    Arrays.fill(ones.array(), 1);
    Variable rowSums = propagated(tape, ones, nodes);
    Variable z = propagated(tape, logits, nodes);
    List<Variable> all = new ArrayList<>();
    for (int e = 0; e < EXPERTS; e++) {
      String name = "experts." + e;
      String seen = GetsParameters.SEEN.get(e);
      Variable w0 = tape.use(parameters.get(name + ".gcn.w0"));
      int row = 0;
      List<Variable> parts = new ArrayList<>();
      if (seen.contains("z")) {
        parts.add(z.matmul(rows(w0, row, logits.columns())));
        row += logits.columns();
      }
      if (seen.contains("x")) {
        Variable own = rows(w0, row, settings.featureWidth());
        Variable product = x.matmul(tape.use(parameters.get(name + ".project.weight")).matmul(own));
        parts.add(cut.map(product::spmm).orElse(product));
        parts.add(rowSums.matmul(tape.use(parameters.get(name + ".project.bias")).matmul(own)));
        row += settings.featureWidth();
      }
      if (seen.contains("d")) {
        DenseMatrix degrees = parameters.get(name + ".table").value().selectRows(degreeRow);
        parts.add(propagated(tape, degrees, nodes).matmul(rows(w0, row, settings.degreeWidth())));
      }
      all.add(parts.stream().reduce(Variable::add).orElseThrow());
    }
    return all;
  }

  /** Rows {@code nodes} of {@code Â x}, which training does not change. */
  private Variable propagated(Tape tape, DenseMatrix x, int[] nodes) {
    return tape.constant(NeighborBlock.propagated(operator, x, nodes));
  }

  private static Variable rows(Variable weight, int first, int count) {
    return weight.indexSelect(IntStream.range(first, first + count).toArray());
  }

  /** The features of some nodes, not copied where these are all. */
  private FeatureInput features(int[] nodes) {
    return nodes.length == features.rows() ? features : features.selectRows(nodes);
  }

  /** The calibrated probabilities of all nodes. */
  Probabilities probabilities() {
    Tape tape = Tape.forwardOnly();
    Variable calibrated = logits(tape, NodeRows.all(logits.rows()));
    tape.forward(Mode.EVALUATION);
    return Logits.of(logits.rows(), logits.columns(), calibrated.value().array()).softmax();
  }
}
