package io.github.wats.experiment;

import io.github.wats.experiment.ResultTable.Comparison;
import io.github.wats.experiment.ResultTable.Place;
import io.github.wats.metrics.Metric;
import java.util.LinkedHashMap;
import java.util.Map;

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
      Map<Family, Map<Place, PairedDifference>> families = new LinkedHashMap<>();
      cells.forEach(
          (place, values) -> {
            Values other = cells.get(place.with(baseline));
            if (other != null && !place.variant().equals(baseline)) {
              Values.Pairs pairs = values.pairs(other, metric);
              if (pairs.areComparable()) {
                families
                    .computeIfAbsent(Family.of(place), family -> new LinkedHashMap<>())
                    .put(place, pairs.difference());
              }
            }
          });
      for (Map<Place, PairedDifference> family : families.values()) {
        correct(family)
            .forEach(
                (place, comparison) ->
                    found
                        .computeIfAbsent(place, key -> new LinkedHashMap<>())
                        .put(metric, comparison));
      }
    }
    return found;
  }

  private static Map<Place, Comparison> correct(Map<Place, PairedDifference> family) {
    double[] adjusted =
        Holm.adjust(family.values().stream().mapToDouble(PairedDifference::p).toArray());
    Map<Place, Comparison> corrected = new LinkedHashMap<>();
    int k = 0;
    for (Map.Entry<Place, PairedDifference> member : family.entrySet()) {
      corrected.put(member.getKey(), new Comparison(member.getValue(), adjusted[k++]));
    }
    return corrected;
  }

  private record Family(String model, Variant variant) {
    static Family of(Place place) {
      return new Family(place.model(), place.variant());
    }
  }
}
