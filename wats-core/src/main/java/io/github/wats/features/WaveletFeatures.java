package io.github.wats.features;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import java.util.ArrayList;
import java.util.List;

/**
 * Wavelet features of nodes (WATS, Eq. for S and H): {@code S_i = [α_0 T_0, …, α_K T_K]_i} side by
 * side and {@code H_i = S_i / ‖S_i‖₁} (n × (K+1)). The paper writes a sum for S; its next equation
 * and its authors' code have the concatenation. Several scales give their H side by side.
 */
public final class WaveletFeatures {
  /** A row whose L1 norm is below this is divided by this, so that a zero row stays zero. */
  private static final double SMALLEST_NORM = 1e-12;

  private WaveletFeatures() {}

  public static FeatureTable of(Graph graph, WaveletSettings settings) {
    return of(ChebyshevTerms.of(graph, settings.signal(), settings.order()), settings);
  }

  /**
   * The features from terms computed before, of at least the order asked for and of the same
   * signal.
   */
  static FeatureTable of(ChebyshevTerms terms, WaveletSettings settings) {
    int order = settings.order();
    Check.argument(
        order <= terms.order(), "the terms reach order %d only, got %d", terms.order(), order);
    int n = terms.nodeCount();
    int columns = settings.columnCount();
    double[][] values = new double[columns][n];
    double[][] weights = weights(settings);
    Rows.forEach(
        n,
        4L * n * columns,
        (from, to) -> {
          for (int block = 0; block < weights.length; block++) {
            fill(terms, weights[block], from, to, values, block * (order + 1));
          }
        });
    return new FeatureTable(n, names(settings), values);
  }

  /** The weights {@code α_0 … α_K} for each scale (scales × (K+1)). */
  public static double[][] weights(WaveletSettings settings) {
    double[][] weights = new double[settings.scales().size()][];
    for (int block = 0; block < weights.length; block++) {
      weights[block] = settings.coefficients().of(settings.order(), settings.scales().get(block));
    }
    return weights;
  }

  /**
   * The features of one node, for those who have its terms {@code T_0 … T_K} from elsewhere.
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
      int first = block * terms.length;
      for (int k = 0; k < terms.length; k++) {
        row[first + k] = weights[block][k] * terms[k];
      }
      normalizeInPlace(row, first, terms.length);
    }
    return row;
  }

  /**
   * Fills the rows {@code from} to {@code to − 1} of one scale. A node's weighted terms wait in a
   * row of their own, so that each place of the table is written once.
   */
  private static void fill(
      ChebyshevTerms terms, double[] weights, int from, int to, double[][] values, int column) {
    double[] row = new double[weights.length];
    for (int i = from; i < to; i++) {
      double norm = Math.max(terms.weigh(i, weights, row), SMALLEST_NORM);
      for (int k = 0; k < row.length; k++) {
        values[column + k][i] = row[k] / norm;
      }
    }
  }

  private static void normalizeInPlace(double[] values, int start, int length) {
    double norm = 0;
    for (int k = start; k < start + length; k++) {
      norm += Math.abs(values[k]);
    }
    norm = Math.max(norm, SMALLEST_NORM);
    for (int k = start; k < start + length; k++) {
      values[k] /= norm;
    }
  }

  static List<String> names(WaveletSettings settings) {
    List<String> names = new ArrayList<>();
    for (double scale : settings.scales()) {
      for (int k = 0; k <= settings.order(); k++) {
        names.add(settings.scales().size() == 1 ? "wave" + k : "wave" + k + "@" + scale);
      }
    }
    return names;
  }
}
