package io.github.wats.io.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What holds for every fuzz target in every build: seeds are valid, documents that once failed are
 * read or refused, and so are some thousand changed seeds. A failure prints the document.
 */
public abstract class TargetLaws {
  /**
   * Of each format; for a long run {@code -Dfuzz.inputs=1000000 -Dfuzz.formats='npz|model'
   * -Dfuzz.seed=1}.
   */
  private static final int INPUTS = Integer.getInteger("fuzz.inputs", 1_000);

  private static final long SEED = Long.getLong("fuzz.seed", 20_240_917);

  /** The targets of a module. */
  protected abstract List<FuzzTarget> targets();

  @TestFactory
  Stream<DynamicTest> everySeedIsValid() {
    return each(
        target -> {
          for (byte[] seed : target.seeds().all()) {
            assertThat(target.readInEveryWay(seed)).as(text(seed)).isPositive();
          }
        });
  }

  /** Documents in {@code src/test/resources/fuzz/FORMAT}: everything that was found. */
  @TestFactory
  Stream<DynamicTest> whatOnceFailedIsReadOrRefused() {
    return each(
        target -> {
          for (Path file : regressions(target.format())) {
            try {
              target.readInEveryWay(Files.readAllBytes(file));
            } catch (AssertionError e) {
              throw new AssertionError(file + ": " + e.getMessage(), e);
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> changedSeedsAreReadOrRefused() {
    return each(
        target -> {
          SplittableRandom random = new SplittableRandom(SEED);
          int past = 0;
          for (int k = 0; k < INPUTS; k++) {
            byte[] input = new byte[2 + random.nextInt(40)];
            random.nextBytes(input);
            input[0] &= 0x7f;
            try {
              past += target.run(input) ? 1 : 0;
            } catch (AssertionError e) {
              byte[] document = target.document(input);
              throw new AssertionError("input " + k + ", document " + text(document), e);
            }
          }
          System.out.printf("%s: %,d inputs, %,d past the header%n", target.format(), INPUTS, past);
          assertThat(past).as("inputs past the header").isGreaterThan(INPUTS / 5);
        });
  }

  /** What is tried with a target. */
  private interface Trial {
    void run(FuzzTarget target) throws Exception;
  }

  private Stream<DynamicTest> each(Trial trial) {
    return targets().stream()
        .filter(target -> target.format().matches(System.getProperty("fuzz.formats", ".*")))
        .map(target -> dynamicTest(target.format(), () -> trial.run(target)));
  }

  private static List<Path> regressions(String format) throws Exception {
    URL folder = TargetLaws.class.getResource("/fuzz/" + format);
    List<Path> files = new ArrayList<>();
    if (folder != null) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(Path.of(folder.toURI()))) {
        found.forEach(files::add);
      }
    }
    return files;
  }

  private static String text(byte[] document) {
    return Base64.getEncoder().encodeToString(document);
  }
}
