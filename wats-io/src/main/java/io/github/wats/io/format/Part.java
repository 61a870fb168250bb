package io.github.wats.io.format;

/** What a file can tell about the nodes of a graph. */
public enum Part {
  GRAPH,
  LOGITS,
  LABELS,
  SPLIT,
  FEATURES,
  PROBABILITIES
}
