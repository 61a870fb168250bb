package io.github.wats.calibration.ridge;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.prediction.Labels;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The labels of the training and validation nodes of one graph, which their neighbors may use.
 *
 * @param graph the fingerprint of the graph; on any other graph no labels are known
 * @param nodes the training nodes, then the validation nodes
 * @param classes their labels
 */
record KnownLabels(String graph, int[] nodes, int[] classes, int trainingCount)
    implements Serializable {
  static final KnownLabels NONE = new KnownLabels("", new int[0], new int[0], 0);

  /** The training and validation nodes whose labels are known. */
  static KnownLabels of(CalibrationData data) {
    Labels labels = data.requireLabels();
    int[] first = data.requireSplit().train().withKnownLabel(labels).toArray();
    int[] second = data.requireSplit().calibration().withKnownLabel(labels).toArray();
    int[] nodes = IntStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
    int[] classes = Arrays.stream(nodes).map(labels::get).toArray();
    return new KnownLabels(data.graph().fingerprint(), nodes, classes, first.length);
  }

  int count() {
    return nodes.length;
  }

  /** Whether and how many of these were used, in words. */
  String note(boolean used) {
    return used
        ? "neighbors' labels were used: %d of training and %d of validation nodes"
            .formatted(trainingCount, count() - trainingCount)
        : "neighbors' labels were not used";
  }

  /** Those of the data if they have labels and a split, else these on their own graph. */
  KnownLabels on(CalibrationData data) {
    if (data.labels().isPresent() && data.split().isPresent()) {
      return of(data);
    }
    return count() > 0 && graph.equals(data.graph().fingerprint()) ? this : NONE;
  }

  /** The counts on the graph of these labels, which is not checked. */
  Counts counted(Graph home, int classCount) {
    int[] codes = new int[home.nodeCount()];
    for (int node : nodes) {
      Check.argument(node < codes.length, "a known label is of node %d, beyond the graph", node);
    }
    for (int k = 0; k < nodes.length; k++) {
      codes[nodes[k]] = k < trainingCount ? classes[k] + 1 : -(classes[k] + 1);
    }
    return new Counts(home.adjacency(), classCount, codes);
  }

  void store(Map<String, CalibratorState.Array> arrays, Map<String, String> texts) {
    arrays.put("label-nodes", CalibratorState.Array.of(nodes));
    arrays.put("label-classes", CalibratorState.Array.of(classes));
    arrays.put("label-training-count", CalibratorState.Array.of(trainingCount));
    texts.put("graph", graph);
  }

  static KnownLabels restore(CalibratorState form, int classCount) {
    int count = form.array("label-nodes").columns();
    return new KnownLabels(
        form.text("graph"),
        form.integers("label-nodes", count, 0, Integer.MAX_VALUE),
        form.integers("label-classes", count, 0, classCount - 1),
        form.integers("label-training-count", 1, 0, count)[0]);
  }

  /** How many neighbors of each node have a known label of each class. */
  static final class Counts implements Columns.LabelCounts {
    private final SparsePattern rows;
    private final int classCount;
    private final int[] codes; // (N) class + 1 of a training, −(class + 1) of a validation node
    private final double[] shares; // (N × C) counts over the degree

    private Counts(SparsePattern rows, int classCount, int[] codes) {
      this.rows = rows;
      this.classCount = classCount;
      this.codes = codes;
      this.shares = new double[codes.length * classCount];
      Rows.forEachRow(codes.length, rows.entryCount() + (long) shares.length, this::computeShares);
    }

    private void computeShares(int node) {
      int row = node * classCount;
      for (int k = rows.offset(node); k < rows.offset(node + 1); k++) {
        int code = codes[rows.column(k)];
        if (code != 0) {
          shares[row + Math.abs(code) - 1]++;
        }
      }
      double inverse = 1.0 / rows.rowLength(node);
      for (int c = row; c < row + classCount; c++) {
        shares[c] = shares[c] == 0 ? 0 : shares[c] * inverse;
      }
    }

    @Override
    public void writeLogCounts(int node, double[] target, int start) {
      Arrays.fill(target, start, start + 2 * classCount, 0);
      for (int k = rows.offset(node); k < rows.offset(node + 1); k++) {
        int code = codes[rows.column(k)];
        if (code > 0) {
          target[start + code - 1]++;
        } else if (code < 0) {
          target[start + classCount - code - 1]++;
        }
      }
      for (int c = start; c < start + 2 * classCount; c++) {
        if (target[c] != 0) {
          target[c] = Math.log(1 + target[c]);
        }
      }
    }

    @Override
    public double writeTwoSteps(int node, double[] target, int start) {
      Columns.writeMeans(rows, shares, classCount, node, target, start);
      if (codes[node] != 0) {
        int own = Math.abs(codes[node]) - 1;
        target[start + own] = twoStepsWithoutOwn(node, own);
      }
      double sum = 0;
      for (int c = start; c < start + classCount; c++) {
        sum += target[c];
      }
      return sum;
    }

    /** The same for the class of the node: each neighbor has counted the node once. */
    private double twoStepsWithoutOwn(int node, int own) {
      double sum = 0;
      for (int k = rows.offset(node); k < rows.offset(node + 1); k++) {
        int neighbor = rows.column(k);
        int degree = rows.rowLength(neighbor);
        double count = Math.rint(shares[neighbor * classCount + own] * degree); // exact
        sum += (count - 1) * (1.0 / degree);
      }
      return sum / Math.max(1, rows.rowLength(node));
    }
  }
}
