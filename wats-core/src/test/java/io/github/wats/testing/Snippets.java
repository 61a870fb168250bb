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

  /** As {@link #of}, each after the imports of those of its types that are not imported before. */
  public static List<String> withImports(String source) throws IOException {
    List<String> imports =
        Files.readAllLines(Shared.root().resolve(source)).stream()
            .filter(line -> line.startsWith("import ") && !line.startsWith("import static "))
            .collect(Collectors.toCollection(ArrayList::new));
    List<String> snippets = new ArrayList<>();
    for (String snippet : of(source)) {
      List<String> used = imports.stream().filter(line -> uses(snippet, line)).toList();
      imports.removeAll(used);
      String head = used.isEmpty() ? "" : String.join("\n", used) + "\n\n";
      snippets.add(snippet.replaceFirst("```java\n", "```java\n" + head));
    }
    return snippets;
  }

  private static boolean uses(String snippet, String line) {
    String type = line.substring(line.lastIndexOf('.') + 1, line.length() - 1);
    return snippet
        .lines()
        .anyMatch(code -> code.replaceAll("//.*", "").matches(".*(?<!\\.)\\b" + type + "\\b.*"));
  }

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
