package io.github.wats.calibration.ridge;

import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.internal.ClassShares;
import io.github.wats.calibration.internal.TemperatureLoss;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.calibration.ridge.Layout.Scaling;
import io.github.wats.features.NodeColumns;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.NodeSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;

/**
 * One fit of a model on the validation nodes.
 *
 * @param design what it was fitted to; empty with too few nodes
 * @param penalties λ of each group; empty where this fell back to temperature scaling
 * @param losses mean cross-entropy after each Newton step
 * @param notes on the temperature of all nodes and on the model
 */
record RidgeFit(
    RidgeModel model,
    Optional<Design> design,
    List<Double> penalties,
    List<Double> losses,
    boolean converged,
    List<String> notes) {
  /** With fewer validation nodes than this, the fit is temperature scaling. */
  static final int FEWEST_NODES = 30;

  /** The penalty of {@code (x0 − 1)²} where there is no prior. */
  static final double NO_PRIOR = 1e-6;

  /**
   * What the fits of several models to the same nodes share.
   *
   * @param prior κ on the temperature, 0 for none
   * @param whole the temperature of all nodes
   * @param columns those of {@link RidgeInputs} at that temperature; empty if there are too few
   *     nodes
   */
  record Sample(
      CalibrationRows rows,
      ClassShares shares,
      double prior,
      TemperatureSolver.Solution whole,
      Optional<NodeColumns> columns) {
    static Sample of(
        CalibrationRows rows,
        ClassShares shares,
        double prior,
        DoubleFunction<NodeColumns> columns) {
      TemperatureSolver.Solution whole = TemperatureSolver.solve(loss(rows, shares), prior);
      boolean few = rows.nodes().size() < FEWEST_NODES;
      return new Sample(
          rows,
          shares,
          prior,
          whole,
          few ? Optional.empty() : Optional.of(columns.apply(whole.temperature())));
    }

    Sample withoutColumns() {
      return new Sample(rows, shares, prior, whole, Optional.empty());
    }

    static TemperatureLoss loss(CalibrationRows rows, ClassShares shares) {
      return new TemperatureLoss(rows.logits(), rows.labels(), shares.weights());
    }

    TemperatureLoss loss() {
      return loss(rows, shares);
    }
  }

  /** Fits a model of this layout. */
  static RidgeFit of(Sample sample, Layout layout) {
    Optional<Design> design = sample.columns.map(unused -> Design.of(sample, layout));
    return of(sample, layout, design, design.flatMap(Evidence::fit));
  }

  /**
   * The fit that the evidence found.
   *
   * @param design empty with too few nodes
   * @param found empty where nothing could be solved
   */
  static RidgeFit of(
      Sample sample, Layout layout, Optional<Design> design, Optional<Evidence.Result> found) {
    if (design.isEmpty()) {
      int count = sample.rows.nodes().size();
      String reason = "fewer than %s validation nodes (%s)".formatted(FEWEST_NODES, count);
      return fallback(sample, layout, design, reason);
    }
    if (found.isEmpty()) {
      String reason = "the logits are too large to solve in double precision";
      return fallback(sample, layout, design, reason);
    }
    Evidence.Result result = found.get();
    RidgeModel model =
        new RidgeModel(layout, sample.whole.temperature(), design.get().scaling, result.x());
    List<String> notes = new ArrayList<>(sample.whole.notes());
    if (!result.settled()) {
      notes.add(
          "the penalties had not converged after %s rounds, which is common and harmless"
              .formatted(result.rounds().size()));
    }
    return new RidgeFit(
        model,
        design,
        result.rounds().get(result.rounds().size() - 1).penalties(),
        result.meanLosses(),
        result.converged(),
        notes);
  }

  private static RidgeFit fallback(
      Sample sample, Layout layout, Optional<Design> design, String reason) {
    RidgeModel model = RidgeModel.plain(layout, sample.whole.temperature());
    List<String> notes = new ArrayList<>(sample.whole.notes());
    notes.add(reason + ": fell back to temperature scaling");
    return new RidgeFit(model, design, List.of(), List.of(), true, notes);
  }

  /**
   * Writes the probabilities of some rows (of n × C) by the parameters fitted to others; with many
   * classes at the penalties of all rows.
   */
  void predict(int[] others, int[] places, double[] target) {
    Design all = design.orElseThrow();
    Design rest = all.select(others);
    Optional<double[]> found =
        model.layout().manyClasses() && !penalties.isEmpty()
            ? Evidence.fit(rest, model.x(), penalties)
            : Evidence.fit(rest).map(Evidence.Result::x);
    PenalizedLoss loss = new PenalizedLoss(all.select(places));
    loss.moveTo(found.orElseGet(model.layout()::start));
    int classes = model.layout().classCount();
    for (int k = 0; k < places.length; k++) {
      loss.copyProbabilities(k, target, places[k] * classes);
    }
  }

  /** The same for logits that were divided by this number before. */
  RidgeFit undivided(double divisor) {
    RidgeModel own =
        new RidgeModel(model.layout(), divisor * model.temperature(), model.scaling(), model.x());
    return new RidgeFit(own, design, penalties, losses, converged, notes);
  }

  /** The report of a fit that ends now, with notes put first. */
  FitReport report(Sample sample, Calibrator<?> calibrator, long seed, List<String> first) {
    List<String> all = Stream.concat(first.stream(), notes.stream()).toList();
    return sample.rows.report(calibrator, seed, losses, converged, all);
  }

  /**
   * The validation nodes as input of the solver: n rows of u, of scaled columns, and the labels.
   * {@link Layout#blockRows} rows are a block, in which the numbers of a column lie side by side.
   *
   * @param u {@code z/T0}, centered over the classes (n × C)
   * @param node what multiplies u (n × K), the first column 1
   * @param added the class columns (n × C × M)
   * @param labels the true classes (n)
   * @param weights w of each node's loss (n)
   * @param basePenalty of {@code (x0 − 1)²}
   */
  record Design(
      Layout layout,
      Scaling scaling,
      double[] u,
      double[] node,
      double[] added,
      int[] labels,
      double[] weights,
      double basePenalty) {
    static Design of(Sample sample, Layout layout) {
      CalibrationRows calibration = sample.rows;
      NodeColumns columns = sample.columns.orElseThrow();
      double temperature = sample.whole.temperature();
      NodeSet nodes = calibration.nodes();
      int rows = nodes.size();
      int classes = layout.classCount();
      int stride = layout.nodeColumns();
      int addedStride = layout.classColumns() * classes;
      double[] u = new double[rows * classes];
      double[] node = new double[rows * stride];
      double[] added = new double[rows * addedStride];
      Rows.forEach(
          rows,
          40L * (u.length + node.length + added.length),
          (from, to) -> {
            ModelRows all =
                new ModelRows(calibration.data().logits(), columns, layout, temperature);
            for (int i = from; i < to; i++) {
              all.write(nodes.get(i), u, i * classes, node, i * stride, added, i * addedStride);
            }
          });
      Scaling scaling = layout.scalingOf(rows, node, added);
      Rows.forEachRow(
          rows,
          4L * (node.length + added.length),
          i -> {
            scaling.scaleNodeInPlace(node, i * stride);
            scaling.scaleAddedInPlace(added, i * addedStride, classes);
          });
      return new Design(
              layout,
              scaling,
              u,
              node,
              added,
              calibration.labels().toArray(),
              sample.shares.weights(),
              sample.prior == 0 ? NO_PRIOR : sample.prior)
          .turned();
    }

    /** Turns rows, where those of {@code added} are (M × C), into blocks in place. */
    Design turned() {
      int block = layout.blockRows();
      int blocks = (rows() + block - 1) / block;
      Rows.forEachRow(
          blocks,
          4L * (u.length + node.length + added.length),
          b -> {
            turn(u, 1, b * block);
            turn(node, 1, b * block);
            turn(added, layout.classColumns(), b * block);
          });
      return this;
    }

    /** The block of a row that has {@code groups} times as many numbers. */
    private void turn(double[] values, int groups, int first) {
      int width = values.length / rows();
      int count = Math.min(layout.blockRows(), rows() - first);
      double[] before = Arrays.copyOfRange(values, first * width, (first + count) * width);
      int each = groups == 0 ? 0 : width / groups;
      for (int j = 0; j < count; j++) {
        for (int k = 0; k < width; k++) {
          int column = k % each * groups + k / each;
          values[(first * width) + column * count + j] = before[j * width + k];
        }
      }
    }

    /** Where column k of row i lies among the rows of so many numbers. */
    int place(int i, int k, int width) {
      int block = layout.blockRows();
      int first = i / block * block;
      return first * width + k * Math.min(block, rows() - first) + i - first;
    }

    /** Some of the rows, scaled as they are. */
    Design select(int[] places) {
      return new Design(
          layout,
          scaling,
          select(u, places),
          select(node, places),
          select(added, places),
          Arrays.stream(places).map(i -> labels[i]).toArray(),
          select(weights, places),
          basePenalty);
    }

    private double[] select(double[] values, int[] places) {
      int width = values.length / rows();
      double[] chosen = new double[places.length * width];
      int block = layout.blockRows();
      for (int first = 0; first < places.length; first += block) {
        int count = Math.min(block, places.length - first);
        for (int j = 0; j < count; j++) {
          int from = place(places[first + j], 0, width);
          int step = place(places[first + j], 1, width) - from;
          for (int k = 0; k < width; k++) {
            chosen[first * width + k * count + j] = values[from + k * step];
          }
        }
      }
      return chosen;
    }

    int rows() {
      return labels.length;
    }
  }
}
