package io.github.wats.io.format;

import io.github.wats.io.Location;
import io.github.wats.io.NodeIds;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The nodes that all files must describe, and how they are known.
 *
 * @param reason for messages about other nodes, such as {@code array 'logits' has 10 rows}
 */
public record Nodes(NodeIds ids, String reason) {
  /** How many nodes more than edges × {@link #NODES_PER_EDGE} a single number may declare. */
  private static final int FREE_NODES = 1 << 20;

  private static final int NODES_PER_EDGE = 64;

  /** The nodes 0 … count−1. */
  public static Nodes numbered(int count, String reason) {
    return new Nodes(NodeIds.numbers(count), reason);
  }

  /**
   * A count that rests on a single number in the file, not on a row of data for each node, so that
   * a wrong number must not cost memory without bounds.
   */
  public static Nodes declared(Location location, long count, String reason, long edges) {
    long most = Math.min(Integer.MAX_VALUE - 16L, FREE_NODES + edges * NODES_PER_EDGE);
    location.check(
        count >= 0 && count <= most,
        "a graph of %d edges may declare up to %d nodes (more need logits, x or y with a row"
            + " each), got %d",
        edges,
        most,
        count);
    return numbered((int) count, reason);
  }

  /** The rows of a text file, which have these ids, or numbers if there are none. */
  static Nodes ofRows(Location file, int count, List<String> ids) {
    String reason = file.name() + " has " + count + " rows";
    return ids.isEmpty()
        ? numbered(count, reason)
        : new Nodes(file.checked(() -> NodeIds.of(ids.toArray(String[]::new))), reason);
  }

  /** The ids if all are names; whole numbers may be the numbers of rows. */
  Optional<NodeIds> names() {
    boolean named = Arrays.stream(ids.toArray()).allMatch(id -> NodeIds.number(id) < 0);
    return named && ids.areNames() ? Optional.of(ids) : Optional.empty();
  }

  public int count() {
    return ids.nodeCount();
  }

  /** Refuses a file that has something for another number of nodes. */
  public void checkCount(long got, Location location, String what) {
    location.check(got == count(), "%s must be %d (%s), got %d", what, count(), reason, got);
  }

  /** The node of this id, which stands at {@code place}. */
  public int find(String id, Supplier<Location> place) {
    Optional<Integer> node = ids.find(id);
    if (node.isPresent()) {
      return node.get();
    }
    String rule = ids.areNames() ? "known ids" : "in 0 … " + (count() - 1);
    String advice = id.matches("[0-9]+\\.0*") ? ": write a whole number, without '.'" : "";
    throw place.get().invalid("nodes must be %s (%s), got '%s'%s", rule, reason, id, advice);
  }
}
