package io.github.wats.calibration.internal;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.KnownLabels;
import io.github.wats.graph.Graph;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Notes on fits that measurements have shown to go wrong. */
public final class Warnings {
  /** Below this the neighbors of a node tell little about its class. */
  private static final double HETEROPHILOUS = 0.3;

  /** With fewer edges between labeled nodes homophily is not known well enough to warn. */
  private static final int FEWEST_EDGES = 50;

  private Warnings() {}

  /** There are more parameters than nodes to fit them on. */
  public static List<String> parameters(CalibrationRows rows, long count) {
    int nodes = rows.nodes().size();
    return nodes >= count
        ? List.of()
        : List.of(
            ("fewer validation nodes (%s) than fitted parameters (%s): the fit may not carry over to"
                    + " other nodes")
                .formatted(nodes, count));
  }

  /** The fit stops on training nodes, and neighbors mostly have other classes. */
  public static List<String> stoppedOnTrainingNodes(CalibrationData data) {
    double homophily = adjustedHomophily(data);
    return homophily >= HETEROPHILOUS || Double.isNaN(homophily)
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "labels of neighbors mostly differ (adjusted homophily %.2f): early stopping on"
                    + " training nodes has left an ECE of 16 to 30 %% on such graphs; prefer a fit"
                    + " without it",
                homophily));
  }

  /**
   * {@code (h − Σ_c d_c²) / (1 − Σ_c d_c²)}, h the share of edges within a class and d_c the share
   * of edge ends in class c (Platonov et al. 2023), over edges between nodes of known label; NaN
   * where there are few.
   */
  static double adjustedHomophily(CalibrationData data) {
    Graph graph = data.graph();
    int[] labels = KnownLabels.NONE.on(data).labels(data.nodeCount());
    double[] ends = new double[data.classCount()];
    double all = 0;
    double same = 0;
    for (int i = 0; i < labels.length; i++) {
      for (int k = 0; labels[i] >= 0 && k < graph.degree(i); k++) {
        int other = labels[graph.neighbor(i, k)];
        if (other >= 0) {
          all++;
          ends[other]++;
          same += other == labels[i] ? 1 : 0;
        }
      }
    }
    double total = all;
    double chance = Arrays.stream(ends).map(count -> count / total * (count / total)).sum();
    return all < 2 * FEWEST_EDGES || chance >= 1
        ? Double.NaN
        : (same / all - chance) / (1 - chance);
  }
}
