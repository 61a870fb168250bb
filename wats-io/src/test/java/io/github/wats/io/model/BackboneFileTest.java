package io.github.wats.io.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.TrainedBackbone;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.testing.TinyGraph;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BackboneFileTest {
  private static final FeatureMatrix FEATURES =
      FeatureMatrix.wrap(DenseMatrix.copyOf(TinyGraph.features()));
  private static final Split SPLIT =
      new Split(TinyGraph.train(), TinyGraph.validation(), NodeSet.of(12));

  @TempDir Path folder;

  static Set<String> kinds() {
    return Backbone.all().keySet();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void givesTheSameNetworkAfterARoundTrip(String kind) throws Exception {
    Path file = folder.resolve("network.json");
    TrainedBackbone trained = trained(kind);
    BackboneFile.write(file, trained, Map.of("dataset", "tiny"));
    TrainedBackbone read = BackboneFile.read(file);
    assertThat(read).isEqualTo(trained);
    assertThat(read.logits(TinyGraph.graph(), FEATURES))
        .isEqualTo(trained.logits(TinyGraph.graph(), FEATURES));
  }

  @Test
  void refusesACalibratorWhereANetworkIsExpected() throws Exception {
    Path file = folder.resolve("network.json");
    Files.writeString(file, "{\"format\": \"wats-calibrator\", \"version\": 1}");
    assertThatThrownBy(() -> BackboneFile.read(file))
        .hasMessageContaining("is not a stored network: its format must be 'wats-backbone'");
  }

  private static TrainedBackbone trained(String kind) {
    return Backbone.named(kind)
        .with(Map.of("epochs", 3))
        .train(
            new TrainingData(TinyGraph.graph(), FEATURES, TinyGraph.labels()),
            SPLIT,
            1,
            TrainingListener.SILENT);
  }
}
