package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.RunFile;
import io.github.wats.cli.console.Console;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * {@code wats calibrate} with all its outputs fits once and applies once, but for the five fits
 * without a fifth of the validation nodes that {@code --save} needs, and shares the features.
 */
class ComputedOnceTest {
  @TempDir private Path folder;

  /** What was asked for, with the data it was asked for. */
  private final List<CalibrationData> fits = new ArrayList<>();

  private final List<CalibrationData> applications = new ArrayList<>();

  private final Calibrator<?> wats = Methods.named("wats").calibrator(Map.of("epochs", 5));

  private final class Counting implements Calibrator<CountingFitted> {
    private static final long serialVersionUID = 1L;

    @Override
    public CountingFitted fit(CalibrationData data, long seed) {
      fits.add(data);
      return new CountingFitted(wats.fit(data, seed));
    }
  }

  private final class CountingFitted implements FittedCalibrator {
    private static final long serialVersionUID = 1L;

    private final FittedCalibrator fitted;

    CountingFitted(FittedCalibrator fitted) {
      this.fitted = fitted;
    }

    @Override
    public Calibration compute(CalibrationData data) {
      applications.add(data);
      return fitted.calibrate(data);
    }

    @Override
    public FitReport report() {
      return fitted.report();
    }

    @Override
    public CalibratorState state() {
      return fitted.state();
    }
  }

  @Test
  void fitsOnceAppliesOnceAndSharesTheFeaturesOfTheGraph() throws Exception {
    Path run = new RunFile().write(folder.resolve("run.npz"));
    StringWriter out = new StringWriter();
    CalibrateCommand command = new CalibrateCommand();
    command.use(new Console(new PrintWriter(out), new PrintWriter(out), false, Map.of()));
    Path page = folder.resolve("page.html");
    new CommandLine(command)
        .parseArgs(
            run.toString(),
            "-o",
            folder.resolve("out.npz").toString(),
            "--save",
            folder.resolve("model.json").toString(),
            "--report",
            page.toString());
    command.calibrate(new Counting());
    assertThat(fits).hasSize(1 + 5);
    assertThat(applications).hasSize(1 + 5);
    assertThat(applications)
        .allSatisfy(data -> assertThat(data.structure()).isSameAs(fits.get(0).structure()));
    assertThat(Files.readString(page)).contains("The most changed nodes, by WATS");
  }
}
