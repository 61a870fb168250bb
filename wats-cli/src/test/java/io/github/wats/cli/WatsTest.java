package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WatsTest {
  @Test
  void explainsItselfWithoutArguments() {
    Cli cli = Cli.run();
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.out()).startsWith("Usage: wats COMMAND").contains("wats --help");
    assertThat(cli.err()).isEmpty();
  }

  @Test
  void tellsVersionCommitAndJava() {
    Cli cli = Cli.run("--version");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.out())
        .matches("(?s)wats \\d+\\.\\d+\\.\\d+.* \\(commit \\w+\\)\\R.*Java 1?\\d.*");
  }

  @Test
  void refusesAnUnknownOptionWithExitCodeTwo() {
    Cli cli = Cli.run("--nope");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.err()).startsWith("wats: Unknown option: '--nope'").contains("wats --help");
  }
}
