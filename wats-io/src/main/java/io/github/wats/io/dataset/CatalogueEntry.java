package io.github.wats.io.dataset;

import java.util.List;

/**
 * What is known of a data set before any of its files is opened.
 *
 * @param name what commands call it
 * @param title what papers call it
 * @param folder its folder in a data folder
 * @param figures what the prepared data set must count
 * @param editions the sets of files it can be read from, the complete one first
 * @param origin who published it, and where
 * @param license under which terms
 * @param preparation what is done between the files and the graph as used
 */
public record CatalogueEntry(
    String name,
    String title,
    String folder,
    Figures figures,
    List<Edition> editions,
    String origin,
    String license,
    String preparation) {
  /** Counts of the graph as used, edges undirected. */
  public record Figures(int nodes, int edges, int features, int classes) {}

  public CatalogueEntry {
    editions = List.copyOf(editions);
  }
}
