package io.github.wats.io.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.io.InvalidDataException;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.testing.JsonMutations;
import io.github.wats.testing.RandomPairs;
import io.github.wats.testing.TinyGraph;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A model file with wrong content under a right checksum is refused as bad data, or is a model that
 * works: for every registered method and every kind of network.
 */
class StoredModelMutationTest {
  /** About so many of each of 15 models, which have most fields in common. */
  private static final int MUTATIONS = 250;

  /** Few values in each array: mutations change the first, the second and the last. */
  private static final Map<String, Object> SMALL =
      Map.of("hidden", 3, "epochs", 3, "feature-width", 2, "degree-width", 2);

  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final FeatureMatrix FEATURES =
      FeatureMatrix.wrap(DenseMatrix.copyOf(TinyGraph.features()));
  private static final CalibrationData INPUT =
      CalibrationData.of(TinyGraph.graph(), TinyGraph.logits()).withFeatures(FEATURES);
  private static final Split SPLIT =
      new Split(TinyGraph.train(), TinyGraph.validation(), NodeSet.of(12));

  @TempDir Path folder;

  static List<Method> methods() {
    return Methods.registered();
  }

  static Set<String> backbones() {
    return Backbone.all().keySet();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void aCalibratorIsRefusedOrWorks(Method method) throws IOException {
    Map<String, Object> small = new HashMap<>(SMALL);
    small.keySet().retainAll(method.schema().names());
    boolean ofPairs = method.scope() == Method.Scope.PAIR;
    CalibrationData input = ofPairs ? RandomPairs.of(12, 20, 120, 1) : INPUT;
    CalibrationData known = ofPairs ? input : input.withLabels(TinyGraph.labels()).withSplit(SPLIT);
    FittedCalibrator fitted = method.calibrator(small).fit(known, 7);
    Path file = folder.resolve("model.json");
    CalibratorFile.write(file, fitted, Map.of("graph", "tiny"));
    mutate(
        file,
        () -> {
          FittedCalibrator read = CalibratorFile.read(file).calibrator();
          try {
            assertThat(read.calibrate(input).probabilities().nodeCount())
                .isEqualTo(input.nodeCount());
            assertThat(read.state()).isNotNull();
          } catch (IllegalArgumentException otherData) {
            assertThat(otherData).hasMessageNotContaining("must have"); // that is seen when read
          }
        });
  }

  @ParameterizedTest
  @MethodSource("backbones")
  void aNetworkIsRefusedOrWorks(String kind) throws IOException {
    Path file = folder.resolve("network.json");
    BackboneFile.write(
        file,
        Backbone.named(kind)
            .with(Map.of("epochs", 2, "hidden", 3))
            .train(
                new TrainingData(TinyGraph.graph(), FEATURES, TinyGraph.labels()),
                SPLIT,
                1,
                TrainingListener.SILENT),
        Map.of());
    mutate(
        file,
        () -> {
          var read = BackboneFile.read(file);
          try {
            assertThat(read.logits(TinyGraph.graph(), FEATURES).nodeCount()).isEqualTo(12);
          } catch (IllegalArgumentException overflow) {
            assertThat(overflow).hasMessageContaining("finite");
          }
        });
  }

  private interface Use {
    void run() throws IOException;
  }

  private static void mutate(Path file, Use use) throws IOException {
    ObjectNode document = (ObjectNode) MAPPER.readTree(Files.readAllBytes(file));
    document.remove("sha256");
    AtomicInteger accepted = new AtomicInteger();
    int count =
        JsonMutations.forEach(
            document,
            MUTATIONS,
            mutation -> {
              try {
                ObjectNode changed = mutation.document();
                changed.put("sha256", DocumentFormat.checksum(changed));
                byte[] bytes = MAPPER.writeValueAsBytes(changed);
                changed.remove("sha256");
                Files.delete(file); // quicker than to replace its content
                Files.write(file, bytes);
                use.run();
                accepted.incrementAndGet();
              } catch (InvalidDataException refused) {
                assertThat(refused)
                    .as(mutation.change())
                    .hasMessageStartingWith(file + ": ")
                    .hasMessageNotContaining("checksum")
                    .hasMessageNotContaining("java.");
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } catch (RuntimeException | Error crash) {
                throw new AssertionError(mutation.change() + ": " + crash, crash);
              }
            });
    assertThat(count).isGreaterThan(150);
    assertThat(accepted.get()).isBetween(1, count / 2);
  }
}
