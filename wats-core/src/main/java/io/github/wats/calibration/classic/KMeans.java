package io.github.wats.calibration.classic;

import io.github.wats.internal.Seeds;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Groups of points by k-means (Lloyd 1982) from centers that k-means++ draws with a fixed seed
 * (Arthur, Vassilvitskii 2007). Points are sorted first, so their order has no effect.
 *
 * @param centers (groups × 2), row by row
 * @param groupOf the group of each point (n)
 */
record KMeans(double[] centers, int[] groupOf) {
  private static final long SEED = Seeds.derive(0, "k-means");
  private static final int MOST_STEPS = 100;

  static KMeans of(double[][] points, int most) {
    double[][] sorted = points.clone();
    Arrays.sort(sorted, Comparator.comparingDouble((double[] p) -> p[0]).thenComparing(p -> p[1]));
    double[] centers = drawn(sorted, most);
    boolean moved = true;
    for (int step = 0; moved && step < MOST_STEPS; step++) {
      double[] next = means(sorted, centers);
      moved = !Arrays.equals(next, centers);
      centers = next;
    }
    double[] last = centers;
    return new KMeans(last, Arrays.stream(points).mapToInt(p -> nearest(p, last)).toArray());
  }

  /** The points of a group. */
  int[] members(int group) {
    return IntStream.range(0, groupOf.length).filter(i -> groupOf[i] == group).toArray();
  }

  /** The center nearest to a point, the first of equals. */
  static int nearest(double[] point, double[] centers) {
    int best = 0;
    for (int g = 1; g < centers.length / 2; g++) {
      best = distance(point, centers, g) < distance(point, centers, best) ? g : best;
    }
    return best;
  }

  private static double distance(double[] point, double[] centers, int g) {
    double x = point[0] - centers[2 * g];
    double y = point[1] - centers[2 * g + 1];
    return x * x + y * y;
  }

  /** The next center is a point, drawn by its squared distance to the nearest so far. */
  private static double[] drawn(double[][] points, int most) {
    double[] centers = points[Seeds.below(Seeds.bits(SEED, 0), points.length)].clone();
    while (centers.length < 2 * most) {
      double[] present = centers;
      double[] far = new double[points.length];
      Arrays.setAll(far, i -> distance(points[i], present, nearest(points[i], present)));
      double rest = Seeds.unit(Seeds.bits(SEED, centers.length)) * Arrays.stream(far).sum();
      int chosen = -1;
      for (int i = 0; i < far.length && rest >= 0; i++) {
        chosen = far[i] > 0 ? i : chosen;
        rest -= far[i];
      }
      if (chosen < 0) {
        return centers; // every point is a center
      }
      centers = Arrays.copyOf(centers, centers.length + 2);
      System.arraycopy(points[chosen], 0, centers, centers.length - 2, 2);
    }
    return centers;
  }

  /** The means of the groups of the centers; groups without points are dropped. */
  private static double[] means(double[][] points, double[] centers) {
    double[] sums = new double[centers.length];
    int[] counts = new int[centers.length / 2];
    for (double[] point : points) {
      int g = nearest(point, centers);
      counts[g]++;
      sums[2 * g] += point[0];
      sums[2 * g + 1] += point[1];
    }
    return IntStream.range(0, counts.length)
        .filter(g -> counts[g] > 0)
        .boxed()
        .flatMap(g -> Stream.of(sums[2 * g] / counts[g], sums[2 * g + 1] / counts[g]))
        .mapToDouble(v -> v)
        .toArray();
  }
}
