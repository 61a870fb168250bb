package io.github.wats.benchmarks;

import io.github.wats.calibration.ridge.FittedRidge;
import io.github.wats.internal.Rows;
import java.util.Locale;

/**
 * How seconds and memory of a ridge fit grow with calibration nodes and classes, and what it takes
 * at Reddit's size: 24,000 calibration nodes with 41 classes.
 */
public final class RidgeGrowth {
  private RidgeGrowth() {}

  public static void main(String[] args) {
    System.out.println("threads: " + Rows.threads());
    System.out.println("calibration nodes  classes  seconds  cpu seconds  steps  peak heap MB");
    RidgeTask.of(20_000, 7, 10).fit(); // compile before the first row
    for (int nodes : new int[] {10_000, 20_000, 40_000, 80_000, 160_000}) {
      report(RidgeTask.of(nodes, 7, 10));
    }
    for (int classes : new int[] {3, 10, 20, 41, 70}) {
      report(RidgeTask.of(40_000, classes, 10));
    }
    report(RidgeTask.of(240_000, 41, 20));
  }

  private static void report(RidgeTask task) {
    Measured<FittedRidge> fit = Measured.of(task::fit);
    System.out.println(
        String.format(
            Locale.ROOT,
            "%17d  %7d  %7.3f  %11.3f  %5d  %12.0f",
            task.calibrationNodes(),
            task.input().classCount(),
            fit.seconds(),
            fit.cpuSeconds(),
            fit.result().fitReport().epochs(),
            fit.extraBytes() / 1e6));
  }
}
