package io.github.wats.decision;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Split conformal prediction sets: for each node the classes whose score is at most a threshold,
 * the ⌈(m + 1) · coverage⌉-th smallest score of the true classes of m calibration nodes. If these
 * and a new node are exchangeable, its set has the true class with a probability of at least the
 * coverage (Vovk, Gammerman, Shafer 2005). No set is empty: the predicted class is always in.
 */
public final class PredictionSets {
  /** The score of a class of a node: the larger, the less likely the class. */
  public enum Score {
    /** {@code 1 − p_y}: least ambiguous sets (Sadinle, Lei, Wasserman, JASA 2019). */
    LAC,
    /**
     * {@code Σ p_c} over the classes that are at least as likely as y: adaptive sets (Romano,
     * Sesia, Candès, NeurIPS 2020), without their random part.
     */
    APS,
    /**
     * {@code APS + penalty · max(0, rank_y − free ranks)}: regularized adaptive sets (Angelopoulos,
     * Bates, Malik, Jordan, ICLR 2021).
     */
    RAPS
  }

  /**
   * What kind of sets.
   *
   * @param coverage the probability with which a set shall have the true class
   * @param penalty of RAPS for each rank beyond the free ones
   * @param freeRanks of RAPS: how many of the most likely classes have no penalty
   * @param neighborWeight the weight w of {@code (1 − w) s_i + w · mean of the neighbors' s_j}, 0
   *     for a node's own scores (DAPS: Zargarbashi, Antonelli, Bojchevski, ICML 2023); a node
   *     without neighbors has its own
   */
  public record Settings(
      double coverage, Score score, double penalty, int freeRanks, double neighborWeight) {
    /** LAC of 90 % coverage from a node's own probabilities. */
    public static final Settings DEFAULT = new Settings(0.9, Score.LAC, 0.1, 1, 0);

    public Settings {
      Check.argument(
          coverage > 0 && coverage < 1, "coverage must be above 0 and below 1, got %s", coverage);
      Check.argument(
          penalty >= 0 && penalty < Double.POSITIVE_INFINITY,
          "penalty must be finite and not negative, got %s",
          penalty);
      Check.argument(freeRanks >= 0, "free ranks must not be negative, got %d", freeRanks);
      Check.argument(
          neighborWeight >= 0 && neighborWeight <= 1,
          "weight of the neighbors must be in 0 … 1, got %s",
          neighborWeight);
    }

    /** The smallest number of calibration nodes for which not every class is in every set. */
    public int nodesNeeded() {
      int nodes = 1;
      while (rank(nodes) > nodes) {
        nodes++;
      }
      return nodes;
    }

    /** ⌈(nodes + 1) · coverage⌉ */
    private int rank(int nodes) {
      return (int) Math.ceil((nodes + 1) * coverage - 1e-9); // for its rounding error
    }
  }

  /**
   * The threshold of a group.
   *
   * @param nodes the number of its calibration nodes
   * @param value the largest score in a set, infinite if there are too few nodes: then all classes
   *     are in
   */
  public record Threshold(String group, int nodes, double value) {}

  /**
   * What sets of nodes of known label show.
   *
   * @param coverage the share of sets that have the true class, NaN without nodes
   * @param interval of the coverage, by Clopper and Pearson at 95 %
   * @param singletons the share of sets of one class
   */
  public record Measured(
      int nodes, double coverage, Interval interval, double meanSize, double singletons) {}

  private final int classCount;
  private final boolean[] members; // (n × C)
  private final List<Threshold> thresholds; // one per group

  private PredictionSets(int classCount, boolean[] members, List<Threshold> thresholds) {
    this.classCount = classCount;
    this.members = members;
    this.thresholds = thresholds;
  }

  /**
   * The sets of all nodes.
   *
   * @param calibration nodes whose labels the calibrator has not seen
   * @param groups with a threshold each (Mondrian); those by class are of the candidate class, and
   *     each class is then covered
   * @param graph used where neighbors have a weight
   */
  public static PredictionSets of(
      Settings settings,
      Probabilities predicted,
      Labels labels,
      NodeSet calibration,
      NodeGroups groups,
      Graph graph) {
    Scores scores = new Scores(settings, predicted, graph);
    int[] known = calibration.withKnownLabel(labels).toArray();
    double[] ofTruth = new double[known.length];
    Rows.forEach(
        known.length,
        Long.MAX_VALUE,
        (from, to) -> {
          double[] row = new double[predicted.classCount()];
          for (int k = from; k < to; k++) {
            scores.diffuse(known[k], row);
            ofTruth[k] = row[labels.get(known[k])];
          }
        });
    boolean byClass = groups.by() == NodeGroups.By.CLASS;
    int[] groupOf =
        Arrays.stream(known).map(i -> byClass ? labels.get(i) : groups.groupOf(i)).toArray();
    List<Threshold> thresholds =
        IntStream.range(0, groups.groups().size())
            .mapToObj(g -> threshold(settings, groups.groups().get(g).name(), g, groupOf, ofTruth))
            .toList();
    double[] limits = thresholds.stream().mapToDouble(Threshold::value).toArray();
    boolean[] members = new boolean[predicted.nodeCount() * predicted.classCount()];
    Rows.forEach(
        predicted.nodeCount(),
        Long.MAX_VALUE,
        (from, to) -> {
          double[] row = new double[predicted.classCount()];
          for (int i = from; i < to; i++) {
            scores.diffuse(i, row);
            int start = i * row.length;
            for (int c = 0; c < row.length; c++) {
              members[start + c] = row[c] <= limits[byClass ? c : groups.groupOf(i)];
            }
            members[start + predicted.predictedClass(i)] = true;
          }
        });
    return new PredictionSets(predicted.classCount(), members, thresholds);
  }

  private static Threshold threshold(
      Settings settings, String name, int group, int[] groupOf, double[] scores) {
    double[] sorted =
        IntStream.range(0, scores.length)
            .filter(k -> groupOf[k] == group)
            .mapToDouble(k -> scores[k])
            .sorted()
            .toArray();
    int rank = settings.rank(sorted.length);
    double value = rank > sorted.length ? Double.POSITIVE_INFINITY : sorted[rank - 1];
    return new Threshold(name, sorted.length, value);
  }

  public int nodeCount() {
    return members.length / classCount;
  }

  public boolean contains(int node, int label) {
    return members[node * classCount + label];
  }

  /** The number of classes in the set of {@code node}, at least 1. */
  public int size(int node) {
    int size = 0;
    for (int c = 0; c < classCount; c++) {
      size += contains(node, c) ? 1 : 0;
    }
    return size;
  }

  /** The sets as a matrix (n × C), row by row: a copy. */
  public boolean[] toArray() {
    return members.clone();
  }

  /** One per group, in their order. */
  public List<Threshold> thresholds() {
    return thresholds;
  }

  /** The sets of those of {@code nodes} whose label is known. */
  public Measured measure(Labels labels, NodeSet nodes) {
    int[] known = nodes.withKnownLabel(labels).toArray();
    int covered = (int) Arrays.stream(known).filter(i -> contains(i, labels.get(i))).count();
    int singletons = (int) Arrays.stream(known).filter(i -> size(i) == 1).count();
    double n = known.length;
    return new Measured(
        known.length,
        covered / n,
        Binomial.interval(covered, known.length, 0.95),
        Arrays.stream(known).mapToLong(this::size).sum() / n,
        singletons / n);
  }

  /** The scores of all nodes; with neighbors they are computed once (n × C), else row by row. */
  private static final class Scores {
    private final Settings settings;
    private final Probabilities predicted;
    private final Graph graph;
    private final int classes;
    private final double[] own; // (n × C), empty without neighbors

    Scores(Settings settings, Probabilities predicted, Graph graph) {
      this.settings = settings;
      this.predicted = predicted;
      this.graph = graph;
      this.classes = predicted.classCount();
      int n = predicted.nodeCount();
      own = new double[settings.neighborWeight > 0 ? n * classes : 0];
      if (own.length > 0) {
        Check.argument(
            graph.nodeCount() == n,
            "graph and probabilities must have the same nodes, got %d and %d",
            graph.nodeCount(),
            n);
        Rows.forEachRow(n, Long.MAX_VALUE, i -> score(i, own, i * classes));
      }
    }

    /** The scores of a node, mixed with those of its neighbors (C). */
    void diffuse(int node, double[] row) {
      if (own.length == 0) {
        score(node, row, 0);
        return;
      }
      int degree = graph.degree(node);
      double weight = degree == 0 ? 0 : settings.neighborWeight;
      Arrays.fill(row, 0);
      for (int k = 0; k < degree; k++) {
        int start = graph.neighbor(node, k) * classes;
        for (int c = 0; c < classes; c++) {
          row[c] += own[start + c];
        }
      }
      for (int c = 0; c < classes; c++) {
        row[c] = (1 - weight) * own[node * classes + c] + weight * row[c] / Math.max(1, degree);
      }
    }

    private void score(int node, double[] target, int start) {
      if (settings.score == Score.LAC) {
        for (int c = 0; c < classes; c++) {
          target[start + c] = 1 - predicted.get(node, c);
        }
        return;
      }
      double penalty = settings.score == Score.RAPS ? settings.penalty : 0;
      int[] order = byProbability(node);
      double sum = 0;
      for (int rank = 1; rank <= classes; rank++) {
        int c = order[rank - 1];
        sum += predicted.get(node, c);
        target[start + c] = sum + penalty * Math.max(0, rank - settings.freeRanks);
      }
    }

    /** The classes by falling probability, the first of equals first. */
    private int[] byProbability(int node) {
      int[] order = new int[classes];
      for (int c = 0; c < classes; c++) {
        int place = c;
        while (place > 0 && predicted.get(node, order[place - 1]) < predicted.get(node, c)) {
          order[place] = order[place - 1];
          place--;
        }
        order[place] = c;
      }
      return order;
    }
  }
}
