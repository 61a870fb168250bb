package io.github.wats.calibration;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The settings of the paper's tables per data set, and those of its authors' code. Methods and data
 * sets without an entry give no changes, so a method's own defaults hold.
 */
public final class PaperSettings {
  /** hidden, dropout, k, s: the WATS table of the appendix. */
  private static final Map<String, Settings> WATS =
      Map.of(
          "citeseer", wats(32, 0.4, 3, 0.8),
          "computers", wats(64, 0.4, 2, 0.4),
          "cora-full", wats(128, 0.2, 4, 1.2),
          "cora", wats(16, 0.95, 4, 0.8),
          "photo", wats(32, 0.4, 4, 0.4),
          "pubmed", wats(32, 0.4, 4, 1.6),
          "reddit", wats(64, 0.4, 4, 0.4));

  /** learning rate, weight decay, hidden, dropout, experts, feature and degree width, load. */
  private static final Map<String, Settings> GETS =
      Map.of(
          "citeseer", gets(0.1, 0.01, 16, 0.2, 2, 32, 64, 1.0),
          "computers", gets(0.1, 0, 16, 0.8, 2, 64, 16, 1.0),
          "cora-full", gets(0.1, 0, 16, 0.8, 1, 64, 16, 1.0),
          "cora", gets(0.001, 0, 16, 0.5, 2, 16, 16, 1.0),
          "photo", gets(0.1, 0.001, 32, 0.8, 2, 64, 32, 0.1),
          "pubmed", gets(0.1, 0, 16, 0.8, 1, 64, 64, 1.0),
          "reddit", gets(0.01, 0.001, 64, 0.8, 2, 64, 32, 1.0));

  private static final Set<String> NETWORKS = Set.of("cagcn", "gats", "gets", "wats");

  /** The data sets to which the authors' code adds no self-loops. */
  private static final Set<String> WITHOUT_LOOPS = Set.of("computers", "photo");

  private PaperSettings() {}

  /** The data sets with settings of their own. */
  public static List<String> datasets() {
    return WATS.keySet().stream().sorted().toList();
  }

  /** What the paper's tables say about a method on a data set, names in any case. */
  public static Settings of(String method, String dataset) {
    String name = dataset.toLowerCase(Locale.ROOT).replace('_', '-');
    return switch (method.toLowerCase(Locale.ROOT)) {
      case "wats" -> WATS.getOrDefault(name, Settings.NONE);
      case "gets" -> GETS.getOrDefault(name, Settings.NONE);
      default -> Settings.NONE;
    };
  }

  /** The protocol {@code paper}: the tables, and networks stopped on the training nodes. */
  public static Settings paperProtocol(String method, String dataset) {
    Settings settings = of(method, dataset);
    return NETWORKS.contains(method.toLowerCase(Locale.ROOT))
        ? settings.with(Training.EARLY_STOPPING, EarlyStopping.TRAINING_NODES)
        : settings;
  }

  /**
   * The protocol {@code authors}: as {@link #paperProtocol}, but temperature scaling is fitted by
   * Adam and stopped on the training nodes as well, and Photo and Computers have no self-loops.
   */
  public static Settings authorsProtocol(String method, String dataset) {
    Settings settings = paperProtocol(method, dataset);
    boolean loops = !WITHOUT_LOOPS.contains(dataset.toLowerCase(Locale.ROOT));
    return switch (method.toLowerCase(Locale.ROOT)) {
      case "ts", "ets" -> settings.with("solver", "adam");
      case "wats" -> loops ? settings : settings.with("signal", "without-self-loop");
      case "cagcn", "gets" -> loops ? settings : settings.with("self-loops", false);
      default -> settings;
    };
  }

  private static Settings wats(int hidden, double dropout, int k, double s) {
    return Settings.NONE.with("k", k).with("s", s).with("hidden", hidden).with("dropout", dropout);
  }

  private static Settings gets(
      double learningRate,
      double weightDecay,
      int hidden,
      double dropout,
      int experts,
      int featureWidth,
      int degreeWidth,
      double load) {
    return Settings.NONE
        .with("hidden", hidden)
        .with("dropout", dropout)
        .with("experts-per-node", experts)
        .with("feature-width", featureWidth)
        .with("degree-width", degreeWidth)
        .with("load-coefficient", load)
        .with(Training.LEARNING_RATE, learningRate)
        .with(Training.WEIGHT_DECAY, weightDecay);
  }
}
