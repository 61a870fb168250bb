package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.InvalidDataException;
import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.ReliabilityBins;
import io.github.wats.testing.JsonMutations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Records and plans with wrong content are refused as bad data, or read. */
class StoredRecordMutationTest {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final int MUTATIONS = 1000;

  @TempDir Path folder;

  private interface Reading {
    void run() throws IOException;
  }

  @Test
  void aRecordIsRefusedOrRead() throws IOException {
    Path file = folder.resolve(ExperimentFolder.RECORDS);
    for (Variant variant :
        List.of(Variant.ofGrid(3, 0.4), Variant.parse("ridge:mode=free"), Variant.of("ts"))) {
      mutate(file, RecordJson.write(record(variant)), () -> ExperimentFolder.read(folder));
    }
    FitRecord failed = Records.failure("cora", "gcn", 3, Variant.of("ts"), "no luck");
    mutate(file, RecordJson.write(failed), () -> ExperimentFolder.read(folder));
  }

  @Test
  void aSummaryIsRefusedOrRead() throws IOException {
    Path file = folder.resolve(CompactRecords.FILE);
    Variant ts = Variant.of("ts");
    String line =
        CompactRecords.write(List.of(record(ts), Records.failure("cora", "gcn", 7, ts, "no luck")));
    mutate(file, line, () -> CompactRecordsReader.read(file));
    Files.write(file, new byte[] {'{', (byte) 0xff, '}', '\n'});
    assertThatThrownBy(() -> CompactRecordsReader.read(file))
        .isInstanceOf(InvalidDataException.class)
        .hasMessage(file + ": must be UTF-8 text");
  }

  @Test
  void aPlanIsRefusedOrRead() throws IOException {
    Path file = folder.resolve("plan.yaml");
    String plan =
        """
        {"datasets": ["cora", "photo"], "models": "gcn", "methods": ["ts"], "runs": 3, "seed": 1,
        "protocol": "paper", "k": [2, 3], "s": [0.1, 0.4], "features": ["degree", "wavelet"],
        "settings": {"wats": {"hidden": 4, "early-stopping": "none"}, "gcn": {"layers": 2}}}
        """;
    mutate(file, plan, () -> PlanFile.read(file));
  }

  @Test
  void saysWhichFieldOfARecordIsWrong() throws IOException {
    Path file = folder.resolve(ExperimentFolder.RECORDS);
    String line = RecordJson.write(record(Variant.of("ts")));
    Files.writeString(file, line.replace("\"epochs\":3", "\"epochs\":null") + "\n");
    assertThatThrownBy(() -> ExperimentFolder.read(folder))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("records.jsonl: line 1: field 'epochs' must be a whole number")
        .hasMessageEndingWith("got null");
  }

  @Test
  void saysWhichLineIsNoRecord() throws IOException {
    Path file = folder.resolve(ExperimentFolder.RECORDS);
    String good = RecordJson.write(record(Variant.of("ts"))) + "\n";
    for (String[] one :
        new String[][] {
          {"null", "must be the JSON object of a fit, got null"},
          {"[1]", "must be the JSON object of a fit, got [1]"},
          {"{\"schema\": " + "[".repeat(2000), "nesting depth (501) exceeds the maximum allowed"},
          {"{\"schema\": " + "1".repeat(1001) + "}", "length (1001) exceeds the maximum allowed"},
        }) {
      Files.writeString(file, good + one[0] + "\n");
      assertThatThrownBy(() -> ExperimentFolder.read(folder))
          .isInstanceOf(InvalidDataException.class)
          .hasMessageStartingWith(file + ": line 2: ")
          .hasMessageContaining(one[1])
          .hasMessageNotContaining("Constraints");
    }
  }

  private static void mutate(Path file, String text, Reading reading) {
    AtomicInteger accepted = new AtomicInteger();
    int count =
        JsonMutations.forEach(
            (ObjectNode) MAPPER.readTree(text),
            MUTATIONS,
            mutation -> {
              try {
                Files.deleteIfExists(file); // quicker than to replace its content
                Files.write(file, (mutation.document() + "\n").getBytes(StandardCharsets.UTF_8));
                reading.run();
                accepted.incrementAndGet();
              } catch (InvalidDataException refused) {
                assertThat(refused)
                    .as(mutation.change())
                    .hasMessageStartingWith(file + ": ")
                    .hasMessageNotContaining("java.");
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } catch (RuntimeException | Error crash) {
                throw new AssertionError(mutation.change() + ": " + crash, crash);
              }
            });
    assertThat(count).isGreaterThan(300);
    assertThat(accepted.get()).isBetween(1, count / 2);
  }

  private static FitRecord record(Variant variant) {
    Evaluation evaluation =
        new Evaluation(
            100,
            Map.of(Metric.ECE, 0.1, Metric.NLL, Double.NaN),
            Map.of(Metric.ECE, 0.01),
            Optional.empty(),
            Map.of(),
            new ReliabilityBins(List.of(new ReliabilityBins.Bin(0, 1, 100, 0.7, 0.8))),
            ReliabilityBins.NONE,
            Optional.of(new DegreeBins(List.of(new DegreeBins.Bin(0, 9, 100, 0.7, 0.8)))),
            List.of(new Evaluation.CoveragePoint(0.5, 0.9)),
            Optional.of(
                new Evaluation.Trend(List.of(new Evaluation.Trend.Bin(0, 9, 100, 1, 0.9, 1.1)))));
    FitRecord.Result result =
        new FitRecord.Result(evaluation, 3, true, 0.25, 1.5, List.of(0.7), List.of("a note"));
    return FitRecord.done(
        new FitKey(new Task("cora", "gcn", 0), variant),
        new FitRecord.RunInfo(Protocol.PAPER, 0, "test", "sha", Map.of("hidden", 16L)),
        Map.of("mode", "free"),
        result);
  }
}
