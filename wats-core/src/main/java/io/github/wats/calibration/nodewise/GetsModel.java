package io.github.wats.calibration.nodewise;

import io.github.wats.engine.autodiff.BlockSum;
import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.GatedExperts;
import io.github.wats.engine.autodiff.HiddenGroup;
import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.NormalNoise;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.SparseOperator;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.TopProbability;
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
 * its inputs I (see {@link GetsWeights}). Gates: {@code x = [X W_p + b_p, z]}, clean scores {@code
 * x W_g}, in training plus {@code N(0,1) · (softplus(x W_n) + 0.01)}; the best are kept and go
 * through a softmax. Penalty: {@code coefficient · (cv²(importance) + cv²(load))} over all nodes.
 *
 * <p>Up to the first ReLU an expert is linear, and so are the gates' scores, so products may be
 * taken in the cheapest order: features meet the small products {@code P_e W0_e}, {@code W_p W_g},
 * {@code W_p W_n} instead of matrices as wide as they are mapped to; {@code Â z} and {@code Â
 * table}, which no step changes, are computed once.
 */
final class GetsModel implements NodewiseModel {
  /** The least spread of the noise; the authors' value. */
  private static final double SMALLEST_SPREAD = 0.01;

  /**
   * Beyond this share of what is learnt from, leaving out the rest is not worth its memory: up to
   * 20 bytes for each edge.
   */
  private static final double MOSTLY_LEARNT = 0.9;

  private static final int EXPERTS = GetsWeights.EXPERTS;

  /** The column where spreads begin beside scores. */
  private static final int NOISE = EXPERTS + 1;

  private final Gets recipe;
  private final Logits logits; // (n × C)
  private final FeatureMatrix features; // (n × F)
  private final SparseOperator operator; // (n × n)
  private final int[] degreeRow; // (n) the row of a table
  private final GetsWeights weights;
  private Optional<DenseMatrix> givenNoise = Optional.empty();

  GetsModel(Gets recipe, Graph graph, Logits logits, FeatureMatrix features, long seed) {
    this.recipe = recipe;
    this.logits = logits;
    this.features = features;
    this.operator = GraphOperators.gcn(graph.adjacency(), recipe.selfLoops());
    int[] index = new int[graph.nodeCount()]; // the authors count in- plus out-degree
    Arrays.setAll(index, i -> 2 * (graph.degree(i) + (recipe.selfLoops() ? 1 : 0)));
    int[] distinct = Arrays.stream(index).sorted().distinct().toArray();
    degreeRow = Arrays.stream(index).map(i -> Arrays.binarySearch(distinct, i)).toArray();
    weights = new GetsWeights(recipe, features.columns(), logits.classCount(), distinct, seed);
  }

  /** For tests: this noise (n × 7) in place of drawn one. */
  void giveNoise(DenseMatrix noise) {
    givenNoise = Optional.of(noise);
  }

  @Override
  public List<Parameter> parameters() {
    return weights.learnt();
  }

  /** What is learnt, and the tables that are not: all a file must hold. */
  List<Parameter> parametersAndTables() {
    return weights.learntAndTables();
  }

  @Override
  public Output write(Tape tape, int[] nodes, long seed) {
    NeighborBlock field = fieldOf(nodes);
    int[] read = field.read();
    int[] rows = NodeRows.all(read.length);
    List<HiddenGroup> before = before(tape, read, rows);
    return output(tape, allScores(tape, seed), before, rows, field, nodes, seed);
  }

  @Override
  public Calibrated writeForward(Tape tape, int[] nodes) {
    NeighborBlock field = fieldOf(nodes);
    Variable gates = scores(tape, nodes, 0).clean.topSoftmax(recipe.expertsPerNode());
    int[] read = field.read();
    int[] rows = NodeRows.all(read.length);
    Variable tau = mixture(tape, field, before(tape, read, rows), rows, gates, 0, 0);
    return calibrated(tape, tau, nodes);
  }

  /** Gates and the layers before the first ReLU are linear and serve both. */
  @Override
  public Optional<Shared> writeShared(Tape tape, int[] learnt, int[] watched, long seed) {
    NeighborBlock learning = fieldOf(learnt);
    NeighborBlock watching = fieldOf(watched);
    int[] read =
        IntStream.concat(IntStream.of(learning.read()), IntStream.of(watching.read()))
            .sorted()
            .distinct()
            .toArray();
    Scores scores = allScores(tape, seed);
    int[] learntRows = places(read, learning.read());
    List<HiddenGroup> before = before(tape, read, learntRows);
    Output output = output(tape, scores, before, learntRows, learning, learnt, seed);
    Variable gates = scores.clean.lookUp(watched).topSoftmax(recipe.expertsPerNode());
    Variable tau = mixture(tape, watching, before, places(read, watching.read()), gates, 0, 0);
    return Optional.of(new Shared(output, calibrated(tape, tau, watched)));
  }

  private NeighborBlock fieldOf(int[] nodes) {
    return NeighborBlock.of(operator.matrix().pattern(), nodes);
  }

  private static int[] places(int[] among, int[] nodes) {
    return IntStream.of(nodes).map(node -> Arrays.binarySearch(among, node)).toArray();
  }

  private Scores allScores(Tape tape, long seed) {
    return scores(tape, NodeRows.all(logits.nodeCount()), seed);
  }

  /** What is learnt from: the penalty is over all nodes, so it needs the scores of all. */
  private Output output(
      Tape tape,
      Scores scores,
      List<HiddenGroup> before,
      int[] rows,
      NeighborBlock field,
      int[] nodes,
      long seed) {
    TopSoftmax gates = scores.noisy.topSoftmax(recipe.expertsPerNode());
    Variable load = new TopProbability(scores.clean, gates, scores.spread);
    Variable penalty =
        gates
            .columnSums()
            .variationSquared()
            .plus(load.columnSums().variationSquared())
            .affine(recipe.loadCoefficient(), 0);
    long stream = Seeds.derive(seed, "dropout");
    Variable tau =
        mixture(tape, field, before, rows, gates.lookUp(nodes), recipe.dropout(), stream);
    return new Output(calibrated(tape, tau, nodes), Optional.of(penalty));
  }

  /** τ of the nodes of a field, given their gates and what the hidden layers are made of. */
  private Variable mixture(
      Tape tape,
      NeighborBlock field,
      List<HiddenGroup> before,
      int[] rows,
      Variable gates,
      double dropout,
      long stream) {
    return new GatedExperts(
        field.cut(operator),
        before,
        rows,
        tape.use(weights.firstBias),
        gates,
        recipe.expertsPerNode(),
        tape.use(weights.secondWeight),
        tape.use(weights.secondBias),
        dropout,
        stream);
  }

  /** {@code z ∘ softplus(τ)} of some nodes. */
  private Calibrated calibrated(Tape tape, Variable tau, int[] nodes) {
    return Calibrated.of(tape.constant(NodeRows.of(logits, nodes)).timesEntries(tau.softplus()));
  }

  private record Scores(Variable clean, Variable noisy, Variable spread) {}

  /** The gates' scores of some nodes, each (nodes × 7). */
  private Scores scores(Tape tape, int[] nodes, long seed) {
    Variable upper = pair(tape, weights.gatesOfFeatures, weights.noiseOfFeatures);
    Variable lower = pair(tape, weights.gatesOfLogits, weights.noiseOfLogits);
    Variable projected =
        withBiases(
            List.of(tape.use(weights.gateProjection).times(upper)),
            List.of(tape.use(weights.gateProjectionBias).times(upper)));
    Variable both = // (nodes × 16): scores, and from NOISE on spreads before their softplus
        FeatureInput.of(features.selectRowsAndOnes(nodes))
            .times(projected)
            .plus(tape.constant(NodeRows.of(logits, nodes)).times(lower));
    Variable clean = both.columns(0, EXPERTS);
    Variable spread = both.columns(NOISE, NOISE + EXPERTS).softplus().affine(1, SMALLEST_SPREAD);
    long stream = Seeds.derive(seed, "noise");
    Variable noise =
        givenNoise
            .map(tape::constant)
            .orElseGet(() -> new NormalNoise(tape, nodes.length, EXPERTS, stream));
    return new Scores(clean, clean.plus(noise.timesEntries(spread)), spread);
  }

  /** Both side by side, each with a column of zeros, which makes rows of two whole vectors. */
  private static Variable pair(Tape tape, Parameter scores, Parameter spreads) {
    return new BlockSum(
        2 * NOISE,
        List.of(
            BlockSum.Block.of(tape.use(scores), 0), BlockSum.Block.of(tape.use(spreads), NOISE)));
  }

  /**
   * The hidden units of all experts at some nodes before bias and ReLU, {@code Â I W0}, learnt from
   * in some rows.
   */
  private List<HiddenGroup> before(Tape tape, int[] nodes, int[] learntRows) {
    int h = recipe.hidden();
    Variable ofFeatures = fromFeatures(tape, nodes, learntRows);
    DenseMatrix z = NodeRows.of(logits, NodeRows.all(logits.nodeCount()));
    DenseMatrix ofLogits = NeighborBlock.propagated(operator, z, nodes);
    DenseMatrix ofDegrees = NeighborBlock.propagated(operator, tablesOfNodes(), nodes);
    List<HiddenGroup> groups = new ArrayList<>();
    for (int expert : GetsWeights.ORDER) {
      HiddenGroup group = HiddenGroup.of(expert);
      int features = GetsWeights.SEE_FEATURES.indexOf(expert);
      if (features >= 0) {
        group = group.withColumns(ofFeatures, features * h);
      }
      groups.add(withFixed(tape, group, expert, ofLogits, ofDegrees));
    }
    return groups;
  }

  /** Adds what an expert makes of {@code Â z} and of {@code Â table}, which no step changes. */
  private HiddenGroup withFixed(
      Tape tape, HiddenGroup group, int expert, DenseMatrix ofLogits, DenseMatrix ofDegrees) {
    int h = recipe.hidden();
    List<DenseMatrix> inputs = new ArrayList<>();
    List<BlockSum.Block> blocks = new ArrayList<>();
    int seesLogits = GetsWeights.SEE_LOGITS.indexOf(expert);
    if (seesLogits >= 0) {
      int first = seesLogits * h;
      inputs.add(ofLogits);
      blocks.add(new BlockSum.Block(tape.use(weights.logitBlocks), first, first + h, 0));
    }
    int seesDegrees = GetsWeights.SEE_DEGREES.indexOf(expert);
    if (seesDegrees >= 0) {
      int width = recipe.degreeWidth();
      int top = seesLogits >= 0 ? ofLogits.columns() : 0;
      inputs.add(columns(ofDegrees, seesDegrees * width, width));
      blocks.add(BlockSum.Block.of(tape.use(weights.degreeBlocks.get(seesDegrees)), 0).at(top));
    }
    if (inputs.isEmpty()) {
      return group;
    }
    DenseMatrix both = inputs.size() == 1 ? inputs.get(0) : beside(inputs.get(0), inputs.get(1));
    return group.withProduct(both, new BlockSum(both.columns(), h, blocks));
  }

  private static DenseMatrix beside(DenseMatrix x, DenseMatrix y) {
    int width = x.columns() + y.columns();
    DenseMatrix both = DenseMatrix.zeros(x.rows(), width);
    for (int i = 0; i < x.rows(); i++) {
      System.arraycopy(x.array(), i * x.columns(), both.array(), i * width, x.columns());
      int start = i * width + x.columns();
      System.arraycopy(y.array(), i * y.columns(), both.array(), start, y.columns());
    }
    return both;
  }

  /** {@code Â (X P_e + 1 p_e) W0_e} of the experts that see features (nodes × 4 hidden). */
  private Variable fromFeatures(Tape tape, int[] nodes, int[] learntRows) {
    List<Variable> products = new ArrayList<>();
    List<Variable> biases = new ArrayList<>();
    for (int k = 0; k < weights.projections.size(); k++) {
      Variable block = tape.use(weights.featureBlocks.get(k));
      products.add(tape.use(weights.projections.get(k)).times(block));
      biases.add(tape.use(weights.projectionBiases.get(k)).times(block));
    }
    int width = products.size() * recipe.hidden();
    if (!tape.isForwardOnly() && PropagatedFeatures.pay(entryCount(), features)) {
      return FeatureInput.of(PropagatedFeatures.of(operator, features, nodes))
          .times(new BlockSum(width, sideBySide(products, 0)))
          .plus(tape.constant(rowSums(nodes)).times(new BlockSum(width, sideBySide(biases, 0))));
    }
    NeighborBlock field = fieldOf(nodes);
    FeatureInput x = FeatureInput.of(features.selectRowsAndOnes(field.read()));
    Variable projected = withBiases(products, biases);
    if (field.pattern().entryCount(learntRows) > MOSTLY_LEARNT * field.pattern().entryCount()) {
      return x.times(projected).propagatedBy(field.cut(operator));
    }
    int[] learntNodes = IntStream.of(learntRows).map(row -> nodes[row]).toArray();
    int[] learntRead = places(field.read(), fieldOf(learntNodes).read());
    boolean most = learntRead.length > MOSTLY_LEARNT * x.rows();
    return (most ? x : x.learningFrom(learntRead))
        .times(projected)
        .propagatedBy(field.cut(operator, learntRows));
  }

  private long entryCount() {
    return operator.matrix().pattern().entryCount();
  }

  /** {@code Â 1} of some nodes (nodes × 1). */
  private DenseMatrix rowSums(int[] nodes) {
    DenseMatrix ones = DenseMatrix.zeros(logits.nodeCount(), 1);
    Arrays.fill(ones.array(), 1);
    return NeighborBlock.propagated(operator, ones, nodes);
  }

  /** The rows of all tables at each node's degree, side by side (n × 4 degreeWidth). */
  private DenseMatrix tablesOfNodes() {
    int width = recipe.degreeWidth();
    DenseMatrix rows = DenseMatrix.zeros(degreeRow.length, weights.tables.size() * width);
    for (int k = 0; k < weights.tables.size(); k++) {
      float[] table = weights.tables.get(k).value().array();
      for (int i = 0; i < degreeRow.length; i++) {
        int start = i * rows.columns() + k * width;
        System.arraycopy(table, degreeRow[i] * width, rows.array(), start, width);
      }
    }
    return rows;
  }

  private static DenseMatrix columns(DenseMatrix x, int from, int count) {
    DenseMatrix cut = DenseMatrix.zeros(x.rows(), count);
    for (int i = 0; i < x.rows(); i++) {
      System.arraycopy(x.array(), i * x.columns() + from, cut.array(), i * count, count);
    }
    return cut;
  }

  /**
   * Weights of features side by side, and below them biases: the weights of a column of ones, which
   * costs less than adding them to every row afterwards.
   */
  private Variable withBiases(List<Variable> weightsOfFeatures, List<Variable> biases) {
    List<BlockSum.Block> blocks = new ArrayList<>(sideBySide(weightsOfFeatures, 0));
    blocks.addAll(sideBySide(biases, features.columns()));
    int width = weightsOfFeatures.stream().mapToInt(Variable::columns).sum();
    return new BlockSum(features.columns() + 1, width, blocks);
  }

  private static List<BlockSum.Block> sideBySide(List<Variable> parts, int top) {
    List<BlockSum.Block> blocks = new ArrayList<>();
    int width = 0;
    for (Variable part : parts) {
      blocks.add(BlockSum.Block.of(part, width).at(top));
      width += part.columns();
    }
    return blocks;
  }

  /** The calibrated probabilities of all nodes. */
  Probabilities probabilities() {
    Tape tape = Tape.forwardOnly();
    Variable calibrated = writeForward(tape, NodeRows.all(logits.nodeCount())).logits();
    tape.forward(Mode.EVALUATION);
    return Logits.of(logits.nodeCount(), logits.classCount(), calibrated.value().array()).softmax();
  }
}
