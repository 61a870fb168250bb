package io.github.wats.decision;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A threshold of confidence and what certifying nodes say about it. Predictions at or above the
 * threshold are accepted; with probability {@code level} over the draw of the certifying nodes,
 * their error rate is at most the bound. The certifying nodes must not have been used to fit the
 * calibrator, and must be drawn like the nodes to decide on.
 *
 * @param threshold the smallest accepted confidence
 * @param nodes the number of certifying nodes
 * @param accepted how many of them are accepted
 * @param errors how many of those are predicted wrongly
 * @param bound the upper bound of Clopper and Pearson on the error rate
 * @param level the probability with which the bound holds
 */
public record Acceptance(
    double threshold, int nodes, int accepted, int errors, double bound, double level) {
  private static final int GRID = 100;

  private static final int MOST_NODES = 1 << 30;

  /** The share of the certifying nodes that is accepted. */
  public double coverage() {
    return nodes == 0 ? 0 : (double) accepted / nodes;
  }

  /**
   * How many accepted nodes without an error certify {@code risk}: ln(1 − level) / ln(1 − risk).
   */
  public static int nodesNeeded(double risk, double level) {
    double needed = Math.ceil(Math.log1p(-level) / Math.log1p(-risk) - 1e-9); // rounding error
    return (int) Math.max(1, Math.min(MOST_NODES, needed));
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
    List<Acceptance> all = at(certifying, thresholds, level);
    int most = all.isEmpty() ? 0 : all.get(0).accepted;
    int start = firstCount(most, risk, level);
    Optional<Acceptance> lowest = Optional.empty();
    for (int k = all.size() - 1; k >= 0; k--) {
      Acceptance tested = all.get(k);
      if (tested.accepted >= start) {
        if (Binomial.atMost(tested.errors, tested.accepted, risk) > 1 - level) {
          break;
        }
        lowest = Optional.of(tested.bounded());
      }
    }
    return lowest;
  }

  /** The smallest risk, in steps of 0.001, for which {@link #atRisk} finds a threshold. */
  public static OptionalDouble lowestRisk(Outcomes certifying, double[] thresholds, double level) {
    return IntStream.range(1, 1000)
        .mapToDouble(step -> step / 1000.0)
        .filter(risk -> atRisk(certifying, thresholds, risk, level).isPresent())
        .findFirst();
  }

  /** What certifying nodes say about a threshold that was chosen without their labels. */
  public static Acceptance at(Outcomes certifying, double threshold, double level) {
    return at(certifying, new double[] {threshold}, level).get(0).bounded();
  }

  /** By ascending threshold, without bounds. */
  private static List<Acceptance> at(Outcomes certifying, double[] thresholds, double level) {
    double[] sorted = Arrays.stream(thresholds).sorted().distinct().toArray();
    int[] accepted = new int[sorted.length];
    int[] errors = new int[sorted.length];
    for (int k = 0; k < certifying.size(); k++) {
      int found = Arrays.binarySearch(sorted, certifying.confidence(k));
      int highest = found >= 0 ? found : -found - 2; // threshold that accepts it
      if (highest >= 0) {
        accepted[highest]++;
        errors[highest] += certifying.isCorrect(k) ? 0 : 1;
      }
    }
    List<Acceptance> all = new ArrayList<>();
    for (int t = sorted.length - 1; t >= 0; t--) {
      if (t + 1 < sorted.length) {
        accepted[t] += accepted[t + 1];
        errors[t] += errors[t + 1];
      }
      all.add(0, new Acceptance(sorted[t], certifying.size(), accepted[t], errors[t], 1, level));
    }
    return all;
  }

  private Acceptance bounded() {
    double upper = Binomial.upperBound(errors, accepted, level);
    return new Acceptance(threshold, nodes, accepted, errors, upper, level);
  }

  /**
   * What is asked for: a risk, or a coverage.
   *
   * @param isRisk whether {@code value} is the largest error rate, else the share to be accepted
   * @param level the probability with which all bounds hold together
   */
  public record Target(boolean isRisk, double value, double level) {
    public Target {
      Check.argument(
          value > 0 && (value < 1 || (value == 1 && !isRisk)),
          "%s must be above 0 and below 1, got %s",
          isRisk ? "risk" : "coverage",
          value);
      Check.argument(level > 0 && level < 1, "level must be above 0 and below 1, got %s", level);
    }
  }

  /**
   * The threshold of one group.
   *
   * @param group its number
   * @param nodes the number of its certifying nodes
   * @param needed how many of them a risk needs at least
   * @param found the threshold, empty if the risk cannot be certified
   * @param lowestRisk what could be certified instead, empty if {@code found} is not
   */
  public record Choice(
      int group, int nodes, int needed, Optional<Acceptance> found, OptionalDouble lowestRisk) {}

  /**
   * A threshold for each group. The bounds hold together: the probability of an error is divided
   * equally (Bonferroni) by the number of groups that have enough certifying nodes for their part.
   *
   * @param certifying nodes whose labels the calibrator has not seen
   * @param reference other nodes, whose confidences are the candidates for thresholds
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
    int[] sizes = outcomes.stream().mapToInt(Outcomes::size).toArray();
    double level = levelOfEach(target, sizes);
    int needed = target.isRisk ? nodesNeeded(target.value, level) : 1;
    List<Choice> choices = new ArrayList<>();
    for (int g = 0; g < sizes.length; g++) {
      double[] confidences =
          Arrays.stream(groups.members(g, reference).toArray())
              .mapToDouble(predicted::confidence)
              .sorted()
              .toArray();
      choices.add(choice(target, g, outcomes.get(g), confidences, level, needed));
    }
    return choices;
  }

  private static Choice choice(
      Target target, int group, Outcomes outcomes, double[] sorted, double level, int needed) {
    int nodes = outcomes.size();
    if (!target.isRisk) {
      double threshold = sorted.length == 0 ? 0 : quantile(sorted, 1 - target.value);
      Optional<Acceptance> found =
          nodes == 0 ? Optional.empty() : Optional.of(at(outcomes, threshold, level));
      return new Choice(group, nodes, needed, found, OptionalDouble.empty());
    }
    double[] grid = new double[GRID];
    Arrays.setAll(
        grid, k -> sorted.length == 0 ? (double) k / GRID : quantile(sorted, (double) k / GRID));
    Optional<Acceptance> found = atRisk(outcomes, grid, target.value, level);
    OptionalDouble lowest =
        found.isPresent() ? OptionalDouble.empty() : lowestRisk(outcomes, grid, level);
    return new Choice(group, nodes, needed, found, lowest);
  }

  /** The value that at least a share of {@code 1 − fraction} reaches. */
  private static double quantile(double[] sorted, double fraction) {
    int place = (int) (fraction * sorted.length + 1e-9); // for the rounding error of 1 − 0.8
    return sorted[Math.min(place, sorted.length - 1)];
  }

  /** The largest number of groups that have enough nodes if the error is divided among them. */
  private static double levelOfEach(Target target, int[] sizes) {
    for (int count = sizes.length; count > 1; count--) {
      double level = 1 - (1 - target.level) / count;
      int needed = target.isRisk ? nodesNeeded(target.value, level) : 1;
      if (Arrays.stream(sizes).filter(size -> size >= needed).count() >= count) {
        return level;
      }
    }
    return target.level;
  }

  /**
   * What the accepted of some nodes of known label show.
   *
   * @param risk the share of errors, NaN if none is accepted
   * @param interval of the error rate, by Clopper and Pearson at 95 %
   */
  public record Measured(int nodes, int accepted, int errors, double risk, Interval interval) {
    /** Measures the accepted ones of {@code nodes}. */
    public static Measured of(
        Probabilities predicted, Labels labels, NodeSet nodes, boolean[] accept) {
      int[] known = nodes.withKnownLabel(labels).toArray();
      int[] kept = Arrays.stream(known).filter(i -> accept[i]).toArray();
      int errors =
          (int)
              Arrays.stream(kept).filter(i -> predicted.predictedClass(i) != labels.get(i)).count();
      return new Measured(
          known.length,
          kept.length,
          errors,
          (double) errors / kept.length,
          Binomial.interval(errors, kept.length, 0.95));
    }

    public double coverage() {
      return nodes == 0 ? 0 : (double) accepted / nodes;
    }
  }

  /**
   * Which nodes are accepted, as a stored model has it: those whose class or degree is in the range
   * of a rule, with a confidence of at least its threshold.
   *
   * @param by what the ranges are of
   * @param guarantee what holds for accepted nodes, for people
   */
  public record Rules(NodeGroups.By by, String guarantee, List<Rule> rules) {
    /** One group. */
    public record Rule(int from, int to, double threshold) {
      public Rule {
        Check.argument(
            threshold >= 0 && threshold <= 1, "threshold must be in 0 … 1, got %s", threshold);
      }
    }

    public Rules {
      Check.argument(by != NodeGroups.By.COMMUNITY, "communities have no rules, got %s", by);
      rules = List.copyOf(rules);
    }

    /** The rules of the groups that have a threshold. */
    public static Rules of(NodeGroups groups, List<Choice> choices, String guarantee) {
      List<Rule> rules = new ArrayList<>();
      for (Choice choice : choices) {
        NodeGroups.Group group = groups.groups().get(choice.group);
        choice.found.ifPresent(at -> rules.add(new Rule(group.from(), group.to(), at.threshold)));
      }
      return new Rules(groups.by(), guarantee, rules);
    }

    /** One entry per node: whether its prediction is accepted. */
    public boolean[] accept(Probabilities predicted, Graph graph) {
      boolean[] accept = new boolean[predicted.nodeCount()];
      for (int i = 0; i < accept.length; i++) {
        int key =
            switch (by) {
              case CLASS -> predicted.predictedClass(i);
              case DEGREE -> graph.degree(i);
              default -> 0;
            };
        for (Rule rule : rules) {
          accept[i] |=
              key >= rule.from && key <= rule.to && predicted.confidence(i) >= rule.threshold;
        }
      }
      return accept;
    }
  }
}
