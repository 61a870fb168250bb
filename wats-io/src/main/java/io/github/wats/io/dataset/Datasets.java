package io.github.wats.io.dataset;

import io.github.wats.graph.SyntheticGraph;
import io.github.wats.graph.SyntheticSettings;
import io.github.wats.io.Sha256;
import io.github.wats.linalg.FeatureMatrix;
import io.github.wats.prediction.Labels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Data sets by name: those of the {@link Catalogue} and {@code synthetic}, a generated one. */
public final class Datasets {
  /** Names the graph that is generated with {@link SyntheticSettings#DEFAULT} and seed 0. */
  public static final String SYNTHETIC = "synthetic";

  private Datasets() {}

  /** All names, the generated one last. */
  public static List<String> names() {
    return Stream.concat(
            Catalogue.entries().stream().map(CatalogueEntry::name), Stream.of(SYNTHETIC))
        .toList();
  }

  /** What the data set a user means by {@code name} is really called; refuses unknown names. */
  public static String named(String name) {
    return name.toLowerCase(Locale.ROOT).equals(SYNTHETIC)
        ? SYNTHETIC
        : Catalogue.find(name)
            .map(CatalogueEntry::name)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "data set must be one of " + String.join(", ", names()) + ", got " + name));
  }

  /** Reads a data set from its files, or generates it: a name means the same data each time. */
  public static Dataset load(DataFolder folder, String name) throws IOException {
    String known = named(name);
    return known.equals(SYNTHETIC)
        ? generate(SyntheticSettings.DEFAULT, 0)
        : folder.load(Catalogue.named(known));
  }

  /** A generated data set; equal settings and seed give equal ones. */
  public static Dataset generate(SyntheticSettings settings, long seed) {
    SyntheticGraph made = SyntheticGraph.generate(settings, seed);
    String recipe = settings + ", seed " + seed;
    return new Dataset(
        SYNTHETIC,
        made.graph(),
        Optional.of(FeatureMatrix.of(made.features())),
        Labels.of(settings.classes(), made.labels()),
        List.of(),
        Optional.empty(),
        Sha256.of(recipe.getBytes(StandardCharsets.UTF_8)));
  }
}
