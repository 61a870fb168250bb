package io.github.wats.calibration.internal;

import io.github.wats.internal.Softmax;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The means over neighbors that the ridge uses, from two products of {@code D⁻¹ A} with the classes
 * as columns, for graphs whose products are computed elsewhere. With {@code u = ctr(z / T0)} and
 * {@code p = softmax(u)}, and the labels of training and of validation nodes as rows with a 1, the
 * first product gives the means of all four over the neighbors, the second those of the mean p and
 * of the shares of labels. In a product, a node without neighbors keeps its own row.
 *
 * @param classes C
 * @param temperature T0
 * @param labels whether the means of labels are wanted
 */
public record NeighborMeans(int classes, double temperature, boolean labels)
    implements Serializable {
  /** The columns of the first product: p, u, training labels, validation labels. */
  public int firstWidth() {
    return 4 * classes;
  }

  /** The columns of the second product: mean p, shares of labels, 1/d. */
  public int secondWidth() {
    return 2 * classes + 1;
  }

  /** The columns of the result, those of {@code GraphFeatures.Neighborhoods}. */
  public int width() {
    return (labels ? 6 : 3) * classes;
  }

  /**
   * What the first product is applied to.
   *
   * @param given logits and a code (n × (C + 1)): c + 1 for a training and −(c + 1) for a
   *     validation node with the known label c, else 0
   */
  public double[] first(double[] given) {
    int n = given.length / (classes + 1);
    double[] first = new double[Math.multiplyExact(n, firstWidth())];
    for (int i = 0; i < n; i++) {
      int from = i * (classes + 1);
      int p = i * firstWidth();
      int u = p + classes;
      double mean = Arrays.stream(given, from, from + classes).sum() / classes;
      for (int c = 0; c < classes; c++) {
        first[u + c] = (given[from + c] - mean) / temperature;
        first[p + c] = first[u + c];
      }
      Softmax.rowInPlace(first, p, classes);
      int code = (int) given[from + classes];
      if (code != 0) {
        first[u + (code > 0 ? 1 : 2) * classes + Math.abs(code) - 1] = 1;
      }
    }
    return first;
  }

  /** What the second product is applied to, from the degrees (n) and the first product. */
  public double[] second(int[] degrees, double[] once) {
    double[] second = new double[Math.multiplyExact(degrees.length, secondWidth())];
    for (int i = 0; i < degrees.length; i++) {
      int from = i * firstWidth();
      int to = i * secondWidth();
      System.arraycopy(once, from, second, to, classes);
      for (int c = 0; c < classes && degrees[i] > 0; c++) {
        int training = from + 2 * classes + c;
        second[to + classes + c] = once[training] + once[training + classes];
        second[to + 2 * classes] = 1.0 / degrees[i];
      }
    }
    return second;
  }

  /** The result (n × width), from what the first product was applied to and both products. */
  public double[] result(int[] degrees, double[] first, double[] once, double[] twice) {
    double[] result = new double[Math.multiplyExact(degrees.length, width())];
    for (int i = 0; i < degrees.length; i++) {
      int from = i * firstWidth();
      int second = i * secondWidth();
      int to = i * width();
      for (int c = 0; c < classes; c++) {
        result[to + c] = once[from + c];
        result[to + classes + c] = twice[second + c];
        result[to + 2 * classes + c] = once[from + classes + c];
        if (labels && degrees[i] > 0) {
          int training = from + 2 * classes + c;
          int validation = training + classes;
          double own = first[training] + first[validation]; // each neighbor has counted it once
          result[to + 3 * classes + c] = Math.rint(once[training] * degrees[i]);
          result[to + 4 * classes + c] = Math.rint(once[validation] * degrees[i]);
          result[to + 5 * classes + c] =
              twice[second + classes + c] - own * twice[second + 2 * classes];
        }
      }
    }
    return result;
  }
}
