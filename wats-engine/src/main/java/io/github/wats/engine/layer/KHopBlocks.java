package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.SparseOperator;
import io.github.wats.matrix.SparsePattern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What each layer of a network must compute so that its output is right for some nodes: the last
 * layer those nodes, the layer before it what the last one reads, and so on down to the features. A
 * layer that would leave out few nodes reads all of them, and so do those before it.
 *
 * @param blocks of each layer, the first layer first
 * @param readsAll whether the first layer reads every node
 */
public record KHopBlocks(List<NeighborBlock> blocks, boolean readsAll) {
  /** Above this share of the nodes, leaving out the rest does not pay for the copies. */
  private static final double NEARLY_ALL = 0.9;

  public KHopBlocks {
    blocks = List.copyOf(blocks);
  }

  /** The blocks of {@code nodes} after {@code layers} sums over the neighborhoods {@code whole}. */
  public static KHopBlocks of(SparsePattern whole, int[] nodes, int layers) {
    List<NeighborBlock> blocks = new ArrayList<>();
    int[] wanted = nodes;
    while (blocks.size() < layers) {
      NeighborBlock block = NeighborBlock.of(whole, wanted);
      if (block.pattern().columnCount() > NEARLY_ALL * whole.rowCount()) {
        int others = layers - blocks.size() - 1;
        blocks.add(0, NeighborBlock.readingAll(whole, wanted));
        blocks.addAll(0, Collections.nCopies(others, NeighborBlock.ofAll(whole)));
        return new KHopBlocks(blocks, true);
      }
      blocks.add(0, block);
      wanted = block.read();
    }
    return new KHopBlocks(blocks, false);
  }

  /** The features that must be read. */
  public FeatureInput input(FeatureInput x) {
    return readsAll ? x : x.selectRows(blocks.get(0).read());
  }

  /** An operator with the same neighborhoods, cut down for each layer. */
  public List<SparseOperator> operators(SparseOperator operator) {
    return blocks.stream().map(block -> block.cut(operator)).toList();
  }
}
