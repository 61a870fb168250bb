package io.github.wats.decision;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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
     * {@code Σ p_c} over the classes before y by falling probability (Romano, Sesia, Candès,
     * NeurIPS 2020, with u = 0): the predicted class scores 0, so no set is empty.
     */
    APS,
    /** {@code APS + 0.1 · (rank_y − 1)} (Angelopoulos, Bates, Malik, Jordan, ICLR 2021). */
    RAPS
  }

  private static final double PENALTY = 0.1;

  /**
   * What kind of sets. With a weight w of neighbors, scores are {@code (1 − w) s_i + w · mean of
   * the neighbors' s_j} (DAPS: Zargarbashi, Antonelli, Bojchevski, ICML 2023).
   */
  public record Settings(double coverage, Score score, double neighborWeight) {
    public Settings {
      Check.argument(
          coverage > 0 && coverage < 1 && neighborWeight >= 0 && neighborWeight <= 1,
          "coverage must be above 0 and below 1, the weight of neighbors in 0 … 1, got %s and %s",
          coverage,
          neighborWeight);
    }

    /** The smallest number of calibration nodes for which not every class is in every set. */
    public int nodesNeeded() {
      return (int) Math.max(1, Math.ceil((coverage - 1e-9) / (1 - coverage)));
    }

    private int rank(int nodes) {
      return (int) Math.ceil((nodes + 1) * coverage - 1e-9); // for its rounding error
    }
  }

  /** The threshold of a group; none if it has too few calibration nodes: its sets are full. */
  public record Threshold(String group, int nodes, OptionalDouble value) {
    /** Why every class is in the sets, and what to do; empty if there is a threshold. */
    public Optional<String> note(Settings settings, NodeGroups.By by) {
      String full =
          by == NodeGroups.By.CLASS ? "this class is in every set" : "its sets have every class";
      String other = by == NodeGroups.By.NONE ? "" : " or no --by";
      return value.isPresent()
          ? Optional.empty()
          : Optional.of(
              String.format(
                  Locale.ROOT,
                  "%s: %d held-out nodes, but %d are needed: %s; label more validation nodes, or"
                      + " give a smaller --coverage%s",
                  group,
                  nodes,
                  settings.nodesNeeded(),
                  full,
                  other));
    }
  }

  /** Sets of nodes of known label: the share with the true class, its 95 % interval, the size. */
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

  /** The sets of nodes that are all held out, with one threshold and without a graph. */
  public static PredictionSets of(Settings settings, Probabilities predicted, Labels labels) {
    NodeSet all = NodeSet.all(predicted.nodeCount());
    Graph none = Graph.fromEdges(all.nodeCount(), new int[0], new int[0]);
    return of(settings, predicted, labels, all, NodeGroups.one(all.nodeCount()), none);
  }

  /**
   * The sets of all nodes.
   *
   * @param calibration nodes whose labels the calibrator has not seen
   * @param groups with a threshold each (Mondrian); those by class are of the candidate class, so
   *     that each class is covered
   * @param graph used where neighbors have a weight
   */
  public static PredictionSets of(
      Settings settings,
      Probabilities predicted,
      Labels labels,
      NodeSet calibration,
      NodeGroups groups,
      Graph graph) {
    int n = predicted.nodeCount();
    int classes = predicted.classCount();
    double[] own = new double[n * classes];
    long work = 10L * own.length;
    Rows.forEachRow(n, work, i -> score(settings, predicted, i, own));
    double[] scores = settings.neighborWeight > 0 ? new double[own.length] : own;
    if (settings.neighborWeight > 0) {
      Rows.forEachRow(n, work, i -> diffuse(graph, i, settings.neighborWeight, own, scores));
    }
    int[] labeled = calibration.withKnownLabel(labels).toArray();
    boolean byClass = groups.by() == NodeGroups.By.CLASS;
    double[] limits = new double[groups.groups().size()];
    Threshold[] thresholds = new Threshold[limits.length];
    for (int g = 0; g < limits.length; g++) {
      int group = g;
      double[] sorted =
          Arrays.stream(labeled)
              .filter(i -> (byClass ? labels.get(i) : groups.groupOf(i)) == group)
              .mapToDouble(i -> scores[i * classes + labels.get(i)])
              .sorted()
              .toArray();
      int rank = settings.rank(sorted.length);
      limits[g] = rank > sorted.length ? Double.POSITIVE_INFINITY : sorted[rank - 1];
      OptionalDouble value = Arrays.stream(limits, g, g + 1).filter(Double::isFinite).findFirst();
      thresholds[g] = new Threshold(groups.groups().get(g).name(), sorted.length, value);
    }
    boolean[] members = new boolean[scores.length];
    Rows.forEachRow(
        n,
        work,
        i -> {
          for (int c = 0; c < classes; c++) {
            int limit = byClass ? c : groups.groupOf(i);
            members[i * classes + c] = scores[i * classes + c] <= limits[limit];
          }
          members[i * classes + predicted.predictedClass(i)] = true;
        });
    return new PredictionSets(classes, members, List.of(thresholds));
  }

  /** The scores of a node from its own probabilities, into its row of {@code scores} (n × C). */
  private static void score(Settings settings, Probabilities predicted, int node, double[] scores) {
    int classes = predicted.classCount();
    int[] order = byProbability(predicted, node);
    double penalty = settings.score == Score.RAPS ? PENALTY : 0;
    double sum = 0;
    for (int rank = 1; rank <= classes; rank++) {
      double p = predicted.get(node, order[rank - 1]);
      scores[node * classes + order[rank - 1]] =
          settings.score == Score.LAC ? 1 - p : sum + penalty * (rank - 1);
      sum += p;
    }
  }

  /** The classes by falling probability, the first of equals first. */
  private static int[] byProbability(Probabilities predicted, int node) {
    int[] order = new int[predicted.classCount()];
    for (int c = 0; c < order.length; c++) {
      int place = c;
      while (place > 0 && predicted.get(node, order[place - 1]) < predicted.get(node, c)) {
        order[place] = order[place - 1];
        place--;
      }
      order[place] = c;
    }
    return order;
  }

  /** Mixes the scores of a node with the mean of its neighbors, if it has any. */
  private static void diffuse(Graph graph, int node, double weight, double[] own, double[] mixed) {
    int classes = own.length / graph.nodeCount();
    int degree = graph.degree(node);
    for (int c = 0; c < classes; c++) {
      double sum = 0;
      for (int k = 0; k < degree; k++) {
        sum += own[graph.neighbor(node, k) * classes + c];
      }
      double score = own[node * classes + c];
      mixed[node * classes + c] =
          degree == 0 ? score : (1 - weight) * score + weight * sum / degree;
    }
  }

  public boolean contains(int node, int label) {
    return members[node * classCount + label];
  }

  /** The number of classes in the set of {@code node}, at least 1. */
  public int size(int node) {
    return (int) IntStream.range(0, classCount).filter(c -> contains(node, c)).count();
  }

  /** How many of {@code nodes} have a set of each size, from 1 to the number of classes. */
  public long[] sizes(NodeSet nodes) {
    long[] counts = new long[classCount];
    Arrays.stream(nodes.toArray()).forEach(i -> counts[size(i) - 1]++);
    return counts;
  }

  /** The sets as a matrix (n × C), row by row: a copy. */
  public boolean[] toArray() {
    return members.clone();
  }

  /** One per group, in their order. */
  public List<Threshold> thresholds() {
    return thresholds;
  }

  /** The sets of those of {@code nodes} whose label is known; empty without any. */
  public Optional<Measured> measure(Labels labels, NodeSet nodes) {
    int[] labeled = nodes.withKnownLabel(labels).toArray();
    int covered = (int) Arrays.stream(labeled).filter(i -> contains(i, labels.get(i))).count();
    double n = labeled.length;
    double size = Arrays.stream(labeled).mapToLong(this::size).sum() / n;
    double singletons = Arrays.stream(labeled).filter(i -> size(i) == 1).count() / n;
    Interval interval = Binomial.interval(covered, labeled.length);
    Measured measured = new Measured(labeled.length, covered / n, interval, size, singletons);
    return Optional.of(measured).filter(some -> some.nodes > 0);
  }

  /** What JSON says of these sets, which were made with these settings and groups. */
  public Map<String, Object> fields(
      Settings settings, NodeGroups groups, Labels labels, NodeSet test) {
    IntStream numbers = IntStream.range(0, thresholds.size());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("target", settings.coverage);
    fields.put("score", settings.score.name().toLowerCase(Locale.ROOT));
    fields.put("neighborWeight", settings.neighborWeight);
    fields.put("test", measure(labels, test));
    fields.put("groups", thresholds);
    fields.put(
        "groupTests", numbers.mapToObj(g -> measure(labels, groups.members(g, test))).toList());
    fields.put("notes", notes(settings, groups.by()));
    return fields;
  }

  /** Why groups have no threshold. */
  public List<String> notes(Settings settings, NodeGroups.By by) {
    return thresholds.stream().flatMap(of -> of.note(settings, by).stream()).toList();
  }
}
