package io.github.wats.report.figure;

import io.github.wats.internal.Check;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Metric;
import java.util.List;
import java.util.Locale;

/**
 * An evaluation as figures show it.
 *
 * @param name in sentences and legends, such as {@code before} or {@code after WATS}
 * @param reliabilityRanges the whisker around the accuracy of each reliability bin
 * @param degrees bins by degree, empty where degrees are not known
 * @param whiskers what whiskers in figures mean, such as {@code 95 % interval}
 */
public record Measured(
    String name,
    Evaluation evaluation,
    List<Range> reliabilityRanges,
    List<DegreePoint> degrees,
    String whiskers) {
  /** What the whiskers of a single run are. */
  public static final String ONE_RUN = "95 % interval";

  public Measured {
    degrees = List.copyOf(degrees);
    reliabilityRanges = List.copyOf(reliabilityRanges);
    int bins = evaluation.reliability().bins().size();
    Check.argument(
        reliabilityRanges.size() == bins,
        "there must be a range for each of %d bins, got %d",
        bins,
        reliabilityRanges.size());
  }

  /** A single run, with 95 % intervals as whiskers. */
  public static Measured of(String name, Evaluation evaluation) {
    return new Measured(
        name,
        evaluation,
        evaluation.reliability().bins().stream()
            .map(bin -> Range.of(Interval.ofProportion(bin.accuracy(), bin.count())))
            .toList(),
        evaluation.degrees().map(DegreePoint::of).orElse(List.of()),
        ONE_RUN);
  }

  /** The value of a metric, NaN where it was not measured. */
  public double value(Metric metric) {
    return evaluation.value(metric);
  }

  /** The name as the beginning of a sentence or a heading. */
  public String heading() {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }
}
