package io.github.wats.io.format;

/** The kinds of data a file can have about the nodes of a graph. */
public enum Part {
  GRAPH,
  LOGITS,
  LABELS,
  SPLIT,
  FEATURES,
  PROBABILITIES
}
