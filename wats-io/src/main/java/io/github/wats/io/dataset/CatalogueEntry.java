package io.github.wats.io.dataset;

import java.util.List;

/**
 * The description of a data set, as it is in {@code catalogue.json}.
 *
 * @param name its name in commands
 * @param title its name in papers
 * @param folder its folder in a data folder
 * @param counts the counts of the prepared data set
 * @param counted where these counts are from: {@code in the files} or {@link #AS_PUBLISHED}
 * @param editions the sets of files it can be read from, the complete one first
 * @param publisher who published it, and where
 * @param license its terms of use
 * @param preparation how the graph as used is made from the files
 */
public record CatalogueEntry(
    String name,
    String title,
    String folder,
    Counts counts,
    String counted,
    List<Edition> editions,
    String publisher,
    String license,
    String preparation) {
  /** What {@link #counted} is if no file was at hand to count in. */
  public static final String AS_PUBLISHED = "as published";

  /** Counts of the graph as used: each undirected edge once, no self-loops. */
  public record Counts(int nodes, int edges, int features, int classes) {}

  public CatalogueEntry {
    editions = List.copyOf(editions);
  }
}
