package io.github.wats.benchmarks;

import io.github.wats.engine.kernel.BinaryFeatures;
import io.github.wats.engine.kernel.ColumnBlocks;
import io.github.wats.engine.kernel.Kernels;
import io.github.wats.engine.kernel.Products;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The kernels on the shapes of Amazon Computers (13,381 nodes, 505,000 entries with loops, 767
 * features a third full), on one thread. The time unit is a nanosecond, so the counter {@code
 * flops} reads GFLOP/s and {@code bytes} GB/s: of matrix rows read and written, whatever cache they
 * come from. {@code triad} is what memory gives a plain loop. The arithmetic limit of a core with
 * two units each for multiplication and addition of eight floats is 32 times its clock.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 1,
    jvmArgs = {
      "--add-modules",
      "jdk.incubator.vector",
      "-Djava.util.concurrent.ForkJoinPool.common.parallelism=0"
    })
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class KernelBenchmark {
  private static final int NODES = 13_381;
  private static final int FEATURES = 767;
  private static final int DEGREE = 37;
  private static final int CLASSES = 10;

  @Param({"vector", "reference"})
  public String kernels = "";

  @Param({"64", "16"})
  public int width;

  private Products products = Products.with(Kernels.reference());
  private SparseMatrix graph =
      SparseMatrix.wrap(SparsePattern.wrap(0, new int[1], new int[0]), new float[0]);
  private SparseMatrix sparse = graph;
  private DenseMatrix dense = DenseMatrix.zeros(0, 0);
  private ColumnBlocks blocks = ColumnBlocks.of(graph.pattern()); // of the transposed features
  private BinaryFeatures binary = BinaryFeatures.from(graph);
  private BinaryFeatures binaryTransposed = binary;
  private DenseMatrix weight = dense; // (features × width)
  private DenseMatrix small = dense; // (width × classes)
  private DenseMatrix hidden = dense; // (nodes × width)
  private DenseMatrix result = dense; // (nodes × width)
  private DenseMatrix logits = dense; // (nodes × classes)
  private DenseMatrix gradient = dense; // (features × width)
  private DenseMatrix smallGradient = dense; // (width × classes)
  private float[] scores = new float[0];
  private float[] ones = scores;
  private float[] scratch = new float[0];
  private final float[] left = new float[1 << 24];
  private final float[] right = new float[1 << 24];

  /** Work done; read as a rate. */
  @AuxCounters
  @State(Scope.Thread)
  public static class Rate {
    public long flops;
    public long bytes;
  }

  @Setup
  public void setUp() {
    products =
        Products.with(
            kernels.equals("reference") ? Kernels.reference() : Kernels.vectorOrReference());
    SplittableRandom random = new SplittableRandom(1);
    graph = randomMatrix(NODES, NODES, (double) DEGREE / NODES, random);
    sparse = randomMatrix(NODES, FEATURES, 0.35, random);
    dense = DenseMatrix.zeros(NODES, FEATURES);
    for (int i = 0; i < NODES; i++) {
      for (int k = sparse.pattern().offset(i); k < sparse.pattern().offset(i + 1); k++) {
        dense.set(i, sparse.pattern().column(k), 1);
      }
    }
    sparse = SparseMatrix.wrap(sparse.pattern(), ones(sparse.entryCount()));
    blocks = ColumnBlocks.of(sparse.transposed().pattern());
    ones = ones(sparse.entryCount());
    binary = BinaryFeatures.from(sparse);
    binaryTransposed = BinaryFeatures.fromTransposed(sparse);
    weight = randomDense(FEATURES, width, random);
    small = randomDense(width, CLASSES, random);
    hidden = randomDense(NODES, width, random);
    result = DenseMatrix.zeros(NODES, width);
    logits = randomDense(NODES, CLASSES, random);
    gradient = DenseMatrix.zeros(FEATURES, width);
    smallGradient = DenseMatrix.zeros(width, CLASSES);
    scores = new float[graph.entryCount()];
    scratch = new float[Products.scratchSize(width, CLASSES)];
  }

  @Benchmark
  public DenseMatrix sparseGraphTimesHidden(Rate rate) {
    products.spmm(graph, hidden, result, false);
    return count(rate, (long) graph.entryCount() * width, result);
  }

  @Benchmark
  public DenseMatrix sparseFeaturesTimesWeight(Rate rate) {
    products.spmm(sparse, weight, result, false);
    return count(rate, (long) sparse.entryCount() * width, result);
  }

  @Benchmark
  public DenseMatrix sparseFeaturesTransposedTimesHidden(Rate rate) {
    products.spmm(blocks, ones, 1, hidden, gradient, false);
    return count(rate, (long) sparse.entryCount() * width, gradient);
  }

  @Benchmark
  public DenseMatrix binaryFeaturesTimesWeight(Rate rate) {
    products.matmul(binary, weight, result, false);
    return count(rate, (long) sparse.entryCount() * width, result);
  }

  @Benchmark
  public DenseMatrix binaryFeaturesTransposedTimesHidden(Rate rate) {
    products.matmul(binaryTransposed, hidden, gradient, false);
    return count(rate, (long) sparse.entryCount() * width, gradient);
  }

  @Benchmark
  public DenseMatrix denseFeaturesTimesWeight(Rate rate) {
    products.matmul(dense, weight, result, false);
    return count(rate, (long) NODES * FEATURES * width, result);
  }

  @Benchmark
  public DenseMatrix denseFeaturesTransposedTimesHidden(Rate rate) {
    products.matmulTransposed(dense, hidden, gradient, new float[0], false);
    return count(rate, (long) NODES * FEATURES * width, gradient);
  }

  @Benchmark
  public DenseMatrix hiddenTimesSmallWeight(Rate rate) {
    products.matmul(hidden, small, logits, false);
    return count(rate, (long) NODES * CLASSES * width, logits);
  }

  @Benchmark
  public DenseMatrix hiddenTransposedTimesLogits(Rate rate) {
    products.matmulTransposed(hidden, logits, smallGradient, scratch, false);
    return count(rate, (long) NODES * CLASSES * width, smallGradient);
  }

  @Benchmark
  public float[] attentionDots(Rate rate) {
    products.sddmm(graph.pattern(), 1, hidden, hidden, scores);
    count(rate, (long) graph.entryCount() * width, result);
    return scores;
  }

  @Benchmark
  public float[] edgeSoftmax(Rate rate) {
    Arrays.fill(scores, 0.5f);
    products.edgeSoftmax(graph.pattern(), 1, scores);
    rate.bytes += 8L * scores.length;
    return scores;
  }

  /** {@code a = a + s · b} over 64 MB each: the memory's limit, with 12 bytes moved per entry. */
  @Benchmark
  public float[] triad(Rate rate) {
    for (int e = 0; e < left.length; e++) {
      left[e] += 0.5f * right[e];
    }
    rate.bytes += 12L * left.length;
    rate.flops += 2L * left.length;
    return left;
  }

  private static DenseMatrix count(Rate rate, long products, DenseMatrix result) {
    rate.flops += 2 * products;
    rate.bytes += 4 * products;
    return result;
  }

  private static SparseMatrix randomMatrix(
      int rows, int columns, double density, SplittableRandom random) {
    int[] offsets = new int[rows + 1];
    int[] places = new int[(int) (1.1 * density * rows * columns) + 1000];
    int next = 0;
    for (int i = 0; i < rows; i++) {
      for (double j = skip(density, random) - 1; j < columns; j += skip(density, random)) {
        places[next++] = (int) j;
      }
      offsets[i + 1] = next;
    }
    float[] values = new float[next];
    for (int k = 0; k < next; k++) {
      values[k] = (float) random.nextDouble();
    }
    return SparseMatrix.wrap(
        SparsePattern.wrap(columns, offsets, Arrays.copyOf(places, next)), values);
  }

  /** The distance to the next entry, at least 1. */
  private static double skip(double density, SplittableRandom random) {
    return 1 + Math.floor(Math.log(1 - random.nextDouble()) / Math.log(1 - density));
  }

  private static DenseMatrix randomDense(int rows, int columns, SplittableRandom random) {
    DenseMatrix matrix = DenseMatrix.zeros(rows, columns);
    for (int e = 0; e < matrix.array().length; e++) {
      matrix.array()[e] = (float) random.nextDouble();
    }
    return matrix;
  }

  private static float[] ones(int count) {
    float[] values = new float[count];
    Arrays.fill(values, 1);
    return values;
  }
}
