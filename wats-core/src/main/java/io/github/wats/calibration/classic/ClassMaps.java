package io.github.wats.calibration.classic;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.features.NodeColumns;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * For each class a function of its probability, given by points: one-vs-rest calibration. The
 * functions' values of a node are divided by their sum.
 *
 * @param steps whether the function is constant up to each point; else it is linear between points
 * @param sizes the number of points of each class (1 × C)
 * @param at where the points are, ascending within a class (1 × points)
 * @param values in [0, 1] (1 × points)
 * @param uniformShare the weight of the uniform distribution in the result (1 × 1)
 */
record ClassMaps(
    boolean steps,
    CalibratorState.Array sizes,
    CalibratorState.Array at,
    CalibratorState.Array values,
    CalibratorState.Array uniformShare,
    FitReport report)
    implements FittedCalibrator {
  static final String SMOOTH_HELP =
      "Laplace smoothing: 1/(n + 1) of the uniform distribution, so that no probability is 0";

  /** The points of one class. */
  record Points(double[] at, double[] values) {}

  /** How the points of one class are found. */
  @FunctionalInterface
  interface Fit {
    /**
     * The points.
     *
     * @param scores the class's probability at each validation node, ascending (n)
     * @param isClass 1 where that is the node's class, else 0 (n)
     */
    Points of(double[] scores, int[] isClass);
  }

  static ClassMaps fit(
      Calibrator<?> calibrator,
      boolean steps,
      boolean smooth,
      CalibrationData data,
      long seed,
      Fit fit) {
    CalibrationRows rows = CalibrationRows.of(data);
    Probabilities p = rows.logits().softmax();
    Points[] points = new Points[p.classCount()];
    Arrays.setAll(points, c -> fitted(p, rows, c, fit));
    return new ClassMaps(
        steps,
        joined(points, one -> DoubleStream.of(one.at.length)),
        joined(points, one -> Arrays.stream(one.at)),
        joined(points, one -> Arrays.stream(one.values)),
        CalibratorState.Array.of(smooth ? 1.0 / (p.nodeCount() + 1) : 0),
        rows.report(calibrator, seed, List.of(), true, List.of()));
  }

  private static CalibratorState.Array joined(
      Points[] points, Function<Points, DoubleStream> numbers) {
    return CalibratorState.Array.of(Arrays.stream(points).flatMapToDouble(numbers).toArray());
  }

  private static Points fitted(Probabilities p, CalibrationRows rows, int c, Fit fit) {
    Integer[] order = new Integer[p.nodeCount()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (i, j) -> Double.compare(p.get(i, c), p.get(j, c)));
    return fit.of(
        Arrays.stream(order).mapToDouble(i -> p.get(i, c)).toArray(),
        Arrays.stream(order).mapToInt(i -> rows.labels().get(i) == c ? 1 : 0).toArray());
  }

  @Override
  public Calibration apply(Logits logits, NodeColumns columns) {
    LogProbabilities.checkClasses(sizes.columns(), logits);
    int width = logits.classCount();
    double[] places = at.doubles();
    double[] heights = values.doubles();
    double[] counts = sizes.doubles();
    int[] starts = new int[width + 1];
    for (int c = 0; c < width; c++) {
      starts[c + 1] = starts[c] + (int) counts[c];
    }
    double[] result = logits.softmax().toArray();
    Rows.forEachRow(
        result.length,
        20L * result.length,
        k -> {
          int c = k % width;
          result[k] = read(result[k], places, heights, starts[c], starts[c + 1]);
        });
    return Calibration.of(LogProbabilities.normalized(result, width, uniformShare.doubles()[0]));
  }

  /** The value of the function with the points {@code from} to {@code to − 1}. */
  private double read(double place, double[] places, double[] heights, int from, int to) {
    int index = Arrays.binarySearch(places, from, to, place);
    int next = index >= 0 ? index : -1 - index; // the first point not below the place
    if (next == from || next == to) {
      return heights[Math.min(next, to - 1)];
    }
    if (steps || index >= 0) {
      return heights[next];
    }
    double share = (place - places[next - 1]) / (places[next] - places[next - 1]);
    return heights[next - 1] + share * (heights[next] - heights[next - 1]);
  }

  static ClassMaps restore(boolean steps, CalibratorState state) {
    int points = state.array("at").columns();
    int classes = state.array("sizes").columns();
    int[] sizes = state.integers("sizes", classes, 1, points);
    long all = Arrays.stream(sizes).asLongStream().sum();
    Check.argument(all == points, "sizes must sum to the %d points, got %d", points, all);
    ClassMaps maps =
        new ClassMaps(
            steps,
            state.array("sizes"),
            state.array("at", 1, points),
            state.array("values", 1, points),
            state.array("uniform-share", 1, 1),
            state.report());
    checkShares("values", maps.values.doubles());
    checkShares("uniform-share", maps.uniformShare.doubles());
    double[] at = maps.at.doubles();
    int first = 0;
    for (int size : sizes) {
      for (int k = first + 1; k < first + size; k++) {
        Check.argument(
            at[k] >= at[k - 1], "at must rise within a class, got %s after %s", at[k], at[k - 1]);
      }
      first += size;
    }
    return maps;
  }

  private static void checkShares(String name, double[] values) {
    for (double value : values) {
      Check.argument(value >= 0 && value <= 1, "%s must be in [0, 1], got %s", name, value);
    }
  }
}
