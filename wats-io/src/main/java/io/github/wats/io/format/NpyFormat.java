package io.github.wats.io.format;

import io.github.wats.io.Origin;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** NumPy's {@code .npy}: the logits, labels or probabilities of all nodes in one array. */
public final class NpyFormat implements NodeFormat {
  static final Set<Part> PARTS = EnumSet.of(Part.LOGITS, Part.LABELS, Part.PROBABILITIES);

  @Override
  public boolean matches(Path file, Set<Part> parts) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".npy")
        && parts.size() == 1
        && PARTS.containsAll(parts);
  }

  @Override
  public NodeParts open(Path file, Set<Part> parts) throws IOException {
    return new OneArray(NpyArray.read(file), parts);
  }

  private record OneArray(NpyArray array, Set<Part> parts) implements NodeParts {
    @Override
    public Origin origin() {
      return array.origin();
    }

    @Override
    public boolean has(Part part) {
      return parts.contains(part);
    }

    @Override
    public Nodes nodes() {
      if (has(Part.LOGITS)) {
        NodeArrays.checkClassColumns(array);
      }
      return NodeArrays.nodes(array, "y", 0);
    }

    @Override
    public Classes classes() {
      return Classes.of(origin(), array.withDimensions(2).length(1), List.of());
    }

    @Override
    public Logits logits() throws IOException {
      return NodeArrays.logits(array);
    }

    @Override
    public NamedLabels labels(Nodes nodes, Classes classes) throws IOException {
      return NodeArrays.labels(array, nodes, classes);
    }

    @Override
    public Probabilities probabilities(Nodes nodes) throws IOException {
      return NodeArrays.probabilities(array, nodes);
    }
  }
}
