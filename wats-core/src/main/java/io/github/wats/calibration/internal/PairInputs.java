package io.github.wats.calibration.internal;

import io.github.wats.calibration.PairData;
import io.github.wats.features.FeatureTable;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeFeatures;
import io.github.wats.features.NodeInputs;
import io.github.wats.features.NodeView;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.prediction.Logits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is read of a pair of nodes (a, b). Of its ends the wavelet features and {@code ln(1 + d)}, d
 * without the edge a–b where the graph has it: the sums, then the absolute differences; directed
 * those of a, then those of b. With {@code around} also {@code ln(1 + Σ_w 1)}, {@code ln(1 + Σ_w
 * 1/ln d_w)}, {@code ln(1 + Σ_w 1/d_w)} over common neighbors w (their number, Adamic and Adar
 * 2003, resource allocation of Zhou, Lü and Zhang 2009), which the edge a–b does not change; and
 * the mean score of the other pairs that share an end, then the lower and the higher one (directed:
 * of a, of b) of their means at each end, all minus the own score, 0 if there is none.
 */
public record PairInputs(WaveletSettings wavelets, boolean directed, boolean around)
    implements NodeInputs {
  /** The columns that {@link #around} adds. */
  public static final int AROUND = 6;

  /** The number of columns of the two ends. */
  public int endsWidth() {
    return 2 * (wavelets.columnCount() + 1);
  }

  @Override
  public int width() {
    return endsWidth() + (around ? AROUND : 0);
  }

  @Override
  public void write(NodeView node, double[] target, int start) {
    throw new IllegalArgumentException("these are inputs of pairs, not of nodes");
  }

  @Override
  public List<String> names() {
    List<String> ofEnd = new ArrayList<>(new Structure(NodeFeatures.WAVELET, wavelets).names());
    ofEnd.add("degree");
    Stream<String> first = ofEnd.stream().map(name -> (directed ? "source-" : "sum-") + name);
    Stream<String> second =
        ofEnd.stream().map(name -> (directed ? "target-" : "difference-") + name);
    Stream<String> others =
        Stream.of(
            "common-neighbors",
            "adamic-adar",
            "resource-allocation",
            "neighbor-scores",
            directed ? "source-scores" : "lower-scores",
            directed ? "target-scores" : "higher-scores");
    return Stream.concat(Stream.concat(first, second), around ? others : Stream.empty()).toList();
  }

  /** The columns of all pairs with these scores, the second logit minus the first. */
  public NodeColumns columns(PairData pairs, Logits logits) {
    return new Columns(this, pairs, logits);
  }

  private static final class Columns implements NodeColumns {
    private final PairInputs recipe;
    private final PairData pairs;
    private final SparsePattern adjacency;
    private final Logits logits;
    private final double[] waves; // (n × K)
    private final double[] sums; // (n) of the scores of the pairs at a node
    private final int[] counts; // (n) of those pairs

    Columns(PairInputs recipe, PairData pairs, Logits logits) {
      Graph graph = pairs.graph();
      FeatureTable table = pairs.structure().wavelets(recipe.wavelets);
      this.recipe = recipe;
      this.pairs = pairs;
      this.adjacency = graph.adjacency();
      this.logits = logits;
      this.waves = table.toArray();
      this.sums = new double[recipe.around ? graph.nodeCount() : 0];
      this.counts = new int[sums.length];
      for (int k = 0; recipe.around && k < pairs.count(); k++) {
        add(pairs.source(k), score(k));
        add(pairs.target(k), score(k));
      }
    }

    private void add(int node, double score) {
      sums[node] += score;
      counts[node]++;
    }

    private double score(int pair) {
      return logits.get(pair, 1) - logits.get(pair, 0);
    }

    @Override
    public int nodeCount() {
      return pairs.count();
    }

    @Override
    public int width() {
      return recipe.width();
    }

    @Override
    public void write(int pair, double[] target, int start) {
      int a = pairs.source(pair);
      int b = pairs.target(pair);
      int half = recipe.endsWidth() / 2;
      int own = adjacency.find(a, b) >= 0 ? 1 : 0;
      writeEnd(a, own, target, start);
      writeEnd(b, own, target, start + half);
      for (int k = start; !recipe.directed && k < start + half; k++) {
        double first = target[k];
        target[k] = first + target[k + half];
        target[k + half] = Math.abs(first - target[k + half]);
      }
      if (recipe.around) {
        writeCommon(a, b, target, start + 2 * half);
        writeScores(a, b, score(pair), target, start + 2 * half + AROUND / 2);
      }
    }

    private void writeEnd(int node, int own, double[] target, int start) {
      int width = recipe.wavelets.columnCount();
      System.arraycopy(waves, node * width, target, start, width);
      target[start + width] = Math.log(1.0 + adjacency.rowLength(node) - own);
    }

    /** Of the other pairs at the ends; one with both ends counts twice. */
    private void writeScores(int a, int b, double own, double[] target, int start) {
      double ofA = mean(sums[a] - own, counts[a] - 1, own);
      double ofB = mean(sums[b] - own, counts[b] - 1, own);
      boolean keeps = recipe.directed || ofA <= ofB;
      double all = (sums[a] - own) + (sums[b] - own);
      target[start] = mean(all, counts[a] + counts[b] - 2, own);
      target[start + 1] = keeps ? ofA : ofB;
      target[start + 2] = keeps ? ofB : ofA;
    }

    private static double mean(double sum, int count, double own) {
      return count == 0 ? 0 : sum / count - own;
    }

    private void writeCommon(int a, int b, double[] target, int start) {
      boolean swap = adjacency.rowLength(a) > adjacency.rowLength(b);
      int few = swap ? b : a;
      int many = swap ? a : b;
      double count = 0;
      double adamic = 0;
      double resource = 0;
      for (int k = adjacency.offset(few); k < adjacency.offset(few + 1); k++) {
        int w = adjacency.column(k);
        if (adjacency.find(many, w) >= 0) {
          double degree = adjacency.rowLength(w); // at least 2: a and b
          count++;
          adamic += 1 / Math.log(degree);
          resource += 1 / degree;
        }
      }
      target[start] = Math.log(1 + count);
      target[start + 1] = Math.log(1 + adamic);
      target[start + 2] = Math.log(1 + resource);
    }
  }
}
