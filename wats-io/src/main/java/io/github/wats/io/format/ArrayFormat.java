package io.github.wats.io.format;

import io.github.wats.io.Location;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.io.npy.Safetensors;
import io.github.wats.io.npy.TorchFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Files of named arrays, {@linkplain ArrayParts node files}, in one file or in several with the
 * rows one after the other. Of several files, those named like {@code predict_nids-00000.pt} have
 * the ids of the nodes in {@code predict-00000.pt}, as GraphStorm writes them.
 */
record ArrayFormat(Opener opener, List<String> suffixes) implements NodeFormat {
  static final ArrayFormat NPZ =
      new ArrayFormat((file, alone) -> NpzFile.open(file), List.of(".npz"));

  /** One array: the logits, labels, probabilities or features of all nodes. */
  static final ArrayFormat NPY = new ArrayFormat(NpzFile::ofArray, List.of(".npy"));

  static final List<ArrayFormat> ALL =
      List.of(
          NPZ,
          NPY,
          new ArrayFormat(TorchFile::open, List.of(".pt", ".pth")),
          new ArrayFormat(
              (file, alone) -> Safetensors.open(file),
              List.of(".safetensors", Safetensors.EXCHANGE)));

  /** What an {@code .npy} file can hold. */
  static final Set<NodeField> ONE_ARRAY =
      EnumSet.of(NodeField.LOGITS, NodeField.LABELS, NodeField.PROBABILITIES, NodeField.FEATURES);

  private static final String IDS = "_nids";

  /** Opens a file; an array without a name, alone in its file, gets this one. */
  interface Opener {
    NpzFile open(Path file, String alone) throws IOException;
  }

  @Override
  public boolean matches(Path file, Set<NodeField> parts) {
    return suffixes.stream().anyMatch(file.toString().toLowerCase(Locale.ROOT)::endsWith)
        && (!equals(NPY) || (parts.size() == 1 && ONE_ARRAY.containsAll(parts)));
  }

  @Override
  public NodeParts open(List<Path> files, Set<NodeField> parts, Columns columns)
      throws IOException {
    checkIds(files);
    List<NpzFile> opened = new ArrayList<>();
    try {
      for (Path file : files) {
        if (equals(NPZ)) {
          ForeignFile.refuse(file, parts);
        }
        boolean ids = files.size() > 1 && hasIds(file);
        opened.add(opener.open(file, ids ? "node_ids" : alone(parts)));
      }
    } catch (Throwable e) {
      for (NpzFile file : opened) {
        file.close();
      }
      throw e;
    }
    NpzFile all = opened.size() == 1 ? opened.get(0) : NpzFile.joined(opened);
    return new ArrayParts(all, parts, columns.binary());
  }

  private static boolean hasIds(Path file) {
    return String.valueOf(file.getFileName()).contains(IDS);
  }

  /** Files with ids must come in the order of those they belong to. */
  private static void checkIds(List<Path> files) {
    Stream<Path> named =
        files.size() == 1 ? Stream.of() : files.stream().filter(file -> hasIds(file));
    List<String> ids = named.map(file -> file.toString().replace(IDS, "")).toList();
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
