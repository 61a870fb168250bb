package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.calibration.classic.HistogramBinning;
import io.github.wats.calibration.classic.IsotonicRegression;
import io.github.wats.decision.PredictionSets;
import io.github.wats.metrics.Metric;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.testing.Golden;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Independent implementations give what WATS gives. Their numbers are those that {@code
 * python/benchmarks/agreement.py} printed; -Dwats.write.docs=true writes docs/agreement.md.
 */
class AgreementTest {
  private static final JsonNode GOLDEN = Golden.read("agreement.json");
  private static final String HEAD =
      """
      # Agreement with other implementations

      The same inputs through WATS and through independent Python packages: 300 nodes with overconfident logits of 4 classes (`beta`: 2), calibrators
      fitted to the first 200. The table has the largest difference of a probability, of a metric, or of the threshold of
      prediction sets at a coverage of 90 %, rounded up to a power of ten.

      `python/benchmarks/agreement.py` prints the numbers of the packages; `AgreementTest` compares them with ours and generates this page.

      | ours | theirs | largest difference | why |
      | --- | --- | --- | --- |
      """;
  private static final String TAIL =
      """

      `isotonic` and `histogram` are compared without `smooth`, which only WATS has. `aps` and `raps` of TorchCP draw the share of the own class that counts; in WATS it
      is 1, so that a set depends on nothing random, and TorchCP was given the same.
      """;

  @Test
  void independentImplementationsAgree() throws IOException {
    List<String> lines = new ArrayList<>();
    for (JsonNode entry : GOLDEN.get("methods")) {
      lines.add(line(entry, largestDifference(entry)));
    }
    for (JsonNode entry : GOLDEN.get("metrics")) {
      Metric metric = Metric.of(entry.get("ours").stringValue());
      double own = metric.value(softmax(), labels(4), NodeSet.all(labels(4).nodeCount()));
      lines.add(line(entry, Math.abs(own - entry.get("value").doubleValue())));
    }
    for (JsonNode entry : GOLDEN.get("sets")) {
      lines.add(line(entry, Math.abs(threshold(entry) - entry.get("value").doubleValue())));
    }
    Path file = Shared.root().resolve("docs/agreement.md");
    String page = HEAD + String.join("\n", lines) + "\n" + TAIL;
    if (Boolean.getBoolean("wats.write.docs")) {
      Files.writeString(file, page);
    }
    assertThat(Files.readString(file)).as("docs/agreement.md").isEqualTo(page);
  }

  private static String line(JsonNode entry, double difference) {
    String ours = entry.get("ours").stringValue();
    String theirs = entry.get("theirs").stringValue();
    assertThat(difference).as(ours).isLessThanOrEqualTo(entry.get("tolerance").doubleValue());
    double bound = Math.max(1e-12, Math.pow(10, Math.ceil(Math.log10(difference))));
    return String.format(
        Locale.ROOT,
        "| `%s` | %s | %.0e | %s |",
        ours,
        theirs,
        bound,
        entry.get("reason").stringValue());
  }

  private static NodeSet range(int nodes, int from, int to) {
    return NodeSet.of(nodes, IntStream.range(from, to).toArray());
  }

  private static JsonNode input(int classes) {
    return GOLDEN.get("inputs").get(String.valueOf(classes));
  }

  private static Logits logits(int classes) {
    return Logits.of(Golden.matrix(input(classes).get("logits")));
  }

  private static Labels labels(int classes) {
    return Labels.of(classes, Golden.ints(input(classes).get("labels")));
  }

  private static Probabilities softmax() {
    return logits(4).softmax();
  }

  private static double largestDifference(JsonNode entry) {
    int classes = entry.get("classes").intValue();
    Logits logits = logits(classes);
    int nodes = logits.nodeCount();
    NodeSet fitted = range(nodes, 0, input(classes).get("fitted").intValue());
    NodeSet rest = range(nodes, fitted.size(), nodes);
    CalibrationData data =
        CalibrationData.of(logits)
            .withLabels(labels(classes))
            .withSplit(new Split(NodeSet.of(nodes), fitted, rest));
    Probabilities own =
        calibrator(entry.get("ours").stringValue()).fit(data, 0).calibrate(data).probabilities();
    double[][] theirs = Golden.matrix(entry.get("probabilities"));
    double largest = 0;
    for (int i = 0; i < theirs.length; i++) {
      for (int c = 0; c < classes; c++) {
        largest = Math.max(largest, Math.abs(own.get(i, c) - theirs[i][c]));
      }
    }
    return largest;
  }

  private static Calibrator<?> calibrator(String name) {
    return switch (name) {
      case "isotonic" -> new IsotonicRegression(false);
      case "histogram" -> new HistogramBinning(HistogramBinning.DEFAULT.bins(), false);
      default -> Methods.named(name).calibrator();
    };
  }

  /** Of the first nodes. */
  private static double threshold(JsonNode entry) {
    int fitted = input(4).get("fitted").intValue();
    NodeSet nodes = range(labels(4).nodeCount(), 0, fitted);
    PredictionSets.Score score =
        PredictionSets.Score.valueOf(entry.get("ours").stringValue().toUpperCase(Locale.ROOT));
    PredictionSets sets =
        PredictionSets.of(
            new PredictionSets.Settings(0.9, score, 0),
            logits(4).select(nodes).softmax(),
            labels(4).select(nodes));
    return sets.thresholds().get(0).value().orElseThrow();
  }
}
