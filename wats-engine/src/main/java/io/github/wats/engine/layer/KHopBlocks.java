package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.SparseOperator;
import io.github.wats.matrix.SparsePattern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What each layer of a network must compute so that its output is right for some nodes: the last
 * layer those nodes, the layer before it what the last one reads, and so on down to the features. A
 * layer that would leave out few nodes reads all of them, and so do those before it.
 */
public final class KHopBlocks {
  /** Above this share of the nodes, leaving out the rest does not pay for the copies. */
  private static final double NEARLY_ALL = 0.9;

  private final SparsePattern whole; // (n × n)
  private final int wholeLayers; // the first layers, which read every node
  private final int[] wanted; // the nodes wanted of the last of these
  private final List<NeighborBlock> fields; // of the layers after them

  private KHopBlocks(
      SparsePattern whole, int wholeLayers, int[] wanted, List<NeighborBlock> fields) {
    this.whole = whole;
    this.wholeLayers = wholeLayers;
    this.wanted = wanted;
    this.fields = fields;
  }

  /** The field of {@code nodes} after {@code layers} sums over the neighborhoods {@code whole}. */
  public static KHopBlocks of(SparsePattern whole, int[] nodes, int layers) {
    List<NeighborBlock> fields = new ArrayList<>();
    int[] wanted = nodes.clone();
    while (fields.size() < layers) {
      NeighborBlock field = NeighborBlock.of(whole, wanted);
      if (field.pattern().columnCount() > NEARLY_ALL * whole.rowCount()) {
        break;
      }
      fields.add(0, field);
      wanted = field.read();
    }
    return new KHopBlocks(whole, layers - fields.size(), wanted, fields);
  }

  /** The features that must be read. */
  public FeatureInput input(FeatureInput x) {
    return wholeLayers > 0 ? x : x.selectRows(wanted);
  }

  /** The nodes whose sums the first layer gives, in its order. */
  public int[] firstRows() {
    if (wholeLayers > 1) {
      return IntStream.range(0, whole.rowCount()).toArray();
    }
    return wholeLayers == 1 ? wanted.clone() : fields.get(0).targets();
  }

  /** An operator with the same neighborhoods, cut down for each layer. */
  public List<SparseOperator> operators(SparseOperator operator) {
    List<SparseOperator> result = new ArrayList<>();
    if (wholeLayers > 0) {
      result.addAll(Collections.nCopies(wholeLayers - 1, operator));
      result.add(operator.selectRows(wanted));
    }
    fields.forEach(field -> result.add(field.cut(operator)));
    return result;
  }

  /** The neighborhoods of each layer; a node must be among its own neighbors. */
  public List<Neighborhoods> neighborhoods() {
    List<Neighborhoods> result = new ArrayList<>();
    if (wholeLayers > 1) {
      result.addAll(Collections.nCopies(wholeLayers - 1, Neighborhoods.of(whole)));
    }
    if (wholeLayers > 0) {
      result.add(Neighborhoods.of(whole, wanted));
    }
    fields.forEach(
        field -> result.add(Neighborhoods.rows(field.pattern(), field.targetsAmongRead())));
    return result;
  }
}
