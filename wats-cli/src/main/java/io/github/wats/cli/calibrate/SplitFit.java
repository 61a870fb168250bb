package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.HeldOutEvaluation;
import io.github.wats.calibration.MultiLabelData;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Messages;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.SeedOption;
import io.github.wats.cli.console.UsageException;
import io.github.wats.decision.NodeGroups;
import io.github.wats.decision.NodeGroups.By;
import io.github.wats.internal.Seeds;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.ProbabilityFile;
import io.github.wats.io.format.ProbabilityFile.Mask;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.report.Page;
import io.github.wats.report.Section;
import io.github.wats.report.Section.Block;
import io.github.wats.report.figure.DataTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A calibrator fitted on one half of the validation nodes, drawn by the seed. The other half is
 * held out for statements about it: in the split of {@code nodes}, which the calibrator sees, they
 * are in no part. What fits nothing needs no such half; with cross-fitting all validation nodes are
 * both.
 *
 * @param probabilities those of the calibrator; of cross-fitted nodes those of fits without them
 */
record SplitFit(
    NodeData data,
    CalibrationData nodes,
    FittedCalibrator fitted,
    Calibration calibration,
    Probabilities probabilities,
    NodeSet heldOut) {
  private static final int DEGREE_GROUPS = 4;
  private static final int FOLDS = 5;
  private static final String EXCHANGEABLE =
      "These statements hold for nodes that are drawn like the held-out validation nodes"
          + " (exchangeable). They need not hold for nodes of another graph, of a later time, or"
          + " that were chosen by their degree or class; wats monitor shows such changes.";

  /** The options of such a fit and of its results. */
  static final class Options {
    @Mixin InputOptions input = new InputOptions();
    @Mixin private MethodOptions method = new MethodOptions();
    @Mixin private SeedOption seed = new SeedOption();
    @Mixin private ReportOptions report = new ReportOptions();

    @Option(
        names = "--by",
        paramLabel = "class|degree|community",
        description = "Thresholds by class, degree or (sets only) community.")
    By by = By.NONE;

    @Option(
        names = {"-o", "--output"},
        paramLabel = "OUT.npz",
        description =
            "Write 'accept' or 'sets' as .npz, .csv or .tsv. Probabilities are in it too.")
    @Nullable Path output;

    SplitFit fit(Messages messages, boolean crossFit) throws IOException {
      Calibrator<?> calibrator = input.ofRows(method.calibrator());
      NodeData data = input.read(InputOptions.fitParts(calibrator.needsFeatures()), messages);
      Split split = data.requireSplit();
      NodeSet labeled = split.validation().withKnownLabel(data.requireLabels());
      String rule =
          "at least 4 validation nodes ('val_mask') must have a known label, one half to fit and"
              + " one half held out, got %d; label more nodes";
      data.location().check(labeled.size() >= 4, rule, labeled.size());
      boolean all = crossFit || method.method().equals(ComparisonOutput.UNCALIBRATED);
      long stream = Seeds.derive(seed.seed(), "held-out validation nodes");
      List<NodeSet> halves =
          all
              ? List.of(labeled, labeled)
              : data.ids()
                  .severalLabels()
                  .map(of -> of.halves(labeled, stream))
                  .orElseGet(() -> labeled.halves(stream));
      CalibrationData nodes =
          input
              .calibrationData(data, method.method())
              .withSplit(new Split(split.train(), halves.get(0), split.test()));
      FittedCalibrator fitted = data.location().checked(() -> calibrator.fit(nodes, seed.seed()));
      Calibration calibration = data.location().checked(() -> fitted.calibrate(nodes));
      Probabilities probabilities =
          crossFit
              ? data.location().checked(() -> crossFitted(calibrator, nodes, calibration))
              : calibration.probabilities();
      Probabilities results = data.calibrated(probabilities);
      SplitFit fit = new SplitFit(data, nodes, fitted, calibration, results, halves.get(1));
      fit.notes().forEach(note -> messages.note("note: " + note));
      return fit;
    }

    /** With the rows of validation nodes from fits without them. */
    private Probabilities crossFitted(
        Calibrator<?> calibrator, CalibrationData nodes, Calibration calibration) {
      HeldOutEvaluation folds = HeldOutEvaluation.crossFitted(nodes, FOLDS, 1, seed.seed());
      Probabilities unseen = folds.unseen(calibrator);
      double[] rows = calibration.probabilities().toArray();
      for (int k = 0; k < unseen.nodeCount(); k++) {
        unseen.copyRow(k, rows, folds.nodes().get(k) * unseen.classCount());
      }
      return Probabilities.of(nodes.nodeCount(), unseen.classCount(), rows);
    }

    /** The groups of {@code --by}: of these labels, of communities of at least so many nodes. */
    NodeGroups groups(SplitFit fit, Labels labels, int least) {
      if (input.ofPairs()) {
        String rule = "--by does not apply to pairs, of which only predicted links are accepted";
        if (by != By.NONE) {
          throw new UsageException(rule);
        }
        return NodeGroups.ofLabel(labels, 1, "links");
      }
      Optional<MultiLabelData> several = fit.nodes.severalLabels();
      if (several.isPresent()) {
        String rule = "--by does not apply with --multi-label: each label has a threshold";
        if (by != By.NONE) {
          throw new UsageException(rule);
        }
        return NodeGroups.ofSeveral(several.get(), fit.probabilities);
      }
      return switch (by) {
        case LABEL -> throw new UsageException("--by label is for --multi-label, which implies it");
        case NONE -> NodeGroups.one(fit.nodes.nodeCount());
        case CLASS -> NodeGroups.byLabel(labels, fit.data::className);
        case DEGREE -> NodeGroups.byDegree(fit.data.requireGraph(), DEGREE_GROUPS);
        case COMMUNITY -> NodeGroups.byCommunity(fit.data.requireGraph(), fit.heldOut, least);
      };
    }

    /** Writes the mask, and a page if one is requested: sentences, pictures and the groups. */
    void write(
        SplitFit fit,
        Mask mask,
        String kicker,
        List<String> verdict,
        Supplier<List<Block>> pictures,
        DataTable groups)
        throws IOException {
      if (output != null) {
        NodeData data = fit.data;
        boolean crossFitted = fit.heldOut.equals(fit.nodes.requireSplit().validation());
        Optional<double[]> temperatures = // of several fits there is none for all nodes
            crossFitted ? Optional.empty() : fit.calibration.temperatures();
        List<String> names = data.classNames();
        Optional<Mask> masks = Optional.of(mask);
        ProbabilityFile.write(output, data, names, fit.probabilities(), temperatures, masks);
      }
      if (report.isRequested()) {
        Section.Builder section = new Section.Builder("groups", kicker);
        pictures.get().forEach(section::add);
        section.add(new Block.Grid(groups)).text(EXCHANGEABLE);
        fit.notes().forEach(note -> section.add(new Block.Warning("Note: " + note + ".")));
        Section last = report.provenance(seed.seed(), input.fingerprint(fit.data)).section();
        report.write(new Page(kicker, input.name(), verdict, List.of(section.build(), last)));
      }
    }

    /**
     * How the calibrator was fitted, the files written, and a next command with the same method.
     *
     * @param options of that command
     */
    ResultText end(ResultText text, SplitFit fit, @Nullable Path model, String... options) {
      List<String> next = new ArrayList<>(List.of(options));
      next.addAll(1, input.arguments());
      next.addAll(List.of("--method", fit.fitted.report().method()));
      return text.end(next, fit.text(), report.written(output, model));
    }
  }

  private List<String> notes() {
    FitReport report = fitted.report().withNotes(calibration.notes());
    return report.withNotes(nodes.doubts()).notes();
  }

  Labels labels() {
    return data.requireLabels();
  }

  NodeSet test() {
    return data.requireSplit().test();
  }

  /** The fields that the JSON begins with. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", fitted.report().method());
    fields.put("seed", fitted.report().seed());
    fields.put("fitNodes", nodes.requireSplit().validation().size());
    fields.put("heldOutNodes", heldOut.size());
    fields.put("fitNotes", notes());
    return fields;
  }

  /** On how many nodes it was fitted. */
  private String text() {
    return Format.text(
        "%1$s: fitted on %3$,d validation %6$s, %4$,d held out, seed %2$d",
        Stream.concat(fields().values().stream(), Stream.of(nodes.kind() + "s")).toArray());
  }

  static String text(Interval interval) {
    return Format.text("%.2f … %.2f %%", 100 * interval.low(), 100 * interval.high());
  }
}
