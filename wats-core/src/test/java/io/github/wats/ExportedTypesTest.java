package io.github.wats;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.testing.Shared;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Users of wats-core see few types, and every one of them is there on purpose. */
class ExportedTypesTest {
  /** Beside calibrators; a new backbone is named in {@link #ADDED}. */
  private static final int FIRST = 49;

  private static final List<String> ADDED =
      List.of(
          "calibration.CalibrationRows",
          "calibration.GraphRows",
          "calibration.HeldOutEvaluation",
          "calibration.KnownLabels",
          "calibration.MethodChoice",
          "calibration.MultiLabelData",
          "calibration.PairData",
          "decision.Acceptance",
          "decision.CalibrationBaseline",
          "decision.DriftMonitor",
          "decision.NodeGroups",
          "decision.PredictionSets",
          "features.NodeColumns",
          "features.NodeInputs",
          "features.NodeView",
          "metrics.LabelEvaluation",
          "metrics.PairedComparison",
          "metrics.Slice",
          "nn.GcniiBackbone");

  /** An export to everyone; those with {@code to} are for our own modules. */
  private static final Pattern EXPORT = Pattern.compile("exports\\s+([\\w.]+)\\s*;");

  private static final Pattern PUBLIC_TYPE =
      Pattern.compile(
          "^public (?:(?:final|abstract|sealed|non-sealed) )*(?:class|record|enum|interface"
              + "|@interface) (\\w+)",
          Pattern.MULTILINE);

  @Test
  void engineAndCoreExportFewTypesBesideCalibratorsAndTheListedOnes() throws IOException {
    TreeSet<String> types = new TreeSet<>();
    for (String module : List.of("wats-engine", "wats-core")) {
      Path sources = Shared.root().resolve(module).resolve("src/main/java");
      String descriptor = Files.readString(sources.resolve("module-info.java"));
      for (MatchResult export : EXPORT.matcher(descriptor).results().toList()) {
        types.addAll(publicTypes(sources, export.group(1)));
      }
    }
    assertThat(types).contains("io.github.wats.graph.Graph", "io.github.wats.settings.Setting");
    assertThat(types)
        .as(
            "exported types; make a new one package-private if no user needs it,"
                + " and add a new metric type or backbone to the list above")
        .hasSizeLessThanOrEqualTo(FIRST + ADDED.size());
    assertThat(types).containsAll(ADDED.stream().map(name -> "io.github.wats." + name).toList());
  }

  /** The check against the last release (japicmp, profile quality) must see what users see. */
  @Test
  void theCheckOfTheApiLeavesOutNoExportedPackage() throws IOException {
    String pom = Files.readString(Shared.root().resolve("pom.xml"));
    List<String> leftOut =
        Pattern.compile("<exclude>(io\\.github\\.wats\\.[a-z.]+)</exclude>")
            .matcher(pom)
            .results()
            .map(exclude -> exclude.group(1))
            .toList();
    assertThat(leftOut).contains("io.github.wats.internal");
    for (String module :
        List.of("wats-engine", "wats-core", "wats-io", "wats-report", "wats-experiment")) {
      Path descriptor = Shared.root().resolve(module).resolve("src/main/java/module-info.java");
      assertThat(EXPORT.matcher(Files.readString(descriptor)).results())
          .map(export -> export.group(1))
          .isNotEmpty()
          .noneMatch(name -> leftOut.stream().anyMatch(name::startsWith));
    }
  }

  private static List<String> publicTypes(Path sources, String name) throws IOException {
    try (Stream<Path> files = Files.list(sources.resolve(name.replace('.', '/')))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(ExportedTypesTest::read)
          .filter(source -> !source.contains("implements Calibrator<"))
          .flatMap(source -> PUBLIC_TYPE.matcher(source).results())
          .map(type -> name + "." + type.group(1))
          .toList();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
