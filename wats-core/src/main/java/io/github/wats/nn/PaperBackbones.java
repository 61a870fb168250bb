package io.github.wats.nn;

import java.util.Locale;
import java.util.Set;

/**
 * The backbones of the paper's tables: hidden units, dropout and weight decay per data set; 200
 * epochs of Adam at 0.01 everywhere. Other data sets get the settings of the citation graphs.
 */
public final class PaperBackbones {
  private static final Set<String> WIDE = Set.of("computers", "cora-full", "photo");

  private PaperBackbones() {}

  /** The paper's settings for a kind of backbone on a data set, names in any case. */
  public static Backbone of(String kind, String dataset) {
    Backbone backbone = Backbone.named(kind.toLowerCase(Locale.ROOT));
    if (backbone.name().equals("gat-classic")) {
      return backbone; // not in the paper: as its own authors set it
    }
    boolean wide = WIDE.contains(dataset.toLowerCase(Locale.ROOT));
    return backbone
        .withHidden(wide ? 64 : 16)
        .withDropout(wide ? 0.8 : 0.5)
        .withOptimization(new Optimization(200, 0.01, wide ? 1e-3 : 5e-4));
  }
}
