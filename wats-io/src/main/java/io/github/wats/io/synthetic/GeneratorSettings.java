package io.github.wats.io.synthetic;

import io.github.wats.internal.Check;

/**
 * What a generated graph looks like. The defaults give a task much like Cora: a two-layer GCN with
 * Cora's settings is right on about 85 % of the test nodes and 64 % sure of itself on average.
 *
 * @param nodes the number of nodes
 * @param averageDegree the mean number of neighbors over all nodes
 * @param classes the number of classes, each a community; the first are the largest
 * @param homophily the share of edges within a class, before label noise
 * @param degreeExponent the γ of the power law {@code weight^−γ} that degrees follow; small means
 *     large hubs
 * @param isolatedShare the share of nodes that get no edge
 * @param features the number of words, of which each node has a few
 * @param wordsPerNode the mean number of words drawn for a node; repeats count once
 * @param topicShare the share of a node's words drawn from its class's own words; the others say
 *     nothing
 * @param labelNoise the share of nodes whose label is replaced by a wrong one
 */
public record GeneratorSettings(
    int nodes,
    double averageDegree,
    int classes,
    double homophily,
    double degreeExponent,
    double isolatedShare,
    int features,
    double wordsPerNode,
    double topicShare,
    double labelNoise) {
  public static final GeneratorSettings DEFAULT =
      new GeneratorSettings(2_500, 4, 7, 0.75, 2.5, 0.01, 500, 18, 0.45, 0.08);

  /** As many nodes, edges, classes and features as Reddit has. */
  public static final GeneratorSettings REDDIT_SIZED =
      DEFAULT
          .withNodes(232_965)
          .withAverageDegree(114_615_892.0 / 232_965)
          .withClasses(41)
          .withIsolatedShare(0)
          .withFeatures(602);

  public GeneratorSettings {
    Check.argument(classes >= 2, "classes must be at least 2, got %d", classes);
    Check.argument(nodes >= 2 * classes, "nodes must be at least twice the classes, got %d", nodes);
    Check.argument(
        averageDegree >= 0 && averageDegree * classes <= nodes / 2.0,
        "average degree must be in 0 … %s, since classes half full have no room for more, got %s",
        nodes / 2.0 / classes,
        averageDegree);
    checkShare("homophily", homophily);
    Check.argument(
        degreeExponent > 1 && degreeExponent <= 100,
        "degree exponent must be above 1 and at most 100, got %s",
        degreeExponent);
    checkShare("isolated share", isolatedShare);
    Check.argument(
        averageDegree <= (1 - isolatedShare) * nodes / 2.0 / classes,
        "isolated share must leave room for the average degree of %s, got %s",
        averageDegree,
        isolatedShare);
    Check.argument(features >= 1, "features must be at least 1, got %d", features);
    Check.argument(
        wordsPerNode >= 1 && wordsPerNode <= 10_000,
        "words per node must be in 1 … 10000, got %s",
        wordsPerNode);
    checkShare("topic share", topicShare);
    checkShare("label noise", labelNoise);
  }

  private static void checkShare(String name, double share) {
    Check.argument(share >= 0 && share <= 1, "%s must be in 0 … 1, got %s", name, share);
  }

  public GeneratorSettings withNodes(int newNodes) {
    return new GeneratorSettings(
        newNodes,
        averageDegree,
        classes,
        homophily,
        degreeExponent,
        isolatedShare,
        features,
        wordsPerNode,
        topicShare,
        labelNoise);
  }

  public GeneratorSettings withAverageDegree(double newAverageDegree) {
    return new GeneratorSettings(
        nodes,
        newAverageDegree,
        classes,
        homophily,
        degreeExponent,
        isolatedShare,
        features,
        wordsPerNode,
        topicShare,
        labelNoise);
  }

  public GeneratorSettings withClasses(int newClasses) {
    return new GeneratorSettings(
        nodes,
        averageDegree,
        newClasses,
        homophily,
        degreeExponent,
        isolatedShare,
        features,
        wordsPerNode,
        topicShare,
        labelNoise);
  }

  public GeneratorSettings withHomophily(double newHomophily) {
    return new GeneratorSettings(
        nodes,
        averageDegree,
        classes,
        newHomophily,
        degreeExponent,
        isolatedShare,
        features,
        wordsPerNode,
        topicShare,
        labelNoise);
  }

  public GeneratorSettings withDegreeExponent(double newDegreeExponent) {
    return new GeneratorSettings(
        nodes,
        averageDegree,
        classes,
        homophily,
        newDegreeExponent,
        isolatedShare,
        features,
        wordsPerNode,
        topicShare,
        labelNoise);
  }

  public GeneratorSettings withIsolatedShare(double newIsolatedShare) {
    return new GeneratorSettings(
        nodes,
        averageDegree,
        classes,
        homophily,
        degreeExponent,
        newIsolatedShare,
        features,
        wordsPerNode,
        topicShare,
        labelNoise);
  }

  public GeneratorSettings withFeatures(int newFeatures) {
    return new GeneratorSettings(
        nodes,
        averageDegree,
        classes,
        homophily,
        degreeExponent,
        isolatedShare,
        newFeatures,
        wordsPerNode,
        topicShare,
        labelNoise);
  }

  public GeneratorSettings withWordsPerNode(double newWordsPerNode) {
    return new GeneratorSettings(
        nodes,
        averageDegree,
        classes,
        homophily,
        degreeExponent,
        isolatedShare,
        features,
        newWordsPerNode,
        topicShare,
        labelNoise);
  }

  public GeneratorSettings withTopicShare(double newTopicShare) {
    return new GeneratorSettings(
        nodes,
        averageDegree,
        classes,
        homophily,
        degreeExponent,
        isolatedShare,
        features,
        wordsPerNode,
        newTopicShare,
        labelNoise);
  }

  public GeneratorSettings withLabelNoise(double newLabelNoise) {
    return new GeneratorSettings(
        nodes,
        averageDegree,
        classes,
        homophily,
        degreeExponent,
        isolatedShare,
        features,
        wordsPerNode,
        topicShare,
        newLabelNoise);
  }
}
