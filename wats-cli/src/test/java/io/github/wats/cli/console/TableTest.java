package io.github.wats.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void alignsTheFirstColumnLeftAndTheOthersRight() {
    Table table = new Table("method", "ece").row("ts", "2.51 %").row("wats", "12.70 %");
    assertThat(table.toString().lines())
        .containsExactly("method      ece", "ts       2.51 %", "wats    12.70 %");
  }
}
