package io.github.wats.cli.calibrate;

import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Table;
import io.github.wats.metrics.Evaluation.CalibrationTest;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Slice;
import io.github.wats.report.MetricText;
import io.github.wats.report.NumberText;
import io.github.wats.report.SliceSection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Slices and tests of calibration as text and JSON. */
final class SliceText {
  private SliceText() {}

  static String of(List<Slice> slices) {
    Table table =
        new Table(
            "slice", "nodes", "accuracy", "confidence", "gap", "95 % interval", "p (Holm)", "");
    for (Slice slice : slices) {
      row(table, slice.by() + " " + slice.name(), slice);
    }
    return Format.text(
        "%n%s%ngap: mean confidence minus accuracy, in points%n%s%n",
        table, SliceSection.worst(slices));
  }

  static String ofClasses(List<Slice> classes) {
    Table table =
        new Table("class", "nodes", "share", "probability", "gap", "95 % interval", "p (Holm)", "");
    for (Slice one : classes) {
      row(table, one.name(), one);
    }
    return Format.text(
        "%n%s%ngap: mean probability of the class minus the share of nodes that have it%n", table);
  }

  private static void row(Table table, String name, Slice slice) {
    table.row(
        name,
        Format.count(slice.count()),
        Format.percent(slice.accuracy()),
        Format.percent(slice.confidence()),
        (slice.gap() > 0 ? "+" : "") + NumberText.points(slice.gap()),
        NumberText.points(slice.interval().low())
            + " … "
            + NumberText.points(slice.interval().high()),
        MetricText.pValue(slice.holm()),
        slice.isSignificant() ? SliceSection.direction(slice) : "");
  }

  static List<Map<String, Object>> fields(List<Slice> slices) {
    return slices.stream().map(SliceText::fields).toList();
  }

  private static Map<String, Object> fields(Slice slice) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("by", slice.by());
    fields.put("slice", slice.name());
    fields.put("count", slice.count());
    fields.put("accuracy", slice.accuracy());
    fields.put("confidence", slice.confidence());
    fields.put("gap", slice.gap());
    fields.put("low", slice.interval().low());
    fields.put("high", slice.interval().high());
    fields.put("pValue", slice.pValue());
    fields.put("holm", slice.holm());
    return fields;
  }

  static Map<String, Object> fields(CalibrationTest test) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("pValue", test.pValue());
    fields.put("pValues", Metric.byKey(test.pValues()));
    fields.put("draws", test.draws());
    return fields;
  }
}
