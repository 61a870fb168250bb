package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.Multipliable;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.matrix.SparsePattern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Graph attention layers with heads side by side and ELU between them. The last layer is either
 * linear, without ELU before it (the WATS authors' code), or attention with a single head
 * (Veličković et al., ICLR 2018).
 */
public final class GatNetwork implements Network {
  private final SparsePattern neighbors;
  private final List<GatLayer> layers = new ArrayList<>();
  private final Optional<Linear> output;
  private final double dropout;

  /**
   * The sizes of a network.
   *
   * @param layers the last one included
   * @param heads of each attention layer; one in the last layer
   * @param hidden units in each head
   * @param linearOutput whether the last layer is linear
   */
  public record Shape(
      int inputs, int layers, int heads, int hidden, int outputs, boolean linearOutput) {}

  /** A fresh network; a node must be among its own {@code neighbors}. */
  public GatNetwork(Shape shape, SparsePattern neighbors, double dropout, long seed) {
    this.neighbors = neighbors;
    this.dropout = dropout;
    int last = shape.layers - 1;
    int width = shape.inputs;
    for (int k = 0; k < last; k++) {
      layers.add(new GatLayer("gat." + k, width, shape.heads, shape.hidden, seed));
      width = shape.heads * shape.hidden;
    }
    if (shape.linearOutput) {
      output = Optional.of(Linear.uniform("gat.project", width, shape.outputs, seed));
    } else {
      output = Optional.empty();
      layers.add(new GatLayer("gat." + last, width, 1, shape.outputs, seed));
    }
  }

  @Override
  public List<Parameter> parameters() {
    Stream<Parameter> attention = layers.stream().flatMap(layer -> layer.parameters().stream());
    Stream<Parameter> linear = output.stream().flatMap(layer -> layer.parameters().stream());
    return Stream.concat(attention, linear).toList();
  }

  @Override
  public Variable logits(Tape tape, FeatureInput x, long seed) {
    NeighborBlock all = NeighborBlock.ofAll(neighbors);
    return apply(tape, x, Collections.nCopies(layers.size(), all), seed);
  }

  @Override
  public Variable logits(Tape tape, FeatureInput x, int[] nodes, long seed) {
    KHopBlocks blocks = KHopBlocks.of(neighbors, nodes, layers.size());
    return apply(tape, blocks.input(x), blocks.blocks(), seed);
  }

  private Variable apply(Tape tape, Multipliable x, List<NeighborBlock> blocks, long seed) {
    int last = layers.size() - 1;
    Multipliable hidden = x;
    for (int k = 0; k < last; k++) {
      hidden = layers.get(k).apply(tape, hidden, blocks.get(k), dropout, seed).elu();
    }
    Variable top = layers.get(last).apply(tape, hidden, blocks.get(last), dropout, seed);
    return output.map(linear -> linear.output(tape, linear.product(tape, top))).orElse(top);
  }
}
