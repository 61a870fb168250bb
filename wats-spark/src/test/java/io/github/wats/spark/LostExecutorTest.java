package io.github.wats.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@link LostExecutor} in a process of its own, since a JVM has one Spark context. */
class LostExecutorTest {
  @Test
  void aLostExecutorChangesNoBitAndCheckpointsAreReadInsteadOfEdges(@TempDir Path folder)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add-opens") || option.startsWith("-XX:"))
        .forEach(command::add);
    String classes = System.getProperty("java.class.path");
    command.addAll(List.of("-Xmx512m", "-cp", classes, LostExecutor.class.getName()));
    command.add(folder.toString());
    Path output = folder.resolve("output.txt");
    ProcessBuilder driver = new ProcessBuilder(command).redirectErrorStream(true);
    driver.environment().put("SPARK_HOME", folder.toString());
    driver.environment().put("SPARK_SCALA_VERSION", "2.13");
    driver.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    Files.createDirectory(folder.resolve("jars"));
    Process process = driver.redirectOutput(output.toFile()).start();
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    process.destroyForcibly();
    String said = Files.readString(output);
    assertThat(ended && process.waitFor() == 0).as(said).isTrue();
    assertThat(said)
        .contains("0 checkpointed blocks", "edges were read again: same bits")
        .contains("4 checkpointed blocks", "no edge was read again: same bits");
  }
}
