package io.github.wats.io.synthetic;

import io.github.wats.internal.Check;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.Map;

/**
 * Settings of a generated graph. The defaults give a task much like Cora: a two-layer GCN with
 * Cora's settings has an accuracy of about 85 % and a mean confidence of 64 % on the test nodes.
 */
public record GeneratorSettings(
    @Setting(help = "random graph model: degree-corrected block model or growing graph") Kind kind,
    @Setting(help = "number of nodes", min = 1, max = 2e9) int nodes,
    @Setting(help = "mean number of neighbors", min = 0) double averageDegree,
    @Setting(
            help = "number of classes, each a community; the first are the largest",
            min = 2,
            max = 10_000)
        int classes,
    @Setting(help = "fraction of edges within a class, before label noise", min = 0, max = 1)
        double homophily,
    @Setting(
            help = "power-law exponent of the degrees; growing: of the edges per new node",
            above = 1,
            max = 100)
        double degreeExponent,
    @Setting(help = "fraction of isolated nodes", min = 0, max = 1) double isolatedFraction,
    @Setting(help = "growing: fraction of nodes that add one edge", min = 0, max = 1)
        double singleFraction,
    @Setting(help = "number of binary features (words)", min = 1, max = 1e6) int features,
    @Setting(help = "mean number of words drawn per node; repeats count once", min = 1, max = 1e4)
        double wordsPerNode,
    @Setting(help = "fraction of a node's words that depend on its class", min = 0, max = 1)
        double topicFraction,
    @Setting(help = "fraction of nodes with a wrong label", min = 0, max = 1) double labelNoise,
    @Setting(
            help = "additional label-noise probability, divided by the node's degree",
            min = 0,
            max = 1)
        double lowDegreeNoise) {
  /** How the edges of a graph are generated. */
  public enum Kind {
    /** Independently: ends are drawn in proportion to weights with a power law. */
    BLOCK,

    /** Node by node: each new node attaches to earlier ones in proportion to their degrees. */
    GROWING
  }

  public static final GeneratorSettings DEFAULT =
      new GeneratorSettings(Kind.BLOCK, 2_500, 4, 7, 0.75, 2.5, 0.01, 0.5, 500, 18, 0.45, 0.08, 0);

  /** A growing graph on which the miscalibration of a GCN depends on the degree of a node. */
  public static final GeneratorSettings GROWING =
      DEFAULT
          .withKind(Kind.GROWING)
          .withNodes(7_000)
          .withHomophily(0.8)
          .withIsolatedFraction(0)
          .withLabelNoise(0)
          .withLowDegreeNoise(0.3);

  /** A growing graph in which most edges join different classes. */
  public static final GeneratorSettings HETEROPHILOUS = GROWING.withHomophily(0.1);

  /** A graph on which a network hardly learns: neither edges nor words tell much of the class. */
  public static final GeneratorSettings NEAR_CHANCE =
      DEFAULT.withNodes(5_000).withHomophily(0.2).withTopicFraction(0.03);

  public GeneratorSettings {
    SettingsSchema.check(
        GeneratorSettings.class,
        kind,
        nodes,
        averageDegree,
        classes,
        homophily,
        degreeExponent,
        isolatedFraction,
        singleFraction,
        features,
        wordsPerNode,
        topicFraction,
        labelNoise,
        lowDegreeNoise);
    Check.argument(nodes >= 2 * classes, "nodes must be at least twice the classes, got %d", nodes);
    Check.argument(
        averageDegree * classes <= nodes / 2.0,
        "average-degree must be in 0 … %s, since a class has no room for more edges, got %s",
        nodes / 2.0 / classes,
        averageDegree);
    Check.argument(
        averageDegree <= (1 - isolatedFraction) * nodes / 2.0 / classes,
        "isolated-fraction must leave room for the average degree of %s, got %s",
        averageDegree,
        isolatedFraction);
    Check.argument(
        kind == Kind.BLOCK || averageDegree >= 2 * (1 - isolatedFraction),
        "average-degree must be at least %s in a growing graph, where each node adds an edge, got %s",
        2 * (1 - isolatedFraction),
        averageDegree);
    Check.argument(
        labelNoise + lowDegreeNoise <= 1,
        "label-noise and low-degree-noise must add up to at most 1, got %s and %s",
        labelNoise,
        lowDegreeNoise);
  }

  /** The number of edges to generate. */
  public long edges() {
    return Math.round(nodes * averageDegree / 2);
  }

  private GeneratorSettings with(String name, Object value) {
    return SettingsSchema.of(this).bind(Map.of(name, value));
  }

  public GeneratorSettings withKind(Kind newKind) {
    return with("kind", newKind);
  }

  public GeneratorSettings withNodes(int newNodes) {
    return with("nodes", newNodes);
  }

  public GeneratorSettings withAverageDegree(double newAverageDegree) {
    return with("average-degree", newAverageDegree);
  }

  public GeneratorSettings withClasses(int newClasses) {
    return with("classes", newClasses);
  }

  public GeneratorSettings withHomophily(double newHomophily) {
    return with("homophily", newHomophily);
  }

  public GeneratorSettings withDegreeExponent(double newDegreeExponent) {
    return with("degree-exponent", newDegreeExponent);
  }

  public GeneratorSettings withIsolatedFraction(double newIsolatedFraction) {
    return with("isolated-fraction", newIsolatedFraction);
  }

  public GeneratorSettings withSingleFraction(double newSingleFraction) {
    return with("single-fraction", newSingleFraction);
  }

  public GeneratorSettings withFeatures(int newFeatures) {
    return with("features", newFeatures);
  }

  public GeneratorSettings withWordsPerNode(double newWordsPerNode) {
    return with("words-per-node", newWordsPerNode);
  }

  public GeneratorSettings withTopicFraction(double newTopicFraction) {
    return with("topic-fraction", newTopicFraction);
  }

  public GeneratorSettings withLabelNoise(double newLabelNoise) {
    return with("label-noise", newLabelNoise);
  }

  public GeneratorSettings withLowDegreeNoise(double newLowDegreeNoise) {
    return with("low-degree-noise", newLowDegreeNoise);
  }
}
