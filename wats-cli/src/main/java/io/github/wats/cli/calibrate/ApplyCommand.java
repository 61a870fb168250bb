package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.ProbabilityFile;
import io.github.wats.io.model.CalibratorFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wats apply}: a saved calibrator on new logits. */
@Command(
    name = "apply",
    description = "Applies a saved calibrator to logits on the same or another graph.",
    footer = {"", "Example:", "  wats apply model.json new-run.npz -o calibrated.npz"})
public final class ApplyCommand extends Subcommand {
  @Parameters(
      index = "0",
      paramLabel = "MODEL.json",
      description = "Calibrator written by calibrate --save.")
  private Path model = Path.of("");

  @Mixin private InputOptions input = new InputOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT.npz",
      required = true,
      description = "Write probabilities, and temperatures if any, as .npz, .csv or .tsv.")
  private Path output = Path.of("");

  @Override
  protected Outcome execute() throws IOException {
    input.refuseMethodSettings();
    CalibratorFile.Stored stored = CalibratorFile.read(model);
    FittedCalibrator fitted = stored.calibrator();
    NodeData data = input.readFor(Methods.named(fitted.method()), messages());
    CalibrationData nodes = input.calibrationData(data, Methods.named(fitted.method()));
    Calibration calibration = data.origin().checked(() -> fitted.calibrate(nodes));
    ProbabilityFile.write(
        output,
        data.ids(),
        stored.classNames(data),
        calibration.probabilities(),
        calibration.temperatures());
    calibration.notes().forEach(note -> messages().note("note: " + note));
    String method = fitted.report().method(); // auto, not the method that it chose
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", method);
    fields.put("nodes", data.nodeCount());
    fields.put("notes", calibration.notes());
    String text =
        Format.text("%s: calibrated %,d nodes, written to %s%n", method, data.nodeCount(), output);
    return new Outcome(fields, text);
  }
}
