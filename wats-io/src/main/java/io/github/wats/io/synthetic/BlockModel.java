package io.github.wats.io.synthetic;

import io.github.wats.graph.EdgeSource;
import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A degree-corrected block model (Karrer, Newman, Physical Review E 83, 2011): an edge joins two
 * nodes of one class or of two, and picks its ends in proportion to the weights of nodes.
 *
 * <p>Edges are drawn independently, in constant time each, and repeats are merged. Those within a
 * class repeat more often, so the two kinds are counted separately and each is drawn again until
 * its number is reached. The first edges start from each node with a positive weight in turn, so
 * that hardly any stays isolated by chance.
 */
final class BlockModel {
  /** More rounds than a graph with room for its edges needs. */
  private static final int MOST_ROUNDS = 10;

  /** Drawing stops when at most this fraction of the edges is missing. */
  private static final double TOLERANCE = 0.001;

  /** A lower bound for the fraction of new edges, which bounds the draws of a round. */
  private static final double LEAST_NEW_SHARE = 0.1;

  /** Random numbers per edge: two classes, two nodes. */
  private static final int DRAWS = 4;

  private final int[] classOf; // (n)
  private final double[] weights; // (n)
  private final WeightedClasses classes;

  BlockModel(int[] classOf, int classCount, double[] weights) {
    this.classOf = classOf;
    this.weights = weights;
    this.classes = new WeightedClasses(classOf, classCount, weights);
  }

  /** About {@code edgeCount} edges, a fraction {@code homophily} of them within a class. */
  Graph graph(long edgeCount, double homophily, long seed) {
    long wantedWithin = Math.round(edgeCount * homophily);
    long coins = Seeds.derive(seed, "first edges");
    Kind same = new Kind(true, wantedWithin, Seeds.derive(seed, "edges within classes"));
    Kind other =
        new Kind(false, edgeCount - wantedWithin, Seeds.derive(seed, "edges across classes"));
    same.startFrom(connected().filter(i -> Seeds.unit(Seeds.bits(coins, i)) < homophily).toArray());
    other.startFrom(
        connected().filter(i -> Seeds.unit(Seeds.bits(coins, i)) >= homophily).toArray());
    List<EdgeSource> drawn = new ArrayList<>();
    Graph graph = GraphBuilder.withNodes(classOf.length).build();
    for (int round = 0; round < MOST_ROUNDS && (same.isShort() || other.isShort()); round++) {
      drawn.add(same.drawMissing());
      drawn.add(other.drawMissing());
      graph = Graph.fromEdges(classOf.length, concatenated(drawn));
      long within = withinClasses(graph);
      same.update(within);
      other.update(graph.edgeCount() - within);
    }
    return graph;
  }

  private long withinClasses(Graph graph) {
    double directed =
        Rows.sum(
            graph.nodeCount(),
            2L * graph.edgeCount(),
            (from, to) -> {
              int count = 0;
              for (int i = from; i < to; i++) {
                for (int k = 0; k < graph.degree(i); k++) {
                  count += classOf[i] == classOf[graph.neighbor(i, k)] ? 1 : 0;
                }
              }
              return count;
            });
    return (long) directed / 2;
  }

  private IntStream connected() {
    return IntStream.range(0, weights.length).filter(i -> weights[i] > 0);
  }

  private static EdgeSource concatenated(List<EdgeSource> parts) {
    return new EdgeSource() {
      @Override
      public void forEach(EdgeConsumer consumer) {
        parts.forEach(part -> part.forEach(consumer));
      }

      @Override
      public int readers() {
        return parts.stream().mapToInt(EdgeSource::readers).max().orElse(1);
      }
    };
  }

  /** The edges within classes, or those across. */
  private final class Kind {
    private final boolean within;
    private final long wanted;
    private final long stream;
    private int[] first = new int[0];
    private long drawn;
    private int drawnLast;
    private long present;
    private double newShare = 1;

    Kind(boolean within, long wanted, long stream) {
      this.within = within;
      this.wanted = classes.connectedCount() < (within ? 1 : 2) ? 0 : wanted;
      this.stream = stream;
    }

    /** Starts the first edges from these nodes, one each, if that many edges are wanted. */
    void startFrom(int[] nodes) {
      first = nodes.length <= wanted ? nodes : first;
    }

    void update(long nowPresent) {
      newShare = Math.max(LEAST_NEW_SHARE, (nowPresent - present) / Math.max(1.0, drawnLast));
      present = nowPresent;
    }

    boolean isShort() {
      return wanted - present > TOLERANCE * wanted;
    }

    /**
     * Draws enough edges for the missing ones if the same fraction of them is new as in the last
     * round. That fraction decreases from round to round, so the number is not exceeded.
     */
    EdgeSource drawMissing() {
      int count = (int) Math.max(0, Math.ceil((wanted - present) / newShare));
      int[] sources = new int[count];
      int[] targets = new int[count];
      long start = drawn;
      Rows.forEach(
          count,
          50L * count,
          (from, to) -> {
            for (int k = from; k < to; k++) {
              sources[k] = source(start + k);
              targets[k] = target(start + k, classOf[sources[k]]);
            }
          });
      drawn += count;
      drawnLast = count;
      return EdgeSource.of(sources, targets);
    }

    private int source(long edge) {
      return edge < first.length
          ? first[(int) edge]
          : classes.drawNode(classes.drawClass(unit(edge, 0)), unit(edge, 1));
    }

    private int target(long edge, int sourceClass) {
      int label = within ? sourceClass : classes.drawOtherClass(sourceClass, unit(edge, 2));
      return classes.drawNode(label, unit(edge, 3));
    }

    private double unit(long edge, int draw) {
      return Seeds.unit(Seeds.bits(stream, DRAWS * edge + draw));
    }
  }
}
