package io.github.wats.io.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.FittedLabels;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.MultiLabelData;
import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.json.TypedJson;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class LabelsFileTest {
  private static final int NODES = 120;
  private static final MultiLabelData DATA = data();

  @TempDir Path folder;

  private static MultiLabelData data() {
    Random random = new Random(2);
    int[] next = IntStream.range(0, NODES).map(i -> (i + 1) % NODES).toArray();
    double[] scores = random.doubles(2L * NODES, -3, 3).toArray();
    int[] outcomes =
        Arrays.stream(scores).mapToInt(z -> z + random.nextGaussian() > 0 ? 1 : 0).toArray();
    int[] parts = IntStream.range(0, NODES).toArray();
    return MultiLabelData.of(
            Graph.fromEdges(NODES, IntStream.range(0, NODES).toArray(), next),
            Logits.of(NODES, 2, scores))
        .withOutcomes(outcomes)
        .withSplit(
            new Split(
                NodeSet.of(NODES, Arrays.copyOf(parts, 40)),
                NodeSet.of(NODES, Arrays.copyOfRange(parts, 40, 90)),
                NodeSet.of(NODES, Arrays.copyOfRange(parts, 90, NODES))));
  }

  private static LabelsFile.Stored fit(String method) {
    FittedLabels fitted = FittedLabels.fit(DATA, Methods.named(method).calibrator(), 3);
    return new LabelsFile.Stored(
        fitted, List.of("a", "b"), Map.of("graph", "g"), List.of(), List.of(0.5, 2.0), "goal");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ts", "platt", "beta", "wats", "ridge"})
  void readsWhatItWrote(String method) throws IOException {
    LabelsFile.Stored stored = fit(method);
    Path file = folder.resolve("m.json");
    LabelsFile.write(file, stored);
    assertThat(LabelsFile.isOne(file)).isTrue();
    LabelsFile.Stored read = LabelsFile.read(file);
    assertThat(read.fitted().probabilities(DATA))
        .containsExactly(stored.fitted().probabilities(DATA));
    assertThat(read.names()).isEqualTo(stored.names());
    assertThat(read.thresholds()).isEqualTo(stored.thresholds());
    Path again = folder.resolve("again.json");
    LabelsFile.write(again, read);
    assertThat(again).hasSameBinaryContentAs(file);
  }

  @Test
  void otherFilesAreNone() throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), "{}");
    assertThat(LabelsFile.isOne(file)).isFalse();
    assertThat(LabelsFile.isOne(folder.resolve("none.json"))).isFalse();
    assertThatThrownBy(() -> LabelsFile.read(file))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("must be 'wats-multi-label'");
  }

  /** A damaged file with a right checksum, as only a program would write it. */
  @Test
  void refusesWhatDoesNotFitTogether() throws IOException {
    Path file = folder.resolve("m.json");
    LabelsFile.write(file, fit("ts"));
    refuses(file, "\"shared\" : [ ]", "\"shared\" : [ 7 ]", "shared labels must be among");
    refuses(file, "\"names\" : [ \"a\", \"b\" ]", "\"names\" : [ \"a\" ]", "one for each of 2");
    refuses(file, "\"temperature\" : \"a0\"", "\"temperature\" : \"a9\"", "array 'a9'");
  }

  private static void refuses(Path file, String text, String other, String message)
      throws IOException {
    String content = Files.readString(file);
    assertThat(content).contains(text);
    ObjectNode root =
        (ObjectNode) TypedJson.MAPPER.readTree(content.replaceFirst(Pattern.quote(text), other));
    root.remove("sha256");
    root.put("sha256", DocumentFormat.checksum(root));
    Path damaged = file.resolveSibling("damaged.json");
    Files.writeString(damaged, root.toString());
    assertThatThrownBy(() -> LabelsFile.read(damaged))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining(message);
  }
}
