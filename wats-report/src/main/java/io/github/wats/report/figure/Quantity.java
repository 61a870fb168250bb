package io.github.wats.report.figure;

import io.github.wats.report.NumberText;

/**
 * What a number is: its name for people and how it is written. All of these are better when lower.
 *
 * @param label such as {@code ECE}
 * @param percent whether it is a share, written in percent
 */
public record Quantity(String label, boolean percent) {
  public static final Quantity ECE = new Quantity("ECE", true);
  public static final Quantity DEGREE_ECE = new Quantity("degree-binned ECE", true);
  public static final Quantity NLL = new Quantity("NLL", false);

  public String text(double value) {
    return percent ? NumberText.finePercent(value) : NumberText.decimals(value, 3);
  }

  /** Without the sign for percent. */
  public String bare(double value) {
    return percent ? NumberText.finePoints(value) : NumberText.decimals(value, 3);
  }

  /** A difference, in points where the number is a share. */
  String difference(double value) {
    return percent ? NumberText.finePoints(value) + " points" : NumberText.decimals(value, 3);
  }
}
