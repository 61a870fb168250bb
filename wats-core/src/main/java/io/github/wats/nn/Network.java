package io.github.wats.nn;

import io.github.wats.autodiff.FeatureInput;
import io.github.wats.autodiff.Parameter;
import io.github.wats.autodiff.Tape;
import io.github.wats.autodiff.Variable;
import java.util.List;

/** A network on one graph: parameters, and how logits come from features. */
interface Network {
  List<Parameter> parameters();

  /** The logits of all nodes; {@code seed} names the streams of dropout masks. */
  Variable logits(Tape tape, FeatureInput x, long seed);

  /** The logits of the given nodes only, in their order: as little as they need is computed. */
  Variable logits(Tape tape, FeatureInput x, int[] nodes, long seed);
}
