package io.github.wats.cli;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.FittedTemperatures;
import io.github.wats.calibration.TemperatureExplanation;
import io.github.wats.calibration.ridge.FittedRidge;
import io.github.wats.calibration.ridge.RidgeExplanation;
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
final class ExplainCommand extends Subcommand {
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
  String commandName() {
    return "explain";
  }

  @Override
  Outcome execute() throws IOException {
    if (model == null || node == null) {
      throw new UsageException("a model and a node are needed"); // picocli has refused before
    }
    FittedCalibrator fitted = WatsFeatures.chosen(CalibratorFile.read(model).calibrator());
    NodeData data = input.read(EnumSet.of(Part.GRAPH, Part.LOGITS, Part.SPLIT, Part.FEATURES));
    CalibrationInput nodes = ApplyCommand.calibrationInput(data);
    int number = number(data, node);
    if (fitted instanceof FittedRidge ridge) {
      RidgeExplanation explanation = data.origin().checked(() -> ridge.explain(nodes, number));
      return ExplainedRidge.outcome(ridge, explanation, node, nodes.graph());
    }
    if (fitted instanceof FittedTemperatures temperatures) {
      TemperatureExplanation explanation =
          data.origin()
              .checked(
                  () ->
                      TemperatureExplanation.of(
                          temperatures, WatsFeatures.of(fitted, nodes.graph()), nodes, number));
      return ExplainedTemperature.outcome(
          fitted.fitReport().method(), explanation, node, nodes.graph().degree(number));
    }
    throw new UsageException(
        "explain knows ridge and methods with temperatures, got a saved "
            + fitted.fitReport().method());
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
