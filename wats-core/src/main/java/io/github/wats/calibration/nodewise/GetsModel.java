package io.github.wats.calibration.nodewise;

import io.github.wats.autodiff.FeatureInput;
import io.github.wats.autodiff.Initializers;
import io.github.wats.autodiff.Mode;
import io.github.wats.autodiff.NormalNoise;
import io.github.wats.autodiff.Parameter;
import io.github.wats.autodiff.SparseOperator;
import io.github.wats.autodiff.Tape;
import io.github.wats.autodiff.TopProbability;
import io.github.wats.autodiff.Variable;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Seeds;
import io.github.wats.linalg.CsrPattern;
import io.github.wats.linalg.DenseMatrix;
import io.github.wats.linalg.FeatureMatrix;
import io.github.wats.nn.GraphOperators;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * {@code τ = Σ_e gate_e · expert_e}. Gates: {@code x = [X W_p + b_p, z]}, clean scores {@code x
 * W_g}, in training plus {@code N(0,1) · (softplus(x W_n) + 0.01)}; the best are kept and go
 * through a softmax. Penalty: {@code coefficient · (cv²(importance) + cv²(load))} over all nodes.
 *
 * <p>Between the features and the first ReLU all is linear, and so are the gates' scores: features
 * are therefore multiplied by the small products {@code P_e W0_e}, {@code W_p W_g} and {@code W_p
 * W_n}, all side by side, instead of once per expert in their full width. What does not depend on
 * parameters ({@code Â z}, {@code Â table}) is computed once.
 */
final class GetsModel implements NodewiseModel {
  /** The least spread of the noise; the authors' value. */
  private static final double SMALLEST_SPREAD = 0.01;

  private final Gets recipe;
  private final Logits logits; // (n × C)
  private final FeatureMatrix features; // (n × F)
  private final SparseOperator operator; // (n × n)
  private final int[] degreeRow; // (n) the row of an expert's table
  private final List<GetsExpert> experts = new ArrayList<>();
  private final Parameter projection; // (F × featureWidth)
  private final Parameter projectionBias; // (1 × featureWidth)
  private final Parameter featureGates; // (featureWidth × 7), the upper rows of W_g
  private final Parameter logitGates; // (C × 7), the lower rows
  private final Parameter featureNoise; // (featureWidth × 7), the upper rows of W_n
  private final Parameter logitNoise; // (C × 7)
  private Optional<DenseMatrix> givenNoise = Optional.empty();

  GetsModel(Gets recipe, Graph graph, Logits logits, FeatureMatrix features, long seed) {
    this.recipe = recipe;
    this.logits = logits;
    this.features = features;
    this.operator = GraphOperators.gcn(graph, recipe.selfLoops());
    int[] index = new int[graph.nodeCount()];
    Arrays.setAll(index, i -> 2 * (graph.degree(i) + (recipe.selfLoops() ? 1 : 0)));
    int[] distinct = Arrays.stream(index).sorted().distinct().toArray();
    this.degreeRow = Arrays.stream(index).map(i -> Arrays.binarySearch(distinct, i)).toArray();
    int classes = logits.classCount();
    for (int e = 0; e < GetsExpert.COUNT; e++) {
      experts.add(new GetsExpert(recipe, e, features.columns(), classes, distinct, seed));
    }
    int width = recipe.featureWidth();
    double bound = 1 / Math.sqrt(features.columns());
    projection = uniform("projection.weight", features.columns(), width, bound, seed);
    projectionBias = uniform("projection.bias", 1, width, bound, seed);
    featureGates = zeros("gates.features", width);
    logitGates = zeros("gates.logits", classes);
    featureNoise = zeros("noise.features", width);
    logitNoise = zeros("noise.logits", classes);
  }

  private static Parameter uniform(String name, int rows, int columns, double bound, long seed) {
    long stream = Seeds.derive(seed, name);
    return Parameter.of(name, Initializers.uniform(rows, columns, bound, stream));
  }

  private static Parameter zeros(String name, int rows) {
    return Parameter.of(name, DenseMatrix.zeros(rows, GetsExpert.COUNT));
  }

  /** For tests: this noise (n × 7) in place of drawn one. */
  void giveNoise(DenseMatrix noise) {
    givenNoise = Optional.of(noise);
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    experts.forEach(expert -> all.addAll(expert.learnt()));
    all.addAll(
        List.of(projection, projectionBias, featureGates, logitGates, featureNoise, logitNoise));
    return all;
  }

  /** What is learnt, and the tables that are not: all a file must hold. */
  List<Parameter> parametersAndTables() {
    List<Parameter> all = new ArrayList<>(parameters());
    experts.forEach(expert -> expert.table.ifPresent(all::add));
    return all;
  }

  @Override
  public Output write(Tape tape, int[] nodes, long seed) {
    // The penalty is over all nodes, so a tape that learns needs the gates of all.
    int n = logits.nodeCount();
    Gating all = gating(tape, NodeRows.all(n), seed);
    Variable importance = all.gates.columnSums().variationSquared();
    Variable load = all.load.columnSums().variationSquared();
    Variable penalty = importance.plus(load).affine(recipe.loadCoefficient(), 0);
    Variable z = tape.constant(NodeRows.of(logits, nodes));
    Variable scale = mixture(tape, all.gates.lookUp(nodes), nodes, seed).softplus();
    return new Output(z.timesEntries(scale), Optional.of(penalty));
  }

  @Override
  public Variable writeForward(Tape tape, int[] nodes) {
    Variable z = tape.constant(NodeRows.of(logits, nodes));
    Variable gates = gating(tape, nodes, 0).gates;
    return z.timesEntries(mixture(tape, gates, nodes, 0).softplus());
  }

  private record Gating(Variable gates, Variable load) {}

  /** Gates and load of some nodes, each (nodes × 7). */
  private Gating gating(Tape tape, int[] nodes, long seed) {
    int m = recipe.expertsPerNode();
    FeatureInput x = FeatureInput.of(features.selectRows(nodes));
    Variable z = tape.constant(NodeRows.of(logits, nodes));
    Variable upper = tape.use(featureGates).beside(tape.use(featureNoise));
    Variable both = // (nodes × 14)
        x.times(tape.use(projection).times(upper))
            .plusRow(tape.use(projectionBias).times(upper))
            .plus(z.times(tape.use(logitGates).beside(tape.use(logitNoise))));
    Variable clean = both.columns(0, GetsExpert.COUNT);
    Variable spread =
        both.columns(GetsExpert.COUNT, 2 * GetsExpert.COUNT).softplus().affine(1, SMALLEST_SPREAD);
    Variable noise =
        givenNoise
            .map(tape::constant)
            .orElseGet(
                () ->
                    new NormalNoise(
                        tape, nodes.length, GetsExpert.COUNT, Seeds.derive(seed, "noise")));
    Variable noisy = clean.plus(noise.timesEntries(spread));
    return new Gating(noisy.topSoftmax(m), new TopProbability(clean, noisy, spread, m));
  }

  /** τ of some nodes (nodes × C), given their gates. */
  private Variable mixture(Tape tape, Variable gates, int[] nodes, long seed) {
    CsrPattern pattern = operator.matrix().pattern();
    NodeField last = NodeField.of(pattern, nodes);
    int[] hiddenNodes = last.read();
    SparseOperator lastOperator = last.cut(operator);
    Variable fromFeatures = fromFeatures(tape, NodeField.of(pattern, hiddenNodes));
    int n = logits.nodeCount();
    DenseMatrix z = NodeRows.of(logits, NodeRows.all(n));
    Variable spreadLogits = tape.constant(NodeField.propagated(operator, z, hiddenNodes));
    Variable reach = tape.constant(NodeField.propagated(operator, ones(n), hiddenNodes));
    Optional<Variable> sum = Optional.empty();
    int place = 0;
    for (int e = 0; e < GetsExpert.COUNT; e++) {
      GetsExpert expert = experts.get(e);
      List<Variable> parts = new ArrayList<>(); // of Â [z, X P + p, table] W0, (hidden nodes × h)
      expert.logitBlock.ifPresent(w -> parts.add(spreadLogits.times(tape.use(w))));
      if (GetsExpert.seesFeatures(e)) {
        int from = place * recipe.hidden();
        parts.add(fromFeatures.columns(from, from + recipe.hidden()));
        Variable bias =
            tape.use(expert.projectionBias.orElseThrow())
                .times(tape.use(expert.featureBlock.orElseThrow()));
        parts.add(reach.times(bias));
        place++;
      }
      expert.degreeBlock.ifPresent(
          w -> {
            DenseMatrix rows = tableRows(expert.table.orElseThrow().value());
            DenseMatrix spread = NodeField.propagated(operator, rows, hiddenNodes);
            parts.add(tape.constant(spread).times(tape.use(w)));
          });
      Variable output =
          parts.stream()
              .reduce(Variable::plus)
              .orElseThrow()
              .plusRow(tape.use(expert.firstBias))
              .relu()
              .dropout(recipe.dropout(), Seeds.derive(seed, "experts." + e + ".dropout"))
              .propagatedBy(lastOperator)
              .times(tape.use(expert.secondWeight))
              .plusRow(tape.use(expert.secondBias))
              .timesRows(gates.columns(e, e + 1));
      sum = Optional.of(sum.map(output::plus).orElse(output));
    }
    return sum.orElseThrow();
  }

  /** {@code Â X [P_e W0_e, …]} of the experts that see features, side by side. */
  private Variable fromFeatures(Tape tape, NodeField field) {
    Variable weights =
        experts.stream()
            .filter(expert -> expert.projection.isPresent())
            .map(
                expert ->
                    tape.use(expert.projection.orElseThrow())
                        .times(tape.use(expert.featureBlock.orElseThrow())))
            .reduce(Variable::beside)
            .orElseThrow();
    FeatureInput x = FeatureInput.of(features.selectRows(field.read()));
    return x.times(weights).propagatedBy(field.cut(operator));
  }

  private static DenseMatrix ones(int n) {
    float[] ones = new float[n];
    Arrays.fill(ones, 1);
    return DenseMatrix.of(n, 1, ones);
  }

  /** The table's row of every node (n × degreeWidth). */
  private DenseMatrix tableRows(DenseMatrix table) {
    int width = table.columns();
    DenseMatrix rows = DenseMatrix.zeros(degreeRow.length, width);
    for (int i = 0; i < degreeRow.length; i++) {
      System.arraycopy(table.array(), degreeRow[i] * width, rows.array(), i * width, width);
    }
    return rows;
  }

  /** The calibrated probabilities of all nodes. */
  Probabilities probabilities() {
    Tape tape = Tape.forwardOnly();
    Variable calibrated = writeForward(tape, NodeRows.all(logits.nodeCount()));
    tape.forward(Mode.EVALUATION);
    return Logits.of(logits.nodeCount(), logits.classCount(), calibrated.value().array()).softmax();
  }
}
