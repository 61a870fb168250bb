package io.github.wats.benchmarks;

import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphStatistics;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.io.synthetic.GraphGenerator;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Questions to a graph of 20,000 nodes and 200,000 edges, and its generation. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class GraphBenchmark {
  private static final GeneratorSettings SETTINGS =
      GeneratorSettings.DEFAULT.withNodes(20_000).withAverageDegree(20);

  private final Graph graph = GraphGenerator.generate(SETTINGS, 0).graph();

  @Benchmark
  public GraphStatistics statistics() {
    return GraphStatistics.of(graph);
  }

  @Benchmark
  public int[] distances() {
    return graph.distancesFrom(new int[] {0, 1, 2}, Integer.MAX_VALUE);
  }

  @Benchmark
  public GraphGenerator.Generated generate() {
    return GraphGenerator.generate(SETTINGS, 0);
  }
}
