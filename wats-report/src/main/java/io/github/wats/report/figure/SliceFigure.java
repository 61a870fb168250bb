package io.github.wats.report.figure;

import io.github.wats.metrics.Metric.Unit;
import io.github.wats.metrics.Slice;
import io.github.wats.report.MetricText;
import io.github.wats.report.NumberText;
import io.github.wats.report.SliceSection;
import io.github.wats.report.figure.Figure.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The gaps of slices as dots with intervals, from the most over- to the most underconfident. */
public final class SliceFigure {
  private SliceFigure() {}

  /** A row for each slice, at least one. */
  public static Figure of(List<Slice> slices) {
    List<Slice> sorted =
        slices.stream().sorted(Comparator.comparingDouble(Slice::gap).reversed()).toList();
    return Figure.of("slices", words(sorted), List.of(), table(sorted), rows(sorted)::draw);
  }

  private static Words words(List<Slice> sorted) {
    long far = sorted.stream().filter(Slice::isSignificant).count();
    return new Words(
        far == 0
            ? "No slice differs significantly from perfect calibration"
            : "%s of %s differ%s from perfect calibration"
                .formatted(NumberText.counted(far, "slice"), sorted.size(), far == 1 ? "s" : ""),
        "A dot is mean confidence minus accuracy of the nodes of a slice, with its 95 % interval:"
            + " to the right of the line they are overconfident, to the left underconfident."
            + " Squares are significant after Holm's correction for the number of slices.",
        "Dots of the gap between confidence and accuracy per slice, as in the table below.");
  }

  /** Count, accuracy, confidence and gap of each slice. */
  public static DataTable table(List<Slice> slices) {
    return DataTable.of(slices)
        .column("slice", SliceFigure::name)
        .column("count", slice -> NumberText.count(slice.count()))
        .column("accuracy", slice -> NumberText.percent(slice.accuracy()))
        .column("confidence", slice -> NumberText.percent(slice.confidence()))
        .column("gap", slice -> NumberText.signedPoints(slice.gap()))
        .column("95 % interval", slice -> NumberText.range(slice.interval()))
        .column("p (Holm)", slice -> MetricText.pValue(slice.holm()))
        .table();
  }

  private static String name(Slice slice) {
    return slice.by() + " " + slice.name();
  }

  private static DotRows rows(List<Slice> sorted) {
    List<DotRows.Row> rows = new ArrayList<>();
    for (Slice slice : sorted) {
      String tip =
          "%s: %s by %s points, %s"
              .formatted(
                  name(slice),
                  SliceSection.direction(slice),
                  NumberText.points(Math.abs(slice.gap())),
                  NumberText.counted(slice.count(), "node"));
      Range range = Range.of(slice.interval());
      rows.add(DotRows.Row.of(name(slice), slice.gap(), range, slice.isSignificant(), tip));
    }
    Legend legend = DotRows.legend("significant", "may be due to chance");
    return new DotRows(legend, "confidence − accuracy", Unit.PERCENT, 0, 0, rows);
  }
}
