package io.github.wats.io.format;

import io.github.wats.io.Location;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A file format for data about the nodes of a graph. To add one, implement this and put it into
 * {@link #BUILT_IN}; one of another jar is named in {@code
 * META-INF/services/io.github.wats.io.format.NodeFormat} (in a module: {@code provides}).
 */
public interface NodeFormat {
  /** The formats of this project. */
  List<NodeFormat> BUILT_IN =
      List.of(
          new NpzFormat(),
          new NpyFormat(),
          new TorchFormat(),
          new SafetensorsFormat(),
          new TextFormat());

  /** Whether the file has a name of this format, and the format can hold these parts. */
  boolean matches(Path file, Set<NodeField> parts);

  /** Opens a file to read these parts from. */
  NodeParts open(Path file, Set<NodeField> parts) throws IOException;

  /** Opens several files with the rows of nodes, one after the other; not every format can. */
  default NodeParts open(List<Path> files, Set<NodeField> parts) throws IOException {
    String rule = "cannot be read together with %s: give one file, or parts as .npy, .pt, .parquet";
    Location.of(files.get(0))
        .check(files.size() == 1, rule, files.subList(Math.min(1, files.size() - 1), files.size()));
    return open(files.get(0), parts);
  }

  /** All formats that are installed. */
  static List<NodeFormat> all() {
    return Stream.concat(
            BUILT_IN.stream(),
            ServiceLoader.load(NodeFormat.class, NodeFormat.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get))
        .toList();
  }

  /** The format of a file that is read for these parts; under an unknown name text or npz. */
  static NodeFormat of(Path file, Set<NodeField> parts) {
    return all().stream()
        .filter(format -> format.matches(file, parts))
        .findFirst()
        .orElseGet(() -> TextFormat.canBe(file, parts) ? new TextFormat() : new NpzFormat());
  }
}
