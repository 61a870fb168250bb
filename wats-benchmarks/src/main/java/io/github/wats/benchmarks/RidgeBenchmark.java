package io.github.wats.benchmarks;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.ridge.WaveletRidge;
import java.util.concurrent.TimeUnit;
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

/** The wavelet ridge on generated graphs with the shapes of Cora, Photo and Pubmed. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class RidgeBenchmark {
  /** Nodes, classes and average degree; no commas, which JMH reads as a list. */
  @Param({"2708x7x3.9", "7487x8x31.8", "19717x3x4.5"})
  public String shape = "";

  private RidgeTask task = RidgeTask.of(100, 2, 2);
  private WaveletRidge.Fitted fitted = task.fit();

  @Setup
  public void generate() {
    String[] parts = shape.split("x", -1);
    task =
        RidgeTask.of(
            Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Double.parseDouble(parts[2]));
    fitted = task.fit();
  }

  @Benchmark
  public WaveletRidge.Fitted fit() {
    return task.fit();
  }

  @Benchmark
  public Calibration calibrate() {
    return fitted.calibrate(task.data());
  }
}
