package io.github.wats.io.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.MultiLabelCalibrator;
import io.github.wats.calibration.MultiLabelData;
import io.github.wats.decision.Acceptance.Rules;
import io.github.wats.decision.DriftMonitor;
import io.github.wats.decision.NodeGroups;
import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.json.TypedJson;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private static final CalibrationData DATA = data();

  @TempDir Path folder;

  private static CalibrationData data() {
    Random random = new Random(2);
    int[] next = IntStream.range(0, NODES).map(i -> (i + 1) % NODES).toArray();
    double[] scores = random.doubles(2L * NODES, -3, 3).toArray();
    int[] outcomes =
        Arrays.stream(scores).mapToInt(z -> z + random.nextGaussian() > 0 ? 1 : 0).toArray();
    int[] parts = IntStream.range(0, NODES).toArray();
    MultiLabelData all =
        MultiLabelData.of(
            Graph.fromEdges(NODES, IntStream.range(0, NODES).toArray(), next), List.of("a", "b"));
    Split split =
        new Split(
            NodeSet.of(NODES, Arrays.copyOf(parts, 40)),
            NodeSet.of(NODES, Arrays.copyOfRange(parts, 40, 90)),
            NodeSet.of(NODES, Arrays.copyOfRange(parts, 90, NODES)));
    return CalibrationData.of(all, Logits.of(NODES, 2, scores))
        .withLabels(Labels.of(2, outcomes))
        .withSplit(all.rows(split));
  }

  private static FittedCalibrator fit(Path file, String method) throws IOException {
    FittedCalibrator fitted =
        new MultiLabelCalibrator(Methods.named(method).calibrator()).fit(DATA, 3);
    write(
        file,
        fitted,
        DriftMonitor.Summary.of(DATA, fitted.calibrate(DATA).probabilities()),
        Optional.of(new Rules(NodeGroups.By.LABEL, "goal", List.of(new Rules.Rule(0, 0, 0.5)))));
    return fitted;
  }

  private static void write(
      Path file,
      FittedCalibrator fitted,
      Optional<DriftMonitor.Summary> summary,
      Optional<Rules> rules)
      throws IOException {
    Map<String, String> data = Map.of("graph", "g");
    CalibratorFile.write(file, fitted, data, List.of("a", "b"), summary, Optional.empty(), rules);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ts", "platt", "beta", "wats", "ridge"})
  void readsWhatItWrote(String method) throws IOException {
    Path file = folder.resolve("m.json");
    FittedCalibrator fitted = fit(file, method);
    assertThat(LabelsFile.isOne(file)).isTrue();
    CalibratorFile.Stored read = CalibratorFile.read(file);
    assertThat(read.calibrator().calibrate(DATA).probabilities().toArray())
        .containsExactly(fitted.calibrate(DATA).probabilities().toArray());
    assertThat(read.classNames()).containsExactly("a", "b");
    assertThat(read.summary().orElseThrow().quantities())
        .containsKeys("degree", "label a: confidence", "label b: confidence");
    boolean[] accept =
        read.acceptance().orElseThrow().accept(fitted.calibrate(DATA).probabilities(), k -> k % 2);
    for (int k = 0; k < accept.length; k++) {
      boolean predicted = fitted.calibrate(DATA).probabilities().predictedClass(k) == 1;
      assertThat(accept[k]).isEqualTo(k % 2 == 0 && predicted);
    }
    Path again = folder.resolve("again.json");
    write(again, read.calibrator(), read.summary(), read.acceptance());
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
    fit(file, "ts");
    refuses(file, "\"shared\" : [ ]", "\"shared\" : [ 7 ]", "shared labels must be among");
    refuses(file, "\"names\" : [ \"a\", \"b\" ]", "\"names\" : [ \"a\" ]", "a name for each of 2");
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
