package io.github.wats.io.format;

/** The kinds of data a file can have about the nodes of a graph. */
public enum NodeField {
  GRAPH("a graph ('edge_index', 'edges', or a SciPy csr or coo matrix 'adj_data', …)"),
  LOGITS("logits (array 'logits', N × C) or 'probabilities'"),
  LABELS("labels (array 'y' or 'labels', N integers, -1 for unknown; or --labels FILE)"),
  SPLIT("a split ('train_mask', 'val_mask', 'test_mask', or '…_idx'; or --split FILE)"),
  FEATURES("features (array 'x', 'node_features', or 'attr_data', …)"),
  PROBABILITIES("an array 'probabilities' (N × C)");

  private final String rule;

  NodeField(String rule) {
    this.rule = rule;
  }

  /** What a file must have for this part, in words. */
  public String rule() {
    return rule;
  }
}
