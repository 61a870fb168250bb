package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.calibration.scaling.TemperatureScaling;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class FitReportTest {
  @Test
  void summarizesOnlyWhatAppliesToTheMethod() {
    assertThat(report(TemperatureScaling.DEFAULT, 5, true)).isEqualTo("5 iterations");
    assertThat(report(TemperatureScaling.DEFAULT, 1, false))
        .isEqualTo("1 iteration, NOT converged");
    assertThat(report(TemperatureScaling.DEFAULT, 0, true)).isEmpty();
    assertThat(report(Wats.DEFAULT, 200, true)).isEqualTo("200 epochs, early stopping none");
  }

  private static String report(Calibrator<?> calibrator, int steps, boolean converged) {
    List<Double> losses = Collections.nCopies(steps, 0.5);
    return FitReport.ofSolver(calibrator, 0, 2, losses, converged, 0).summary();
  }
}
