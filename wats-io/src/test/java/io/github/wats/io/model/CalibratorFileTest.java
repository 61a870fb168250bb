package io.github.wats.io.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.io.InvalidDataException;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.testing.TinyGraph;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CalibratorFileTest {
  private static final CalibrationData INPUT =
      CalibrationData.of(TinyGraph.graph(), TinyGraph.logits())
          .withFeatures(FeatureMatrix.wrap(DenseMatrix.copyOf(TinyGraph.features())));
  private static final Split SPLIT =
      new Split(TinyGraph.train(), TinyGraph.calibration(), NodeSet.of(12));

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
