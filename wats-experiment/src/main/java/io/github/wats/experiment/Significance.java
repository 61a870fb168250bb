package io.github.wats.experiment;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.github.wats.experiment.ResultTable.Difference;
import io.github.wats.experiment.ResultTable.Mark;
import io.github.wats.experiment.ResultTable.Place;
import io.github.wats.internal.Holm;
import io.github.wats.metrics.Metric;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which differences in a result table are significant: paired Wilcoxon tests, Holm-corrected. */
final class Significance {
  private Significance() {}

  /**
   * For each cell that shares at least two runs with the baseline on its data set and backbone, the
   * difference in each metric. One family of tests is one variant, backbone and metric over all
   * data sets.
   */
  static Map<Place, Map<Metric, Difference>> against(Variant baseline, Map<Place, Values> cells) {
    Map<Place, Map<Metric, Difference>> found = new LinkedHashMap<>();
    for (Metric metric : Metric.values()) {
      Map<List<Object>, Map<Place, PairedDifference>> families = new LinkedHashMap<>();
      cells.forEach(
          (place, values) -> {
            List<Object> family = List.of(place.block().model(), place.variant());
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
                    .put(metric, new Difference(difference, holm.getOrDefault(place, 1.0))));
      }
    }
    return found;
  }

  /**
   * Marks the best cells. Within a data set and backbone the variant with the best mean is compared
   * with each other one; it is best only if all tests reject. Otherwise it is tied with those that
   * do not differ significantly; where that is all of them, nothing is marked.
   */
  static Map<Place, Map<Metric, Mark>> marks(Collection<Values> cells) {
    Map<ResultTable.Block, List<Values>> blocks =
        cells.stream()
            .collect(groupingBy(cell -> cell.place().block(), LinkedHashMap::new, toList()));
    Map<Place, Map<Metric, Mark>> marks = new LinkedHashMap<>();
    for (List<Values> block : blocks.values()) {
      for (Metric metric : Metric.values()) {
        marksOf(metric, block)
            .forEach(
                (place, mark) ->
                    marks.computeIfAbsent(place, key -> new LinkedHashMap<>()).put(metric, mark));
      }
    }
    return marks;
  }

  private static Map<Place, Mark> marksOf(Metric metric, List<Values> block) {
    List<Values> cells = block.stream().filter(cell -> cell.all(metric).size() >= 2).toList();
    if (cells.size() < 2) {
      return Map.of();
    }
    Values leader =
        cells.stream()
            .min(
                Comparator.comparingDouble(cell -> metric.loss(Sample.of(cell.all(metric)).mean())))
            .orElseThrow();
    Map<Place, Double> p = new LinkedHashMap<>();
    for (Values cell : cells) {
      if (!cell.place().equals(leader.place())) {
        p.put(cell.place(), leader.minus(cell, metric).map(PairedDifference::p).orElse(1.0));
      }
    }
    Map<Place, Mark> marks = new LinkedHashMap<>();
    Holm.adjust(p)
        .forEach(
            (place, adjusted) -> {
              if (adjusted >= PairedDifference.SIGNIFICANT) {
                marks.put(place, Mark.TIED);
              }
            });
    marks.put(leader.place(), marks.isEmpty() ? Mark.BEST : Mark.TIED);
    return marks.size() == cells.size() ? Map.of() : marks;
  }
}
