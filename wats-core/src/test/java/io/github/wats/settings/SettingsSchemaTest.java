package io.github.wats.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsSchemaTest {
  public enum Shape {
    ROUND,
    HALF_ROUND
  }

  public record Word(String text) {
    public static Word parse(String text) {
      if (text.isEmpty()) {
        throw new IllegalArgumentException("a word must have letters, got none");
      }
      return new Word(text);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  public record Inner(
      @Setting(help = "the hops", min = 1, max = 9) int k,
      @Setting(help = "the scales", above = 0) List<Double> s) {
    public Inner {
      SettingsSchema.check(Inner.class, k, s);
    }
  }

  public record Outer(
      @Setting(help = "a shape") Shape shape,
      Inner inner,
      @Setting(help = "a share", min = 0, below = 1) double dropRate,
      @Setting(help = "steps", min = 1) OptionalInt steps,
      @Setting(help = "a seed") long seed,
      @Setting(help = "whether") boolean bias,
      @Setting(help = "a word") Word word) {
    public Outer {
      SettingsSchema.check(Outer.class, shape, inner, dropRate, steps, seed, bias, word);
    }
  }

  private static final Outer DEFAULT =
      new Outer(
          Shape.HALF_ROUND,
          new Inner(4, List.of(0.4)),
          0.5,
          OptionalInt.empty(),
          7,
          true,
          new Word("hello"));

  private static final SettingsSchema<Outer> SCHEMA = SettingsSchema.of(DEFAULT);

  @Test
  void valuesAreFlatOrderedAndTyped() {
    Map<String, Object> expected = new LinkedHashMap<>();
    expected.put("shape", "half-round");
    expected.put("k", 4L);
    expected.put("s", 0.4);
    expected.put("drop-rate", 0.5);
    expected.put("steps", "auto");
    expected.put("seed", 7L);
    expected.put("bias", true);
    expected.put("word", "hello");
    assertThat(SettingsSchema.valuesOf(DEFAULT)).containsExactlyEntriesOf(expected);
  }

  @Test
  void bindReadsTextsAsOnACommandLine() {
    Outer bound =
        SCHEMA.bind(
            Map.of(
                "shape", "ROUND",
                "k", "2",
                "s", "0.4, 1.2",
                "drop-rate", "0.25",
                "steps", "10",
                "seed", "-3",
                "bias", "False",
                "word", "there"));
    assertThat(bound)
        .isEqualTo(
            new Outer(
                Shape.ROUND,
                new Inner(2, List.of(0.4, 1.2)),
                0.25,
                OptionalInt.of(10),
                -3,
                false,
                new Word("there")));
    assertThat(SCHEMA.bind(SettingsSchema.valuesOf(bound))).isEqualTo(bound);
    assertThat(SettingsSchema.valuesOf(bound))
        .containsEntry("s", "0.4,1.2")
        .containsEntry("steps", 10L);
  }

  @Test
  void bindReadsValuesAsInJson() {
    Outer bound =
        SCHEMA.bind(Map.of("k", 3L, "s", List.of(1, 2.5), "drop-rate", 0, "shape", Shape.ROUND));
    assertThat(bound.inner()).isEqualTo(new Inner(3, List.of(1.0, 2.5)));
    assertThat(bound.dropRate()).isZero();
    assertThat(bound.shape()).isEqualTo(Shape.ROUND);
    assertThat(bound.seed()).isEqualTo(7);
  }

  @Test
  void settingsAreDeclaredWithHelpRangeAndDefault() {
    assertThat(SCHEMA.settings())
        .extracting(SettingsSchema.Declared::name)
        .containsExactly("shape", "k", "s", "drop-rate", "steps", "seed", "bias", "word");
    assertThat(SCHEMA.settings())
        .extracting(SettingsSchema.Declared::range)
        .containsExactly("", "in 1 … 9", "above 0", "in [0, 1)", "at least 1", "", "", "");
    assertThat(SCHEMA.settings().get(0))
        .isEqualTo(
            new SettingsSchema.Declared(
                "shape", Shape.class, "a shape", "", List.of("round", "half-round"), "half-round"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shape|square|shape must be one of round, half-round, got square",
        "k|0|k must be in 1 … 9, got 0",
        "k|2.5|k must be a whole number, got 2.5",
        "k|x|k must be a whole number, got x",
        "k|99999999999|k must be a whole number, got 99999999999",
        "s|0.4,-1|s must be above 0, got -1.0",
        "s|0.4,|s must be numbers joined by commas, got 0.4,",
        "drop-rate|1|drop-rate must be in [0, 1), got 1.0",
        "drop-rate|NaN|drop-rate must be finite, got NaN",
        "drop-rate|much|drop-rate must be a number, got much",
        "steps|0|steps must be at least 1, got 0",
        "steps|many|steps must be a whole number or auto, got many",
        "bias|yes|bias must be true or false, got yes",
        "word|''|a word must have letters, got none",
        "drop-rat|1|Outer has no setting drop-rat; it has shape, k, s, drop-rate, steps, seed,"
            + " bias, word; did you mean drop-rate?"
      })
  void wrongValuesAreRefusedWithNameRuleAndValue(String name, String value, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SCHEMA.bind(Map.of(name, value)))
        .withMessage(message);
  }

  @Test
  void pairsOfNameAndValueAreRead() {
    assertThat(SettingsSchema.parse(List.of("k=3", " s = 0.2,0.8 ")))
        .containsExactly(Map.entry("k", "3"), Map.entry("s", "0.2,0.8"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SettingsSchema.parse(List.of("k")))
        .withMessage("a setting must be NAME=VALUE, such as k=3, got k");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SettingsSchema.parse(List.of("k=3", "k=4")))
        .withMessage("k must be set once, got 3 and 4");
  }

  public record Twice(@Setting(help = "") int k, Inner inner) {}

  public record Stray(int count) {}

  @Test
  void aRecordThatIsNoSchemaIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SettingsSchema.of(new Twice(1, DEFAULT.inner())))
        .withMessageEndingWith("Twice declares the setting k twice");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SettingsSchema.of(new Stray(1)))
        .withMessageContaining("component count of")
        .withMessageEndingWith("must have @Setting or be a record of settings");
  }

  private record Hidden(@Setting(help = "") int count) {
    private Hidden {
      SettingsSchema.check(Hidden.class, count);
    }
  }

  @Test
  void aRecordThatIsNotPublicIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SettingsSchema.of(new Hidden(1)).bind(Map.of("count", 2)))
        .withMessageContaining("must be public, and its package exported");
  }
}
