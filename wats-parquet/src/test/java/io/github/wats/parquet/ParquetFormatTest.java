package io.github.wats.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.cli.Commands;
import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.Columns;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.format.NodeReader.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetFormatTest {
  @TempDir Path folder;

  /** A file with the rows of a query. */
  private Path table(String name, String query) throws Exception {
    Path file = folder.resolve(name);
    try (DuckDBConnection connection = DuckTable.connect()) {
      String format = name.endsWith("l") ? "json" : name.endsWith("gz") ? "csv" : "parquet";
      DuckTable.execute(
          connection, "COPY (" + query + ") TO '" + file + "' (FORMAT " + format + ")");
    }
    return file;
  }

  private static NodeData read(Path file, NodeField... parts) throws IOException {
    return NodeReader.read(
        Stream.of(parts).map(part -> Source.of(file, part)).toList(),
        EnumSet.allOf(NodeField.class));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.parquet", "a.jsonl", "a.csv.gz"})
  void readsNodesInAnyOrderWithNamesAndUnknownLabels(String name) throws Exception {
    Path file =
        table(
            name,
            "FROM (VALUES ('b', 0.5, 1.5, 'dog', 'val'), ('a', 2.5, 0.25, NULL, 'train'),"
                + " ('c', 1.5, 2.5, 'cat', NULL)) t(user_id, cat, dog, label, split)");
    NodeData data = read(file, NodeField.LOGITS, NodeField.LABELS, NodeField.SPLIT);
    assertThat(data.ids().toArray()).containsExactly("b", "a", "c");
    assertThat(data.classNames()).containsExactly("cat", "dog");
    assertThat(data.requireLogits().get(1, 0)).isEqualTo(2.5);
    assertThat(data.requireLabels().toArray()).containsExactly(1, -1, 0);
    assertThat(data.requireSplit().validation().toArray()).containsExactly(0);
    assertThat(data.requireSplit().test().toArray()).isEmpty();
  }

  @Test
  void readsListsAndRefusesThoseOfOtherLengths() throws Exception {
    Path file = table("a.parquet", "SELECT [i, 1.5, 2]::FLOAT[] AS logits FROM range(3) t(i)");
    assertThat(read(file, NodeField.LOGITS).requireLogits().get(2, 0)).isEqualTo(2);
    assertThat(read(file, NodeField.LOGITS).requireLogits().classCount()).isEqualTo(3);
    Path uneven = table("b.parquet", "FROM (VALUES ([1.0, 2.0]), ([1.0])) t(logits)");
    refuses(uneven, NodeField.LOGITS, "column 'logits' must have lists of one length, got 1 to 2");
    Path wrong = table("c.parquet", "SELECT [0.5, 0.5] AS probabilities FROM range(3)");
    refuses(wrong, NodeField.LOGITS, "must have a column of lists 'logits' or 'probabilities'");
    assertThat(read(wrong, NodeField.PROBABILITIES).requireProbabilities().nodeCount())
        .isEqualTo(3);
    Path missing = table("d.parquet", "FROM (VALUES ([1.0, 2.0]), ([1.0, NULL])) t(logits)");
    refuses(missing, NodeField.LOGITS, "must be finite, got NaN");
  }

  private static void refuses(Path file, NodeField part, String message) {
    assertThatThrownBy(() -> read(file, part))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message);
  }

  @Test
  void readsEdgesBetweenNumbersAndNames() throws Exception {
    Graph expected = Graph.fromEdges(3, new int[] {0, 1}, new int[] {1, 2});
    Path numbers = table("a.parquet", "FROM (VALUES (0, 1, 'x'), (1, 2, 'y')) t(src, dst, kind)");
    assertThat(read(numbers, NodeField.GRAPH).requireGraph()).isEqualTo(expected);
    Path names =
        table("b.parquet", "FROM (VALUES ('p', 'q'), ('q', 'r')) t(sourceNodeId, targetNodeId)");
    NodeData data = read(names, NodeField.GRAPH);
    assertThat(data.requireGraph()).isEqualTo(expected);
    assertThat(data.ids().toArray()).containsExactly("p", "q", "r");
    Path logits = table("c.parquet", "SELECT i AS id, 1.5 AS x0, 2.5 AS x1 FROM range(2) t(i)");
    assertThatThrownBy(
            () ->
                NodeReader.read(
                    List.of(
                        Source.of(logits, NodeField.LOGITS), Source.of(numbers, NodeField.GRAPH)),
                    EnumSet.allOf(NodeField.class)))
        .hasMessageStartingWith(numbers + ": row 1: nodes must be in 0 … 1")
        .hasMessageEndingWith("got '2'");
    Path other = table("d.parquet", "SELECT 1 AS weight");
    refuses(other, NodeField.GRAPH, "must have columns 'source' and 'target'");
  }

  @Test
  void refusesANumberThatIsTooLargeInALateRow() throws Exception {
    String late = "SELECT CASE WHEN i = 250000 THEN 9999999999 ELSE i END AS src, i AS dst";
    Path file = table("a.parquet", late + " FROM range(300000) t(i)");
    refuses(file, NodeField.GRAPH, "9999999999");
    String length = "SELECT list_value(1.5, 2)[:CASE WHEN i = 250000 THEN 1 ELSE 2 END] AS logits";
    Path uneven = table("b.parquet", length + " FROM range(300000) t(i)");
    refuses(uneven, NodeField.LOGITS, "must have lists of one length, got 1 to 2 numbers");
    Path text = folder.resolve("c.jsonl");
    String row = "{\"c0\": 1.5, \"c1\": 2}\n";
    Files.writeString(text, row.repeat(300_000) + "{\"c0\": 1.5, \"c1\": \"x\"}\n");
    refuses(text, NodeField.LOGITS, "");
  }

  @Test
  void readsColumnsThatAUserChooses() throws Exception {
    Path file = table("a.parquet", "FROM (VALUES ('n', 7.5, 1.5, 2.5)) t(word, other, b, a)");
    NodeData data =
        NodeReader.read(
            List.of(Source.of(file, NodeField.LOGITS)),
            EnumSet.of(NodeField.LOGITS),
            new Columns(Optional.of("word"), List.of("a", "b")));
    assertThat(data.ids().toArray()).containsExactly("n");
    assertThat(data.requireLogits().get(0, 0)).isEqualTo(2.5);
    assertThat(data.classNames()).containsExactly("a", "b");
  }

  @Test
  void refusesADamagedFileAndReadsNoOtherThanTheOneNamed() throws Exception {
    Path file = Files.writeString(folder.resolve("a.parquet"), "PAR1 no table PAR1");
    refuses(file, NodeField.LOGITS, "cannot be read: ");
    table("b1.parquet", "SELECT 1.5 AS x0, 2.5 AS x1");
    refuses(folder.resolve("b[0-9].parquet"), NodeField.LOGITS, "cannot be read: ");
    Path quoted = Files.copy(folder.resolve("b1.parquet"), folder.resolve("it's [1].parquet"));
    assertThat(read(quoted, NodeField.LOGITS).nodeCount()).isEqualTo(1);
  }

  @Test
  void readsAFolderOfProbabilities() throws Exception {
    Path parts = Files.createDirectory(folder.resolve("parts"));
    table("parts/part-0.parquet", "SELECT 'a' AS id, [0.25, 0.75] AS probability");
    table("parts/part-1.parquet", "SELECT 'b' AS id, [0.5, 0.5] AS probability");
    Path nodes =
        table("y.parquet", "FROM (VALUES ('b', 0, 'test'), ('a', 1, 'test')) t(id, y, split)");
    String parted = parts.toString();
    String rest = nodes.toString();
    String out =
        Commands.run(
            "evaluate", "--probabilities", parted, "--labels", rest, "--split", rest, "--json");
    assertThat(out).containsPattern("\"nodes\" ?: ?2");
  }

  /** A column that only the second part has, and columns in another order. */
  @Test
  void readsTheColumnsOfAllParts() throws Exception {
    Path first = table("a.parquet", "SELECT 'a' AS id, 1.5 AS c0, 2.5 AS c1");
    Path second = table("b.parquet", "SELECT 4.5 AS c1, 3.5 AS c0, 'b' AS id, 1 AS label");
    Source logits = Source.of(first, NodeField.LOGITS).withMore(List.of(second));
    Source labels = Source.of(first, NodeField.LABELS).withMore(List.of(second));
    NodeData data = NodeReader.read(List.of(logits, labels), EnumSet.allOf(NodeField.class));
    assertThat(data.requireLogits().toArray()).containsExactly(1.5, 2.5, 3.5, 4.5);
    assertThat(data.requireLabels().toArray()).containsExactly(-1, 1);
    Path wider = table("c.parquet", "SELECT 'c' AS id, 1.5 AS c0, 2.5 AS c1, 0.5 AS c2");
    Source uneven = Source.of(first, NodeField.LOGITS).withMore(List.of(wider));
    assertThatThrownBy(() -> NodeReader.read(List.of(uneven), EnumSet.of(NodeField.LOGITS)))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("must be finite, got NaN at node 0, class 2");
  }

  /** Logits, labels, split and features of one table, in the order of its rows. */
  @ParameterizedTest
  @ValueSource(strings = {"a.parquet", "a.jsonl"})
  void readsAWholeTableOfNodes(String name) throws Exception {
    Path file =
        table(
            name,
            "FROM (VALUES ('b', [1.5, 0.5], [7.0, 8.5, 9.0], 1, 'val', 3),"
                + " ('a', [2.5, 1.5], [4.0, 5.0, 6.5], 0, 'test', 4))"
                + " t(id, logits, x, y, split, weight)");
    Path more = table("f.parquet", "FROM (VALUES ('a', 1.5, 2.0), ('b', 3.0, 4.5)) t(id, u, v)");
    List<String> readings = new ArrayList<>();
    Source run = new Source(file, EnumSet.complementOf(EnumSet.of(NodeField.GRAPH)));
    EnumSet<NodeField> all = EnumSet.allOf(NodeField.class);
    NodeData data = NodeReader.read(List.of(run), all, Columns.BY_NAME, readings::add);
    assertThat(data.requireLogits().toArray()).containsExactly(1.5, 0.5, 2.5, 1.5);
    assertThat(data.requireFeatures().dense().orElseThrow().array())
        .containsExactly(7, 8.5f, 9, 4, 5, 6.5f);
    assertThat(data.requireSplit().test().toArray()).containsExactly(1);
    assertThat(readings)
        .contains(
            "logits: " + file + ", column logits, ids in column id",
            "features: " + file + ", column x, ids in column id",
            "labels: " + file + ", column y, ids in column id");
    Source logits = Source.of(file, NodeField.LOGITS);
    NodeData joined = NodeReader.read(List.of(logits, Source.of(more, NodeField.FEATURES)), all);
    assertThat(joined.requireFeatures().dense().orElseThrow().array())
        .containsExactly(3, 4.5f, 1.5f, 2);
  }

  @Test
  void readsPredictionsAndConfidencesAsTextDoes() throws Exception {
    String rows =
        "FROM (VALUES ('b', 'val', 'cow', 'cat', 0.75), ('a', 'test', NULL, 'dog', 0.5))"
            + " t(id, split, label, prediction, confidence)";
    Path file = table("t.parquet", rows);
    Path text =
        Files.writeString(
            folder.resolve("t.csv"),
            "id,split,label,prediction,confidence\nb,val,cow,cat,0.75\na,test,,dog,0.5\n");
    NodeData data = NodeReader.read(file);
    NodeData same = NodeReader.read(text);
    assertThat(data.requireProbabilities()).isEqualTo(same.requireProbabilities());
    assertThat(data.requireProbabilities().areTopLabels()).isTrue();
    assertThat(data.requireLabels()).isEqualTo(same.requireLabels());
    assertThat(data.requireSplit()).isEqualTo(same.requireSplit());
    assertThat(data.classNames()).containsExactly("cat", "cow", "dog");
    Path twice = table("u.parquet", "SELECT 1 AS prediction, 2 AS pred, 0.5 AS confidence");
    assertThatThrownBy(() -> NodeReader.read(twice))
        .hasMessageContaining("must have one of the columns [prediction, pred], got several");
  }

  @ParameterizedTest
  @ValueSource(strings = {"out.parquet", "out.json", "out.jsonl", "out.csv.gz"})
  void writesResultsThatItReadsBack(String name) throws Exception {
    Path run = Path.of(ParquetFormatTest.class.getResource("/producers/run.npz").toURI());
    String npz = folder.resolve("out.npz").toString();
    Path out = folder.resolve(name);
    for (String file : List.of(npz, out.toString())) {
      Commands.run("calibrate", run.toString(), "--method", "ts", "-o", file);
    }
    byte[] first = Files.readAllBytes(out);
    Commands.run("calibrate", run.toString(), "--method", "ts", "-o", out.toString());
    assertThat(Files.readAllBytes(out)).isEqualTo(first);
    assertThat(read(out, NodeField.PROBABILITIES).requireProbabilities().toArray())
        .isEqualTo(read(Path.of(npz), NodeField.PROBABILITIES).requireProbabilities().toArray());
  }
}
