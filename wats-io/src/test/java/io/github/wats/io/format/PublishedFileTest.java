package io.github.wats.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader.Source;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.prediction.Split;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Published files that are node files. */
class PublishedFileTest {
  @Test
  void readsAmazonPhotoAsPublished() throws IOException {
    Path file = Shared.datasets().resolve("amazon_photo/amazon_electronics_photo.npz");
    NodeData photo = NodeReader.read(file);
    assertThat(photo.nodeCount()).isEqualTo(7650);
    // 143,663 directed entries, one of them a loop, 94,500 without their reverse.
    assertThat(photo.requireGraph().edgeCount()).isEqualTo((143_663 - 1 - 94_500) / 2 + 94_500);
    assertThat(photo.requireLabels().classCount()).isEqualTo(8);
    SparseMatrix features = photo.requireFeatures().sparse().orElseThrow();
    assertThat(features.columns()).isEqualTo(745);
    assertThat(features.entryCount()).isEqualTo(1_979_909);
  }

  /** Platonov et al. 2023; the figures are those of shared/datasets/README.md. */
  @Test
  void readsTolokersWithTheSplitThatIsChosen() throws IOException {
    Path file = Shared.datasets().resolve("tolokers/tolokers.npz");
    Set<NodeField> all = EnumSet.allOf(NodeField.class);
    Source source = new Source(file, all);
    NodeData third = NodeReader.read(List.of(source.withSplit(OptionalInt.of(3))), all);
    assertThat(third.nodeCount()).isEqualTo(11_758);
    assertThat(third.requireGraph().edgeCount()).isEqualTo(519_000);
    assertThat(third.requireFeatures().columns()).isEqualTo(10);
    assertThat(third.requireLabels().classCount()).isEqualTo(2);
    Split split = third.requireSplit();
    assertThat(split.train().size()).isEqualTo(5879);
    assertThat(split.train().size() + split.validation().size() + split.test().size())
        .isEqualTo(11_758);
    NodeData fourth = NodeReader.read(List.of(source.withSplit(OptionalInt.of(4))), all);
    assertThat(fourth.requireSplit()).isNotEqualTo(split);
    assertThatThrownBy(() -> NodeReader.read(file))
        .hasMessage(
            file + ": array 'train_masks': has 10 splits: choose one with --split-index 0 … 9");
  }
}
