package io.github.wats.cli.calibrate;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.HeldOutEvaluation;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.MethodChoice;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.PairData;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.GroupedHelp;
import io.github.wats.cli.console.SeedOption;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.decision.Comparison;
import io.github.wats.experiment.Speeds;
import io.github.wats.io.NodeData;
import io.github.wats.metrics.Evaluation.Options;
import io.github.wats.prediction.Labels;
import io.github.wats.report.NumberText;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wats compare}: which method on these nodes. */
@Command(
    name = "compare",
    description = {
      "Compares all methods on held-out labels and recommends one.",
      "Methods are evaluated on the test nodes if these have labels, otherwise on the validation"
          + " nodes by repeated cross-fitting. The recommended method is the simplest whose NLL is"
          + " within one standard error of the lowest, or none (uncalibrated) if the lowest is"
          + " better within noise only."
    },
    footer = {
      "",
      "Examples:",
      "  wats compare run.npz",
      "  wats compare run.npz --methods ts,wats,ridge,auto --report comparison.html",
      "  wats compare run.npz --cross-fit --folds 10 --format markdown"
    })
public final class CompareCommand extends Subcommand {
  /** With fewer nodes a note says that little can be seen. */
  private static final int FEW = 100;

  /** Shorter fits are never left out, and {@code calibrate} says nothing before them. */
  static final double LONG_SECONDS = 10;

  /** What the data sets have on average whose times are known. */
  private static final double USUAL_FEATURES = 1400;

  /** How the table is printed. */
  enum Form {
    TEXT,
    CSV,
    MARKDOWN
  }

  @Mixin private InputOptions input = new InputOptions();
  @Mixin private SeedOption seed = new SeedOption();
  @Mixin private ReportOptions report = new ReportOptions();

  @Option(
      names = "--methods",
      paramLabel = "NAME",
      split = MethodsCommand.SEPARATOR,
      splitSynopsisLabel = ",",
      description =
          "Methods to compare, each with settings if need be:"
              + " ridge,ridge:mode=keep-class,wats:k=3:s=0.8. 'wats methods' lists them. Default:"
              + " all, and ridge without labels of neighbors.")
  private @Nullable List<String> names;

  @Option(
      names = "--cross-fit",
      description =
          "Evaluate by cross-fitting on the validation nodes even if test nodes have labels.")
  private boolean crossFit;

  @Option(
      names = "--folds",
      order = GroupedHelp.ADVANCED,
      paramLabel = "N",
      description = "Folds of cross-fitting, in 2 … 100. Default: ${DEFAULT-VALUE}.")
  private int folds = 5;

  @Option(
      names = "--repeats",
      order = GroupedHelp.ADVANCED,
      paramLabel = "N",
      description = "Repeats of cross-fitting, in 1 … 100. Default: ${DEFAULT-VALUE}.")
  private int repeats = 2;

  @Option(
      names = "--format",
      order = GroupedHelp.ADVANCED,
      paramLabel = "text|csv|markdown",
      description = "Format of the printed table. Default: text.")
  private Form format = Form.TEXT;

  @Override
  protected Outcome execute() throws IOException {
    List<Method> methods = methods();
    checkRange("--folds", folds, 2);
    checkRange("--repeats", repeats, 1);
    if (input.isMultiLabel() && crossFit) {
      throw new UsageException("--cross-fit does not apply with --multi-label");
    }
    boolean features = methods.stream().anyMatch(Method::needsFeatures);
    NodeData data = input.readForFit(features, messages());
    data.requireLogits();
    if (data.degrees().isEmpty()) {
      messages().note(EvaluateCommand.NO_GRAPH);
    }
    CalibrationData nodes = data.calibrationData(ComparisonOutput.UNCALIBRATED); // a graph if any
    HeldOutEvaluation heldOut = heldOut(data, nodes);
    data.location().checked(() -> CalibrationRows.of(nodes));
    methods = names == null ? withoutSlow(methods, nodes, heldOut.fits()) : methods;
    Options options = report.isRequested() ? Options.REPORT : Options.DEFAULT;
    Map<String, Calibrator<?>> calibrators = ComparisonOutput.atDefaults(methods);
    ComparisonOutput output =
        data.location()
            .checked(() -> ComparisonOutput.of(data, heldOut, calibrators, options, messages()));
    noteOn(data, output, heldOut.nodes().size());
    if (report.isRequested()) {
      writeReport(data, output);
    }
    List<String> next = output.next(input.arguments());
    return switch (format) {
      case TEXT ->
          new Outcome(
              output.fields(), output.write(text()).end(next, output.summary(), report.written()));
      case CSV -> new Outcome(output.fields(), output.csv());
      case MARKDOWN -> new Outcome(output.fields(), output.markdown());
    };
  }

  /** Leaves out methods that take longer than all others together, by what was measured once. */
  private List<Method> withoutSlow(List<Method> methods, CalibrationData nodes, int fits) {
    Map<Method, Double> seconds = new LinkedHashMap<>();
    for (Method method : methods) {
      seconds.put(method, fits * seconds(method, nodes));
    }
    double all = seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    for (Method method : methods) {
      double own = Objects.requireNonNull(seconds.get(method));
      if (own > LONG_SECONDS && own > all - own) {
        String text =
            "note: %s is left out: it would take about %.0f s, the others together %.0f s;";
        messages().note(Format.text(text + " --methods names it", method.name(), own, all - own));
        seconds.remove(method);
      }
    }
    return List.copyOf(seconds.keySet());
  }

  /** What a fit is likely to take on one thread. */
  static double seconds(Method method, CalibrationData data) {
    if (data.severalLabels().isPresent()) {
      return 0; // those of single labels are short
    }
    long edges = data.pairs().map(PairData::graph).orElseGet(data::graph).edgeCount();
    Speeds.Size size = new Speeds.Size(data.nodeCount(), edges, data.classCount());
    double width = data.features().map(matrix -> matrix.columns() / USUAL_FEATURES).orElse(1.0);
    double ofFit = Speeds.ofMethod(method.name().split(":", 2)[0], size);
    return ofFit * (method.needsFeatures() ? Math.max(1, width) : 1);
  }

  private static void checkRange(String option, int value, int least) {
    if (value < least || value > 100) {
      throw new UsageException(option + " must be in " + least + " … 100, got " + value);
    }
  }

  private List<Method> methods() {
    List<String> listed = names;
    return listed == null ? input.compared() : UsageException.checked(() -> Methods.named(listed));
  }

  /** The test nodes if they have labels, else the validation nodes; too few of both are refused. */
  private HeldOutEvaluation heldOut(NodeData data, CalibrationData nodes) {
    Labels labels = data.requireLabels();
    int tests = data.requireSplit().test().withKnownLabel(labels).size();
    int validation = data.requireSplit().validation().withKnownLabel(labels).size();
    boolean onTest = (tests > 0 && !crossFit) || input.isMultiLabel();
    String rule = "a comparison of several labels needs one with both outcomes among test nodes";
    data.location().check(tests > 0 || !input.isMultiLabel(), rule);
    data.location()
        .check(
            validation > (onTest ? 0 : 1),
            "a comparison needs labels of validation nodes and of test nodes, or of at least 2"
                + " validation nodes, got labels of %d validation and %d test nodes: fill in 'y'"
                + " (-1 is unknown), or put more nodes into 'val_mask' or 'test_mask'",
            validation,
            tests);
    return onTest
        ? HeldOutEvaluation.testNodes(nodes, seed.seed())
        : HeldOutEvaluation.crossFitted(nodes, folds, repeats, seed.seed());
  }

  /** What limits the comparison, and what to do about it. */
  private void noteOn(NodeData data, ComparisonOutput output, int count) {
    Comparison comparison = output.comparison();
    comparison.failures().values().forEach(text -> messages().note("note: " + text));
    output.notes().forEach(text -> messages().note("note: " + text));
    if (count < FEW) {
      String few =
          "note: methods are evaluated on only %s, so small differences cannot be seen: label more";
      messages().note(Format.text(few, NumberText.counted(count, "node")));
    }
    Labels labels = data.requireLabels();
    int[] counts = labels.select(data.requireSplit().validation()).counts();
    for (int c = 0; c < labels.classCount(); c++) {
      if (counts[c] == 0) {
        String missing =
            "note: no validation node has class %s, so methods with parameters for each class"
                + " cannot learn it: put labeled nodes of it into 'val_mask'";
        messages().note(Format.text(missing, data.className(c)));
      }
    }
  }

  private void writeReport(NodeData data, ComparisonOutput output) throws IOException {
    MethodChoice choice = output.comparison().choice();
    String shown =
        choice.losses().keySet().stream()
            .filter(name -> !name.equals(ComparisonOutput.UNCALIBRATED.name()))
            .min(
                Comparator.comparing((String name) -> !name.equals(choice.method()))
                    .thenComparing(name -> choice.losses().get(name)))
            .orElseThrow(
                () ->
                    new UsageException("a report needs a method besides the uncalibrated network"));
    report.write(
        output.page(
            input.name() + ": which method?",
            "the network",
            List.of(output.comparison().recommendation()),
            List.of(shown),
            report.provenance(seed.seed(), input.fingerprint(data))));
  }
}
