package io.github.wats.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.cli.Commands;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The first table of docs/files.md: each command is run on files that the line before it made, in
 * {@code producers/make.py}. All hold the same run, except that of Neo4j.
 */
class ProducersTest {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** What a person has, lines of Python, a command. */
  record Row(String have, List<String> lines, String command) {
    @Override
    public String toString() {
      return have;
    }
  }

  private static Path folder() throws URISyntaxException {
    return Path.of(
            Objects.requireNonNull(ProducersTest.class.getResource("/producers/run.npz")).toURI())
        .getParent();
  }

  static Stream<Row> rows() throws IOException {
    Path page = Path.of(System.getProperty("wats.root", "..")).resolve("docs/files.md");
    return Files.readAllLines(page).stream()
        .dropWhile(line -> !line.startsWith("| I have"))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> line.split("\\|"))
        .map(cells -> new Row(cells[1].strip(), code(cells[2]), code(cells[3]).get(0)));
  }

  private static List<String> code(String cell) {
    Matcher matcher = CODE.matcher(cell);
    return matcher.results().map(found -> found.group(1)).toList();
  }

  @Test
  void theTableHasTheUsualProducers() throws IOException {
    assertThat(rows().map(row -> row.have.replaceAll("[: ].*", "")))
        .containsExactly(
            "PyTorch",
            "DGL",
            "OGB",
            "GraphStorm",
            "Neo4j",
            "Spark",
            "pandas",
            "CSV",
            "safetensors");
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aRowOfTheTableWorks(Row row) throws Exception {
    String script = Files.readString(folder().resolve("make.py"));
    assertThat(row.lines).allSatisfy(line -> assertThat(script).contains(line));
    JsonNode before = calibrated(row.command).path("before");
    if (row.have.startsWith("Neo4j")) {
      assertThat(before.path("nodes").asInt()).isEqualTo(100);
      return;
    }
    JsonNode expected = calibrated("wats calibrate run.npz").path("before");
    boolean shuffled =
        row.have.matches("(GraphStorm|CSV).*"); // bins of degrees depend on the order
    for (String metric : List.of("accuracy", "nll", "ece", shuffled ? "brier" : "degreeEce")) {
      assertThat(before.path(metric).asDouble())
          .as(metric)
          .isCloseTo(expected.path(metric).asDouble(), within(1e-9));
    }
  }

  /** Runs a command on the files of the folder. */
  private static JsonNode calibrated(String command) throws Exception {
    Path folder = folder();
    Stream<String> words =
        Stream.of(command.split(" "))
            .skip(1)
            .map(word -> Files.exists(folder.resolve(word)) ? folder.resolve(word) + "" : word);
    String[] arguments =
        Stream.concat(words, Stream.of("--method", "ts", "--json")).toArray(String[]::new);
    return JsonMapper.shared().readTree(Commands.run(arguments));
  }
}
