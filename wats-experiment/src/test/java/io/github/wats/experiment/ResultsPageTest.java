package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every table of {@code docs/results.md} is what the committed records give. A table stands between
 * {@code <!-- table FILE KIND METRIC… -->} and {@code <!-- end -->}.
 */
class ResultsPageTest {
  private static final Pattern TABLE =
      Pattern.compile("(<!-- table (\\S+) (\\S+) ([^>]*) -->\n).*?(<!-- end -->)", Pattern.DOTALL);

  @Test
  void showsWhatTheRecordsSay() throws IOException {
    Path file = Shared.root().resolve("docs/results.md");
    String page = Files.readString(file);
    String expected = withTables(page);
    if (Boolean.getBoolean("wats.write.docs")) {
      Files.writeString(file, expected);
      page = expected;
    }
    assertThat(page).isEqualTo(expected);
  }

  @Test
  void hasTheTablesOfEveryFileOfRecords() throws IOException {
    String page = Files.readString(Shared.root().resolve("docs/results.md"));
    try (var files = Files.list(Shared.root().resolve("docs/results"))) {
      List<String> names =
          files.map(file -> file.getFileName().toString().replace(".jsonl", "")).toList();
      assertThat(names).isNotEmpty();
      assertThat(names).allSatisfy(name -> assertThat(page).contains("<!-- table " + name + " "));
    }
  }

  private static String withTables(String page) throws IOException {
    Matcher matcher = TABLE.matcher(page);
    StringBuilder result = new StringBuilder();
    while (matcher.find()) {
      String table = table(matcher.group(2), matcher.group(3), matcher.group(4).split(" "));
      matcher.appendReplacement(
          result,
          Matcher.quoteReplacement(matcher.group(1) + "\n" + table + "\n" + matcher.group(5)));
    }
    return matcher.appendTail(result).toString();
  }

  private static String table(String name, String kind, String[] metrics) throws IOException {
    Path file = Shared.root().resolve("docs/results/" + name + ".jsonl");
    Plan.Kind plan = Plan.Kind.valueOf(kind.toUpperCase(Locale.ROOT));
    ResultTable table = ResultTable.of(CompactRecords.read(file), plan.baselines());
    return TableFormat.MARKDOWN.render(table, List.of(metrics));
  }
}
