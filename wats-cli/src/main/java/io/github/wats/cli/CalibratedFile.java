package io.github.wats.cli;

import io.github.wats.io.NodeIds;
import io.github.wats.io.Origin;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The output of {@code calibrate} and {@code apply}: probabilities, and temperatures if any. */
final class CalibratedFile {
  private CalibratedFile() {}

  static void write(
      Path file, NodeIds ids, Probabilities probabilities, Optional<double[]> temperatures)
      throws IOException {
    NpzWriter.write(
        file,
        out -> {
          out.put(
              "probabilities",
              NpyData.of(
                  probabilities.toArray(), probabilities.nodeCount(), probabilities.classCount()));
          if (temperatures.isPresent()) {
            out.put("temperatures", NpyData.of(temperatures.get(), temperatures.get().length));
          }
        });
  }

  static Probabilities readProbabilities(Path file, int nodeCount) throws IOException {
    try (NpzFile npz = NpzFile.open(file)) {
      NpyArray array = npz.array("probabilities").withDimensions(2);
      Origin origin = array.origin();
      origin.check(
          array.length(0) == nodeCount,
          "there must be one row per node: %d, got %d",
          nodeCount,
          array.length(0));
      double[] values = array.toDoubles();
      return origin.checked(() -> Probabilities.of(nodeCount, array.length(1), values));
    }
  }
}
