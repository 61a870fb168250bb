package io.github.wats.io.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.io.NodeData;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The files of gnn-benchmark are node files. */
class GnnBenchmarkFileTest {
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
}
