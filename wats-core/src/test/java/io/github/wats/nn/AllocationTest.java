package io.github.wats.nn;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.wats.graph.Graph;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.Splits;
import io.github.wats.testing.RandomGraphs;
import io.github.wats.testing.Threads;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Steady-state training works on buffers made once. */
class AllocationTest {
  /**
   * Vectors are objects until the last compiler has seen their loop, which on a busy machine takes
   * many epochs: what counts is the epoch that allocates least.
   */
  private static final int EPOCHS = 150;

  /**
   * The limits are below what the smallest matrix would add: 80 kB (5000 × 4 floats) to 4 to 6 kB,
   * or to the 165 kB of {@code gat-classic}. Those are the views that {@code spmm} and {@code
   * edgeSoftmax} take for each of 64 blocks of rows and each of 8 heads; their kernels are too
   * large for the compiler to inline, so the views become objects. Their number does not grow with
   * the graph.
   */
  @ParameterizedTest
  @CsvSource({"gcn, 80000", "gat, 80000", "gat-classic, 240000", "mlp, 80000"})
  void anEpochAllocatesNoMatrix(String name, long limit) {
    int nodes = 5000;
    Graph graph = RandomGraphs.uniform(nodes, 4 * nodes, 1);
    DenseMatrix x = DenseMatrix.zeros(nodes, 20);
    x.array()[3] = 1;
    int[] labels = new int[nodes];
    Arrays.setAll(labels, i -> i % 4);
    TrainingData data = new TrainingData(graph, FeatureMatrix.wrap(x), Labels.of(4, labels));
    Split split = Splits.random(nodes, new Splits.Shares(0.2, 0.1, 0.7), 1);
    ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long[] bytes = new long[EPOCHS + 1];
    Backbone backbone = Backbone.named(name).with(Map.of("epochs", EPOCHS));
    Threads.with(
        1,
        () ->
            backbone.train(
                data,
                split,
                1,
                (epoch, loss, accuracy) ->
                    bytes[epoch] = bean.getThreadAllocatedBytes(Thread.currentThread().getId())));
    long least = Long.MAX_VALUE;
    for (int epoch = 2; epoch <= EPOCHS; epoch++) {
      least = Math.min(least, bytes[epoch] - bytes[epoch - 1]);
    }
    assertThat(least).isPositive().isLessThan(limit);
  }
}
