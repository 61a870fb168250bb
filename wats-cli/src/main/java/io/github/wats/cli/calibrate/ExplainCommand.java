package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.Explanation;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.Part;
import io.github.wats.io.model.CalibratorFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wats explain}: why a node's confidence became what it is. */
@Command(
    name = "explain",
    description = {
      "Says why a saved calibrator gives a node the confidence it does.",
      "For ridge the exact share of each part of the model in the node's logits, for wats and",
      "other methods with temperatures the node's temperature and what it was computed from."
    },
    footer = {"", "Example:", "  wats explain model.json run.npz --node 17"})
public final class ExplainCommand extends Subcommand {
  @Parameters(index = "0", paramLabel = "MODEL.json", description = "What calibrate --save wrote.")
  private @Nullable Path model;

  @Mixin private InputOptions input = new InputOptions();

  @Option(
      names = "--node",
      paramLabel = "ID",
      required = true,
      description = "The node, as the input calls it.")
  private @Nullable String node;

  @Override
  protected String commandName() {
    return "explain";
  }

  @Override
  protected Outcome execute() throws IOException {
    if (model == null || node == null) {
      throw new UsageException("a model and a node are needed"); // picocli has refused before
    }
    FittedCalibrator fitted = CalibratorFile.read(model).calibrator();
    NodeData data = input.read(EnumSet.of(Part.GRAPH, Part.LOGITS, Part.SPLIT, Part.FEATURES));
    int number = number(data, node);
    Calibration calibration = data.origin().checked(() -> fitted.calibrate(data.calibrationData()));
    Explanation explanation =
        calibration
            .explain(number)
            .orElseThrow(
                () ->
                    new UsageException(
                        "explain knows ridge and methods with temperatures, got a saved "
                            + fitted.method()));
    return new ExplanationView(fitted, calibration, node, data.requireGraph().degree(number))
        .outcome(explanation);
  }

  private static int number(NodeData data, String id) {
    return data.ids()
        .find(id)
        .orElseThrow(
            () ->
                new UsageException(
                    "--node must name one of the "
                        + Format.count(data.nodeCount())
                        + " nodes, such as "
                        + data.ids().get(0)
                        + ", got "
                        + id));
  }
}
