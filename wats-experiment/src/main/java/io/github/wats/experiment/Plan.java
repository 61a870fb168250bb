package io.github.wats.experiment;

import io.github.wats.internal.Check;
import io.github.wats.nn.Backbone;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What an experiment measures: every variant on every network that is trained on every data set in
 * every run.
 *
 * @param datasets names of data sets
 * @param models names of backbones
 * @param variants what is fitted on each trained network
 * @param runs how often, each with its own initialization (and, under {@link Protocol#PAPER},
 *     split)
 * @param protocol how runs are made
 * @param seed where runs begin: run r has seed {@code seed + r}
 * @param settings changes to the settings of methods and models, by their name
 */
public record Plan(
    List<String> datasets,
    List<String> models,
    List<Variant> variants,
    int runs,
    Protocol protocol,
    long seed,
    Map<String, Map<String, Object>> settings) {
  /** What other variants are compared with, where they are in the plan. */
  public static final List<Variant> BASELINES =
      List.of(Variant.of("ts"), Variant.of(Variant.UNCALIBRATED), Variant.ofFeatures("wavelet"));

  /** The data sets of the paper whose files are quick to download. */
  public static final List<String> DATASETS =
      List.of("cora", "citeseer", "pubmed", "computers", "photo");

  public static final List<String> MODELS = List.of("gcn", "gat");

  /** The methods of the paper's main table, and vector scaling. */
  public static final List<String> METHODS =
      List.of("uncalibrated", "ts", "vs", "ets", "cagcn", "gats", "gets", "wats");

  public static final List<Integer> ORDERS = List.of(2, 3, 4, 5);
  public static final List<Double> SCALES = List.of(0.1, 0.4, 0.8, 1.2, 1.6, 2.0, 2.5);

  /** The paper's eight feature sets, the method's own first. */
  public static final List<String> FEATURES =
      List.of(
          "wavelet",
          "degree",
          "betweenness",
          "clustering",
          "degree+betweenness",
          "betweenness+clustering",
          "degree+clustering",
          "degree+clustering+betweenness");

  /** Those, and wavelets of the other base signals (Table 2 of the conference version). */
  public static final List<String> FEATURES_AND_SIGNALS =
      Stream.concat(FEATURES.stream(), Stream.of("wavelet:degree", "wavelet:constant")).toList();

  public static final int RUNS = 10;
  private static final int MAX_RUNS = 1_000;

  /** NumPy takes seeds of 32 bits. */
  static final long MOST_SEED = 0xffffffffL;

  public Plan {
    datasets = distinct("datasets", datasets);
    models = distinct("models", models);
    variants = distinct("methods", variants);
    settings = Map.copyOf(settings);
    checkedRuns(runs);
    checkSeed(seed, runs);
  }

  static int checkedRuns(int runs) {
    Check.argument(runs >= 1 && runs <= MAX_RUNS, "runs must be in 1 … %d, got %d", MAX_RUNS, runs);
    return runs;
  }

  static void checkSeed(long seed, int runs) {
    Check.argument(
        seed >= 0 && seed <= MOST_SEED - runs,
        "seed must be in 0 … %d − runs, got %d",
        MOST_SEED,
        seed);
  }

  /** A plan under the paper's protocol from seed 0. */
  public static Plan of(
      List<String> datasets, List<String> models, List<Variant> variants, int runs) {
    return new Plan(datasets, models, variants, runs, Protocol.PAPER, 0, Map.of());
  }

  /** A plan with methods as {@link Variant#parse} reads them. */
  public static Plan benchmark(
      List<String> datasets, List<String> models, List<String> methods, int runs) {
    return of(datasets, models, methods.stream().map(Variant::parse).toList(), runs);
  }

  /** WATS with every pair of an order and a scale: the paper's sensitivity table. */
  public static List<Variant> sweep(List<Integer> orders, List<Double> scales) {
    return orders.stream()
        .flatMap(order -> scales.stream().map(scale -> Variant.ofGrid(order, scale)))
        .toList();
  }

  /** WATS with other features in place of wavelets: the paper's ablation table. */
  public static List<Variant> ablation(List<String> features) {
    return features.stream().map(Variant::ofFeatures).toList();
  }

  /** Whether all fits are points of a sweep or an ablation, so that they share features. */
  boolean isGrid() {
    return variants.stream().allMatch(Variant::isGridPoint);
  }

  public Plan withProtocol(Protocol newProtocol) {
    return new Plan(datasets, models, variants, runs, newProtocol, seed, settings);
  }

  public Plan withSeed(long newSeed) {
    return new Plan(datasets, models, variants, runs, protocol, newSeed, settings);
  }

  public Plan withSettings(Map<String, Map<String, Object>> newSettings) {
    return new Plan(datasets, models, variants, runs, protocol, seed, newSettings);
  }

  /** All networks to train, in the order of the tables. */
  public List<Task> tasks() {
    List<Task> tasks = new ArrayList<>();
    for (String dataset : datasets) {
      for (String model : models) {
        for (int run = 0; run < runs; run++) {
          tasks.add(new Task(dataset, model, run));
        }
      }
    }
    return tasks;
  }

  /** All fits, in the order of the tables. */
  public List<FitKey> keys() {
    return tasks().stream()
        .flatMap(task -> variants.stream().map(variant -> new FitKey(task, variant)))
        .toList();
  }

  /** The fits to be made, by network: those for which {@code isMissing} holds. */
  public List<Work> missing(Predicate<FitKey> isMissing) {
    return tasks().stream()
        .map(
            task ->
                new Work(
                    task,
                    variants.stream()
                        .filter(variant -> isMissing.test(new FitKey(task, variant)))
                        .toList()))
        .filter(work -> !work.variants().isEmpty())
        .toList();
  }

  /** What differs from a method's defaults on a data set: protocol, then plan, then point. */
  public Map<String, Object> changes(Variant variant, String dataset) {
    Map<String, Object> changes = changes(variant.method(), dataset);
    changes.putAll(variant.settings());
    return changes;
  }

  /** The backbone called {@code model} on a data set, as protocol and plan have it. */
  public Backbone backbone(String model, String dataset) {
    return Backbone.named(model).with(changes(model, dataset));
  }

  private Map<String, Object> changes(String owner, String dataset) {
    Map<String, Object> changes = new LinkedHashMap<>(PaperSettings.of(protocol, owner, dataset));
    changes.putAll(settings.getOrDefault(owner, Map.of()));
    return changes;
  }

  /** The plan as plain data: what its file in the folder holds. */
  public Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("protocol", protocol.label());
    map.put("seed", seed);
    map.put("runs", runs);
    map.put("datasets", datasets);
    map.put("models", models);
    map.put("variants", variants.stream().map(Plan::variantMap).toList());
    map.put("settings", new TreeMap<>(settings));
    return map;
  }

  private static Map<String, Object> variantMap(Variant variant) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("method", variant.method());
    map.putAll(variant.point());
    return map;
  }

  private static <T> List<T> distinct(String name, List<T> values) {
    Check.argument(!values.isEmpty(), "%s must name at least one, got none", name);
    HashSet<T> seen = new HashSet<>();
    for (T value : values) {
      Check.argument(seen.add(value), "%s must be named once each, got %s twice", name, value);
    }
    return List.copyOf(values);
  }
}
