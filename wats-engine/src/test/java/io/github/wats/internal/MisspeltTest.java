package io.github.wats.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MisspeltTest {
  private static final List<String> NAMES = List.of("ts", "vs", "gats", "wats", "ridge");

  @Test
  void countsInsertedDeletedReplacedAndSwappedLetters() {
    assertThat(Misspelt.edits("kitten", "sitting")).isEqualTo(3);
    assertThat(Misspelt.edits("", "abc")).isEqualTo(3);
    assertThat(Misspelt.edits("abc", "abc")).isZero();
    assertThat(Misspelt.edits("acbd", "abcd")).isEqualTo(1);
  }

  @Test
  void namesTheOneThatIsClosest() {
    assertThat(Misspelt.advice("wat", NAMES)).isEqualTo("; did you mean wats?");
    assertThat(Misspelt.advice("wtas", NAMES)).isEqualTo("; did you mean wats?");
    assertThat(Misspelt.advice("rigde", NAMES)).isEqualTo("; did you mean ridge?");
  }

  @Test
  void isSilentWhereNoneOrSeveralAreClose() {
    assertThat(Misspelt.advice("magic", NAMES)).isEmpty();
    assertThat(Misspelt.advice("xs", NAMES)).isEmpty();
  }
}
