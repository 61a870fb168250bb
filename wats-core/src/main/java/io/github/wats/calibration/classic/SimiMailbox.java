package io.github.wats.calibration.classic;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.internal.CenteredLogits;
import io.github.wats.calibration.internal.TemperatureLoss;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.features.FeatureTable;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Simi-Mailbox (arXiv 2412.14223): nodes are grouped by k-means on the similarity with their
 * neighbors, {@code s_i = mean over neighbors j of sigmoid(z_i · z_j)}, and their confidence, both
 * scaled to [0, 1]; each group has its own temperature. Keeps every predicted class.
 *
 * <p>Three things differ from the paper. Logits are centered, so that adding a constant to a node's
 * logits changes nothing. Groups are those of the validation nodes; another node belongs to the
 * nearest center. Each temperature is solved for, {@code n_g nll_g(T) + (shrinkage/2) ln²(T/T0)}
 * with T0 that of all nodes, in place of gradient descent with a second loss and early stopping.
 *
 * @param groups the largest number of groups
 * @param shrinkage how strongly a group's temperature is drawn to that of all nodes
 */
public record SimiMailbox(
    @Setting(help = "number of groups of nodes", min = 1, max = 1_000) int groups,
    @Setting(help = "shrinkage of a group's temperature to that of all nodes", min = 0, max = 1e9)
        double shrinkage)
    implements Calibrator<FittedCalibrator> {
  public static final SimiMailbox DEFAULT = new SimiMailbox(10, 1);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "simi-mailbox",
          "Simi-Mailbox",
          "a temperature per group of nodes of like confidence and neighbor similarity",
          Method.Scope.GRAPH,
          true,
          Fitted::restore);

  public SimiMailbox {
    SettingsSchema.check(SimiMailbox.class, groups, shrinkage);
  }

  @Override
  public FittedCalibrator fit(CalibrationData data, long seed) {
    CalibrationRows rows = CalibrationRows.of(data);
    TemperatureSolver.Solution overall = TemperatureSolver.solve(rows);
    double[][] all = points(data);
    double[][] points =
        Arrays.stream(rows.nodes().toArray()).mapToObj(i -> all[i]).toArray(double[][]::new);
    double[] scale = scale(points);
    double[][] scaled = new double[points.length][];
    Arrays.setAll(scaled, i -> scaled(points[i], scale));
    KMeans means = KMeans.of(scaled, groups);
    double[] temperatures = new double[means.centers().length / 2];
    boolean converged = overall.converged();
    for (int g = 0; g < temperatures.length; g++) {
      NodeSet group = NodeSet.of(rows.logits().nodeCount(), means.members(g));
      double[] shared = new double[group.size()];
      Arrays.fill(shared, overall.temperature());
      TemperatureLoss loss =
          new TemperatureLoss(
              rows.logits().select(group).dividedBy(shared), rows.labels().select(group));
      TemperatureSolver.Solution own = TemperatureSolver.solve(loss, shrinkage);
      temperatures[g] = overall.temperature() * own.temperature();
      converged &= own.converged();
    }
    return new Fitted(
        CalibratorState.Array.of(scale),
        CalibratorState.Array.of(temperatures.length, 2, means.centers()),
        CalibratorState.Array.of(temperatures),
        rows.report(this, seed, overall.losses(), converged, overall.notes()));
  }

  /** Similarity and confidence of every node (n × 2). */
  private static double[][] points(CalibrationData data) {
    Graph graph = data.graph();
    int width = data.classCount();
    Probabilities p = data.logits().softmax();
    double[] z = CenteredLogits.of(data.logits());
    double[][] points = new double[data.nodeCount()][2];
    Rows.forEachRow(
        points.length,
        (2L * graph.edgeCount() + points.length) * width,
        i -> {
          double sum = 0;
          for (int k = 0; k < graph.degree(i); k++) {
            double dot = AffineMap.dot(z, i * width, z, graph.neighbor(i, k) * width, width);
            sum += 1 / (1 + Math.exp(-dot));
          }
          points[i][0] = graph.degree(i) == 0 ? 0.5 : sum / graph.degree(i); // 0.5: sigmoid(0)
          points[i][1] = p.confidence(i);
        });
    return points;
  }

  /** Lowest and highest similarity, then confidence. */
  private static double[] scale(double[][] points) {
    double[] scale = new double[4];
    for (int f = 0; f < 2; f++) {
      double[] sorted = new double[points.length];
      for (int i = 0; i < sorted.length; i++) {
        sorted[i] = points[i][f];
      }
      Arrays.sort(sorted);
      scale[2 * f] = sorted[0];
      scale[2 * f + 1] = sorted[sorted.length - 1];
    }
    return scale;
  }

  /** Each number from its range over the validation nodes to [0, 1]. */
  private static double[] scaled(double[] point, double[] scale) {
    double[] result = new double[2];
    for (int f = 0; f < 2; f++) {
      double range = scale[2 * f + 1] - scale[2 * f];
      result[f] = range > 0 ? (point[f] - scale[2 * f]) / range : 0;
    }
    return result;
  }

  /**
   * The fitted groups.
   *
   * @param scale lowest and highest similarity, then confidence (1 × 4)
   * @param centers of the groups (groups × 2)
   * @param temperatures of the groups (1 × groups)
   */
  record Fitted(
      CalibratorState.Array scale,
      CalibratorState.Array centers,
      CalibratorState.Array temperatures,
      FitReport report)
      implements FittedCalibrator {
    @Override
    public Calibration compute(CalibrationData data) {
      double[] range = scale.doubles();
      double[] flat = centers.doubles();
      double[] ofGroup = temperatures.doubles();
      double[][] points = points(data);
      double[] ofNode = new double[points.length];
      for (int i = 0; i < points.length; i++) {
        ofNode[i] = ofGroup[KMeans.nearest(scaled(points[i], range), flat)];
      }
      FeatureTable inputs =
          FeatureTable.copyOfRows(
              points.length,
              List.of("similarity", "confidence"),
              Arrays.stream(points).flatMapToDouble(Arrays::stream).toArray());
      return Calibration.ofTemperatures(data.logits(), ofNode, Optional.of(inputs));
    }

    private static Fitted restore(SimiMailbox calibrator, CalibratorState state) {
      int groups = state.array("temperatures").columns();
      Check.argument(groups >= 1, "there must be at least one group, got %d", groups);
      for (double temperature : state.array("temperatures", 1, groups).doubles()) {
        Check.argument(
            temperature > 0 && temperature < Double.POSITIVE_INFINITY,
            "temperatures of groups must be positive and finite, got %s",
            temperature);
      }
      return new Fitted(
          state.array("scale", 1, 4),
          state.array("centers", groups, 2),
          state.array("temperatures"),
          state.report());
    }
  }
}
