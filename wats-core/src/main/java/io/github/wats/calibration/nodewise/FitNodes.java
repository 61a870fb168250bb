package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.internal.Check;
import io.github.wats.internal.Seeds;
import io.github.wats.prediction.NodeSet;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The nodes whose loss a fit minimizes, and those whose loss decides when it stops.
 *
 * @param fitNodes at least one, all with known labels
 * @param stoppingNodes all with known labels; empty without early stopping
 */
record FitNodes(NodeSet fitNodes, NodeSet stoppingNodes) {
  /** One in so many validation nodes is held out. */
  private static final int HELD_OUT_SHARE = 5;

  static FitNodes of(CalibrationRows rows, CalibrationData data, EarlyStopping rule, long seed) {
    return switch (rule) {
      case NONE -> new FitNodes(rows.nodes(), NodeSet.of(data.nodeCount()));
      case TRAINING_NODES -> stoppingOnTrainingNodes(rows, data);
      case HELD_OUT -> holdingOut(rows.nodes(), Seeds.derive(seed, "held out"));
    };
  }

  private static FitNodes stoppingOnTrainingNodes(CalibrationRows rows, CalibrationData data) {
    NodeSet stopping = data.requireSplit().train().withKnownLabel(data.requireLabels());
    Check.argument(
        !stopping.isEmpty(),
        "early-stopping training-nodes needs a training node with a known label, got none");
    return new FitNodes(rows.nodes(), stopping);
  }

  private static FitNodes holdingOut(NodeSet nodes, long seed) {
    Check.argument(
        nodes.size() >= HELD_OUT_SHARE,
        "early-stopping held-out needs at least %d validation nodes, got %d",
        HELD_OUT_SHARE,
        nodes.size());
    int[] shuffled =
        IntStream.of(nodes.toArray())
            .boxed()
            .sorted(Comparator.comparingLong(node -> Seeds.bits(seed, node)))
            .mapToInt(node -> node)
            .toArray();
    int held = nodes.size() / HELD_OUT_SHARE;
    int all = nodes.nodeCount();
    return new FitNodes(
        NodeSet.of(all, IntStream.of(shuffled).skip(held).toArray()),
        NodeSet.of(all, IntStream.of(shuffled).limit(held).toArray()));
  }
}
