package io.github.wats.report.figure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DataTableTest {
  @Test
  void alignsTheFirstColumnLeftAndTheOthersRight() {
    DataTable.Builder table =
        new DataTable.Builder("method", "ece").row("ts", "2.51 %").row("wats", "12.70 %");
    assertThat(table.build().text().lines())
        .containsExactly("method      ece", "ts       2.51 %", "wats    12.70 %");
  }

  @Test
  void keepsARowOnOneLine() {
    DataTable table = new DataTable.Builder("id").row("a\nb\r\nc").build();
    assertThat(table.text().lines()).containsExactly("id", "a b c");
  }
}
