package io.github.wats.experiment;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.github.wats.experiment.ResultTable.Mark;
import io.github.wats.experiment.ResultTable.Place;
import io.github.wats.metrics.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Marks the best cells. Within a data set and backbone the variant with the best mean is compared
 * with each other one by paired Wilcoxon tests, Holm-corrected; it is best only if all of them
 * reject. Otherwise it is tied with those that do not differ significantly; where that is all of
 * them, nothing is marked.
 */
final class Marks {
  private Marks() {}

  static Map<Place, Map<Metric, Mark>> of(Map<Place, Values> cells) {
    Map<List<String>, List<Place>> blocks =
        cells.keySet().stream()
            .collect(
                groupingBy(
                    place -> List.of(place.dataset(), place.model()),
                    LinkedHashMap::new,
                    toList()));
    Map<Place, Map<Metric, Mark>> marks = new LinkedHashMap<>();
    for (List<Place> block : blocks.values()) {
      for (Metric metric : Metric.values()) {
        marksOf(metric, block, cells)
            .forEach(
                (place, mark) ->
                    marks.computeIfAbsent(place, key -> new LinkedHashMap<>()).put(metric, mark));
      }
    }
    return marks;
  }

  private static Map<Place, Mark> marksOf(
      Metric metric, List<Place> block, Map<Place, Values> cells) {
    List<Candidate> candidates = new ArrayList<>();
    for (Place place : block) {
      Values values = cells.getOrDefault(place, new Values());
      Values.Pairs own = values.pairs(values, metric);
      if (own.areComparable()) {
        double mean = Sample.of(own.mine()).mean();
        candidates.add(new Candidate(place, values, metric.isHigherBetter() ? -mean : mean));
      }
    }
    if (candidates.size() < 2) {
      return Map.of();
    }
    Candidate leader =
        candidates.stream().min(Comparator.comparingDouble(Candidate::mean)).orElseThrow();
    List<Candidate> others =
        candidates.stream().filter(c -> !c.place().equals(leader.place())).toList();
    double[] p =
        Holm.adjust(others.stream().mapToDouble(other -> p(leader, other, metric)).toArray());
    Map<Place, Mark> marks = new LinkedHashMap<>();
    for (int k = 0; k < p.length; k++) {
      if (p[k] >= PairedDifference.SIGNIFICANT) {
        marks.put(others.get(k).place(), Mark.TIED);
      }
    }
    marks.put(leader.place(), marks.isEmpty() ? Mark.BEST : Mark.TIED);
    return marks.size() == candidates.size() ? Map.of() : marks;
  }

  private static double p(Candidate leader, Candidate other, Metric metric) {
    Values.Pairs pairs = leader.values().pairs(other.values(), metric);
    return pairs.areComparable() ? pairs.difference().p() : 1;
  }

  private record Candidate(Place place, Values values, double mean) {}
}
