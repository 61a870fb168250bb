package io.github.wats.calibration.ridge;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.Explanation.Contribution;
import io.github.wats.calibration.ridge.Layout.Group;
import io.github.wats.calibration.ridge.Layout.Scaling;
import io.github.wats.features.NodeColumns;
import io.github.wats.internal.Check;
import io.github.wats.internal.Softmax;
import io.github.wats.prediction.Logits;
import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A fitted model: the temperature T0 of all nodes, the scaling of the columns, and the parameters x
 * of the logits {@code a_i = (x0 + Σ_k f_ik α_k) u_i + ω∘u_i + b + Σ_m β_m D_m,i}.
 */
record RidgeModel(Layout layout, double temperature, Scaling scaling, double[] x)
    implements Serializable {

  /** The parts of the logits: a name, and in words what they come from. */
  private static final String[][] PARTS = {
    {"temperature", "the network's logits at one temperature for all"},
    {"structure", "the structure around the node"},
    {"confidence", "the confidence of the network"},
    {"class", "classes the network over- or underestimates everywhere"},
    {"neighbor-predictions", "the predicted classes of its neighbors"},
    {"neighbor-labels", "the known labels of its neighbors"}
  };

  /** Temperature scaling. */
  static RidgeModel plain(Layout layout, double temperature) {
    return new RidgeModel(layout, temperature, layout.noScaling(), layout.start());
  }

  /** Whether this is exactly temperature scaling. */
  boolean isPlain() {
    return Arrays.equals(x, layout.start());
  }

  /** {@code Σ_{k∈g} f_k α_k} for the scaled node columns of one row. */
  double multiplier(Group group, double[] node) {
    Layout.Span span = layout.span(group);
    double sum = 0;
    for (int k = span.from(); k < span.to(); k++) {
      sum += x[k] * node[k];
    }
    return sum;
  }

  /** Whether a group has an effect; one without information ends with parameters of 0. */
  boolean uses(Group group) {
    Layout.Span span = layout.span(group);
    return IntStream.range(span.from(), span.to()).anyMatch(k -> x[k] != 0);
  }

  /** What a file holds. */
  Map<String, CalibratorState.Array> arrays() {
    Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>();
    arrays.put("classes", CalibratorState.Array.of(layout.classCount()));
    arrays.put("temperature", CalibratorState.Array.of(temperature));
    storeParameters("", arrays);
    arrays.put("node-means", CalibratorState.Array.of(scaling.means()));
    arrays.put("node-sds", CalibratorState.Array.of(scaling.sds()));
    arrays.put("class-sds", CalibratorState.Array.of(scaling.classSds()));
    if (layout.ofPairs()) {
      arrays.put("class-means", CalibratorState.Array.of(scaling.classMeans()));
    }
    return arrays;
  }

  /** Adds x, an array per group, by names with a prefix. */
  void storeParameters(String prefix, Map<String, CalibratorState.Array> arrays) {
    arrays.put(prefix + "base", CalibratorState.Array.of(x[0]));
    for (Layout.Span span : layout.spans()) {
      double[] parameters = Arrays.copyOfRange(x, span.from(), span.to());
      arrays.put(prefix + span.group().text(), CalibratorState.Array.of(parameters));
    }
  }

  private static double[] restoreParameters(CalibratorState form, Layout layout, String prefix) {
    DoubleStream x = Arrays.stream(form.array(prefix + "base", 1, 1).doubles());
    for (Layout.Span span : layout.spans()) { // each is as wide as stored before memory is taken
      double[] stored = form.array(prefix + span.group().text(), 1, span.width()).doubles();
      x = DoubleStream.concat(x, Arrays.stream(stored));
    }
    return x.toArray();
  }

  /** Another model of the same columns, without the labels of neighbors. */
  RidgeModel restoreWithoutLabels(CalibratorState form, String prefix) {
    Layout other = Layout.ridge(layout.classCount(), false);
    double[] classSds = Arrays.copyOf(scaling.classSds(), other.classColumns());
    return new RidgeModel(
        other,
        temperature,
        new Scaling(scaling.means(), scaling.sds(), classSds, new double[classSds.length]),
        restoreParameters(form, other, prefix));
  }

  static int classCount(CalibratorState form) {
    return form.integers("classes", 1, 1, Integer.MAX_VALUE)[0];
  }

  static RidgeModel restore(CalibratorState form, Layout layout) {
    double[] x = restoreParameters(form, layout, "");
    Scaling scaling =
        new Scaling(
            form.array("node-means", 1, layout.nodeColumns()).doubles(),
            form.array("node-sds", 1, layout.nodeColumns()).doubles(),
            form.array("class-sds", 1, layout.classColumns()).doubles(),
            layout.ofPairs()
                ? form.array("class-means", 1, layout.classColumns()).doubles()
                : new double[layout.classColumns()]);
    Check.argument(
        Arrays.stream(scaling.sds()).allMatch(sd -> sd > 0),
        "array node-sds of a stored ridge must be positive, got %s",
        Arrays.toString(scaling.sds()));
    return new RidgeModel(layout, form.positive("temperature"), scaling, x);
  }

  /**
   * Computes the calibrated logits of nodes as the sum of the parts of the model, so an explanation
   * is the computation itself. Not thread-safe.
   */
  final class LogitContributions {
    private final ModelRows rows;
    private final int classes = layout.classCount();
    private final double[] scores = new double[classes]; // (C) u
    private final double[] node = new double[layout.nodeColumns()]; // (K) scaled, the first 1
    private final double[] added = new double[layout.classColumns() * classes]; // (M × C) scaled
    private final double[][] contributions = new double[PARTS.length][classes];

    LogitContributions(Logits logits, NodeColumns columns) {
      this.rows = new ModelRows(logits, columns, layout, temperature);
    }

    /** What each part adds to the logits of node i. */
    List<Contribution> explain(int i) {
      double[][] parts = of(i);
      return IntStream.range(0, PARTS.length)
          .mapToObj(
              k ->
                  new Contribution(
                      PARTS[k][0], PARTS[k][1], Arrays.stream(parts[k]).boxed().toList()))
          .toList();
    }

    /** The contribution of each part, in their order, to the logits of node i; reused. */
    private double[][] of(int i) {
      rows.write(i, scores, 0, node, 0, added, 0);
      scaling.scaleNodeInPlace(node, 0);
      scaling.scaleAddedInPlace(added, 0, classes);
      writeMultiple(x[0], contributions[0]);
      writeMultiple(multiplier(Group.WAVE, node) + multiplier(Group.ENDS, node), contributions[1]);
      writeMultiple(multiplier(Group.CONFIDENCE, node), contributions[2]);
      writePerClass(contributions[3]);
      Arrays.fill(contributions[4], 0);
      Arrays.fill(contributions[5], 0);
      add(Group.END_SHIFTS, contributions[1]);
      add(Group.COMMON, contributions[1]);
      add(Group.NEIGHBOR_SCORES, contributions[4]);
      add(Group.DIFFUSION, contributions[4]);
      add(Group.LABELS, contributions[5]);
      return contributions;
    }

    /** Writes the softmax of the summed contributions of node i (C). */
    void writeProbabilities(int i, double[] target, int start) {
      of(i);
      for (int c = 0; c < classes; c++) {
        double sum = 0;
        for (double[] contribution : contributions) {
          sum += contribution[c];
        }
        target[start + c] = sum;
      }
      Softmax.rowInPlace(target, start, classes);
    }

    private void writeMultiple(double factor, double[] contribution) {
      for (int c = 0; c < classes; c++) {
        contribution[c] = factor * scores[c];
      }
    }

    private void writePerClass(double[] contribution) {
      int scale = layout.span(Group.SCALE).from();
      int bias = layout.span(Group.BIAS).from();
      for (int c = 0; c < classes; c++) {
        contribution[c] = x[scale + c] * scores[c] + x[bias + c];
      }
    }

    private void add(Group group, double[] contribution) {
      Layout.Span span = layout.span(group);
      for (int k = span.from(); k < span.to(); k++) {
        int column = (k - layout.nodeColumns()) * classes;
        for (int c = 0; c < classes; c++) {
          contribution[c] += x[k] * added[column + c];
        }
      }
    }
  }
}
