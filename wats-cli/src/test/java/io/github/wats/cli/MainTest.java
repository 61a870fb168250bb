package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.wats.cli.console.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The program as a process, with standard outputs that take nothing. */
class MainTest {
  @Test
  void failsWithTheReasonWhereResultsCannotBeWritten() throws Exception {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    for (String command : new String[] {"methods", "--help"}) {
      Process process = program(command).redirectOutput(full.toFile()).start();
      assertThat(errors(process))
          .isEqualTo(
              "wats: the results could not be written to standard output: No space left on"
                  + " device\n");
      assertThat(process.waitFor()).isEqualTo(ExitCode.FAILURE);
    }
  }

  @Test
  void endsQuietlyWhereTheReaderHasClosedThePipe() throws Exception {
    Process process = program("methods", "--json").start();
    process.getInputStream().close();
    assertThat(errors(process)).isEmpty();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void keepsTheExitCodeOfAFailedCommand() throws Exception {
    Process process = program("--nope").start();
    assertThat(process.getInputStream().readAllBytes()).isEmpty();
    assertThat(errors(process)).startsWith("wats: Unknown option: '--nope'");
    assertThat(process.waitFor()).isEqualTo(ExitCode.USAGE);
  }

  private static String errors(Process process) throws IOException {
    return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  static ProcessBuilder program(String... arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Main.class.getName());
    builder.command().addAll(List.of(arguments));
    return builder;
  }
}
