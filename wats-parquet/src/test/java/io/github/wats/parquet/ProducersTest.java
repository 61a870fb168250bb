package io.github.wats.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.cli.Commands;
import io.github.wats.graph.Graph;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.format.NodeReader.Source;
import io.github.wats.prediction.NodeSet;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The first table of docs/files.md: each command is run on files that the line before it made, in
 * {@code producers/make.py}. All hold the same run, except that of Neo4j: nodes and edges are
 * compared by id, exactly.
 */
class ProducersTest {
  private static final String RUN = "wats calibrate run.npz";
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
    NodeData data = read(row.command);
    if (row.have.startsWith("Neo4j")) {
      assertThat(before.path("nodes").asInt()).isEqualTo(100);
      assertThat(edges(data)).isEqualTo(edgesOfNeo4j());
      return;
    }
    NodeData run = read(RUN);
    assertThat(edges(data)).isEqualTo(edges(run));
    assertThat(nodes(data)).isEqualTo(nodes(run));
    JsonNode expected = calibrated(RUN).path("before");
    List<String> metrics = new ArrayList<>(List.of("accuracy", "nll", "ece", "brier"));
    if (ids(data).equals(ids(run))) { // the order of the rows puts nodes of one degree into bins
      metrics.add("degreeEce");
    }
    for (String metric : metrics) {
      assertThat(before.path(metric).asDouble())
          .as(metric)
          .isCloseTo(expected.path(metric).asDouble(), within(1e-9));
    }
  }

  /** What a command reads: a node file, or a file for each part. */
  private static NodeData read(String command) throws Exception {
    List<String> words = List.of(command.split(" "));
    List<Source> sources = new ArrayList<>();
    for (int k = 2; k < words.size(); k++) {
      boolean part = words.get(k).startsWith("--");
      EnumSet<NodeField> parts =
          part
              ? EnumSet.of(NodeField.valueOf(words.get(k).substring(2).toUpperCase(Locale.ROOT)))
              : EnumSet.allOf(NodeField.class);
      sources.add(new Source(folder().resolve(words.get(part ? ++k : k)), parts));
    }
    return NodeReader.read(sources, EnumSet.allOf(NodeField.class));
  }

  /** Names of nodes are {@code n5} in some files and {@code 5} in others. */
  private static List<String> ids(NodeData data) {
    return Stream.of(data.ids().toArray()).map(id -> id.replaceFirst("^n", "")).toList();
  }

  /** Both directions of each edge, by id. */
  private static Set<String> edges(NodeData data) {
    List<String> ids = ids(data);
    Graph graph = data.requireGraph();
    Set<String> edges = new TreeSet<>();
    for (int node = 0; node < graph.nodeCount(); node++) {
      for (int k = 0; k < graph.degree(node); k++) {
        edges.add(ids.get(node) + "-" + ids.get(graph.neighbor(node, k)));
      }
    }
    return edges;
  }

  /** By id the label, the part and the logits of each node. */
  private static Map<String, String> nodes(NodeData data) {
    List<String> ids = ids(data);
    Map<String, String> nodes = new TreeMap<>();
    for (int node = 0; node < ids.size(); node++) {
      int label = data.requireLabels().get(node);
      boolean validation = contains(data.requireSplit().validation(), node);
      boolean test = contains(data.requireSplit().test(), node);
      float[] logits = new float[data.requireLogits().classCount()];
      for (int c = 0; c < logits.length; c++) {
        logits[c] = (float) data.requireLogits().get(node, c);
      }
      nodes.put(ids.get(node), label + " " + validation + test + Arrays.toString(logits));
    }
    return nodes;
  }

  private static boolean contains(NodeSet set, int node) {
    return Arrays.stream(set.toArray()).anyMatch(other -> other == node);
  }

  private static Set<String> edgesOfNeo4j() throws Exception {
    Set<String> edges = new TreeSet<>();
    String ends = "SELECT sourceNodeId, targetNodeId FROM read_parquet(?)";
    try (DuckDBConnection connection = DuckTable.connect();
        PreparedStatement statement = connection.prepareStatement(ends)) {
      statement.setString(1, folder().resolve("neo4j-rels.parquet").toString());
      ResultSet rows = statement.executeQuery();
      while (rows.next()) {
        edges.add(rows.getString(1) + "-" + rows.getString(2));
        edges.add(rows.getString(2) + "-" + rows.getString(1));
      }
    }
    edges.removeIf(edge -> edge.split("-")[0].equals(edge.split("-")[1]));
    return edges;
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
