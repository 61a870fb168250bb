package io.github.wats.io.format;

import io.github.wats.io.npy.NpzFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** NumPy's {@code .npy}: the logits, labels or probabilities of all nodes in one array. */
public final class NpyFormat implements NodeFormat {
  static final Set<NodeField> PARTS =
      EnumSet.of(NodeField.LOGITS, NodeField.LABELS, NodeField.PROBABILITIES);

  @Override
  public boolean matches(Path file, Set<NodeField> parts) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".npy")
        && parts.size() == 1
        && PARTS.containsAll(parts);
  }

  @Override
  public NodeParts open(Path file, Set<NodeField> parts) throws IOException {
    return open(List.of(file), parts);
  }

  @Override
  public NodeParts open(List<Path> files, Set<NodeField> parts) throws IOException {
    return ArrayParts.open(files, parts, NpzFile::ofArray);
  }
}
