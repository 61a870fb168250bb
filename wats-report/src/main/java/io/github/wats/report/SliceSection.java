package io.github.wats.report;

import io.github.wats.metrics.Slice;
import io.github.wats.report.figure.SliceFigure;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where a network is over- or underconfident. */
public final class SliceSection {
  private SliceSection() {}

  /** The dot plot of the slices, at least one, and which is the worst. */
  public static Section of(List<Slice> slices) {
    return new Section.Builder("slices", "Where it fails")
        .text(worst(slices))
        .figure(SliceFigure.of(slices))
        .build();
  }

  /** For JSON: the slices and which is the worst, if there are any. */
  public static void addTo(Map<String, Object> fields, List<Slice> slices) {
    if (!slices.isEmpty()) {
      fields.put("slices", slices.stream().map(Slice::fields).toList());
      fields.put("worstSlice", worst(slices));
    }
  }

  /** The worst slice in a sentence; if no gap is significant, that, and the largest. */
  public static String worst(List<Slice> slices) {
    Optional<Slice> worst = Slice.worst(slices);
    Slice largest = worst.orElseGet(() -> slices.stream().max(Slice.byGap()).orElseThrow());
    String text = describe(largest);
    String family = NumberText.counted(slices.size(), "slice");
    String p = MetricText.p(largest.holm());
    return worst.isPresent()
        ? "The worst slice is %s; %s after Holm's correction for %s.".formatted(text, p, family)
        : "None of %s differs significantly from perfect calibration after Holm's correction; the"
                .formatted(family)
            + " largest gap is that of %s, %s.".formatted(text, p);
  }

  private static String describe(Slice slice) {
    return "%s %s: on %s %s by %s points (95 %% interval of the gap %s)"
        .formatted(
            slice.by(),
            slice.name(),
            NumberText.counted(slice.count(), "node"),
            direction(slice),
            NumberText.points(Math.abs(slice.gap())),
            NumberText.range(slice.interval()));
  }

  /** {@code overconfident} or {@code underconfident}. */
  public static String direction(Slice slice) {
    return slice.gap() >= 0 ? "overconfident" : "underconfident";
  }
}
