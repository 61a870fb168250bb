package io.github.wats.features;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import java.util.ArrayList;
import java.util.List;

/**
 * Wavelet features of nodes (WATS, Eq. for S and H): {@code S_i = [α_0 T_0, …, α_K T_K]_i} side by
 * side and {@code H_i = S_i / ‖S_i‖₁} (n × (K+1)). The paper writes a sum for S; its next equation
 * and its authors' code use the concatenation. The H of several scales are placed side by side.
 */
public final class WaveletFeatures {
  /** L1 norms below this count as this, so that a zero row stays zero. */
  private static final double SMALLEST_NORM = 1e-12;

  private WaveletFeatures() {}

  public static FeatureTable of(Graph graph, WaveletSettings settings) {
    double[] signal = DegreeTable.perNode(graph, settings::signalOf);
    ChebyshevTerms terms = ChebyshevTerms.of(graph, signal, settings.k());
    double[][] weights = weights(settings);
    double[][] columns = new double[settings.columnCount()][signal.length];
    Rows.forEach(
        signal.length,
        4L * signal.length * columns.length,
        (from, to) -> {
          for (int block = 0; block < weights.length; block++) {
            fill(terms, weights[block], from, to, columns, block * weights[block].length);
          }
        });
    return new FeatureTable(signal.length, names(settings), columns);
  }

  /** The weights {@code α_0 … α_K} for each scale (scales × (K+1)). */
  public static double[][] weights(WaveletSettings settings) {
    double[][] weights = new double[settings.s().size()][];
    for (int block = 0; block < weights.length; block++) {
      weights[block] = settings.coefficients().of(settings.k(), settings.s().get(block));
    }
    return weights;
  }

  /**
   * The features of one node from its terms {@code T_0 … T_K}, where those were computed elsewhere.
   *
   * @param weights as {@link #weights} gives them
   */
  public static double[] row(double[] terms, double[][] weights) {
    double[] row = new double[weights.length * terms.length];
    for (int block = 0; block < weights.length; block++) {
      Check.argument(
          weights[block].length == terms.length,
          "there must be one weight per term: %d, got %d",
          terms.length,
          weights[block].length);
      double norm = 0;
      for (int k = 0; k < terms.length; k++) {
        norm += Math.abs(weights[block][k] * terms[k]);
      }
      for (int k = 0; k < terms.length; k++) {
        row[block * terms.length + k] =
            weights[block][k] * terms[k] / Math.max(norm, SMALLEST_NORM);
      }
    }
    return row;
  }

  /** Fills the rows {@code from} to {@code to − 1} of one scale. */
  private static void fill(
      ChebyshevTerms terms, double[] weights, int from, int to, double[][] columns, int column) {
    double[] row = new double[weights.length];
    for (int i = from; i < to; i++) {
      double norm = Math.max(terms.weigh(i, weights, row), SMALLEST_NORM);
      for (int k = 0; k < row.length; k++) {
        columns[column + k][i] = row[k] / norm;
      }
    }
  }

  static List<String> names(WaveletSettings settings) {
    List<String> names = new ArrayList<>();
    for (double scale : settings.s()) {
      for (int k = 0; k <= settings.k(); k++) {
        names.add(settings.s().size() == 1 ? "wave" + k : "wave" + k + "@" + scale);
      }
    }
    return names;
  }
}
