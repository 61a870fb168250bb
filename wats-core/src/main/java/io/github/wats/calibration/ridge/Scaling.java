package io.github.wats.calibration.ridge;

import java.io.Serializable;
import java.util.Arrays;

/**
 * How raw columns become the model's: a node column loses its mean over the calibration nodes, is
 * divided by its sd there and clipped to ±3; a class column is divided by its sd over all their
 * entries, and 0 where it has no spread. One-hot columns stay as they are.
 */
final class Scaling implements Serializable {
  private static final long serialVersionUID = 1L;

  static final double CLIP = 3;
  private static final double NO_SPREAD = 1e-9; // dividing by less would blow up rounding noise

  private final double[] means; // (K) of node columns, 0 for x0's constant
  private final double[] sds; // (K) 1 where there is no spread
  private final double[] addedSds; // (M) below NO_SPREAD: the column is 0

  private Scaling(double[] means, double[] sds, double[] addedSds) {
    this.means = means;
    this.sds = sds;
    this.addedSds = addedSds;
  }

  static Scaling of(double[] means, double[] sds, double[] addedSds) {
    return new Scaling(means.clone(), sds.clone(), addedSds.clone());
  }

  /** No figures yet: for a model that was not fitted. */
  static Scaling none(Layout layout) {
    double[] sds = new double[layout.nodeColumns()];
    Arrays.fill(sds, 1);
    return new Scaling(new double[sds.length], sds, new double[layout.classColumns()]);
  }

  /** The figures of the given rows: node (n × K) and added (n × M × C), population sd. */
  static Scaling from(Layout layout, int rows, double[] node, double[] added) {
    Scaling scaling = none(layout);
    for (Layout.Span span : layout.spans()) {
      for (int k = span.from(); k < span.to(); k++) {
        if (span.group().kind() == Group.Kind.NODE && span.group() != Group.PREDICTED) {
          scaling.figuresOfNodeColumn(k, rows, node);
        } else if (span.group().kind() == Group.Kind.CLASS) {
          scaling.figuresOfAdded(k - layout.nodeColumns(), rows, layout.classCount(), added);
        }
      }
    }
    return scaling;
  }

  private void figuresOfNodeColumn(int k, int rows, double[] node) {
    int stride = means.length;
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      sum += node[i * stride + k];
    }
    double mean = sum / rows;
    double squares = 0;
    for (int i = 0; i < rows; i++) {
      double difference = node[i * stride + k] - mean;
      squares += difference * difference;
    }
    double sd = Math.sqrt(squares / rows);
    means[k] = mean;
    sds[k] = sd < NO_SPREAD ? 1 : sd;
  }

  private void figuresOfAdded(int m, int rows, int classes, double[] added) {
    int stride = addedSds.length * classes;
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      for (int c = 0; c < classes; c++) {
        sum += added[i * stride + m * classes + c];
      }
    }
    double count = (double) rows * classes;
    double mean = sum / count;
    double squares = 0;
    for (int i = 0; i < rows; i++) {
      for (int c = 0; c < classes; c++) {
        double difference = added[i * stride + m * classes + c] - mean;
        squares += difference * difference;
      }
    }
    addedSds[m] = Math.sqrt(squares / count);
  }

  /** Scales one row of node columns (K) in place; the first is x0's constant. */
  void scaleNodeInPlace(double[] node, int start) {
    for (int k = 1; k < means.length; k++) {
      double scaled = (node[start + k] - means[k]) / sds[k];
      node[start + k] = Math.max(-CLIP, Math.min(CLIP, scaled));
    }
  }

  /** Scales one row of class columns (M × C) in place. */
  void scaleAddedInPlace(double[] added, int start, int classes) {
    for (int m = 0; m < addedSds.length; m++) {
      double sd = addedSds[m];
      for (int c = start + m * classes; c < start + (m + 1) * classes; c++) {
        added[c] = sd < NO_SPREAD ? 0 : added[c] / sd;
      }
    }
  }

  double[] means() {
    return means.clone();
  }

  double[] sds() {
    return sds.clone();
  }

  double[] addedSds() {
    return addedSds.clone();
  }
}
