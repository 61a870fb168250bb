package io.github.wats.cli.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the {@link FaultCampaign} in a JVM whose default file system has faults. */
@DisabledOnOs(OS.WINDOWS)
class FaultInjectionTest {
  /** Fewer would mean that commands ended early or that faults were not injected. */
  private static final int FEWEST_OPERATIONS = 700;

  @TempDir Path folder;

  @Test
  void leavesOldOrNewFilesWhereverAnOperationFails() throws Exception {
    Process campaign =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.nio.file.spi.DefaultFileSystemProvider=" + FaultyProvider.class.getName(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                FaultCampaign.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(campaign.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    System.out.println(output);
    assertThat(campaign.waitFor()).as(output).isZero();
    List<String> lines = output.lines().toList();
    assertThat(Integer.parseInt(lines.get(lines.size() - 1))).isGreaterThan(FEWEST_OPERATIONS);
  }
}
