package io.github.wats.report.figure;

import java.util.ArrayList;
import java.util.List;

/** Where values lie on an axis: {@code from} at pixel {@code start}, {@code to} at {@code end}. */
record Scale(double from, double to, double start, double end) {
  double at(double value) {
    return start + (value - from) / (to - from) * (end - start);
  }

  /** The place of a value, kept on the axis. */
  double clamped(double value) {
    return at(Math.min(Math.max(value, Math.min(from, to)), Math.max(from, to)));
  }

  /** About {@code wanted} round values in the domain, steps of 1, 2 or 5 times a power of ten. */
  List<Double> ticks(int wanted) {
    double step = step(wanted);
    List<Double> ticks = new ArrayList<>();
    for (long i = (long) Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** The decimals a tick needs, of values that are shown times {@code factor}. */
  int decimals(int wanted, double factor) {
    return (int) Math.max(0, Math.ceil(-Math.log10(step(wanted) * factor) - 1e-9));
  }

  /** A round step that gives about the wanted number of ticks, but two at least. */
  private double step(int wanted) {
    double step = roundStep(wanted);
    for (int more = wanted + 1; more <= 4 * wanted + 4 && count(step) < 2; more++) {
      step = roundStep(more);
    }
    return step;
  }

  private double count(double step) {
    return Math.floor(to / step + 1e-9) - Math.ceil(from / step - 1e-9) + 1;
  }

  private double roundStep(int wanted) {
    double rough = (to - from) / Math.max(1, wanted);
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double ratio = rough / power;
    return power * (ratio <= 1.0001 ? 1 : ratio <= 2.0001 ? 2 : ratio <= 5.0001 ? 5 : 10);
  }

  /** From zero to a round value at or above {@code highest}, which may be zero itself. */
  static Scale fromZero(double highest, double start, double end) {
    double top = highest > 0 ? highest * 1.05 : 1;
    Scale rough = new Scale(0, top, start, end);
    double step = rough.step(5);
    return new Scale(0, Math.ceil(top / step - 1e-9) * step, start, end);
  }

  /** Around values, with a little air; a single value gets some room on both sides. */
  static Scale around(double lowest, double highest, double start, double end) {
    double air = highest > lowest ? 0.08 * (highest - lowest) : Math.max(0.05, 0.1 * highest);
    double low = lowest - air;
    double high = highest + air;
    return new Scale(lowest >= 0 ? Math.max(0, low) : low, high, start, end);
  }
}
