package io.github.wats.cli;

import io.github.wats.calibration.GraphFingerprint;
import io.github.wats.io.NodeData;
import io.github.wats.io.NodeFile;
import io.github.wats.io.NodeFile.Part;
import io.github.wats.io.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** Where a command reads its nodes from. */
final class InputOptions {
  @Parameters(
      arity = "0..1",
      paramLabel = "RUN.npz",
      description = "A node file: edge_index, logits, y, train_mask, val_mask, test_mask, x.")
  private @Nullable Path run;

  NodeData read(Set<Part> parts) throws IOException {
    if (run == null) {
      throw new UsageException("a node file RUN.npz is needed");
    }
    return NodeFile.read(run, parts);
  }

  /** Settings of the method that were given as options of the input. */
  Map<String, String> methodSettings() {
    return Map.of();
  }

  /** What a calibrator was fitted on, for its file. */
  Map<String, String> fingerprint(NodeData data) throws IOException {
    Map<String, String> fingerprint = new LinkedHashMap<>();
    data.graph().ifPresent(graph -> fingerprint.put("graph", GraphFingerprint.of(graph)));
    if (run != null) {
      fingerprint.put("sha256", Sha256.of(run));
    }
    return fingerprint;
  }
}
