package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ExperimentTest {
  @TempDir private Path folder;

  @Test
  void measuresEveryCellOfThePlan() throws IOException {
    Plan plan = Generated.plan(2);
    List<FitRecord> records = Generated.run(plan, folder, 2);
    assertThat(records.stream().map(FitRecord::key)).containsExactlyElementsOf(plan.keys());
    assertThat(ExperimentFolder.read(folder)).isEqualTo(records);
    FitRecord first = records.get(0);
    assertThat(first.failure()).isEmpty();
    assertThat(first.info().data()).isEqualTo("generated one");
    Evaluation evaluation = first.result().orElseThrow().evaluation();
    assertThat(evaluation.nodes()).isEqualTo(210);
    assertThat(evaluation.values()).containsOnlyKeys(Metric.values());
    assertThat(evaluation.value(Metric.ACCURACY)).isBetween(0.5, 1.0);
    assertThat(evaluation.noiseFloor(Metric.ECE)).isBetween(0.01, 0.1);
    assertThat(evaluation.degrees().orElseThrow().bins()).hasSize(10);
    assertThat(evaluation.coverage()).hasSize(20);
  }

  @Test
  void fitsOnSomeOfTheValidationNodes() throws IOException {
    List<String> methods =
        List.of("ridge", "ridge:validation=29", "ridge:validation=2-per-class", "ts:validation=31");
    List<FitRecord> records =
        Generated.run(Plan.benchmark(List.of("one"), List.of("gcn"), methods, 1), folder, 1);
    String few = "fewer than 30 validation nodes (%d): fell back to temperature scaling";
    assertThat(notes(records.get(0))).doesNotContain(few.formatted(30)); // all 30
    assertThat(notes(records.get(1))).contains(few.formatted(29));
    assertThat(notes(records.get(2))).contains(few.formatted(8)); // of four classes
    assertThat(records.get(3).failure())
        .contains("there must be 31 validation nodes of known label, got 30");
    assertThat(records.get(1).key().variant().label()).isEqualTo("ridge:validation=29");
    assertThat(records.get(1).settings()).isEqualTo(records.get(0).settings());
    assertThat(ExperimentFolder.read(folder)).isEqualTo(records);
  }

  private static List<String> notes(FitRecord record) {
    return record.result().orElseThrow().notes();
  }

  @Test
  void givesTheSameRecordsOnAnyNumberOfThreads() throws IOException {
    Plan plan = Generated.plan(3);
    Generated.run(plan, folder.resolve("one"), 1);
    Generated.run(plan, folder.resolve("three"), 3);
    assertThat(untimed(folder.resolve("three"))).isEqualTo(untimed(folder.resolve("one")));
  }

  @Test
  void doesOnlyWhatIsMissing() throws IOException {
    Plan plan = Generated.plan(2);
    Generated.run(plan, folder.resolve("whole"), 2);
    String whole = untimed(folder.resolve("whole"));

    List<String> lines = whole.lines().toList();
    Path cut = folder.resolve("cut");
    Files.createDirectories(cut);
    Files.copy(
        folder.resolve("whole").resolve(ExperimentFolder.PLAN), cut.resolve(ExperimentFolder.PLAN));
    Files.writeString(
        cut.resolve(ExperimentFolder.RECORDS),
        lines.get(9) + "\n" + lines.get(2) + "\n" + lines.get(3).substring(0, 40));
    List<String> begun = new ArrayList<>();
    try (ExperimentFolder open = ExperimentFolder.open(cut)) {
      assertThat(open.records()).hasSize(2);
      Experiment.run(
          plan,
          open,
          Generated::dataset,
          new Experiment.Options(1, false, "test"),
          progress -> begun.addAll(progress.running()));
    }
    assertThat(untimed(cut)).isEqualTo(whole);
    assertThat(begun).contains("one gcn run 0 ets").doesNotContain("one gcn run 0 vs");

    Generated.run(plan, cut, name -> fail("nothing is missing, yet " + name + " is read"), 1);
    assertThat(untimed(cut)).isEqualTo(whole);
  }

  private static Dataset fail(String message) {
    throw new AssertionError(message);
  }

  @Test
  void goesOnWhereAFitStoppedItByTrainingAgain() throws IOException {
    Plan plan = Plan.benchmark(List.of("one"), List.of("gcn"), List.of("uncalibrated", "ts"), 1);
    Generated.run(plan, folder.resolve("whole"), 1);
    Path stopped = folder.resolve("stopped");
    try (ExperimentFolder open = ExperimentFolder.open(stopped)) {
      assertThatThrownBy(
              () ->
                  Experiment.run(
                      plan,
                      open,
                      Generated::dataset,
                      new Experiment.Options(1, false, "test"),
                      progress -> {
                        if (progress.done() == 1) {
                          throw new IllegalStateException("stopped here");
                        }
                      }))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("stopped here");
    }
    assertThat(ExperimentFolder.read(stopped)).hasSize(1);
    Generated.run(plan, stopped, 1);
    assertThat(untimed(stopped)).isEqualTo(untimed(folder.resolve("whole")));
  }

  @Test
  void recordsAFailureAndGoesOn() throws IOException {
    Plan plan = Generated.plan(1);
    DatasetSource source =
        name -> name.equals("one") ? Generated.broken(name) : Generated.dataset(name);
    List<FitRecord> records = Generated.run(plan, folder, source, 2);
    assertThat(records.subList(0, 4))
        .allSatisfy(
            record ->
                assertThat(record.failure())
                    .hasValue(
                        "training failed: features must be finite, got NaN at node 7, feature 1"));
    assertThat(records.subList(4, 8)).allMatch(record -> record.result().isPresent());

    List<FitRecord> again = Generated.run(plan, folder, source, 1);
    assertThat(again).isEqualTo(records); // not tried again
    try (ExperimentFolder open = ExperimentFolder.open(folder)) {
      DatasetSource mended =
          name -> {
            Dataset good = Generated.dataset(name);
            return new Dataset(
                name, good.graph(), good.features(), good.labels(), List.of(), List.of(), "broken");
          };
      List<FitRecord> mendedRecords =
          Experiment.run(
              plan,
              open,
              mended,
              new Experiment.Options(1, true, "test"),
              ExperimentListener.SILENT);
      assertThat(mendedRecords).allMatch(record -> record.result().isPresent());
    }
    assertThat(ExperimentFolder.read(folder)).hasSize(8);
  }

  @Test
  void growsByMoreMethodsAndRuns() throws IOException {
    Plan small = Plan.benchmark(List.of("one"), List.of("gcn"), List.of("ts"), 1);
    Plan large = Plan.benchmark(List.of("one"), List.of("gcn"), List.of("uncalibrated", "ts"), 2);
    Generated.run(small, folder.resolve("grown"), 1);
    Generated.run(large, folder.resolve("grown"), 1);
    Generated.run(large, folder.resolve("whole"), 1);
    assertThat(untimed(folder.resolve("grown"))).isEqualTo(untimed(folder.resolve("whole")));
  }

  @Test
  void refusesAFolderOfAnotherExperiment() throws IOException {
    Plan plan = Plan.benchmark(List.of("one"), List.of("gcn"), List.of("ts"), 1);
    Generated.run(plan, folder, 1);
    assertThatThrownBy(() -> Generated.run(plan.withProtocol(Protocol.AUTHORS), folder, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("protocol paper and seed 0, the plan has authors and 0")
        .hasMessageContaining("use another folder");
    assertThatThrownBy(() -> Generated.run(plan.withSeed(5), folder, 1))
        .hasMessageContaining("the plan has paper and 5");
    Map<String, Object> adam = Map.of("solver", "adam");
    assertThatThrownBy(() -> Generated.run(plan.withSettings(Map.of("ts", adam)), folder, 1))
        .hasMessageContaining("settings {solver=exact}, the plan has {solver=adam}");
    Plan longer = Plan.benchmark(List.of("one"), List.of("gcn"), List.of("ts"), 2);
    assertThatThrownBy(() -> Generated.run(longer, folder, name -> Generated.broken(name), 1))
        .hasMessageContaining("SHA-256 generated one, the data now have broken");
  }

  @Test
  void refusesAPlanWithUnknownNamesBeforeItStarts() {
    Plan method = Plan.benchmark(List.of("one"), List.of("gcn"), List.of("magic"), 1);
    assertThatThrownBy(() -> Generated.run(method, folder, 1)).hasMessageContaining("got magic");
    Plan model = Plan.benchmark(List.of("one"), List.of("gnn"), List.of("ts"), 1);
    assertThatThrownBy(() -> Generated.run(model, folder, 1)).hasMessageContaining("got gnn");
    Plan good = Plan.benchmark(List.of("one"), List.of("gcn"), List.of("ts"), 1);
    Map<String, Object> depth = Map.of("depth", 3);
    assertThatThrownBy(() -> Generated.run(good.withSettings(Map.of("gcn", depth)), folder, 1))
        .hasMessageContaining("gcn has no setting depth; it has layers, hidden");
    assertThatThrownBy(() -> Generated.run(good.withSettings(Map.of("gat", depth)), folder, 1))
        .hasMessageContaining("got some of gat");
    assertThat(folder.resolve(ExperimentFolder.RECORDS)).isEmptyFile();
  }

  @Test
  void sweepsAndAblates() throws IOException {
    List<FitRecord> sweep =
        Generated.run(
            Plan.of(
                List.of("one"), List.of("gcn"), Plan.sweep(List.of(2, 3), List.of(0.4, 2.0)), 1),
            folder.resolve("sweep"),
            2);
    assertThat(sweep).hasSize(4).allMatch(record -> record.result().isPresent());
    assertThat(sweep.get(3).settings().get("s")).isEqualTo(2.0);
    assertThat(sweep.get(3).settings().get("k")).isEqualTo(3L);

    List<FitRecord> ablation =
        Generated.run(
            Plan.of(List.of("one"), List.of("gcn"), Plan.ablation(Plan.FEATURES), 1),
            folder.resolve("ablation"),
            2);
    assertThat(ablation).hasSize(8).allMatch(record -> record.result().isPresent());
    assertThat(ablation.get(7).settings().get("features"))
        .isEqualTo("degree+clustering+betweenness");

    Plan same = Plan.benchmark(List.of("one"), List.of("gcn"), List.of("wats"), 1);
    FitRecord benchmark = Generated.run(same, folder.resolve("benchmark"), 1).get(0);
    assertThat(ablation.get(0).result().orElseThrow().evaluation().values())
        .isEqualTo(benchmark.result().orElseThrow().evaluation().values());
  }

  @Test
  void recordsAFitThatDiverges() throws IOException {
    Plan plan =
        Plan.benchmark(List.of("one"), List.of("gcn"), List.of("wats", "ts"), 1)
            .withSettings(Map.of("wats", Map.of("weight-decay", 1e300)));
    List<FitRecord> records = Generated.run(plan, folder, 1);
    assertThat(records.get(0).failure().orElseThrow()).contains("loss became");
    assertThat(records.get(1).result()).isPresent();
  }

  @Test
  void changesSettingsOfBackbones() throws IOException {
    Plan plan =
        Plan.benchmark(List.of("one"), List.of("gcn"), List.of("ts"), 1)
            .withSettings(Map.of("gcn", Map.of("epochs", 7, "hidden", 5)));
    FitRecord record = Generated.run(plan, folder, 1).get(0);
    assertThat(record.info().backbone().get("epochs")).isEqualTo(7L);
    assertThat(record.info().backbone().get("hidden")).isEqualTo(5L);
  }

  @Test
  void letsNobodyElseIntoTheFolder() throws IOException {
    try (ExperimentFolder open = ExperimentFolder.open(folder)) {
      assertThat(open.records()).isEmpty();
      assertThatThrownBy(() -> ExperimentFolder.open(folder))
          .isInstanceOf(FileSystemException.class)
          .hasMessage(
              folder
                  + ": another process ("
                  + ProcessHandle.current().pid()
                  + ") is running an experiment in this folder");
    }
    ExperimentFolder.open(folder).close();
  }

  private static Path target(Path link) {
    try {
      return Files.readSymbolicLink(link);
    } catch (IOException closedMeanwhile) {
      return link;
    }
  }

  /** A device that takes no byte in place of the lock: what was opened is closed again. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void closesALockThatCannotBeWritten() throws IOException {
    Path full = Path.of("/dev/full");
    Files.createSymbolicLink(folder.resolve("lock"), full);
    assertThatThrownBy(() -> ExperimentFolder.open(folder)).isInstanceOf(IOException.class);
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      assertThat(open.filter(Files::exists).map(ExperimentTest::target)).doesNotContain(full);
    }
  }

  @Test
  void leavesAFolderAloneThatIsNoExperiment() throws IOException {
    for (String name : List.of("plan.json", "records.jsonl", "table.csv", ".x.part", "lock")) {
      Path other = Files.createDirectories(folder.resolve("with " + name));
      Files.writeString(other.resolve(name), "{\"of\": \"others\"}");
      Path network = Files.createDirectories(other.resolve("networks")).resolve("weights.npz");
      Files.createFile(network);
      assertThatThrownBy(() -> ExperimentFolder.open(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith(other + " holds ")
          .hasMessageEndingWith(
              " but no plan.json of an experiment: use an empty folder or a new one");
      assertThat(other.resolve(name)).hasContent("{\"of\": \"others\"}");
      assertThat(network).exists();
      assertThat(other.toFile().list()).containsExactlyInAnyOrder(name, "networks");
    }
  }

  @Test
  void startsWhereAnExperimentEndedBeforeItHadAPlan() throws IOException {
    Files.writeString(folder.resolve("lock"), "4711");
    Files.createFile(folder.resolve(ExperimentFolder.RECORDS));
    Files.createFile(folder.resolve(".plan.json." + UUID.randomUUID() + ".part"));
    Plan plan = Plan.benchmark(List.of("one"), List.of("gcn"), List.of("ts"), 1);
    Generated.run(plan, folder, 1);
    assertThat(folder.toFile().list())
        .containsExactlyInAnyOrder("lock", "plan.json", "records.jsonl");
  }

  @Test
  void removesNoFilesOfOthers() throws IOException {
    Plan plan = Plan.benchmark(List.of("one"), List.of("gcn"), List.of("uncalibrated", "ts"), 1);
    Generated.run(plan, folder, 1);
    Path mine = Files.createDirectories(folder.resolve("networks")).resolve("mine.npz");
    Files.createFile(mine);
    Files.createFile(folder.resolve(".notes.part"));
    Generated.run(plan, folder, 1);
    assertThat(mine).exists();
    assertThat(folder.resolve(".notes.part")).exists();
  }

  @Test
  void saysWhichLineOfTheRecordsIsBroken() throws IOException {
    Generated.run(Generated.plan(1), folder, 1);
    Files.writeString(
        folder.resolve(ExperimentFolder.RECORDS), "{\"schema\":9}\n", StandardOpenOption.APPEND);
    assertThatThrownBy(() -> ExperimentFolder.open(folder))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("records.jsonl: line 9: schema must be 1, got 9");
  }

  static String untimed(Path folder) throws IOException {
    return Files.readString(folder.resolve(ExperimentFolder.RECORDS))
        .replaceAll("\"(seconds|trainingSeconds)\":[-+.0-9E]+", "\"$1\":0");
  }
}
