package io.github.wats.experiment;

import io.github.wats.experiment.ResultTable.Comparison;
import io.github.wats.experiment.ResultTable.Place;
import io.github.wats.metrics.Metric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Paired differences to a baseline, corrected over the data sets. */
final class Comparisons {
  private Comparisons() {}

  /**
   * For each cell that shares at least two runs with the baseline on its data set and backbone, the
   * difference in each metric. One family of tests is one variant, backbone and metric over all
   * data sets.
   */
  static Map<Place, Map<Metric, Comparison>> against(Variant baseline, Map<Place, Values> cells) {
    Map<Place, Map<Metric, Comparison>> found = new LinkedHashMap<>();
    for (Metric metric : Metric.values()) {
      Map<List<Object>, Map<Place, PairedDifference>> families = new LinkedHashMap<>();
      cells.forEach(
          (place, values) -> {
            List<Object> family = List.of(place.setting().model(), place.variant());
            Optional.ofNullable(cells.get(place.with(baseline)))
                .filter(other -> !place.variant().equals(baseline))
                .flatMap(other -> values.minus(other, metric))
                .ifPresent(
                    difference ->
                        families
                            .computeIfAbsent(family, key -> new LinkedHashMap<>())
                            .put(place, difference));
          });
      for (Map<Place, PairedDifference> family : families.values()) {
        Map<Place, Double> p = new LinkedHashMap<>();
        family.forEach((place, difference) -> p.put(place, difference.p()));
        Map<Place, Double> holm = Holm.adjust(p);
        family.forEach(
            (place, difference) ->
                found
                    .computeIfAbsent(place, key -> new LinkedHashMap<>())
                    .put(metric, new Comparison(difference, holm.getOrDefault(place, 1.0))));
      }
    }
    return found;
  }
}
