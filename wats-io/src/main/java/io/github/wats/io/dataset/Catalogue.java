package io.github.wats.io.dataset;

import io.github.wats.io.dataset.CatalogueEntry.Figures;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The data sets known by name. */
public final class Catalogue {
  private static final String PLANETOID_ADDRESS =
      "https://github.com/kimiyoung/planetoid/raw/master/data/";
  private static final String BENCHMARK_ADDRESS =
      "https://github.com/shchur/gnn-benchmark/raw/master/data/npz/";

  private static final String HETEROPHILOUS_ADDRESS =
      "https://github.com/yandex-research/heterophilous-graphs/raw/main/data/";

  private static final String PLANETOID_ORIGIN =
      "Yang, Cohen, Salakhutdinov: Revisiting Semi-Supervised Learning with Graph Embeddings, ICML"
          + " 2016; https://github.com/kimiyoung/planetoid";
  private static final String BENCHMARK_ORIGIN =
      "Shchur, Mumme, Bojchevski, Günnemann: Pitfalls of Graph Neural Network Evaluation, 2018;"
          + " https://github.com/shchur/gnn-benchmark";
  private static final String CORA_FULL_ORIGIN =
      "Bojchevski, Günnemann: Deep Gaussian Embedding of Graphs, ICLR 2018;"
          + " https://github.com/shchur/gnn-benchmark";
  private static final String REDDIT_ORIGIN =
      "Hamilton, Ying, Leskovec: Inductive Representation Learning on Large Graphs, NeurIPS 2017;"
          + " https://data.dgl.ai/dataset/reddit.zip";

  private static final String HETEROPHILOUS_ORIGIN =
      "Platonov, Kuznedelev, Diskin, Babenko, Prokhorenkova: A critical look at the evaluation of"
          + " GNNs under heterophily, ICLR 2023;"
          + " https://github.com/yandex-research/heterophilous-graphs";

  private static final String MIT = "MIT, that of the repository it is published in";

  private static final String ROWS_TO_ONE =
      "repeated edges and self-loops dropped; each row of features scaled to sum 1";
  private static final String LARGEST_COMPONENT =
      "edges in both directions, self-loops dropped; largest connected component; positive"
          + " features set to 1; labels renumbered without gaps";

  private static final List<CatalogueEntry> ENTRIES =
      List.of(
          planetoid("cora", "Cora", new Figures(2708, 5278, 1433, 7), ROWS_TO_ONE),
          planetoid(
              "citeseer",
              "Citeseer",
              new Figures(3327, 4552, 3703, 6),
              ROWS_TO_ONE
                  + "; 15 nodes without features and label get a row of zeros and class 0, as in"
                  + " all common loaders"),
          planetoid("pubmed", "PubMed", new Figures(19717, 44324, 500, 3), ROWS_TO_ONE),
          coraFull(),
          benchmark(
              "computers",
              "Amazon Computers",
              "amazon_computers",
              new Figures(13381, 245778, 767, 10),
              "amazon_electronics_computers.npz"),
          benchmark(
              "photo",
              "Amazon Photo",
              "amazon_photo",
              new Figures(7487, 119043, 745, 8),
              "amazon_electronics_photo.npz"),
          reddit(),
          benchmark(
              "cs",
              "Coauthor CS",
              "coauthor_cs",
              new Figures(18333, 81894, 6805, 15),
              "ms_academic_cs.npz"),
          benchmark(
              "physics",
              "Coauthor Physics",
              "coauthor_physics",
              new Figures(34493, 247962, 8415, 5),
              "ms_academic_phy.npz"),
          heterophilous("tolokers", "Tolokers", new Figures(11758, 519000, 10, 2)),
          heterophilous("roman-empire", "Roman-empire", new Figures(22662, 32927, 300, 18)),
          heterophilous("amazon-ratings", "Amazon-ratings", new Figures(24492, 93050, 300, 5)),
          heterophilous("minesweeper", "Minesweeper", new Figures(10000, 39402, 7, 2)),
          heterophilous("questions", "Questions", new Figures(48921, 153540, 301, 2)),
          heterophilous("actor", "Actor", new Figures(7600, 29926, 932, 5)),
          heterophilous(
              "squirrel-filtered", "Squirrel (filtered)", new Figures(2223, 46998, 2089, 5)),
          heterophilous(
              "chameleon-filtered", "Chameleon (filtered)", new Figures(890, 8854, 2325, 5)));

  private Catalogue() {}

  /** All data sets, in the order papers list them. */
  public static List<CatalogueEntry> entries() {
    return ENTRIES;
  }

  /**
   * The data set a user means by {@code name}: its name, its folder's or its title, in any case and
   * with blanks, hyphens and underscores alike.
   */
  public static Optional<CatalogueEntry> find(String name) {
    String wanted = plain(name);
    return ENTRIES.stream()
        .filter(
            entry ->
                Stream.of(entry.name(), entry.folder(), entry.title())
                    .anyMatch(known -> plain(known).equals(wanted)))
        .findFirst();
  }

  /** The data set a user means by {@code name}; refuses any other name and lists the known ones. */
  public static CatalogueEntry named(String name) {
    String known = ENTRIES.stream().map(CatalogueEntry::name).collect(Collectors.joining(", "));
    return find(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException("data set must be one of " + known + ", got " + name));
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
  }

  private static CatalogueEntry planetoid(
      String name, String title, Figures figures, String preparation) {
    SourceFile[] files =
        Stream.of("x", "y", "tx", "ty", "allx", "ally", "graph", "test.index")
            .map(suffix -> "ind." + name + "." + suffix)
            .map(file -> SourceFile.known(name, file, Optional.of(PLANETOID_ADDRESS + file)))
            .toArray(SourceFile[]::new);
    List<Edition> editions = List.of(Edition.of(new PlanetoidReader(name), files));
    return new CatalogueEntry(
        name, title, name, figures, editions, PLANETOID_ORIGIN, MIT, preparation);
  }

  private static CatalogueEntry benchmark(
      String name, String title, String folder, Figures figures, String file) {
    List<Edition> editions = List.of(benchmarkEdition(folder, file));
    return new CatalogueEntry(
        name, title, folder, figures, editions, BENCHMARK_ORIGIN, MIT, LARGEST_COMPONENT);
  }

  /** Only the figures of Tolokers are verified: no file or paper of the others was at hand. */
  private static CatalogueEntry heterophilous(String name, String title, Figures figures) {
    String folder = name.replace('-', '_');
    String file = folder + ".npz";
    SourceFile source = SourceFile.known(folder, file, Optional.of(HETEROPHILOUS_ADDRESS + file));
    return new CatalogueEntry(
        name,
        title,
        folder,
        figures,
        List.of(Edition.of(new HeterophilousReader(file), source)),
        HETEROPHILOUS_ORIGIN,
        MIT,
        "edges in both directions, repeated edges and self-loops dropped; the public split is the"
            + " first of ten");
  }

  private static Edition benchmarkEdition(String folder, String file) {
    return Edition.of(
        new BenchmarkReader(file),
        SourceFile.known(folder, file, Optional.of(BENCHMARK_ADDRESS + file)));
  }

  private static CatalogueEntry coraFull() {
    String folder = "cora_full";
    Edition lists =
        Edition.of(
                new ListsReader(folder),
                SourceFile.known(folder, "cora_full.edges.txt", Optional.empty()),
                SourceFile.known(folder, "cora_full.labels.txt", Optional.empty()))
            .lacking("node features");
    return new CatalogueEntry(
        "cora-full",
        "Cora-Full",
        folder,
        new Figures(18800, 62685, 8710, 70),
        List.of(benchmarkEdition(folder, "cora_full.npz"), lists),
        CORA_FULL_ORIGIN,
        MIT,
        LARGEST_COMPONENT);
  }

  private static CatalogueEntry reddit() {
    String address = "https://data.dgl.ai/dataset/reddit.zip";
    Edition pair =
        Edition.of(
                new RedditReader(),
                SourceFile.known("reddit", "reddit_data.npz", Optional.empty()),
                SourceFile.known("reddit", "reddit_graph.npz", Optional.empty()))
            .fromArchive(SourceFile.known("reddit", "reddit.zip", Optional.of(address)));
    return new CatalogueEntry(
        "reddit",
        "Reddit",
        "reddit",
        new Figures(232965, 57307946, 602, 41),
        List.of(pair),
        REDDIT_ORIGIN,
        "not stated by those who publish it",
        "edges in both directions, repeated edges and self-loops dropped");
  }
}
