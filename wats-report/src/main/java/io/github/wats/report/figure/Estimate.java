package io.github.wats.report.figure;

/**
 * A number under a name, with the whisker around it.
 *
 * @param name of a method or of a set of features
 * @param mean the value; NaN where there is none
 * @param range the whisker; from the value to itself where there is none
 * @param remark why there is no value, or empty
 */
public record Estimate(String name, double mean, Range range, String remark) {
  public static Estimate of(String name, double mean, Range range) {
    return new Estimate(name, mean, range, "");
  }

  /** A name without a value, and why. */
  public static Estimate missing(String name, String remark) {
    return new Estimate(name, Double.NaN, new Range(Double.NaN, Double.NaN), remark);
  }

  public boolean isPresent() {
    return !Double.isNaN(mean);
  }
}
