package io.github.wats.experiment.page;

import io.github.wats.experiment.FitKey;
import io.github.wats.experiment.FitRecord;
import io.github.wats.experiment.Protocol;
import io.github.wats.experiment.Task;
import io.github.wats.experiment.Variant;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.Options;
import io.github.wats.metrics.Evaluation.Trend;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.report.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Records as an experiment leaves them, of outcomes that are drawn but measured for real. */
final class SampleRecords {
  static final List<String> METHODS =
      List.of("uncalibrated", "ts", "vs", "ets", "cagcn", "gats", "gets", "wats");

  private static final int NODES = 400;

  private SampleRecords() {}

  /** A benchmark; {@code failing} picks the fits that fail. */
  static List<FitRecord> benchmark(
      List<String> datasets,
      List<String> models,
      List<String> methods,
      int runs,
      int classes,
      Predicate<FitKey> failing) {
    List<FitRecord> records = new ArrayList<>();
    for (String dataset : datasets) {
      for (String model : models) {
        for (int run = 0; run < runs; run++) {
          for (String method : methods) {
            FitKey key = new FitKey(new Task(dataset, model, run), Variant.of(method));
            records.add(
                failing.test(key)
                    ? failed(key, "the loss turned NaN in epoch 3")
                    : done(key, classes, excess(method), true));
          }
        }
      }
    }
    return records;
  }

  /** A sweep of one data set. */
  static List<FitRecord> sweep(int runs) {
    List<FitRecord> records = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      for (int k = 2; k <= 5; k++) {
        for (double s : new double[] {0.1, 0.4, 0.8, 1.2, 1.6, 2.0, 2.5}) {
          Variant variant = Variant.ofGrid(k, s);
          records.add(
              done(
                  new FitKey(new Task("cora", "gcn", run), variant), 7, 0.01 * (k - 3) * s, false));
        }
      }
    }
    return records;
  }

  /** An ablation of one data set. */
  static List<FitRecord> ablation(int runs) {
    List<FitRecord> records = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      int step = 0;
      for (String features :
          List.of("wavelet", "degree", "betweenness", "degree+clustering+betweenness")) {
        Variant variant = Variant.ofFeatures(features);
        double excess = 0.02 * step++;
        records.add(done(new FitKey(new Task("cora", "gcn", run), variant), 7, excess, false));
      }
    }
    return records;
  }

  private static double excess(String method) {
    return method.equals("uncalibrated")
        ? -0.2
        : 0.008 * (METHODS.size() - METHODS.indexOf(method));
  }

  private static FitRecord failed(FitKey key, String reason) {
    return new FitRecord(key, info(key), Map.of(), Optional.empty(), Optional.of(reason));
  }

  private static FitRecord done(FitKey key, int classes, double excess, boolean figures) {
    Outcomes outcomes = Samples.outcomes(NODES, classes, excess, key.task().run());
    Evaluation measured =
        Evaluation.of(outcomes, Options.METRICS.withCoveragePoints(20)).orElseThrow();
    Map<Metric, Double> floors = Map.of(Metric.ECE, 0.031, Metric.DEGREE_ECE, 0.034);
    Evaluation evaluation =
        new Evaluation(
            measured.nodes(),
            measured.values(),
            floors,
            Optional.empty(),
            Map.of(),
            measured.reliability(),
            measured.histogram(),
            measured.degrees(),
            measured.coverage(),
            key.variant().method().equals("wats")
                ? Optional.of(temperatures(key.task().run()))
                : Optional.empty());
    FitRecord.Result result =
        new FitRecord.Result(
            figures
                ? evaluation
                : Evaluation.ofValues(evaluation.nodes(), evaluation.values(), floors),
            200,
            true,
            0.5,
            1.5,
            figures ? List.of(0.9, 0.86, 0.85, 0.849) : List.of(),
            List.of());
    return new FitRecord(
        key, info(key), Map.of("k", 4, "s", 0.4), Optional.of(result), Optional.empty());
  }

  private static Trend temperatures(int run) {
    int[] degree = Samples.degrees(NODES);
    double[] temperature = new double[NODES];
    for (int i = 0; i < NODES; i++) {
      temperature[i] = 0.6 + 0.1 * Math.log(degree[i]) + 0.1 * Samples.unit("t" + run, i);
    }
    return Trend.byDegree(i -> degree[i], temperature);
  }

  private static FitRecord.RunInfo info(FitKey key) {
    return new FitRecord.RunInfo(
        Protocol.PAPER,
        key.task().run(),
        "0.1.0",
        "0123456789abcdef".repeat(4),
        Map.of("hidden", 16, "epochs", 200));
  }
}
