package io.github.wats.report.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.report.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every figure as it was last looked at. After a change that is meant, look at the new pictures and
 * write them with {@code mvn test -pl wats-report -am -Dtest=GoldenFiguresTest
 * -Dsurefire.failIfNoSpecifiedTests=false -DwriteGolden=true}.
 */
class GoldenFiguresTest {
  private static final Path FOLDER = Path.of("src", "test", "resources", "figures");

  @TestFactory
  Stream<DynamicTest> drawsWhatWasLastLookedAt() {
    return Samples.everyFigure().stream()
        .map(figure -> DynamicTest.dynamicTest(figure.name(), () -> compare(figure)));
  }

  private static void compare(Figure figure) throws IOException {
    Path golden = FOLDER.resolve(figure.name() + ".svg");
    if (Boolean.getBoolean("writeGolden")) {
      Files.createDirectories(FOLDER);
      Files.writeString(golden, figure.svg());
    }
    assertThat(figure.svg()).isEqualTo(Files.readString(golden));
  }

  @Test
  void givesEachFigureEverythingThatIsSaidAboutIt() {
    for (Figure figure : Samples.everyFigure()) {
      assertThat(figure.title()).as(figure.name()).isNotBlank().doesNotContain("NaN");
      assertThat(figure.reading()).as(figure.name()).endsWith(".");
      assertThat(figure.alt()).as(figure.name()).startsWith(figure.title());
      assertThat(figure.table().rows()).as(figure.name()).isNotEmpty();
      assertThat(figure.wide().width()).isEqualTo(Figure.WIDE);
      assertThat(figure.narrow().width()).isEqualTo(Figure.NARROW);
      assertThat(figure.svg()).as(figure.name()).doesNotContain("NaN").doesNotContain("∞");
    }
  }
}
