package io.github.wats.calibration.ridge;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.StoredArray;
import io.github.wats.calibration.StoredForm;
import io.github.wats.calibration.ridge.RidgeExplanation.Part;
import io.github.wats.calibration.ridge.RidgeExplanation.Share;
import io.github.wats.calibration.ridge.WaveletRidge.Mode;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A fitted wavelet ridge. It calibrates any graph with the same classes, with the temperature,
 * parameters and scaling it learnt.
 *
 * <p>Where the fit used neighbors' labels, it remembers those of the training and calibration nodes
 * of its graph, and uses them whenever it meets that graph again, edge for edge. Logits alone do
 * not tell the labels of another graph, so there the label columns are 0, as for a node without
 * labeled neighbors, unless {@link #withKnownLabels} names them.
 */
public final class FittedRidge implements FittedCalibrator {
  private static final long serialVersionUID = 1L;

  private final WaveletRidge calibrator;
  private final RidgeModel model;
  private final KnownLabels known;
  private final FitReport report;

  FittedRidge(WaveletRidge calibrator, RidgeModel model, KnownLabels known, FitReport report) {
    this.calibrator = calibrator;
    this.model = model;
    this.known = known;
    this.report = report;
  }

  @Override
  public Probabilities calibrate(CalibrationInput input) {
    model.checkClasses(input.classCount());
    int classes = input.classCount();
    if (model.isPlain()) {
      double[] temperatures = new double[input.nodeCount()];
      Arrays.fill(temperatures, model.temperature());
      return input.logits().dividedBy(temperatures).softmax();
    }
    Columns columns = columns(input);
    double[] result = new double[input.nodeCount() * classes];
    Rows.forEach(
        input.nodeCount(),
        100L * result.length,
        (from, to) -> {
          RidgeModel.LogitShares shares = model.new LogitShares(columns);
          for (int i = from; i < to; i++) {
            shares.writeProbabilities(i, result, i * classes);
            keepClass(input, i, result, i * classes);
          }
        });
    return Probabilities.of(input.nodeCount(), classes, result);
  }

  /** Why the node's probabilities are what they are. */
  public RidgeExplanation explain(CalibrationInput input, int node) {
    Check.argument(
        node >= 0 && node < input.nodeCount(),
        "node must be in 0 … %d, got %d",
        input.nodeCount() - 1,
        node);
    return explain(input, NodeSet.of(input.nodeCount(), node)).get(0);
  }

  /** Why these nodes' probabilities are what they are, in the order of the nodes. */
  public List<RidgeExplanation> explain(CalibrationInput input, NodeSet nodes) {
    model.checkClasses(input.classCount());
    RidgeModel.LogitShares shares = model.new LogitShares(columns(input));
    Probabilities before = input.logits().select(nodes).softmax();
    List<RidgeExplanation> explanations = new ArrayList<>();
    for (int k = 0; k < nodes.size(); k++) {
      int node = nodes.get(k);
      int predicted = input.logits().predictedClass(node);
      explanations.add(explain(shares, input, node, before.get(k, predicted)));
    }
    return explanations;
  }

  private RidgeExplanation explain(
      RidgeModel.LogitShares worker, CalibrationInput input, int node, double confidenceBefore) {
    double[] row = new double[input.classCount()];
    worker.writeProbabilities(node, row, 0);
    int preferred = argmax(row);
    keepClass(input, node, row, 0);
    List<Share> shares = new ArrayList<>();
    double[][] parts = worker.of(node);
    for (Part part : Part.values()) {
      shares.add(new Share(part, Arrays.stream(parts[shares.size()]).boxed().toList()));
    }
    int predicted = input.logits().predictedClass(node);
    boolean kept = preferred != predicted && calibrator.mode() == Mode.KEEP_CLASS;
    return new RidgeExplanation(
        node, predicted, confidenceBefore, row[predicted], preferred, kept, shares);
  }

  /** This calibrator for another graph of which some labels are known, as at a fit. */
  public FittedRidge withKnownLabels(Graph graph, Labels labels, Split split) {
    Check.argument(
        labels.nodeCount() == graph.nodeCount() && split.nodeCount() == graph.nodeCount(),
        "labels and split must speak of the %d nodes of the graph, got %d and %d",
        graph.nodeCount(),
        labels.nodeCount(),
        split.nodeCount());
    model.checkClasses(labels.classCount());
    KnownLabels others = KnownLabels.of(graph, labels, split.train(), split.calibration());
    return new FittedRidge(calibrator, model, hasLabels() ? others : known, report);
  }

  /** Whether neighbors' labels have a part in the model: not if it fell back to a temperature. */
  public boolean usesLabels() {
    return hasLabels() && !model.isPlain();
  }

  private boolean hasLabels() {
    return model.layout().has(Layout.Group.LABELS);
  }

  /** Whether this calibrator knows labels that a node of this graph may see on its neighbors. */
  public boolean knowsLabelsOf(Graph graph) {
    return usesLabels() && known.areOf(graph);
  }

  /** T0: the exact temperature of the calibration nodes. */
  public double temperature() {
    return model.temperature();
  }

  @Override
  public FitReport fitReport() {
    return report;
  }

  @Override
  public StoredForm storedForm() {
    Map<String, StoredArray> arrays = new LinkedHashMap<>();
    Map<String, String> texts = new LinkedHashMap<>();
    model.store(arrays);
    if (hasLabels()) {
      known.store(arrays, texts);
    }
    return new StoredForm(arrays, texts, report);
  }

  static FittedRidge restore(WaveletRidge calibrator, StoredForm form) {
    boolean labels = form.arrays().containsKey(Layout.Group.LABELS.text());
    Layout layout = Layout.ridge(RidgeModel.classCount(form), labels);
    return new FittedRidge(
        calibrator,
        RidgeModel.restore(form, layout),
        labels ? KnownLabels.restore(form) : KnownLabels.NONE,
        form.report());
  }

  RidgeModel model() {
    return model;
  }

  private Columns columns(CalibrationInput input) {
    return new Columns.OfRidge(
        input, model.temperature(), WaveletRidge.counts(known, input, hasLabels()));
  }

  private void keepClass(CalibrationInput input, int node, double[] row, int start) {
    if (calibrator.mode() == Mode.KEEP_CLASS) {
      KeepClass.rowInPlace(row, start, input.classCount(), input.logits().predictedClass(node));
    }
  }

  private static int argmax(double[] row) {
    int best = 0;
    for (int c = 1; c < row.length; c++) {
      best = row[c] > row[best] ? c : best;
    }
    return best;
  }
}
