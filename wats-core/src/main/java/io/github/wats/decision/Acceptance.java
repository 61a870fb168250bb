package io.github.wats.decision;

import io.github.wats.internal.Check;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A threshold of confidence and what certifying nodes say about it: with probability {@code level}
 * over their draw, the error rate of predictions at or above the threshold is at most the bound.
 * The calibrator must not have seen the labels of the certifying nodes, and they must be drawn like
 * the nodes to decide on.
 *
 * @param nodes the certifying nodes, of which some are accepted, with some errors
 * @param bound the upper bound of Clopper and Pearson on the error rate
 */
public record Acceptance(
    double threshold, int nodes, int accepted, int errors, double bound, double level) {
  private static final int GRID = 100;

  /** The share of the certifying nodes that is accepted. */
  public double coverage() {
    return (double) accepted / nodes;
  }

  /** The error rate of the accepted nodes, NaN without any. */
  public double risk() {
    return accepted == 0 ? Double.NaN : (double) errors / accepted;
  }

  /**
   * The thresholds that {@link #choose} tests where nodes have these confidences, the highest
   * first, without those that accept none. Each bound holds for a threshold chosen beforehand.
   */
  public static List<Acceptance> steps(Outcomes certifying, double[] confidences, double level) {
    double[] sorted = Arrays.stream(confidences).sorted().toArray();
    return descending(certifying, grid(sorted), level).stream()
        .filter(step -> step.accepted > 0)
        .toList();
  }

  private static double[] grid(double[] sorted) {
    double[] grid = new double[GRID];
    Arrays.setAll(grid, k -> quantile(sorted, (double) k / GRID));
    return grid;
  }

  /**
   * How many accepted nodes without an error certify {@code risk}: ln(1 − level) / ln(1 − risk).
   */
  public static int nodesNeeded(double risk, double level) {
    double needed = StrictMath.log1p(-level) / StrictMath.log1p(-risk);
    return (int) Math.max(1, Math.ceil(needed - 1e-9)); // for its rounding error
  }

  /** What certifying nodes say about a threshold that was chosen without their labels. */
  public static Acceptance at(Outcomes certifying, double threshold, double level) {
    int n = certifying.size();
    int[] kept = IntStream.range(0, n).filter(k -> certifying.confidence(k) >= threshold).toArray();
    int errors = (int) Arrays.stream(kept).filter(k -> !certifying.isCorrect(k)).count();
    double bound = Binomial.upperBound(errors, kept.length, level);
    return new Acceptance(threshold, n, kept.length, errors, bound, level);
  }

  /**
   * The lowest of {@code thresholds} whose error rate is certified to be at most {@code risk};
   * empty if none is. Fixed-sequence testing (Learn then Test, Angelopoulos et al. 2021): from the
   * highest threshold that accepts enough nodes downwards, each is tested at the full level, up to
   * the first that fails.
   *
   * @param thresholds chosen without the labels of the certifying nodes
   */
  public static Optional<Acceptance> atRisk(
      Outcomes certifying, double[] thresholds, double risk, double level) {
    return lowest(descending(certifying, thresholds, level), risk, level);
  }

  private static List<Acceptance> descending(Outcomes certifying, double[] grid, double level) {
    return Arrays.stream(grid)
        .map(t -> -t)
        .sorted()
        .distinct()
        .mapToObj(t -> at(certifying, -t, level))
        .toList();
  }

  private static Optional<Acceptance> lowest(List<Acceptance> tests, double risk, double level) {
    int most = tests.stream().mapToInt(Acceptance::accepted).max().orElse(0);
    int first = firstCount(most, risk, level);
    Optional<Acceptance> lowest = Optional.empty();
    for (Acceptance test : tests) {
      if (test.accepted >= first && test.bound > risk) {
        return lowest;
      }
      lowest = test.accepted >= first ? Optional.of(test) : lowest;
    }
    return lowest;
  }

  /**
   * The number of accepted nodes at which testing begins: the first of 1, 1.1, 1.1², … times {@link
   * #nodesNeeded} with which an error rate of half the risk is certified; with few nodes half of
   * them, if that is enough.
   */
  private static int firstCount(int nodes, double risk, double level) {
    int needed = nodesNeeded(risk, level);
    double count = needed;
    while (count < nodes / 2.0
        && Binomial.atMost((int) Math.ceil(risk * count / 2), (int) count, risk) > 1 - level) {
      count *= 1.1;
    }
    return Math.max(needed, (int) Math.min(count, nodes / 2.0));
  }

  /** The smallest risk, in steps of 0.001, for which {@link #atRisk} finds a threshold. */
  public static OptionalDouble lowestRisk(Outcomes certifying, double[] thresholds, double level) {
    List<Acceptance> tests = descending(certifying, thresholds, level);
    DoubleStream risks = IntStream.range(1, 1000).mapToDouble(step -> step / 1000.0);
    return risks.filter(risk -> lowest(tests, risk, level).isPresent()).findFirst();
  }

  /** A largest error rate, or else a share to be accepted; all bounds hold at once at the level. */
  public record Target(boolean isRisk, double value, double level) {
    public Target {
      String name = isRisk ? "risk" : "accept share";
      Check.argument(value > 0 && value < 1, "%s must be above 0 and below 1, got %s", name, value);
      Check.argument(level > 0 && level < 1, "level must be above 0 and below 1, got %s", level);
    }

    /** What was asked for, in words. */
    public String goal(NodeGroups.By by) {
      return (isRisk ? "error rate at most " : "accept share ")
          + BigDecimal.valueOf(value).toPlainString()
          + ", level "
          + level
          + switch (by) {
            case NONE -> "";
            case LABEL -> " for all labels together (Bonferroni)";
            default -> " for all groups together (Bonferroni)";
          };
    }

    private int nodesNeeded(double ofLevel) {
      return isRisk ? Acceptance.nodesNeeded(value, ofLevel) : 1;
    }
  }

  /** The threshold of a group, or if its risk cannot be certified the lowest that can. */
  public record Choice(
      NodeGroups.Group group,
      int nodes,
      int needed,
      Optional<Acceptance> found,
      OptionalDouble lowestRisk) {
    /** Why there is no threshold, and what to do; empty if there is one. */
    public Optional<String> note() {
      if (found.isPresent()) {
        return Optional.empty();
      }
      String reason =
          nodes < needed
              ? String.format(Locale.ROOT, "at least %,d are needed, all predicted right", needed)
              : "too many of the most confident are wrong";
      String advice =
          lowestRisk.isEmpty()
              ? ""
              : String.format(
                  Locale.ROOT, "; the lowest that can be is %.3f", lowestRisk.getAsDouble());
      return Optional.of(
          String.format(
                  Locale.ROOT,
                  "%s: the risk cannot be reached with %,d held-out nodes (%s); label more"
                      + " validation nodes",
                  group.name(),
                  nodes,
                  reason)
              + advice);
    }
  }

  /** The threshold for all nodes together, which are all held out. */
  public static Choice choose(Target target, Probabilities predicted, Labels labels) {
    NodeSet all = NodeSet.all(predicted.nodeCount());
    return choose(target, predicted, labels, all, all, NodeGroups.one(all.nodeCount())).get(0);
  }

  /**
   * A threshold for each group, from the confidences of reference nodes. The bounds hold together:
   * the probability of an error is divided equally (Bonferroni) among the groups with enough nodes.
   */
  public static List<Choice> choose(
      Target target,
      Probabilities predicted,
      Labels labels,
      NodeSet certifying,
      NodeSet reference,
      NodeGroups groups) {
    List<Outcomes> outcomes = new ArrayList<>();
    for (int g = 0; g < groups.groups().size(); g++) {
      outcomes.add(Outcomes.of(predicted, labels, groups.members(g, certifying)));
    }
    double level = levelOfEach(target, outcomes);
    List<Choice> choices = new ArrayList<>();
    for (int g = 0; g < outcomes.size(); g++) {
      int[] nodes = groups.members(g, reference).toArray();
      double[] sorted = Arrays.stream(nodes).mapToDouble(predicted::confidence).sorted().toArray();
      choices.add(choice(target, groups.groups().get(g), outcomes.get(g), sorted, level));
    }
    return choices;
  }

  private static Choice choice(
      Target target, NodeGroups.Group group, Outcomes outcomes, double[] sorted, double level) {
    int needed = target.nodesNeeded(level);
    double[] grid = grid(sorted);
    Optional<Acceptance> found =
        target.isRisk
            ? atRisk(outcomes, grid, target.value, level)
            : Optional.of(at(outcomes, quantile(sorted, 1 - target.value), level));
    boolean none = found.isEmpty() && !outcomes.isEmpty();
    OptionalDouble lowest = none ? lowestRisk(outcomes, grid, level) : OptionalDouble.empty();
    return new Choice(
        group, outcomes.size(), needed, found.filter(at -> !outcomes.isEmpty()), lowest);
  }

  /** The value that a share of {@code 1 − fraction} reaches; without values the fraction itself. */
  private static double quantile(double[] sorted, double fraction) {
    int place = (int) (fraction * sorted.length + 1e-9); // for the rounding error of 1 − 0.8
    return sorted.length == 0 ? fraction : sorted[Math.min(place, sorted.length - 1)];
  }

  /** Only groups that have enough nodes for the whole level take part. */
  private static double levelOfEach(Target target, List<Outcomes> groups) {
    int needed = target.nodesNeeded(target.level);
    long count = groups.stream().filter(group -> group.size() >= needed).count();
    return 1 - (1 - target.level) / Math.max(1, count);
  }

  /** The accepted ones of nodes of known label, and the 95 % interval of their error rate. */
  public record Measured(
      int nodes, int accepted, double coverage, OptionalDouble risk, Interval interval) {
    public static Measured of(
        Probabilities predicted, Labels labels, NodeSet nodes, boolean[] accept) {
      int[] labeled = nodes.withKnownLabel(labels).toArray();
      int[] kept = Arrays.stream(labeled).filter(i -> accept[i]).toArray();
      double[] wrong = new double[kept.length]; // 0 or 1
      Arrays.setAll(wrong, k -> predicted.predictedClass(kept[k]) == labels.get(kept[k]) ? 0 : 1);
      Interval interval = Binomial.interval((int) Arrays.stream(wrong).sum(), kept.length);
      double share = (double) kept.length / Math.max(1, labeled.length);
      OptionalDouble risk = Arrays.stream(wrong).average();
      return new Measured(labeled.length, kept.length, share, risk, interval);
    }
  }

  /**
   * What JSON says of thresholds.
   *
   * @param heldOut how many nodes gave them
   * @param test what they do to test nodes, and to those of each group
   */
  public static Map<String, Object> fields(
      String goal, List<Choice> choices, int heldOut, Measured test, List<Measured> groupTests) {
    List<Acceptance> reached = choices.stream().flatMap(choice -> choice.found.stream()).toList();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("goal", goal);
    if (choices.size() == 1) {
      fields.put("threshold", reached.isEmpty() ? null : reached.get(0).threshold);
    }
    int accepted = reached.stream().mapToInt(Acceptance::accepted).sum();
    fields.put("coverage", (double) accepted / heldOut);
    fields.put("bound", reached.stream().map(one -> one.bound).max(Double::compare).orElse(null));
    fields.put("test", test);
    fields.put("groups", choices);
    fields.put("groupTests", groupTests);
    fields.put("notes", choices.stream().flatMap(choice -> choice.note().stream()).toList());
    return fields;
  }

  /** Which predictions are accepted, as stored with a model; {@code guarantee} is for people. */
  public record Rules(NodeGroups.By by, String guarantee, List<Rule> rules) {
    /** Accepts classes or degrees in a range from a threshold of confidence on. */
    public record Rule(int from, int to, double threshold) {
      public Rule {
        Check.argument(
            threshold >= 0 && threshold <= 1, "threshold must be in 0 … 1, got %s", threshold);
      }
    }

    public Rules {
      Check.argument(by != NodeGroups.By.COMMUNITY, "communities cannot be stored");
      rules = List.copyOf(rules);
    }

    /** The rules of the groups that have a threshold. */
    public static Rules of(NodeGroups.By by, List<Choice> choices, String guarantee) {
      List<Rule> rules = new ArrayList<>();
      for (Choice of : choices) {
        of.found.ifPresent(at -> rules.add(new Rule(of.group.from(), of.group.to(), at.threshold)));
      }
      return new Rules(by, guarantee, rules);
    }

    /**
     * One entry per node: whether its prediction is accepted.
     *
     * @param key the degree of a node, or of several labels the label of a row
     */
    public boolean[] accept(Probabilities predicted, IntUnaryOperator key) {
      boolean[] accept = new boolean[predicted.nodeCount()];
      for (int i = 0; i < accept.length; i++) {
        int label = predicted.predictedClass(i);
        boolean isClass = by == NodeGroups.By.CLASS || by == NodeGroups.By.NONE;
        int place = isClass ? label : key.applyAsInt(i);
        double confidence = predicted.get(i, label);
        for (Rule rule : rules) {
          accept[i] |= place >= rule.from && place <= rule.to && confidence >= rule.threshold;
        }
        accept[i] &= by != NodeGroups.By.LABEL || label == 1;
      }
      return accept;
    }
  }
}
