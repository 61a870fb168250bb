package io.github.wats.io.format;

import io.github.wats.io.npy.Safetensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** {@code .safetensors}: tensors with the names of the arrays of a node file. */
public final class SafetensorsFormat implements NodeFormat {
  @Override
  public boolean matches(Path file, Set<NodeField> parts) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".safetensors");
  }

  @Override
  public NodeParts open(Path file, Set<NodeField> parts) throws IOException {
    return open(List.of(file), parts);
  }

  @Override
  public NodeParts open(List<Path> files, Set<NodeField> parts) throws IOException {
    return ArrayParts.open(files, parts, (file, alone) -> Safetensors.open(file));
  }
}
