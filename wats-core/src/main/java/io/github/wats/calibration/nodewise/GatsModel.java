package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.engine.autodiff.EdgeAggregate;
import io.github.wats.engine.autodiff.EdgeSoftmax;
import io.github.wats.engine.autodiff.Initializers;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.ScaledCrossEntropy;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.engine.kernel.PatternWithTranspose;
import io.github.wats.engine.kernel.Products;
import io.github.wats.engine.layer.GraphOperators;
import io.github.wats.engine.layer.NeighborBlock;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.prediction.Logits;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Attention over {@code j ∈ N(i) ∪ {i}}: {@code a_ij = softmax_j LeakyReLU_0.2(z_j·z_i / (γ_j
 * γ_i))},
 *
 * <p>{@code T_i = mean_h softplus(Σ_j a_ij γ_j τ_jh + ω δ_i) + T_0}, {@code τ_j = u_j W},
 *
 * <p>where u_j are the logits of j scaled to [0, 1] and sorted, {@code δ_i = mean_j (conf_i −
 * conf_j)} with conf the uncalibrated confidence, and γ is fitted for training nodes and for their
 * neighbors, 1 elsewhere. The products z_j·z_i do not change in a fit and are computed once, with
 * the LeakyReLU: γ is positive and can be divided by afterwards.
 */
final class GatsModel implements NodewiseModel {
  static final String WEIGHT = "weight";

  private static final float SLOPE = 0.2f;

  /** Logits that span less count as constant: scaled to [0, 1] they would be rounding noise. */
  private static final double SMALLEST_RANGE = 1e-12;

  /** T_0 may be fitted below 0: the temperature stays within the range of temperature scaling. */
  private static final double SMALLEST_TEMPERATURE = Math.exp(-6);

  /** The kind of a node that is neither a training node nor beside one: its γ is 1. */
  private static final int FAR = 2;

  /** All nodes are done in parts of at most so many neighbors, which bounds memory. */
  private static final int MOST_ENTRIES = 1 << 22;

  /** γ divides; a step must not carry it to 0 or below. */
  private static final double SMALLEST_GAMMA = 0.01;

  private final Logits logits; // (n × C)
  private final SparsePattern neighbors; // (n × n) with self-loops
  private final int[] distance; // (n) 0 training node, 1 beside one, else unreached
  private final double[] confidence; // (n) before calibration
  private final int heads;
  private final Parameter weight; // (C × heads)
  private final Parameter omega; // (1 × 1)
  private final Parameter bias; // (1 × 1) T_0
  private final Parameter gamma; // (2 × 1) of training nodes, of their neighbors

  GatsModel(int heads, CalibrationData input, int[] trainingNodes, long seed) {
    this.heads = heads;
    logits = input.logits();
    confidence = new double[logits.nodeCount()];
    Arrays.setAll(confidence, logits.softmax()::confidence);
    neighbors = GraphOperators.withSelfLoops(input.graph().adjacency());
    distance = input.graph().distancesFrom(trainingNodes, 1);
    long stream = Seeds.derive(seed, WEIGHT);
    weight = Parameter.of(WEIGHT, Initializers.glorotUniform(logits.classCount(), heads, stream));
    omega = Parameter.of("omega", DenseMatrix.zeros(1, 1));
    bias = Parameter.of("bias", DenseMatrix.wrap(1, 1, new float[] {1}));
    gamma = Parameter.of("gamma", DenseMatrix.wrap(2, 1, new float[] {1, 1}));
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(weight, omega, bias, gamma);
  }

  @Override
  public Loss loss(Tape tape, int[] nodes, int[] labels, long seed) {
    Variable temperature = temperature(tape, nodes, this::sorted);
    DenseMatrix centered = NodeRows.centered(logits, nodes);
    return Loss.of(ScaledCrossEntropy.dividedBy(centered, temperature, labels));
  }

  /** T of some nodes; {@code sorted} gives u of those read. */
  private Variable temperature(Tape tape, int[] nodes, Function<int[], DenseMatrix> sorted) {
    NeighborBlock block = NeighborBlock.of(neighbors, nodes);
    int[] read = block.read();
    PatternWithTranspose pattern = block.patternWithTranspose();
    Variable gammas = gammas(tape);
    int[] pairs = pairs(block.pattern(), nodes, read);
    float[] scores = scores(block.pattern(), nodes, read);
    Variable attention = new EdgeSoftmax(pattern, products(gammas), pairs, scores);
    Variable tau = tape.constant(sorted.apply(read)).matmul(tape.use(weight));
    Variable scaled = tau.mulRows(gammas.indexSelect(kinds(read)));
    Variable gathered = new EdgeAggregate(pattern, attention, scaled);
    Variable shift =
        tape.constant(confidenceGaps(nodes)).matmul(tape.use(omega)).matmul(tape.constant(ones()));
    Variable positive = gathered.add(shift).softplus().rowMeans();
    return positive.addBias(tape.use(bias)).atLeast(SMALLEST_TEMPERATURE);
  }

  private DenseMatrix ones() {
    float[] ones = new float[heads];
    Arrays.fill(ones, 1);
    return DenseMatrix.wrap(1, heads, ones);
  }

  /** The γ of each kind of node: training nodes, their neighbors, all others (3 × 1). */
  private Variable gammas(Tape tape) {
    DenseMatrix fitted = DenseMatrix.wrap(FAR + 1, 2, new float[] {1, 0, 0, 1, 0, 0});
    DenseMatrix fixed = DenseMatrix.wrap(FAR + 1, 1, new float[] {0, 0, 1});
    return tape.constant(fitted)
        .matmul(tape.use(gamma).atLeast(SMALLEST_GAMMA))
        .add(tape.constant(fixed));
  }

  /** The kind of each of some nodes: 0, 1, or {@link #FAR}. */
  private int[] kinds(int[] nodes) {
    return Arrays.stream(nodes)
        .map(node -> distance[node] == Graph.UNREACHED ? FAR : distance[node])
        .toArray();
  }

  /** {@code γ_i γ_j} of each pair of kinds (9 × 1). */
  private static Variable products(Variable gammas) {
    int kinds = FAR + 1;
    int[] targets = IntStream.range(0, kinds * kinds).map(pair -> pair / kinds).toArray();
    int[] sources = IntStream.range(0, kinds * kinds).map(pair -> pair % kinds).toArray();
    return gammas.indexSelect(targets).mul(gammas.indexSelect(sources));
  }

  /** The pair of kinds of each entry. */
  private int[] pairs(SparsePattern pattern, int[] nodes, int[] read) {
    int[] targets = kinds(nodes);
    int[] sources = kinds(read);
    int[] ofEntry = new int[pattern.entryCount()];
    Rows.forEachRow(
        nodes.length,
        ofEntry.length,
        r -> {
          for (int k = pattern.offset(r); k < pattern.offset(r + 1); k++) {
            ofEntry[k] = (FAR + 1) * targets[r] + sources[pattern.column(k)];
          }
        });
    return ofEntry;
  }

  /** {@code LeakyReLU(z_i · z_j)} for each entry. */
  private float[] scores(SparsePattern pattern, int[] nodes, int[] read) {
    float[] scores = new float[pattern.entryCount()];
    Products.forWork((long) scores.length * logits.classCount())
        .sddmm(pattern, 1, NodeRows.of(logits, nodes), NodeRows.of(logits, read), scores);
    for (int k = 0; k < scores.length; k++) {
      scores[k] = Math.max(scores[k], SLOPE * scores[k]);
    }
    return scores;
  }

  /** u: the logits of each node scaled to [0, 1] and sorted. */
  private DenseMatrix sorted(int[] nodes) {
    int width = logits.classCount();
    DenseMatrix sorted = DenseMatrix.zeros(nodes.length, width);
    Rows.forEach(
        nodes.length,
        8L * nodes.length * width,
        (from, to) -> {
          double[] row = new double[width];
          for (int r = from; r < to; r++) {
            logits.copyRow(nodes[r], row, 0);
            Arrays.sort(row);
            double range = Math.max(row[width - 1] - row[0], SMALLEST_RANGE);
            for (int c = 0; c < width; c++) {
              sorted.set(r, c, (float) ((row[c] - row[0]) / range));
            }
          }
        });
    return sorted;
  }

  /** δ of some nodes (nodes × 1). */
  private DenseMatrix confidenceGaps(int[] nodes) {
    DenseMatrix gaps = DenseMatrix.zeros(nodes.length, 1);
    for (int r = 0; r < nodes.length; r++) {
      int i = nodes[r];
      double sum = 0;
      for (int k = neighbors.offset(i); k < neighbors.offset(i + 1); k++) {
        sum += confidence[i] - confidence[neighbors.column(k)];
      }
      gaps.set(r, 0, (float) (sum / neighbors.rowLength(i)));
    }
    return gaps;
  }

  /** The temperatures of all nodes. */
  double[] temperatures() {
    double[] result = new double[logits.nodeCount()];
    DenseMatrix ofAll = sorted(NodeRows.all(result.length)); // most are read by many parts
    int first = 0;
    while (first < result.length) {
      int last = first + 1;
      while (last < result.length
          && neighbors.offset(last + 1) - neighbors.offset(first) <= MOST_ENTRIES) {
        last++;
      }
      int[] nodes = IntStream.range(first, last).toArray();
      NodewiseModel.evaluate(tape -> temperature(tape, nodes, ofAll::selectRows), nodes, result);
      first = last;
    }
    return result;
  }
}
