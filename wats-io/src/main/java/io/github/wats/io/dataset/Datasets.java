package io.github.wats.io.dataset;

import io.github.wats.io.Hashes;
import io.github.wats.io.dataset.CatalogueEntry.Counts;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.io.synthetic.GraphGenerator;
import io.github.wats.matrix.FeatureMatrix;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Data sets by name: those of the {@link Catalogue}, four generated ones, and {@code
 * synthetic-reddit} and so on, generated ones with the counts of the named data set.
 */
public final class Datasets {
  /** Names the graph that is generated with {@link GeneratorSettings#DEFAULT} and seed 0. */
  public static final String SYNTHETIC = "synthetic";

  private static final String STAND_IN = SYNTHETIC + "-";

  /** The generated data sets; their seed is 0. */
  private static final Map<String, GeneratorSettings> GENERATED = new LinkedHashMap<>();

  static {
    GENERATED.put(SYNTHETIC, GeneratorSettings.DEFAULT);
    GENERATED.put("synthetic-growing", GeneratorSettings.GROWING);
    GENERATED.put("synthetic-heterophilous", GeneratorSettings.HETEROPHILOUS);
    GENERATED.put("synthetic-near-chance", GeneratorSettings.NEAR_CHANCE);
  }

  private Datasets() {}

  /** All names, the generated ones last. */
  public static List<String> names() {
    return Stream.concat(
            Catalogue.entries().stream().map(CatalogueEntry::name), generated().stream())
        .toList();
  }

  /** The names of the generated data sets. */
  public static Set<String> generated() {
    return Collections.unmodifiableSet(GENERATED.keySet());
  }

  /** The canonical name of a data set; refuses unknown names. */
  public static String named(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (GENERATED.containsKey(lower)) {
      return lower;
    }
    boolean generated = lower.startsWith(STAND_IN);
    return Catalogue.find(generated ? name.substring(STAND_IN.length()) : name)
        .map(entry -> generated ? STAND_IN + entry.name() : entry.name())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "data set must be one of %s, or %s and one of these, got %s"
                        .formatted(String.join(", ", names()), STAND_IN, name)));
  }

  /** The counts of a data set, which need not be present. */
  public static Counts counts(String name) {
    String canonical = named(name);
    GeneratorSettings settings = GENERATED.get(canonical);
    if (settings != null) {
      long edges = settings.edges();
      return new Counts(settings.nodes(), (int) edges, settings.features(), settings.classes());
    }
    return Catalogue.named(canonical.startsWith(STAND_IN) ? original(canonical) : canonical)
        .counts();
  }

  private static String original(String standIn) {
    return standIn.substring(STAND_IN.length());
  }

  /** Settings for as many nodes, edges, features and classes, without isolated nodes. */
  private static GeneratorSettings like(Counts counts) {
    return GeneratorSettings.DEFAULT
        .withNodes(counts.nodes())
        .withAverageDegree(2.0 * counts.edges() / counts.nodes())
        .withFeatures(counts.features())
        .withClasses(counts.classes())
        .withIsolatedFraction(0);
  }

  /** Reads a data set from its files, or generates it with seed 0. */
  public static Dataset load(DataFolder folder, String name) throws IOException {
    return load(folder, name, false);
  }

  /**
   * @param whole with all nodes of the files, as they are numbered there
   */
  static Dataset load(DataFolder folder, String name, boolean whole) throws IOException {
    String canonical = named(name);
    GeneratorSettings settings = GENERATED.get(canonical);
    if (settings != null) {
      return generate(canonical, settings, 0);
    }
    return canonical.startsWith(STAND_IN)
        ? generate(canonical, like(counts(canonical)), 0)
        : folder.load(Catalogue.named(canonical), whole);
  }

  /** A generated data set; equal settings and seed give equal ones. */
  public static Dataset generate(GeneratorSettings settings, long seed) {
    return generate(SYNTHETIC, settings, seed);
  }

  private static Dataset generate(String name, GeneratorSettings settings, long seed) {
    GraphGenerator.Generated made = GraphGenerator.generate(settings, seed);
    String description = settings + ", seed " + seed;
    return new Dataset(
        name,
        made.graph(),
        Optional.of(FeatureMatrix.wrap(made.features())),
        made.labels(),
        List.of(),
        List.of(),
        Hashes.sha256(description.getBytes(StandardCharsets.UTF_8)));
  }
}
