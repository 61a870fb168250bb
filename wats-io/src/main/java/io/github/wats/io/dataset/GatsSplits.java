package io.github.wats.io.dataset;

import io.github.wats.io.Hashes;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The splits published with GATS (Hsu et al., NeurIPS 2022), {@code NAME.npz} for each data set:
 * {@code splitS_k_fold_indices_F} has fold F = 0, 1, 2 of split S = 0, 1, …, {@code
 * splitS_test_indices} its test nodes. Each fold takes its turn as the validation nodes; the two
 * others are the training nodes.
 */
public final class GatsSplits {
  private static final int FOLDS = 3;

  private GatsSplits() {}

  /** A data set with these splits, and with all nodes of its files, whose numbers they have. */
  public static Dataset load(DataFolder data, Path splits, String name) throws IOException {
    Dataset whole = Datasets.load(data, name, true);
    Path file = splits.resolve(whole.name() + ".npz");
    String hashes = whole.fingerprint() + Hashes.sha256(file);
    return new Dataset(
        whole.name(),
        whole.graph(),
        whole.features(),
        whole.labels(),
        whole.classNames(),
        read(file, whole.nodeCount()),
        Hashes.sha256(hashes.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<Split> read(Path file, int nodes) throws IOException {
    List<Split> splits = new ArrayList<>();
    try (NpzFile npz = NpzFile.open(file)) {
      for (int s = 0; s == 0 || npz.has("split" + s + "_test_indices"); s++) {
        NodeSet test = part(npz, nodes, "split" + s + "_test_indices");
        List<NodeSet> folds = new ArrayList<>();
        for (int f = 0; f < FOLDS; f++) {
          folds.add(part(npz, nodes, "split" + s + "_k_fold_indices_" + f));
        }
        for (NodeSet fold : folds) {
          IntStream others =
              folds.stream().filter(other -> !other.equals(fold)).flatMapToInt(GatsSplits::nodes);
          splits.add(
              npz.location()
                  .checked(() -> new Split(NodeSet.of(nodes, others.toArray()), fold, test)));
        }
      }
    }
    return splits;
  }

  private static IntStream nodes(NodeSet fold) {
    return IntStream.of(fold.toArray());
  }

  private static NodeSet part(NpzFile npz, int nodes, String name) throws IOException {
    int[] members = npz.array(name).withDimensions(1).toInts();
    return npz.location().array(name).checked(() -> NodeSet.of(nodes, members));
  }
}
