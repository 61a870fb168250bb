package io.github.wats.spark;

import io.github.wats.features.NodeInputs;
import io.github.wats.features.NodeView;
import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The nodes of a block while a recipe runs.
 *
 * @param values logits, label and structural features (n × (C + 1 + features))
 * @param counts of neighbors' labels (n × 2C), empty if they are not read
 * @param own what the nodes wrote in each round (n × width)
 * @param means of that over neighbors (n × width)
 */
record BlockNodes(
    NodeInputs recipe,
    int classes,
    int[] degrees,
    double[] values,
    double[] counts,
    double[][] own,
    double[][] means)
    implements Serializable {
  static BlockNodes of(NodeInputs recipe, int classes, int[] degrees, double[] values) {
    double[][] none = new double[0][];
    return new BlockNodes(recipe, classes, degrees, values, new double[0], none, none);
  }

  BlockNodes withCounts(double[] ofLabels) {
    return new BlockNodes(recipe, classes, degrees, values, ofLabels, own, means);
  }

  BlockNodes withRound(double[] written, double[] averaged) {
    return new BlockNodes(
        recipe, classes, degrees, values, counts, with(own, written), with(means, averaged));
  }

  private static double[][] with(double[][] rounds, double[] next) {
    return Stream.concat(Arrays.stream(rounds), Stream.of(next)).toArray(double[][]::new);
  }

  /** The numbers that a recipe reads of a node: logits, label, structural features. */
  static int width(NodeInputs recipe, int classes) {
    return classes + 1 + recipe.structure().map(NodeInputs.Structure::width).orElse(0);
  }

  private int stride() {
    return values.length / Math.max(1, degrees.length);
  }

  /** The labels of the nodes (n). */
  double[] labels() {
    double[] labels = new double[degrees.length];
    Arrays.setAll(labels, i -> values[i * stride() + classes]);
    return labels;
  }

  /** What the nodes write in a round. */
  double[] written(int round) {
    int width = recipe.rounds().get(round);
    int stride = stride();
    double[] written = new double[Math.multiplyExact(degrees.length, width)];
    for (int i = 0; i < degrees.length; i++) {
      recipe.writeRound(round, new View(this, i, i * stride), written, i * width);
    }
    return written;
  }

  /** The columns of the nodes. */
  double[] columns() {
    int stride = stride();
    double[] written = new double[Math.multiplyExact(degrees.length, recipe.width())];
    for (int i = 0; i < degrees.length; i++) {
      recipe.write(new View(this, i, i * stride), written, i * recipe.width());
    }
    return written;
  }

  /** A node of a block, whose values begin at {@code start}. */
  private record View(BlockNodes block, int node, int start) implements NodeView {
    @Override
    public int degree() {
      return block.degrees[node];
    }

    @Override
    public double logit(int c) {
      return block.values[start + c];
    }

    @Override
    public double structural(int column) {
      return logit(block.classes + 1 + column);
    }

    @Override
    public int label() {
      return (int) logit(block.classes);
    }

    @Override
    public double own(int round, int column) {
      return block.own[round][node * block.recipe.rounds().get(round) + column];
    }

    @Override
    public void copyMeans(int round, int column, int count, double[] target, int start) {
      int from = node * block.recipe.rounds().get(round) + column;
      System.arraycopy(block.means[round], from, target, start, count);
    }

    @Override
    public void countLabels(int classes, double[] target, int start) {
      for (int c = 0; c < 2 * classes; c++) {
        target[start + c] += block.counts[node * 2 * classes + c];
      }
    }
  }
}
