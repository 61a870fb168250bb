package io.github.wats.cli.calibrate;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.io.NodeData;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.io.model.Library;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.onnx.OnnxFile;
import io.github.wats.matrix.DenseMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wats export}: a saved calibrator as an ONNX model. */
@Command(
    name = "export",
    description = {
      "Writes a saved calibrator as an ONNX model.",
      "The model reads logits and, for wats, ridge and ridge-temperature, features of the nodes;",
      "with a node file and an output that ends in .npy, these features are written instead.",
      "For ts, vs, ets, wats, ridge and ridge-temperature."
    },
    footer = {
      "",
      "Examples:",
      "  wats export model.json -o calibrator.onnx",
      "  wats export model.json run.npz -o features.npy"
    })
public final class ExportCommand extends Subcommand {
  @Parameters(
      index = "0",
      paramLabel = "MODEL.json",
      description = "Calibrator written by calibrate --save.")
  private Path model = Path.of("");

  @Mixin private InputOptions input = new InputOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "MODEL.onnx",
      required = true,
      description = "Write the ONNX model, or as .npy the features that it reads.")
  private Path output = Path.of("");

  @Override
  protected Outcome execute() throws IOException {
    CalibratorFile.Stored stored = CalibratorFile.read(model);
    FittedCalibrator fitted = stored.calibrator();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", fitted.method());
    if (output.toString().endsWith(".npy")) {
      DenseMatrix features = features(stored);
      NpyData.of(features.array(), features.rows(), features.columns()).write(output);
      fields.put("nodes", features.rows());
      fields.put("columns", features.columns());
    } else {
      OnnxFile.write(output, fitted, Library.VERSION);
    }
    return new Outcome(fields, Format.text("%s: written to %s%n", fitted.method(), output));
  }

  private DenseMatrix features(CalibratorFile.Stored stored) throws IOException {
    FittedCalibrator fitted = stored.calibrator();
    NodeData data = stored.prepared(input.readFor(stored, messages()));
    CalibrationData nodes = input.calibrationData(data, Methods.named(fitted.method()));
    if (fitted.inputs().map(recipe -> recipe.width() == 0).orElse(true)) {
      throw new UsageException(
          fitted.method() + " reads no features: its ONNX model needs logits alone");
    }
    return data.location()
        .checked(() -> fitted.columns(nodes).toTable(fitted.inputs().orElseThrow()).toMatrix());
  }
}
