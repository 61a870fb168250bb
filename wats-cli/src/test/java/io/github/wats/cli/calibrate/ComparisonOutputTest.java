package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.HeldOutEvaluation;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.RunFile;
import io.github.wats.cli.console.Console;
import io.github.wats.cli.console.Messages;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader;
import io.github.wats.metrics.Evaluation;
import io.github.wats.report.Provenance;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that {@code wats compare} and {@code wats demo} show needs one fit of a method. */
class ComparisonOutputTest {
  private static final List<CalibrationData> FITS = new ArrayList<>();

  @TempDir private Path folder;

  /** Temperature scaling that counts its fits. */
  private record Counting() implements Calibrator<FittedCalibrator> {
    @Override
    public FittedCalibrator fit(CalibrationData data, long seed) {
      FITS.add(data);
      return Methods.named("ts").calibrator().fit(data, seed);
    }
  }

  @BeforeEach
  void clear() {
    FITS.clear();
  }

  private NodeData data() throws Exception {
    Path run = new RunFile().write(folder.resolve("run.npz"));
    return NodeReader.read(run);
  }

  /** Gives messages that nobody reads. */
  private static final class Silent extends Subcommand {
    @Override
    protected Outcome execute() {
      return new Outcome(Map.of(), "");
    }

    Messages silence() {
      PrintWriter none = new PrintWriter(new StringWriter());
      use(new Console(none, none, false, Map.of()));
      return messages();
    }
  }

  /** Compares, and makes everything that is shown. */
  private static void show(NodeData data, HeldOutEvaluation nodes) {
    ComparisonOutput output =
        ComparisonOutput.of(
            data,
            nodes,
            Map.of("ts", new Counting()),
            Evaluation.Options.REPORT,
            new Silent().silence());
    output.write(new ResultText(OptionalInt.of(80), true));
    output.csv();
    output.markdown();
    output.fields();
    output.page("title", "network", List.of(), List.of("ts"), new Provenance("wats", Map.of()));
  }

  @Test
  void onTestNodesAMethodIsFittedOnceForTextJsonAndPage() throws Exception {
    NodeData data = data();
    CalibrationData input = data.calibrationData();
    show(data, HeldOutEvaluation.testNodes(input, 0));
    assertThat(FITS).containsExactly(input);
  }

  @Test
  void crossFittingFitsEachFoldOnce() throws Exception {
    NodeData data = data();
    CalibrationData input = data.calibrationData();
    show(data, HeldOutEvaluation.crossFitted(input, 4, 2, 0));
    assertThat(FITS).hasSize(8).doesNotContain(input); // the page fits to all by the registry
  }
}
