package io.github.wats.nn;

import io.github.wats.autodiff.FeatureInput;
import io.github.wats.autodiff.SparseOperator;
import io.github.wats.linalg.CsrPattern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What each layer of a network must compute so that its output is right for some nodes: the last
 * layer those nodes, the layer before it what the last one reads, and so on down to the features. A
 * layer that would leave out few nodes reads all of them, and so do those before it.
 */
final class ReceptiveField {
  /** Above this share of the nodes, leaving out the rest does not pay for the copies. */
  private static final double NEARLY_ALL = 0.9;

  private final CsrPattern whole; // (n × n)
  private final int wholeLayers; // the first layers, which read every node
  private final int[] wanted; // the nodes wanted of the last of these
  private final List<NodeField> fields; // of the layers after them

  private ReceptiveField(CsrPattern whole, int wholeLayers, int[] wanted, List<NodeField> fields) {
    this.whole = whole;
    this.wholeLayers = wholeLayers;
    this.wanted = wanted;
    this.fields = fields;
  }

  /** The field of {@code nodes} after {@code layers} sums over the neighborhoods {@code whole}. */
  static ReceptiveField of(CsrPattern whole, int[] nodes, int layers) {
    List<NodeField> fields = new ArrayList<>();
    int[] wanted = nodes.clone();
    while (fields.size() < layers) {
      NodeField field = NodeField.of(whole, wanted);
      if (field.pattern().columnCount() > NEARLY_ALL * whole.rowCount()) {
        break;
      }
      fields.add(0, field);
      wanted = field.read();
    }
    return new ReceptiveField(whole, layers - fields.size(), wanted, fields);
  }

  /** The features that must be read. */
  FeatureInput input(FeatureInput x) {
    return wholeLayers > 0 ? x : x.selectRows(wanted);
  }

  /** The nodes whose sums the first layer gives, in its order. */
  int[] firstRows() {
    if (wholeLayers > 1) {
      return IntStream.range(0, whole.rowCount()).toArray();
    }
    return wholeLayers == 1 ? wanted.clone() : fields.get(0).targets();
  }

  /** An operator with the same neighborhoods, cut down for each layer. */
  List<SparseOperator> operators(SparseOperator operator) {
    List<SparseOperator> result = new ArrayList<>();
    if (wholeLayers > 0) {
      result.addAll(Collections.nCopies(wholeLayers - 1, operator));
      result.add(operator.selectRows(wanted));
    }
    fields.forEach(field -> result.add(field.cut(operator)));
    return result;
  }

  /** The neighborhoods of each layer; a node must be among its own neighbors. */
  List<Neighborhoods> neighborhoods() {
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
