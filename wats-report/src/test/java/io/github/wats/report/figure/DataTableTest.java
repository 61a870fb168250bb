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

  @Test
  void writesNumbersOfCsvForPrograms() {
    DataTable table =
        new DataTable.Builder("a \"b\"", "c, d")
            .row("−1,234.5", "20.3\u00a0%")
            .row("=1+1", "–")
            .row("0.1 … 0.2", "+3")
            .build();
    assertThat(table.csv())
        .isEqualTo("\"a \"\"b\"\"\",\"c, d\"\r\n-1234.5,20.3%\r\n'=1+1,\r\n0.1 … 0.2,+3\r\n");
  }
}
