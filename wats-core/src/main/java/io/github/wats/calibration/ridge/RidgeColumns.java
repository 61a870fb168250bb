package io.github.wats.calibration.ridge;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Softmax;
import java.util.Optional;

/** All columns of the ridge; it holds what reaches beyond a node's own neighbors. */
final class RidgeColumns implements Columns {
  private static final double MEAN_FLOOR = 0.01; // added to mean probabilities before ln
  private static final double ENTROPY_FLOOR = Math.log(1e-12); // of ln p
  private static final double SHARE_FLOOR = 0.02; // of p in p̃
  private static final double SHARE_WEIGHT = 0.1; // of p̃ against labels seen

  private final Graph graph;
  private final int classCount;
  private final WaveColumns wave;
  private final Optional<LabelCounts> labels;
  private final double[] scores; // (N × C) u
  private final double[] probabilities; // (N × C) p = softmax(u)
  private final double[] once; // (N × C) avg(p)

  RidgeColumns(CalibrationInput input, double temperature, Optional<LabelCounts> labels) {
    this.graph = input.graph();
    this.classCount = input.classCount();
    this.wave = WaveColumns.of(graph);
    this.labels = labels;
    this.scores = new double[input.nodeCount() * classCount];
    this.probabilities = new double[scores.length];
    Rows.forEach(
        input.nodeCount(),
        40L * scores.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            Scores.write(input.logits(), temperature, i, scores, i * classCount);
          }
          System.arraycopy(
              scores,
              from * classCount,
              probabilities,
              from * classCount,
              (to - from) * classCount);
          for (int i = from; i < to; i++) {
            Softmax.rowInPlace(probabilities, i * classCount, classCount);
          }
        });
    this.once = NeighborMeans.of(graph, probabilities, classCount);
  }

  @Override
  public void writeScores(int node, double[] target, int start) {
    System.arraycopy(scores, node * classCount, target, start, classCount);
  }

  @Override
  public void writeNode(int node, double[] target, int start) {
    wave.write(node, target, start);
    int row = node * classCount;
    int top = row;
    for (int c = row + 1; c < row + classCount; c++) {
      top = probabilities[c] > probabilities[top] ? c : top;
    }
    target[start + WaveColumns.WIDTH] = probabilities[top];
    target[start + WaveColumns.WIDTH + 1] = entropy(row, top);
  }

  /** {@code −Σ p ln p / ln C}, where ln p is u plus what the largest of the row tells. */
  private double entropy(int row, int top) {
    double shift = Math.log(probabilities[top]) - scores[top];
    double sum = 0;
    for (int c = row; c < row + classCount; c++) {
      sum -= probabilities[c] * Math.max(scores[c] + shift, ENTROPY_FLOOR);
    }
    return classCount == 1 ? 0 : sum / Math.log(classCount);
  }

  @Override
  public void writeAdded(int node, double[] target, int start) {
    writeDiffusion(node, target, start);
    labels.ifPresent(known -> writeLabels(known, node, target, start + 3 * classCount));
  }

  /** {@code ctr ln(P1 + 0.01)}, {@code ctr ln(P2 + 0.01)}, {@code ctr(avg(u) − u)}. */
  private void writeDiffusion(int node, double[] target, int start) {
    int twice = start + classCount;
    int difference = twice + classCount;
    System.arraycopy(once, node * classCount, target, start, classCount);
    NeighborMeans.ofNode(graph, once, classCount, node, target, twice);
    for (int c = start; c < start + 2 * classCount; c++) {
      target[c] = Math.log(target[c] + MEAN_FLOOR);
    }
    NeighborMeans.ofNode(graph, scores, classCount, node, target, difference);
    for (int c = 0; c < classCount; c++) {
      target[difference + c] -= scores[node * classCount + c];
    }
    Scores.center(target, start, classCount);
    Scores.center(target, twice, classCount);
    Scores.center(target, difference, classCount);
  }

  /** {@code ln(1 + kt)}, {@code ln(1 + kc)}, {@code ctr[ln((k2 + 0.1 p̃)/(m2 + 0.1)) − ln p̃]}. */
  private void writeLabels(LabelCounts known, int node, double[] target, int start) {
    known.logCounts(node, target, start);
    int share = start + 2 * classCount;
    double seen = known.twoSteps(node, target, share);
    if (seen == 0) {
      return; // the share is p̃ itself: its row is 0
    }
    int row = node * classCount;
    double floored = 0;
    for (int c = row; c < row + classCount; c++) {
      floored += Math.max(probabilities[c], SHARE_FLOOR);
    }
    for (int c = 0; c < classCount; c++) {
      double own = Math.max(probabilities[row + c], SHARE_FLOOR) / floored;
      double mixed = (target[share + c] + SHARE_WEIGHT * own) / (seen + SHARE_WEIGHT);
      target[share + c] = Math.log(mixed / own);
    }
    Scores.center(target, share, classCount);
  }
}
