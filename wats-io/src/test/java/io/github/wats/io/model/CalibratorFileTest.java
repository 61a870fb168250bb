package io.github.wats.io.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.scaling.TemperatureScaling;
import io.github.wats.decision.Acceptance.Rules;
import io.github.wats.decision.CalibrationBaseline;
import io.github.wats.decision.CalibrationBaseline.Gap;
import io.github.wats.decision.DriftMonitor;
import io.github.wats.decision.NodeGroups;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.json.TypedJson;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.testing.TinyGraph;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class CalibratorFileTest {
  private static final CalibrationData INPUT =
      CalibrationData.of(TinyGraph.graph(), TinyGraph.logits())
          .withFeatures(FeatureMatrix.wrap(DenseMatrix.copyOf(TinyGraph.features())));
  private static final Split SPLIT =
      new Split(TinyGraph.train(), TinyGraph.validation(), NodeSet.of(12));

  @TempDir Path folder;

  static List<Method> methods() {
    return Methods.all();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void givesTheSameProbabilitiesAfterARoundTrip(Method method) throws Exception {
    FittedCalibrator fitted =
        method.calibrator().fit(INPUT.withLabels(TinyGraph.labels()).withSplit(SPLIT), 7);
    Path file = folder.resolve("model.json");
    CalibratorFile.write(file, fitted, Map.of("graph", "tiny"));
    CalibratorFile.Stored stored = CalibratorFile.read(file);
    assertThat(stored.calibrator().calibrate(INPUT).probabilities())
        .isEqualTo(fitted.calibrate(INPUT).probabilities());
    assertThat(stored.calibrator().report()).isEqualTo(fitted.report().withoutTime());
    assertThat(stored.data()).containsExactly(Map.entry("graph", "tiny"));
    assertThat(stored.library()).matches("\\d+\\.\\d+\\.\\d+.*");
  }

  @Test
  void keepsTheSummaryAndTheThresholdsAndRefusesDamagedOnesByField() throws Exception {
    FittedCalibrator fitted =
        TemperatureScaling.DEFAULT.fit(INPUT.withLabels(TinyGraph.labels()).withSplit(SPLIT), 7);
    Optional<DriftMonitor.Summary> summary =
        DriftMonitor.Summary.of(INPUT, fitted.calibrate(INPUT).probabilities());
    Rules rules = new Rules(NodeGroups.By.DEGREE, "text", List.of(new Rules.Rule(1, 3, 0.7)));
    Path file = folder.resolve("model.json");
    CalibrationBaseline baseline =
        new CalibrationBaseline(
            List.of(new Gap(0, 1, 60, -0.01, 0.05), new Gap(0, 0.9, 55, 0.01, 0.06)));
    CalibratorFile.write(
        file, fitted, Map.of(), List.of(), summary, Optional.of(baseline), Optional.of(rules));
    CalibratorFile.Stored stored = CalibratorFile.read(file);
    assertThat(stored.summary()).isPresent().isEqualTo(summary);
    assertThat(stored.baseline()).hasValue(baseline);
    assertThat(stored.acceptance()).hasValue(rules);

    ObjectNode root = (ObjectNode) TypedJson.MAPPER.readTree(Files.readAllBytes(file));
    ((ObjectNode) root.get("summary")).put("nodes", 0);
    root.remove("sha256");
    root.put("sha256", DocumentFormat.checksum(root));
    Files.writeString(file, root.toString());
    assertThatThrownBy(() -> CalibratorFile.read(file))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("model.json: field 'summary': ")
        .hasMessageContaining("a summary must have nodes");
    root.remove("summary");
    root.remove("sha256");
    root.put("sha256", DocumentFormat.checksum(root));
    Files.writeString(file, root.toString());
    assertThat(CalibratorFile.read(file).summary()).as("as without monitor").isEmpty();
  }

  @Test
  void refusesACalibratorThatDoesNotSayItsClasses() throws Exception {
    Path file = folder.resolve("model.json");
    CalibrationData known = INPUT.withLabels(TinyGraph.labels()).withSplit(SPLIT);
    CalibratorFile.write(file, TemperatureScaling.DEFAULT.fit(known, 7), Map.of());
    ObjectNode root = (ObjectNode) TypedJson.MAPPER.readTree(Files.readAllBytes(file));
    ((ObjectNode) root.get("arrays")).remove("classes");
    root.remove("sha256");
    root.put("sha256", DocumentFormat.checksum(root));
    Files.writeString(file, root.toString());
    assertThatThrownBy(() -> CalibratorFile.read(file))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("model.json: ")
        .hasMessageContaining("classes");
  }

  /** With such shares every comparison is false, so there would never be an alarm. */
  @Test
  void refusesASummaryAndThresholdsThatCannotBe() throws Exception {
    FittedCalibrator fitted =
        TemperatureScaling.DEFAULT.fit(INPUT.withLabels(TinyGraph.labels()).withSplit(SPLIT), 7);
    Optional<DriftMonitor.Summary> summary =
        DriftMonitor.Summary.of(INPUT, fitted.calibrate(INPUT).probabilities());
    Rules rules = new Rules(NodeGroups.By.CLASS, "text", List.of(new Rules.Rule(0, 2, 0.7)));
    Path file = folder.resolve("model.json");
    CalibratorFile.write(
        file, fitted, Map.of(), List.of(), summary, Optional.empty(), Optional.of(rules));
    for (String[] one :
        new String[][] {
          {"/summary/classShares", "0", "\"NaN\"", "classShares must be at least 0 and sum to 1"},
          {"/summary/classShares", "0", "0.9", "classShares must be at least 0 and sum to 1"},
          {"/summary/classShares", "0", "-1", "classShares must be at least 0 and sum to 1"},
          {"/summary/prior", "1", "1e300", "prior must be at least 0 and sum to 1"},
          {"/summary/prior", "1", "\"Infinity\"", "prior must be at least 0 and sum to 1"},
          {"/summary/quantities/degree/shares", "0", "\"NaN\"", "shares must be at least 0"},
          {"/summary/quantities/confidence/values", "0", "\"-Infinity\"", "be finite"},
          {"/acceptance/rules/0", "threshold", "1e999", "threshold must be in 0 … 1, got Infinity"},
          {"/acceptance/rules/0", "threshold", "-0.5", "threshold must be in 0 … 1, got -0.5"},
        }) {
      ObjectNode root = (ObjectNode) TypedJson.MAPPER.readTree(Files.readAllBytes(file));
      JsonNode value = TypedJson.MAPPER.readTree(one[2]);
      if (root.at(one[0]) instanceof ArrayNode array) {
        array.set(Integer.parseInt(one[1]), value);
      } else {
        ((ObjectNode) root.at(one[0])).set(one[1], value);
      }
      root.remove("sha256");
      root.put("sha256", DocumentFormat.checksum(root));
      Path damaged = Files.writeString(folder.resolve("damaged.json"), root.toString());
      assertThatThrownBy(() -> CalibratorFile.read(damaged))
          .isInstanceOf(InvalidDataException.class)
          .hasMessageStartingWith(damaged + ": field '" + one[0].split("/", -1)[1] + "'")
          .hasMessageContaining(one[3]);
    }
  }

  /** Values that no fit gives are refused with the file and the field. */
  @Test
  void refusesABaselineThatCannotBe() throws Exception {
    FittedCalibrator fitted =
        TemperatureScaling.DEFAULT.fit(INPUT.withLabels(TinyGraph.labels()).withSplit(SPLIT), 7);
    Path file = folder.resolve("model.json");
    CalibratorFile.write(file, fitted, Map.of());
    for (String[] one :
        new String[][] {
          {"null", "baseline': it must be an object, got null"},
          {"{}", "field 'gaps' is missing"},
          {"{\"gaps\":[]}", "gaps must begin with that of all confidences"},
          {gap("0.9", "0.01", "0.05"), "gaps must begin with that of all confidences"},
          {gap("1", "\"NaN\"", "0.05"), "mean must be in -1 to 1, got NaN"},
          {gap("1", "2.5", "0.05"), "mean must be in -1 to 1, got 2.5"},
          {gap("1", "0.01", "-0.05"), "error must be in 0 to 1, got -0.05"},
          {gap("1", "0.01", "1e999"), "error must be in 0 to 1, got Infinity"},
        }) {
      ObjectNode root = (ObjectNode) TypedJson.MAPPER.readTree(Files.readAllBytes(file));
      root.set("baseline", TypedJson.MAPPER.readTree(one[0]));
      root.remove("sha256");
      root.put("sha256", DocumentFormat.checksum(root));
      Path damaged = folder.resolve("damaged.json");
      Files.writeString(damaged, root.toString());
      assertThatThrownBy(() -> CalibratorFile.read(damaged))
          .isInstanceOf(InvalidDataException.class)
          .hasMessageContaining("damaged.json: field 'baseline'")
          .hasMessageContaining(one[1]);
    }
  }

  private static String gap(String to, String mean, String error) {
    return "{\"gaps\":[{\"from\":0.0,\"to\":%s,\"nodes\":60,\"mean\":%s,\"error\":%s}]}"
        .formatted(to, mean, error);
  }

  @Test
  void refusesAFileThatIsNoCalibrator() throws Exception {
    Path file = folder.resolve("model.json");
    Files.writeString(file, "{\"format\": \"something\"}");
    assertThatThrownBy(() -> CalibratorFile.read(file))
        .isInstanceOf(InvalidDataException.class)
        .hasMessage(
            file
                + ": is not a stored calibrator: its format must be 'wats-calibrator', got"
                + " \"something\"");
  }
}
