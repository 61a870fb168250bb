package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import java.util.Arrays;
import java.util.List;

/** A network on one graph: its parameters, and how logits follow from features. */
public interface Network {
  List<Parameter> parameters();

  /** The logits of all nodes; {@code seed} names the streams of dropout masks. */
  Variable logits(Tape tape, FeatureInput x, long seed);

  /** The logits of the given nodes only, in their order: as little as they need is computed. */
  Variable logits(Tape tape, FeatureInput x, int[] nodes, long seed);

  /** The widths of the input, of each hidden layer and of the output. */
  static int[] widths(int inputs, int hidden, int outputs, int layers) {
    int[] widths = new int[layers + 1];
    Arrays.fill(widths, hidden);
    widths[0] = inputs;
    widths[layers] = outputs;
    return widths;
  }
}
