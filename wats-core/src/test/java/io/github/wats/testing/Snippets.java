package io.github.wats.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The pieces of a test's source that stand on a page of {@code docs}: what is between {@code //
 * snippet: name} and {@code // end}.
 */
public final class Snippets {
  private Snippets() {}

  /** All snippets of a source file, given from the project's root, as the page shows them. */
  public static List<String> of(String source) throws IOException {
    Path file = Shared.root().resolve(source);
    List<String> lines = Files.readAllLines(file);
    List<String> snippets = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).strip().startsWith("// snippet: ")) {
        snippets.add(
            lines.subList(i + 1, lines.size()).stream()
                .takeWhile(line -> !line.strip().equals("// end"))
                .map(line -> line.replaceFirst("^ {4}", ""))
                .collect(Collectors.joining("\n", "```java\n", "\n```")));
      }
    }
    return snippets;
  }
}
