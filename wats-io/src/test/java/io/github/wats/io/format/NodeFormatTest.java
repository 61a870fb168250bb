package io.github.wats.io.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeFormatTest {
  @Test
  void everyFormatOfThisPackageIsInTheList() throws IOException {
    Path sources = Shared.root().resolve("wats-io/src/main/java/io/github/wats/io/format");
    List<String> formats = new ArrayList<>();
    try (var files = Files.newDirectoryStream(sources, "*.java")) {
      for (Path file : files) {
        if (Files.readString(file).contains(" implements NodeFormat ")) {
          formats.add(file.getFileName().toString().replace(".java", ""));
        }
      }
    }
    assertThat(formats).contains("ArrayFormat");
    assertThat(
            BuiltInFormats.ALL.stream().map(format -> format.getClass().getSimpleName()).distinct())
        .containsExactlyInAnyOrderElementsOf(formats);
    assertThat(NodeFormat.all()).containsAll(BuiltInFormats.ALL);
  }
}
