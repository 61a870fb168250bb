package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import java.util.List;

/** A network on one graph: parameters, and how logits come from features. */
public interface Network {
  List<Parameter> parameters();

  /** The logits of all nodes; {@code seed} names the streams of dropout masks. */
  Variable logits(Tape tape, FeatureInput x, long seed);

  /** The logits of the given nodes only, in their order: as little as they need is computed. */
  Variable logits(Tape tape, FeatureInput x, int[] nodes, long seed);
}
