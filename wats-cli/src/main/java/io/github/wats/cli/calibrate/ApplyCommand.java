package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.io.Location;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.ProbabilityFile;
import io.github.wats.io.format.ProbabilityFile.Mask;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.report.NumberText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wats apply}: a saved calibrator on new logits. */
@Command(
    name = "apply",
    description = "Applies a saved calibrator to logits, also on another graph.",
    footer = {"", "Example:", "  wats apply model.json new-run.npz -o calibrated.npz"})
public final class ApplyCommand extends Subcommand {
  private static final String NO_BOUND =
      "the bound of the stored thresholds does not hold for these probabilities: ";

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
      description = "Write probabilities, classes, and temperatures if any, as .npz, .csv or .tsv.")
  private Path output = Path.of("");

  @Option(
      names = "--prior",
      paramLabel = "em|P1,P2,…",
      description =
          "Correct for a changed share of the classes: estimate it from the new data (em), or give"
              + " the share of each class, or with --pairs that of links.")
  private @Nullable String prior;

  @Override
  protected Outcome execute() throws IOException {
    CalibratorFile.Stored stored = CalibratorFile.read(model);
    if (prior != null && stored.isOfLabels()) {
      throw new UsageException("--prior does not apply to a model of several labels");
    }
    FittedCalibrator fitted = stored.calibrator();
    NodeData data = stored.prepared(input.readFor(stored, messages()));
    CalibrationData nodes = input.calibrationData(data, Methods.named(fitted.method()));
    Calibration calibration = data.location().checked(() -> fitted.calibrate(nodes));
    Probabilities plain = data.calibrated(calibration.probabilities());
    Optional<double[]> shares = Optional.ofNullable(prior).map(text -> shares(text, stored, plain));
    Probabilities result =
        UsageException.checked(
            () -> shares.map(to -> plain.withPrior(prior(stored), to)).orElse(plain));
    Optional<Mask> accept =
        stored
            .acceptance()
            .map(rules -> new Mask("accept", 1, rules.accept(result, InputOptions.keys(nodes))));
    List<String> notes = new ArrayList<>(calibration.notes());
    Optional<String> unbounded =
        shares.map(to -> "--prior changes them").or(() -> fitted.otherInputs(nodes));
    if (input.ofPairs() && prior == null) {
      notes.add(CalibrateCommand.SAMPLED_MIX);
    }
    if (accept.isPresent() && unbounded.isPresent()) {
      notes.add(NO_BOUND + unbounded.get());
    }
    ProbabilityFile.write(
        output, data, data.classNames(), result, calibration.temperatures(), accept);
    notes.forEach(note -> messages().note("note: " + note));
    String method = fitted.report().method(); // auto, not the method that it chose
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", method);
    fields.put("nodes", data.nodeCount());
    Probabilities network = data.network();
    IntStream all = IntStream.range(0, data.nodeCount());
    long others = all.filter(i -> result.predictedClass(i) != network.predictedClass(i)).count();
    fields.put("otherClasses", others);
    shares.ifPresent(to -> fields.put("prior", to));
    int accepted = accept.map(mask -> NodeSet.ofMask(mask.values()).size()).orElse(0);
    accept.ifPresent(mask -> fields.put("accepted", accepted));
    fields.put("notes", notes);
    String text =
        Format.text(
            "%s: calibrated %s, written to %s",
            method, NumberText.counted(data.nodeCount(), input.rowName()), output);
    String other = "another class than the network's is preferred for %,d of them";
    String goal = stored.acceptance().map(rules -> rules.guarantee()).orElse("");
    String bound = unbounded.isEmpty() ? goal : "without a bound";
    String more =
        goal.isEmpty()
            ? ""
            : "accepted: " + NumberText.counted(accepted, input.rowName()) + ", " + bound;
    List<String> next = new ArrayList<>(List.of("monitor", model.toString()));
    next.addAll(input.arguments());
    ResultText said = text().head(ResultText.Tone.PLAIN, text);
    said.say(others == 0 ? "" : Format.text(other, others), more);
    return new Outcome(fields, said.end(next));
  }

  /** The shares of the classes to correct for. */
  private double[] shares(String text, CalibratorFile.Stored stored, Probabilities calibrated) {
    try {
      if (text.equalsIgnoreCase("em")) {
        return calibrated.estimatePrior(prior(stored));
      }
      double[] given = Stream.of(text.split(",", -1)).mapToDouble(Double::parseDouble).toArray();
      boolean links = input.ofPairs() && given.length == 1;
      return links ? new double[] {1 - given[0], given[0]} : given;
    } catch (NumberFormatException e) {
      throw new UsageException("--prior must be em or a share for each class, got " + text);
    }
  }

  /** The shares of the classes in the data of the fit. */
  private double[] prior(CalibratorFile.Stored stored) {
    String rule = "has no summary of its fit, which --prior needs: write it with calibrate --save";
    Location.of(model).check(stored.summary().isPresent(), rule);
    return stored.summary().orElseThrow().prior().stream().mapToDouble(p -> p).toArray();
  }
}
