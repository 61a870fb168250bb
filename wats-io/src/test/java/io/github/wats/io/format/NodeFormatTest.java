package io.github.wats.io.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class NodeFormatTest {
  /** Tests and the program run on the class path, where the descriptor is not read. */
  @Test
  void theModuleDescriptorNamesTheSameFormatsAsTheServiceFile() throws IOException {
    String descriptor =
        Files.readString(Shared.root().resolve("wats-io/src/main/java/module-info.java"));
    String provided = descriptor.substring(descriptor.indexOf("provides NodeFormat with"));
    assertThat(NodeFormat.all())
        .as("a format needs a line in META-INF/services and one in module-info.java")
        .extracting(format -> format.getClass().getName())
        .containsExactlyElementsOf(
            Pattern.compile("io\\.[\\w.]+")
                .matcher(provided)
                .results()
                .map(MatchResult::group)
                .toList());
  }
}
