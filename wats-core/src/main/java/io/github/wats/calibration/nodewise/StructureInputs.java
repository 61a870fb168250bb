package io.github.wats.calibration.nodewise;

import io.github.wats.features.NodeInputs;
import io.github.wats.features.NodeView;
import java.util.List;
import java.util.Optional;

/** Structural features as they are. */
record StructureInputs(Structure features) implements NodeInputs {
  @Override
  public Optional<Structure> structure() {
    return Optional.of(features);
  }

  @Override
  public int width() {
    return features.width();
  }

  @Override
  public List<String> names() {
    return features.names();
  }

  @Override
  public void write(NodeView node, double[] target, int start) {
    for (int k = 0; k < width(); k++) {
      target[start + k] = node.structural(k);
    }
  }
}
