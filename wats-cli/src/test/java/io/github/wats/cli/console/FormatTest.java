package io.github.wats.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FormatTest {
  @Test
  void writesControlCharactersInWordsATerminalDoesNotObey() {
    assertThat(Format.printable("\u001b[31mred\u0007 \u009b2J \u007f \u202eabc\u0000"))
        .isEqualTo("\\u001b[31mred\\u0007 \\u009b2J \\u007f \\u202eabc\\u0000");
    assertThat(Format.printable("over\rwritten\r\nnext\tline\n"))
        .isEqualTo("over\\u000dwritten\r\nnext\tline\n");
    assertThat(Format.printable("Grüße, 日本語 – … 😀")).isEqualTo("Grüße, 日本語 – … 😀");
  }

  @Test
  void quotesArgumentsForAShell() {
    assertThat(
            Format.shell(List.of("calibrate", "my run.npz", "--s", "0.1,0.4", "it's", "", "$HOME")))
        .isEqualTo("calibrate 'my run.npz' --s 0.1,0.4 'it'\\''s' '' '$HOME'");
  }
}
