package io.github.wats.calibration.ridge;

import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.ridge.Layout.Scaling;
import io.github.wats.features.NodeColumns;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.NodeSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * The validation nodes as input of the solver.
 *
 * @param blocks all of {@link Layout#blockRows} rows but the last
 * @param basePenalty of {@code (x0 − 1)²}
 */
record Design(Layout layout, Scaling scaling, List<Block> blocks, double basePenalty) {
  /**
   * Some rows, each column an array.
   *
   * @param u {@code z/T0}, centered over the classes (C)
   * @param node what multiplies u (K), scaled, the first column 1
   * @param added the class columns (M × C), scaled
   * @param labels the true classes
   * @param weights w of each node's loss
   * @param roots √w
   */
  record Block(
      double[][] u,
      double[][] node,
      double[][] added,
      int[] labels,
      double[] weights,
      double[] roots) {
    static Block of(
        double[][] u, double[][] node, double[][] added, int[] labels, double[] weights) {
      double[] roots = Arrays.stream(weights).map(Math::sqrt).toArray();
      return new Block(u, node, added, labels, weights, roots);
    }

    int rows() {
      return weights.length;
    }
  }

  static Design of(RidgeFit.Sample sample, Layout layout) {
    CalibrationRows calibration = sample.rows();
    NodeColumns columns = sample.columns().orElseThrow();
    double temperature = sample.whole().temperature();
    NodeSet nodes = calibration.nodes();
    int[] labels = calibration.labels().toArray();
    double[] weights = sample.shares().weights();
    int classes = layout.classCount();
    int size = layout.blockRows();
    Block[] blocks = new Block[(nodes.size() + size - 1) / size];
    long work =
        (long) nodes.size() * (layout.nodeColumns() + classes * (1 + layout.classColumns()));
    Rows.forEachRow(
        blocks.length,
        40 * work,
        b -> {
          int first = b * size;
          int count = Math.min(size, nodes.size() - first);
          ModelRows rows = new ModelRows(calibration.data().logits(), columns, layout, temperature);
          double[] u = new double[classes];
          double[] node = new double[layout.nodeColumns()];
          double[] added = new double[layout.classColumns() * classes];
          Block block =
              Block.of(
                  new double[u.length][count],
                  new double[node.length][count],
                  new double[added.length][count],
                  Arrays.copyOfRange(labels, first, first + count),
                  Arrays.copyOfRange(weights, first, first + count));
          for (int j = 0; j < count; j++) {
            rows.write(nodes.get(first + j), u, 0, node, 0, added, 0);
            turn(u, block.u, j);
            turn(node, block.node, j);
            turn(added, block.added, j);
          }
          blocks[b] = block;
        });
    Scaling scaling = layout.scalingOf(List.of(blocks));
    Rows.forEachRow(blocks.length, 4 * work, b -> scaling.scaleInPlace(blocks[b]));
    double base = sample.prior() == 0 ? RidgeFit.NO_PRIOR : sample.prior();
    return new Design(layout, scaling, List.of(blocks), base);
  }

  private static void turn(double[] row, double[][] columns, int j) {
    for (int k = 0; k < row.length; k++) {
      columns[k][j] = row[k];
    }
  }

  /** Some of the rows, scaled as they are. */
  Design select(int[] places) {
    int size = layout.blockRows();
    List<Block> chosen = new ArrayList<>();
    for (int first = 0; first < places.length; first += size) {
      int[] some = Arrays.copyOfRange(places, first, Math.min(places.length, first + size));
      chosen.add(
          Block.of(
              select(Block::u, some),
              select(Block::node, some),
              select(Block::added, some),
              Arrays.stream(some).map(i -> blocks.get(i / size).labels[i % size]).toArray(),
              select(block -> new double[][] {block.weights}, some)[0]));
    }
    return new Design(layout, scaling, chosen, basePenalty);
  }

  private double[][] select(Function<Block, double[][]> part, int[] places) {
    int size = layout.blockRows();
    double[][] chosen = new double[part.apply(blocks.get(0)).length][places.length];
    for (int j = 0; j < places.length; j++) {
      double[][] from = part.apply(blocks.get(places[j] / size));
      for (int k = 0; k < chosen.length; k++) {
        chosen[k][j] = from[k][places[j] % size];
      }
    }
    return chosen;
  }

  int rows() {
    return blocks.stream().mapToInt(Block::rows).sum();
  }
}
