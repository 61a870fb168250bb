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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Steady-state training works on buffers made once. A network is trained in a JVM of its own: what
 * the compiler inlines, and so which vectors become objects, depends on everything that ran before.
 */
class AllocationTest {
  /**
   * Vectors are objects until the last compiler has seen their loop, which on a busy machine takes
   * many epochs. Training ends with the first epoch below the limit; a matrix allocated in every
   * epoch keeps all of these above it.
   */
  private static final int EPOCHS = 3000;

  /**
   * The limits are below what the smallest matrix would add: 80 kB (5000 × 4 floats) to 4 to 6 kB,
   * to the 95 kB of {@code gcnii} or the 165 kB of {@code gat-classic}. Those are the views that
   * {@code spmm} and {@code edgeSoftmax} take for each of 64 blocks of rows and each of 8 heads;
   * their kernels are too large for the compiler to inline, so the views become objects. Their
   * number does not grow with the graph, but it does with the layers, so each network has two.
   */
  @ParameterizedTest
  @CsvSource({"gcn, 80000", "gat, 80000", "gat-classic, 240000", "mlp, 80000", "gcnii, 140000"})
  void anEpochAllocatesNoMatrix(String name, long limit) throws Exception {
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(
                java.toString(),
                "--add-modules",
                "jdk.incubator.vector",
                "-cp",
                classes,
                AllocationTest.class.getName(),
                name,
                Long.toString(limit))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(output)
        .as("an epoch of %s allocates less than %d bytes", name, limit)
        .endsWith("steady");
  }

  /**
   * Prints {@code steady} as soon as an epoch of network {@code args[0]} allocates less than {@code
   * args[1]}.
   */
  public static void main(String[] args) {
    long limit = Long.parseLong(args[1]);
    int nodes = 5000;
    Graph graph = RandomGraphs.uniform(nodes, 4 * nodes, 1);
    DenseMatrix x = DenseMatrix.zeros(nodes, 20);
    x.array()[3] = 1;
    int[] labels = new int[nodes];
    Arrays.setAll(labels, i -> i % 4);
    TrainingData data = new TrainingData(graph, FeatureMatrix.wrap(x), Labels.of(4, labels));
    Split split = Splits.random(nodes, new Splits.Fractions(0.2, 0.1, 0.7), 1);
    ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    AtomicLong before = new AtomicLong();
    Backbone backbone = Backbone.named(args[0]).with(Map.of("epochs", EPOCHS, "layers", 2));
    TrainingListener listener =
        (epoch, loss, accuracy) -> {
          long now = bean.getThreadAllocatedBytes(Thread.currentThread().getId());
          long allocated = now - before.getAndSet(now);
          if (epoch > 1 && allocated > 0 && allocated < limit) {
            throw new SteadyStateReached();
          }
        };
    try {
      Threads.with(1, () -> backbone.train(data, split, 1, listener));
    } catch (SteadyStateReached e) {
      System.out.print("steady");
    }
  }

  private static final class SteadyStateReached extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
