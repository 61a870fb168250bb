package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Explanation;
import io.github.wats.calibration.Explanation.Contribution;
import io.github.wats.calibration.Explanation.OfLogits;
import io.github.wats.calibration.Explanation.OfTemperature;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.ResultText.Tone;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.prediction.Probabilities;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.DataTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wats explain}: why a node's confidence became what it is. */
@Command(
    name = "explain",
    description = {
      "Explains the calibrated confidence of one node.",
      "For ridge and auto: the exact contribution of each part to the node's logits. For",
      "methods with temperatures: the node's temperature and the features it was computed from.",
      "For all others: its confidence and class before and after."
    },
    footer = {"", "Example:", "  wats explain model.json run.npz --node 17"})
public final class ExplainCommand extends Subcommand {
  /** Smaller changes of the confidence are none. */
  private static final double SMALL = 0.005;

  private static final String WAVES =
      "waveK: the term of order K of the node's wavelet features, from degrees up to K hops away";

  @Parameters(
      index = "0",
      paramLabel = "MODEL.json",
      description = "Calibrator written by calibrate --save.")
  private Path model = Path.of("");

  @Mixin private InputOptions input = new InputOptions();

  @Option(
      names = "--node",
      paramLabel = "ID",
      required = true,
      description = "Id of the node in the input.")
  private String node = "";

  @Override
  protected Outcome execute() throws IOException {
    input.refusePairs("explain is for nodes: no method explains pairs");
    CalibratorFile.Stored stored = CalibratorFile.read(model);
    if (stored.isOfLabels()) {
      throw new UsageException("explain does not apply to several labels");
    }
    FittedCalibrator fitted = stored.calibrator();
    NodeData read = input.readFor(stored, messages(), NodeField.SPLIT);
    read.requireLogits();
    NodeData data = stored.prepared(read);
    List<String> classes = data.classNames();
    int number =
        data.ids()
            .find(node)
            .orElseThrow(
                () ->
                    new UsageException(
                        Format.text(
                            "--node must name one of the %,d nodes, such as %s, got %s",
                            data.nodeCount(), data.ids().get(0), node)));
    CalibrationData nodes = input.calibrationData(data, Methods.named(fitted.method()));
    Calibration calibration = data.location().checked(() -> fitted.calibrate(nodes));
    Optional<Explanation> explanation = calibration.explain(number);
    int predicted = nodes.logits().predictedClass(number);
    double before = Calibration.confidenceBefore(nodes.logits(), number);
    double after = calibration.probabilities().get(number, predicted);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", fitted.method());
    fields.put("node", node);
    data.degree(number).ifPresent(degree -> fields.put("degree", degree));
    if (!classes.isEmpty()) {
      fields.put("classNames", classes);
    }
    fields.put("predictedClass", predicted);
    fields.put("confidenceBefore", before);
    fields.put("confidenceAfter", after);
    fields.put("notes", calibration.notes());
    calibration.notes().forEach(note -> messages().note("note: " + note));
    boolean readsGraph = Methods.named(fitted.method()).scope() != Method.Scope.LOGITS;
    List<String> place =
        readsGraph ? Surroundings.words(nodes, data.split(), number) : List.<String>of();
    String about = place.isEmpty() ? "" : String.join(", ", place) + ": ";
    String change = change(before, after);
    if (explanation.orElse(null) instanceof OfTemperature temperature) {
      change = Format.text("%stemperature %.2f, %s", about, temperature.temperature(), change);
    } else if (explanation.orElse(null) instanceof OfLogits logits) {
      change += ", mostly by " + moves(logits, nodes).get(0);
    }
    String subject = Format.text("Node %s, class %s: ", node, data.className(predicted));
    ResultText text = text().head(Tone.PLAIN, subject + change + ".");
    if (explanation.isEmpty()) {
      text.say(add(fitted, calibration.probabilities(), data, number, fields));
    } else if (explanation.get() instanceof OfLogits logits) {
      text.say(about.isEmpty() ? "" : "Its place: " + String.join(", ", place) + ".");
      add(text, fitted, logits, data, fields);
    } else if (explanation.get() instanceof OfTemperature own) {
      add(text, own, readsGraph, fields);
    }
    return new Outcome(fields, text);
  }

  /** What calibration did to the confidence, in points. */
  private static String change(double before, double after) {
    double points = Math.abs(after - before);
    return Format.text(
        "confidence %s, from %s to %s",
        points < SMALL
            ? "unchanged"
            : (after > before ? "up " : "down ")
                + NumberText.counted(Math.round(100 * points), "point"),
        NumberText.percent(before),
        NumberText.percent(after));
  }

  /** For methods that have neither contributions nor temperatures. */
  private static String add(
      FittedCalibrator fitted,
      Probabilities after,
      NodeData data,
      int number,
      Map<String, Object> fields) {
    int label = after.predictedClass(number);
    fields.put("calibratedClass", label);
    return Format.text(
        "%s (%s) has no temperature or contributions to show for a node; after calibration class %s"
            + " is the most probable, with %s.",
        fitted.method(),
        Methods.named(fitted.method()).summary(),
        data.className(label),
        NumberText.percent(after.confidence(number)));
  }

  private static void add(
      ResultText text, OfTemperature why, boolean readsGraph, Map<String, Object> fields) {
    fields.put("temperature", why.temperature());
    fields.put("medianTemperature", why.medianTemperature());
    fields.put("inputs", why.inputs());
    String all = Format.text("the median of all nodes is %.4f", why.medianTemperature());
    text.say(
        Format.text(
            "Its logits are divided by the temperature %.4f; %s.",
            why.temperature(), readsGraph ? all : "it is the same for all nodes"));
    if (why.inputs().isEmpty()) {
      return;
    }
    DataTable table =
        DataTable.of(why.inputs())
            .column("computed from", Explanation.Input::name)
            .column("this node", input -> Format.number(input.value()))
            .column("median of all", input -> Format.number(input.median()))
            .table();
    boolean waves = why.inputs().stream().anyMatch(input -> input.name().startsWith("wave"));
    text.table(table, waves ? WAVES : "");
  }

  private static void add(
      ResultText text,
      FittedCalibrator fitted,
      OfLogits why,
      NodeData data,
      Map<String, Object> fields) {
    int predicted = why.predictedClass();
    int rival = why.rival();
    String own = data.className(predicted);
    String other = data.className(rival);
    List<Object> contributions = new ArrayList<>();
    DataTable.Builder table =
        new DataTable.Builder("contribution of", "class " + own, "class " + other, "lead");
    for (Contribution contribution : why.contributions()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("part", contribution.name());
      one.put("words", contribution.words());
      one.put("logits", contribution.logits());
      one.put("lead", why.lead(contribution, rival));
      contributions.add(one);
      row(
          table,
          contribution.words(),
          contribution.logits().get(predicted),
          contribution.logits().get(rival));
    }
    row(table, "sum", why.logit(predicted), why.logit(rival));
    fields.put("settings", fitted.report().settings());
    fields.put("labelsUsed", why.labelsUsed());
    fields.put("preferredClass", why.preferredClass());
    fields.put("keptClass", why.keptClass());
    fields.put("rivalClass", rival);
    fields.put("contributions", contributions);
    int classes = why.contributions().get(0).logits().size();
    fields.put("logits", IntStream.range(0, classes).mapToObj(why::logit).toList());
    String lead = Format.text("lead: above 0 favors class %s over class %s", own, other);
    text.table(table.build(), lead + ", the strongest other class");
    if (why.keptClass()) {
      String kept =
          "The model prefers class %s; the mode keep-class kept the predicted class, with the"
              + " probability that the model gives it, but at least 1/C.";
      text.say(Format.text(kept, data.className(why.preferredClass())));
    }
  }

  /** In words, what changed the lead of the network's class over its rival, most first. */
  private static List<String> moves(OfLogits why, CalibrationData nodes) {
    int rival = why.rival();
    double before =
        nodes.logits().get(why.node(), why.predictedClass())
            - nodes.logits().get(why.node(), rival);
    Contribution network = why.contributions().get(0);
    ToDoubleFunction<Contribution> move =
        part -> why.lead(part, rival) - (part.equals(network) ? before : 0);
    return why.contributions().stream()
        .sorted(Comparator.comparingDouble(part -> -Math.abs(move.applyAsDouble(part))))
        .map(part -> Format.text("%s (lead %+.2f)", part.words(), move.applyAsDouble(part)))
        .toList();
  }

  /** The logits of the predicted class and of its rival, and their difference. */
  private static void row(DataTable.Builder table, String name, double own, double other) {
    table.row(
        name,
        Format.text("%+.3f", own),
        Format.text("%+.3f", other),
        Format.text("%+.3f", own - other));
  }
}
