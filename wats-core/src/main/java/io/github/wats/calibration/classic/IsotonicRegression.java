package io.github.wats.calibration.classic;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.settings.Setting;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.DoubleStream;

/**
 * Isotonic regression (Zadrozny, Elkan, KDD 2002), one class against the rest: the rising function
 * of a class's probability with the least squared error on the validation nodes, found by pooling
 * adjacent violators, linear between its points. The results of a node are divided by their sum.
 * May change a predicted class; adding a constant to a node's logits changes nothing.
 *
 * @param smooth Laplace smoothing: whether 1/(n + 1) of the uniform distribution is mixed in
 */
public record IsotonicRegression(@Setting(help = ClassMaps.SMOOTH_HELP) boolean smooth)
    implements Calibrator<FittedCalibrator> {
  public static final IsotonicRegression DEFAULT = new IsotonicRegression(true);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "isotonic",
          "Isotonic",
          "isotonic regression: a rising function of each class's probability",
          Method.Scope.LOGITS,
          false,
          (calibrator, state) -> ClassMaps.restore(false, state));

  @Override
  public FittedCalibrator fit(CalibrationData data, long seed) {
    return ClassMaps.fit(this, false, smooth, data, seed, IsotonicRegression::points);
  }

  /** Nodes that share a value: their places, how many there are and how many have the class. */
  private record Block(double from, double to, int count, int hits) {
    double mean() {
      return (double) hits / count;
    }

    DoubleStream places() {
      return DoubleStream.of(from, to).distinct();
    }
  }

  /** The first and the last place of each block and the mean in it. */
  static ClassMaps.Points points(double[] scores, int[] isClass) {
    Deque<Block> blocks = new ArrayDeque<>();
    int next = 0;
    while (next < scores.length) {
      int first = next;
      int hits = 0;
      while (next < scores.length && scores[next] == scores[first]) { // one place has one value
        hits += isClass[next];
        next++;
      }
      Block block = new Block(scores[first], scores[first], next - first, hits);
      while (!blocks.isEmpty() && blocks.getLast().mean() >= block.mean()) {
        Block last = blocks.removeLast();
        block = new Block(last.from, block.to, last.count + block.count, last.hits + block.hits);
      }
      blocks.addLast(block);
    }
    return new ClassMaps.Points(
        blocks.stream().flatMapToDouble(Block::places).toArray(),
        blocks.stream().flatMapToDouble(b -> b.places().map(place -> b.mean())).toArray());
  }
}
