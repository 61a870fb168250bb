package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.internal.Seeds;
import io.github.wats.metrics.Metric;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often the interval and the p-value of a difference over runs of an experiment are right. The
 * population is the stored runs; each simulation draws ten of them. Prints the table of
 * docs/statistics.md.
 */
@Tag("slow")
class RunDifferenceSimulationTest {
  private static final int SIMULATIONS = Integer.getInteger("wats.runs", 300);
  private static final int DRAWN = 10;
  private static final String REFERENCE = "ts";

  private final CoverageTable intervals = new CoverageTable();
  private final CoverageTable tests = new CoverageTable();

  @Test
  void intervalsAndPValuesOverRunsKeepTheirLevel() throws IOException {
    List<FitRecord> records =
        CompactRecordsReader.read(Shared.root().resolve("docs/results/field.jsonl.gz"));
    for (Metric metric : List.of(Metric.ACCURACY, Metric.NLL, Metric.BRIER, Metric.ECE)) {
      Map<String, Map<String, Map<Integer, Double>>> values = new LinkedHashMap<>();
      for (FitRecord record : records) {
        Task task = record.key().task();
        record
            .result()
            .ifPresent(
                result ->
                    values
                        .computeIfAbsent(task.dataset() + "|" + task.model(), k -> new TreeMap<>())
                        .computeIfAbsent(record.key().variant().label(), k -> new TreeMap<>())
                        .put(task.run(), result.evaluation().value(metric)));
      }
      values.forEach(
          (where, methods) ->
              methods.forEach(
                  (method, runs) -> simulate(metric, where, method, runs, methods.get(REFERENCE))));
    }
    intervals.print("interval of the mean difference of");
    tests.print("p < 0.05 though there is nothing");
    print(
        "median %.1f %%, lowest tenth below %.1f %%%n",
        intervals.quantile(0.5), intervals.quantile(0.1));
    print("p < 0.05: %.1f %% of all%n", tests.mean());
    assertThat(intervals.quantile(0.5)).isGreaterThan(92);
    assertThat(tests.mean()).isLessThan(6);
  }

  private static void print(String template, Object... values) {
    System.out.printf(Locale.ROOT, template, values);
  }

  private void simulate(
      Metric metric,
      String where,
      String method,
      Map<Integer, Double> own,
      Map<Integer, Double> reference) {
    int[] runs = own.keySet().stream().filter(reference::containsKey).mapToInt(r -> r).toArray();
    double[] differences =
        Arrays.stream(runs).mapToDouble(r -> own.get(r) - reference.get(r)).toArray();
    if (runs.length < 2 * DRAWN || Arrays.stream(differences).allMatch(d -> d == 0)) {
      return;
    }
    String dataset = where.substring(0, where.indexOf('|'));
    double truth = Arrays.stream(differences).average().orElseThrow();
    for (int k = 0; k < SIMULATIONS; k++) {
      long stream = Seeds.derive(Seeds.derive(k, where), method);
      List<Integer> drawn =
          IntStream.range(0, DRAWN)
              .mapToObj(d -> runs[Seeds.below(Seeds.bits(stream, d), runs.length)])
              .toList();
      PairedDifference found =
          PairedDifference.of(
              drawn.stream().map(own::get).toList(), drawn.stream().map(reference::get).toList());
      boolean holds = found.low() <= truth && truth <= found.high();
      intervals.add(metric.title(), dataset, where + method, holds);
      int[] order = runs.clone();
      Seeds.shuffleInPlace(order, 0, order.length, stream);
      double[] signed = new double[DRAWN];
      for (int d = 0; d < DRAWN; d++) {
        boolean exchanged = Seeds.bits(stream, 100L + d) < 0;
        double difference = own.get(order[d]) - reference.get(order[d]);
        signed[d] = exchanged ? -difference : difference;
      }
      List<Double> zeros = Arrays.stream(signed).mapToObj(d -> 0.0).toList();
      double p = PairedDifference.of(Arrays.stream(signed).boxed().toList(), zeros).p();
      tests.add(metric.title(), dataset, where + method, p < PairedDifference.SIGNIFICANT);
    }
  }
}
