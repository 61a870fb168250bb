package io.github.wats.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatsSplitsTest {
  @TempDir private Path folder;

  @Test
  void eachFoldTakesItsTurnAsValidationNodes() throws IOException {
    Dataset data = write(new int[] {4, 5});
    int n = data.nodeCount();
    List<Split> splits = data.publicSplits();
    assertThat(splits).hasSize(3);
    assertThat(splits.get(1).validation()).isEqualTo(NodeSet.of(n, 2, 3));
    assertThat(splits.get(1).train()).isEqualTo(NodeSet.of(n, 0, 1, 4, 5));
    assertThat(splits).allMatch(split -> split.test().equals(NodeSet.of(n, 7, 9)));
    assertThat(data.fingerprint())
        .isNotEqualTo(Datasets.load(new DataFolder(folder), "synthetic").fingerprint());
  }

  @Test
  void refusesFoldsThatOverlap() {
    assertThatThrownBy(() -> write(new int[] {4, 2}))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("synthetic.npz")
        .hasMessageContaining("nodes must be distinct, got 2 more than once");
    assertThatThrownBy(() -> write(new int[] {4, 7}))
        .hasMessageContaining("node 7 is both a training and a test node");
  }

  private Dataset write(int[] last) throws IOException {
    NpzWriter.write(
        folder.resolve("synthetic.npz"),
        npz ->
            npz.put("split0_k_fold_indices_0", NpyData.of(new int[] {0, 1}, 2))
                .put("split0_k_fold_indices_1", NpyData.of(new int[] {3, 2}, 2))
                .put("split0_k_fold_indices_2", NpyData.of(last, 2))
                .put("split0_test_indices", NpyData.of(new int[] {7, 9}, 2)));
    return GatsSplits.load(new DataFolder(folder), folder, "synthetic");
  }

  /** Photo has 7,650 nodes; the largest component, which other protocols use, has 7,487. */
  @Test
  void thePublishedSplitsAreOfTheWholeGraph() throws IOException {
    Path published = Shared.require("splits/gats");
    Dataset photo = GatsSplits.load(new DataFolder(Shared.datasets()), published, "photo");
    assertThat(photo.nodeCount()).isEqualTo(7_650);
    assertThat(photo.graph().edgeCount()).isEqualTo(119_081);
    assertThat(photo.publicSplits()).hasSize(15);
    for (Split split : photo.publicSplits()) {
      assertThat(split.validation().size()).isBetween(380, 385);
      assertThat(split.train().size()).isBetween(760, 770);
      assertThat(split.test().size()).isBetween(5_500, 5_550);
    }
  }
}
