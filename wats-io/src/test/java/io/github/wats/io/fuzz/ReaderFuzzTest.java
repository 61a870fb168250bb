package io.github.wats.io.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Inputs for Jazzer, replayed in every build from {@code ReaderFuzzTestInputs}. To look for more:
 * {@code JAZZER_FUZZ=1 mvn test -pl wats-io -am -Dtest=ReaderFuzzTest#npz -Djazzer.hooks=true
 * -Dsurefire.failIfNoSpecifiedTests=false}; what it finds is saved among them.
 */
class ReaderFuzzTest {
  private static final String[] NAMES = {
    "edge_index.npy",
    "logits.npy",
    "y.npy",
    "x.npy",
    "train_mask.npy",
    "val_idx.npy",
    "row.npy",
    "col.npy",
    "shape.npy",
    "data.npy",
    "indices.npy",
    "indptr.npy",
    "attr_data.npy",
    "attr_indices.npy",
    "attr_indptr.npy",
    "attr_shape.npy",
    "num_nodes.npy",
    "node_ids.npy",
    "format.npy",
    "probabilities.npy"
  };

  @FuzzTest(maxDuration = "5m")
  void npy(byte[] bytes) {
    FuzzTargets.npy(bytes);
  }

  @FuzzTest(maxDuration = "5m")
  void npz(byte[] bytes) {
    FuzzTargets.npz(bytes);
  }

  @FuzzTest(maxDuration = "5m")
  void npzMembers(FuzzedDataProvider data) {
    Map<String, byte[]> members = new LinkedHashMap<>();
    while (data.remainingBytes() > 0) {
      String name = data.pickValue(NAMES);
      members.put(name, data.consumeBytes(data.consumeInt(0, 1 << 12)));
    }
    FuzzTargets.npzMembers(members);
  }

  @FuzzTest(maxDuration = "5m")
  void text(byte[] bytes) {
    FuzzTargets.text(bytes);
  }
}
