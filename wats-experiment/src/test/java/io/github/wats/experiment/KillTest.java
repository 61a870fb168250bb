package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, killed with SIGKILL at random moments. */
class KillTest {
  @TempDir private Path folder;

  @Test
  void endsAsIfItHadNotBeenKilled() throws Exception {
    killAndCompare(3, 3, 20261115);
  }

  @Test
  @Tag("slow")
  void endsAsIfItHadNotBeenKilledTwentyTimes() throws Exception {
    killAndCompare(20, 30, System.nanoTime());
  }

  private void killAndCompare(int kills, int runs, long seed) throws Exception {
    Random random = new Random(seed);
    Path whole = folder.resolve("whole");
    start(whole, runs).waitFor();

    Path killed = folder.resolve("killed");
    int hit = 0;
    while (hit < kills) {
      Process process = start(killed, runs);
      awaitRecords(killed, process, 1 + random.nextInt(4));
      process.waitFor(random.nextInt(60), TimeUnit.MILLISECONDS);
      boolean alive = process.isAlive();
      process.destroyForcibly().waitFor();
      assertThat(alive).as("seed %d: still running at kill %d", seed, hit).isTrue();
      hit++;
    }
    assertThat(start(killed, runs).waitFor()).isZero();
    assertThat(ExperimentTest.untimed(killed))
        .as("seed %d", seed)
        .isEqualTo(ExperimentTest.untimed(whole));
    try (var files = Files.list(killed)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("lock", "plan.json", "records.jsonl");
    }
  }

  /** Waits until the process has written this many more records. */
  private static void awaitRecords(Path folder, Process process, int more) throws Exception {
    long before = lines(folder);
    while (process.isAlive() && lines(folder) < before + more) {
      process.waitFor(1, TimeUnit.MILLISECONDS);
    }
  }

  private static long lines(Path folder) throws IOException {
    Path records = folder.resolve(ExperimentFolder.RECORDS);
    if (!Files.exists(records)) {
      return 0;
    }
    byte[] bytes = Files.readAllBytes(records);
    long lines = 0;
    for (byte each : bytes) {
      lines += each == '\n' ? 1 : 0;
    }
    return lines;
  }

  private Process start(Path target, int runs) throws IOException {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-modules",
            "jdk.incubator.vector",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            path,
            KilledExperiment.class.getName(),
            target.toString(),
            Integer.toString(runs))
        .redirectOutput(folder.resolve("output").toFile())
        .redirectErrorStream(true)
        .start();
  }
}
