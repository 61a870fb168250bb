package io.github.wats.io.format;

import io.github.wats.io.Location;
import io.github.wats.io.npy.NpzFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Arrays in one file, or in several with the rows one after the other. Of several files, those
 * named like {@code predict_nids-00000.pt} have the ids of the nodes in {@code predict-00000.pt},
 * as GraphStorm writes them.
 */
final class ArrayParts {
  private static final String IDS = "_nids";

  private ArrayParts() {}

  /** Opens a file; an array without a name, alone in its file, gets this one. */
  interface Opener {
    NpzFile open(Path file, String alone) throws IOException;
  }

  static NodeParts open(List<Path> files, Set<NodeField> parts, Opener opener) throws IOException {
    if (files.size() == 1) {
      return new NpzFormat.Archive(opener.open(files.get(0), alone(parts)), parts);
    }
    checkIds(files);
    List<NpzFile> opened = new ArrayList<>();
    try {
      for (Path file : files) {
        opened.add(opener.open(file, hasIds(file) ? "node_ids" : alone(parts)));
      }
    } catch (Throwable e) {
      for (NpzFile file : opened) {
        file.close();
      }
      throw e;
    }
    return new NpzFormat.Archive(NpzFile.joined(opened), parts);
  }

  private static boolean hasIds(Path file) {
    return String.valueOf(file.getFileName()).contains(IDS);
  }

  /** Files with ids must come in the order of those they belong to. */
  private static void checkIds(List<Path> files) {
    List<String> ids =
        files.stream()
            .filter(ArrayParts::hasIds)
            .map(file -> file.toString().replace(IDS, ""))
            .toList();
    List<String> others = files.stream().filter(file -> !hasIds(file)).map(Path::toString).toList();
    String rule = "needs a file of ids for each other file, in the same order, got %s";
    Location.of(files.get(0)).check(ids.isEmpty() || ids.equals(others), rule, files);
  }

  private static String alone(Set<NodeField> parts) {
    NodeField part = parts.size() == 1 ? parts.iterator().next() : NodeField.SPLIT;
    return switch (part) {
      case GRAPH -> "edge_index";
      case FEATURES -> "x";
      case SPLIT -> "tensor";
      default -> part.name().toLowerCase(Locale.ROOT);
    };
  }
}
