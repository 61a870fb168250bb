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
      "--add-modules=jdk.incubator.vector",
      "-Djava.util.concurrent.ForkJoinPool.common.parallelism=0"
    })
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class KernelBenchmark {
  private static final int NODES = 13_381;
  private static final int FEATURES = 767;
  private static final int CLASSES = 10;

  @Param({"vector", "reference"})
  public String kernels = "";

  @Param({"64", "16"})
  public int width;

  private final SplittableRandom random = new SplittableRandom(1);
  private final SparseMatrix graph = sparse(NODES, 37.0 / NODES);
  private final SparseMatrix sparse = sparse(FEATURES, 0.35);
  private final ColumnBlocks blocks = new ColumnBlocks(sparse.transposed().pattern());
  private final BinaryFeatures binary = BinaryFeatures.from(sparse);
  private final BinaryFeatures binaryTransposed = BinaryFeatures.fromTransposed(sparse);
  private final DenseMatrix dense = dense(NODES, FEATURES);
  private final DenseMatrix logits = dense(NODES, CLASSES);
  private final float[] scores = new float[graph.entryCount()];
  private Products products = new Products(Kernels.reference());
  private DenseMatrix weight = logits; // (features × width)
  private DenseMatrix small = logits; // (width × classes)
  private DenseMatrix hidden = logits; // (nodes × width)
  private DenseMatrix result = logits; // (nodes × width)
  private DenseMatrix gradient = logits; // (features × width)
  private DenseMatrix smallGradient = logits; // (width × classes)
  private float[] scratch = scores;
  private final float[] left = new float[1 << 24];
  private final float[] right = left.clone();

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
        new Products(
            kernels.equals("reference") ? Kernels.reference() : Kernels.vectorOrReference());
    weight = dense(FEATURES, width);
    small = dense(width, CLASSES);
    hidden = dense(NODES, width);
    result = dense(NODES, width);
    gradient = dense(FEATURES, width);
    smallGradient = dense(width, CLASSES);
    scratch = new float[Products.scratchSize(width, CLASSES)];
  }

  @Benchmark
  public DenseMatrix sparseGraphTimesHidden(Rate rate) {
    products.spmm(graph, hidden, result, false);
    return count(rate, graph.entryCount(), result);
  }

  @Benchmark
  public DenseMatrix sparseFeaturesTimesWeight(Rate rate) {
    products.spmm(sparse, weight, result, false);
    return count(rate, sparse.entryCount(), result);
  }

  @Benchmark
  public DenseMatrix sparseFeaturesTransposedTimesHidden(Rate rate) {
    products.spmm(blocks, sparse.values(), 1, hidden, gradient, false);
    return count(rate, sparse.entryCount(), gradient);
  }

  @Benchmark
  public DenseMatrix binaryFeaturesTimesWeight(Rate rate) {
    products.matmul(binary, weight, result, false);
    return count(rate, sparse.entryCount(), result);
  }

  @Benchmark
  public DenseMatrix binaryFeaturesTransposedTimesHidden(Rate rate) {
    products.matmul(binaryTransposed, hidden, gradient, false);
    return count(rate, sparse.entryCount(), gradient);
  }

  @Benchmark
  public DenseMatrix denseFeaturesTimesWeight(Rate rate) {
    products.matmul(dense, weight, result, false);
    return count(rate, NODES * FEATURES, result);
  }

  @Benchmark
  public DenseMatrix denseFeaturesTransposedTimesHidden(Rate rate) {
    products.matmulTransposed(dense, hidden, gradient, new float[0], false);
    return count(rate, NODES * FEATURES, gradient);
  }

  @Benchmark
  public DenseMatrix hiddenTimesSmallWeight(Rate rate) {
    products.matmul(hidden, small, logits, false);
    return count(rate, NODES * CLASSES, logits);
  }

  @Benchmark
  public DenseMatrix hiddenTransposedTimesLogits(Rate rate) {
    products.matmulTransposed(hidden, logits, smallGradient, scratch, false);
    return count(rate, NODES * CLASSES, smallGradient);
  }

  @Benchmark
  public float[] attentionDots(Rate rate) {
    products.sddmm(graph.pattern(), 1, hidden, hidden, scores);
    count(rate, graph.entryCount(), result);
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

  private DenseMatrix count(Rate rate, int rows, DenseMatrix result) {
    rate.flops += 2L * rows * width;
    rate.bytes += 4L * rows * width;
    return result;
  }

  /** Ones at random places. */
  private SparseMatrix sparse(int columns, double density) {
    int[] offsets = new int[NODES + 1];
    int[] places = new int[(int) (1.1 * density * NODES * columns)];
    for (int i = 0; i < NODES; i++) {
      offsets[i + 1] = offsets[i];
      for (int j = 0; j < columns; j++) {
        if (random.nextDouble() < density) {
          places[offsets[i + 1]++] = j;
        }
      }
    }
    int[] used = Arrays.copyOf(places, offsets[NODES]);
    float[] ones = new float[used.length];
    Arrays.fill(ones, 1);
    return SparseMatrix.wrap(SparsePattern.wrap(columns, offsets, used), ones);
  }

  private DenseMatrix dense(int rows, int columns) {
    DenseMatrix matrix = DenseMatrix.zeros(rows, columns);
    for (int e = 0; e < matrix.array().length; e++) {
      matrix.array()[e] = (float) random.nextDouble();
    }
    return matrix;
  }
}
