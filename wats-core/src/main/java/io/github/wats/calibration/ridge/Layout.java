package io.github.wats.calibration.ridge;

import io.github.wats.calibration.ridge.Design.Block;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The positions of the parameters in the vector x: {@code x0}, then the groups in their order.
 *
 * @param spans the groups of this model
 * @param nodeColumns K: columns that multiply u, the constant 1 of x0 included
 * @param classColumns M: columns that are added to the logits
 * @param size p: the number of parameters
 * @param manyClasses whether pairs of classes are too many to be formed ({@link ManyClasses})
 */
record Layout(
    int classCount,
    List<Span> spans,
    int nodeColumns,
    int classColumns,
    int size,
    boolean manyClasses)
    implements Serializable {
  /** With more classes Newton steps and evidence are iterative, and folds keep the penalties. */
  static final int MOST_PAIRED_CLASSES = 100;

  /**
   * Columns that share one penalty λ, in the order of their parameters: first what multiplies u,
   * then what is added, then one parameter per class.
   */
  enum Group {
    /** Five wavelet features and {@code ln(1 + d)}. */
    WAVE(Kind.NODE, 6, 30),
    /** Wavelet features and degrees of both ends of a pair. */
    ENDS(Kind.NODE, 12, 30),
    /** One-hot encoding of the predicted class; for temperatures only. */
    PREDICTED(Kind.NODE, Group.ONE_PER_CLASS, 60),
    /** The largest probability and the entropy over ln C. */
    CONFIDENCE(Kind.NODE, 2, 30),
    /** The predictions for neighbors one and two steps away. */
    DIFFUSION(Kind.CLASS, 3, 8),
    /** The known labels of neighbors one and two steps away. */
    LABELS(Kind.CLASS, 3, 8),
    /** The same of both ends of a pair, added to the logit of a link. */
    END_SHIFTS(Kind.CLASS, 12, 8),
    /** Common neighbors of the ends of a pair: their number, Adamic–Adar, resource allocation. */
    COMMON(Kind.CLASS, 3, 8),
    /** Mean scores of neighboring pairs minus the own. */
    NEIGHBOR_SCORES(Kind.CLASS, 3, 8),
    /** ω: one factor per class. */
    SCALE(Kind.PER_CLASS, Group.ONE_PER_CLASS, 25),
    /** b: one summand per class. */
    BIAS(Kind.PER_CLASS, Group.ONE_PER_CLASS, 8);

    /** How a column of the group enters the logits {@code a_i}. */
    enum Kind {
      /** A number f_i per node that multiplies u_i. */
      NODE,
      /** A row per node (C) that is added. */
      CLASS,
      /** A parameter of one class: no values are stored. */
      PER_CLASS
    }

    private static final int ONE_PER_CLASS = -1;

    private final Kind kind;
    private final int width;
    private final double startPenalty;

    Group(Kind kind, int width, double startPenalty) {
      this.kind = kind;
      this.width = width;
      this.startPenalty = startPenalty;
    }

    /** The name in files. */
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The parameters {@code from} to {@code to − 1} of x. */
  record Span(Group group, int from, int to) implements Serializable {
    int width() {
      return to - from;
    }
  }

  /** All groups of the ridge, with or without the labels of neighbors. */
  static Layout ridge(int classCount, boolean labels) {
    EnumSet<Group> groups =
        EnumSet.of(Group.WAVE, Group.CONFIDENCE, Group.DIFFUSION, Group.SCALE, Group.BIAS);
    if (labels) {
      groups.add(Group.LABELS);
    }
    return of(classCount, groups);
  }

  /** All groups of the ridge of pairs. */
  static Layout pairs() {
    return of(
        2,
        EnumSet.of(
            Group.ENDS,
            Group.CONFIDENCE,
            Group.END_SHIFTS,
            Group.COMMON,
            Group.NEIGHBOR_SCORES,
            Group.SCALE,
            Group.BIAS));
  }

  /** The groups that only scale the logits of a node. */
  static Layout temperature(int classCount) {
    return of(classCount, EnumSet.of(Group.WAVE, Group.PREDICTED));
  }

  private static Layout of(int classCount, EnumSet<Group> groups) {
    List<Span> spans = new ArrayList<>();
    int next = 1;
    int node = 1;
    int added = 0;
    for (Group group : groups) {
      int width = group.width == Group.ONE_PER_CLASS ? classCount : group.width;
      spans.add(new Span(group, next, next + width));
      next += width;
      node += group.kind == Group.Kind.NODE ? width : 0;
      added += group.kind == Group.Kind.CLASS ? width : 0;
    }
    boolean many = next > node + added && classCount > MOST_PAIRED_CLASSES;
    return new Layout(classCount, List.copyOf(spans), node, added, next, many);
  }

  /** Whether the rows are pairs: a class column then is {@code (0, f)} for a number f of a pair. */
  boolean ofPairs() {
    return has(Group.ENDS);
  }

  /** How many rows lie together in a {@link Design}: their columns fit into the caches. */
  int blockRows() {
    return classCount <= 128 ? 128 : 64;
  }

  boolean has(Group group) {
    return span(group).width() > 0;
  }

  /** The span of a group, empty if this layout does not have it. */
  Span span(Group group) {
    for (Span span : spans) {
      if (span.group == group) {
        return span;
      }
    }
    return new Span(group, 0, 0);
  }

  /** Whether there are scales and biases. */
  boolean perClass() {
    return size > nodeColumns + classColumns;
  }

  /** Temperature scaling: {@code x = (1, 0, …)}. */
  double[] start() {
    double[] x = new double[size];
    x[0] = 1;
    return x;
  }

  /** λ of the first round, one per group. */
  double[] startPenalties() {
    return spans.stream().mapToDouble(span -> span.group.startPenalty).toArray();
  }

  /** No scaling: for a model that was not fitted. */
  Scaling noScaling() {
    double[] sds = new double[nodeColumns];
    Arrays.fill(sds, 1);
    return new Scaling(
        new double[nodeColumns], sds, new double[classColumns], new double[classColumns]);
  }

  /** The scaling by these rows, population sd. */
  Scaling scalingOf(List<Block> blocks) {
    Scaling scaling = noScaling();
    for (Span span : spans) {
      for (int k = span.from; k < span.to; k++) {
        int m = k - nodeColumns;
        if (span.group.kind == Group.Kind.NODE && span.group != Group.PREDICTED) {
          int column = k;
          Statistics of = Statistics.of(blocks, block -> Stream.of(block.node()[column]));
          scaling.means[k] = of.mean;
          scaling.sds[k] = of.sd < Scaling.NO_SPREAD ? 1 : of.sd;
        } else if (span.group.kind == Group.Kind.CLASS) {
          int first = m * classCount + (ofPairs() ? 1 : 0);
          int end = (m + 1) * classCount;
          Statistics of = Statistics.of(blocks, block -> Arrays.stream(block.added(), first, end));
          scaling.classSds[m] = of.sd;
          scaling.classMeans[m] = ofPairs() ? of.mean : 0;
        }
      }
    }
    return scaling;
  }

  /** Of all numbers of some columns. */
  private record Statistics(double mean, double sd) {
    static Statistics of(List<Block> blocks, Function<Block, Stream<double[]>> columns) {
      double[][] all = blocks.stream().flatMap(columns).toArray(double[][]::new);
      double mean = mean(all, v -> v);
      return new Statistics(mean, Math.sqrt(mean(all, v -> (v - mean) * (v - mean))));
    }

    private static double mean(double[][] columns, DoubleUnaryOperator mapping) {
      double sum = 0;
      long count = 0;
      for (double[] column : columns) {
        for (double value : column) {
          sum += mapping.applyAsDouble(value);
        }
        count += column.length;
      }
      return sum / count;
    }
  }

  /**
   * How raw columns are scaled. From a node column its mean over the validation nodes is
   * subtracted; it is divided by its sd there and clipped to ±3. A class column is divided by its
   * sd over all entries, and 0 if it is constant; from the f of a pair its mean is subtracted
   * first. One-hot columns stay as they are.
   *
   * @param means of node columns (K), 0 for the constant of x0
   * @param sds of node columns (K), 1 where a column is constant
   * @param classSds of class columns (M)
   * @param classMeans of the f of pairs (M), else 0
   */
  record Scaling(double[] means, double[] sds, double[] classSds, double[] classMeans)
      implements Serializable {
    static final double CLIP = 3;
    private static final double NO_SPREAD = 1e-9; // dividing by less would amplify rounding errors

    /** Scales one row of node columns (K) in place; the first is the constant of x0. */
    void scaleNodeInPlace(double[] node, int start) {
      for (int k = 1; k < means.length; k++) {
        node[start + k] = scaledNode(k, node[start + k]);
      }
    }

    private double scaledNode(int k, double value) {
      return Math.max(-CLIP, Math.min(CLIP, (value - means[k]) / sds[k]));
    }

    /** Scales one row of class columns (M × C) in place. */
    void scaleAddedInPlace(double[] added, int start, int classes) {
      for (int c = 0; c < classSds.length * classes; c++) {
        added[start + c] = scaledAdded(c, classes, added[start + c]);
      }
    }

    private double scaledAdded(int column, int classes, double value) {
      int m = column / classes;
      boolean last = column % classes == classes - 1; // the f of a pair
      double sd = classSds[m];
      return sd < NO_SPREAD ? 0 : (value - (last ? classMeans[m] : 0)) / sd;
    }

    /** Scales the columns of a block. */
    void scaleInPlace(Block block) {
      for (int k = 1; k < means.length; k++) {
        double[] column = block.node()[k];
        for (int j = 0; j < column.length; j++) {
          column[j] = scaledNode(k, column[j]);
        }
      }
      int classes = block.u().length;
      for (int k = 0; k < block.added().length; k++) {
        double[] column = block.added()[k];
        for (int j = 0; j < column.length; j++) {
          column[j] = scaledAdded(k, classes, column[j]);
        }
      }
    }
  }
}
