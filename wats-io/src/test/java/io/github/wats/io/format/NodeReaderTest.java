package io.github.wats.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader.Source;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeReaderTest {
  private static final Graph PATH = Graph.fromEdges(3, new int[] {0, 1}, new int[] {1, 2});

  private static final Set<NodeField> ALL = EnumSet.allOf(NodeField.class);

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          edges.csv   | 0,1;1,2;2,1;1,1
          edges.csv   | source,target;0,1;1,2
          edges.csv   | SRC , dst , weight;0,1,0.5;1,2,9
          edges.csv   | weight,from,to;0.5,0,1;9,1,2
          edges.csv   | first,second;0,1;1,2
          edges.csv   | # a comment;;# another;0,1;"1","2"
          edges.csv   | ,a,b;0,0,1;1,1,2
          edges.csv   | index,a,b;7,0,1;8,1,2
          edges.csv   | ,0,1;0,0,1;1,1,2
          edges.csv   | index,0,1;7,0,1;8,1,2
          edges.csv   | 0, 1;1 ,2
          edges.tsv   | 0\t1;1\t2
          edges.txt   | 0 1;1   2
          edges.txt   | # SNAP;0\t1;1\t2
          edges.edges | 0,1;1,2
          EDGES.CSV   | \uFEFFsource,target;0,1;1,2
          """)
  void readsEdgeListsWithOrWithoutHeader(String name, String lines) throws IOException {
    String text = lines.replace(';', '\n').replace("\\t", "\t").replace("\\uFEFF", "\uFEFF");
    NodeData data = NodeReader.read(List.of(Source.of(write(name, text), NodeField.GRAPH)), ALL);
    assertThat(data.requireGraph()).isEqualTo(PATH);
    assertThat(data.ids().areNames()).isFalse();
  }

  @Test
  void refusesEdgesInTwoRows() throws IOException {
    Path edges = write("edges.txt", "0 1 2 3\n1 2 3 0\n");
    assertThatThrownBy(() -> NodeReader.read(List.of(Source.of(edges, NodeField.GRAPH)), ALL))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("has two rows of 4 numbers: write a row for each edge");
    Path weighted = write("weighted.txt", "0 1 2 3\n1 2 3 0\n2 0 1 1\n");
    NodeData data = NodeReader.read(List.of(Source.of(weighted, NodeField.GRAPH)), ALL);
    assertThat(data.requireGraph().edgeCount()).isEqualTo(3);
  }

  @Test
  void keepsStringIdsInTheOrderOfAGraphAlone() throws IOException {
    Path edges = write("edges.csv", "ada,\"Lovelace, A.\"\n\"Lovelace, A.\",7\n");
    NodeData data = NodeReader.read(List.of(Source.of(edges, NodeField.GRAPH)), ALL);
    assertThat(data.requireGraph()).isEqualTo(PATH);
    assertThat(data.ids().toArray()).containsExactly("ada", "Lovelace, A.", "7");
  }

  @Test
  void mapsTheIdsOfAllFilesToTheRowsOfTheLogits() throws IOException {
    NodeData data =
        NodeReader.read(
            List.of(
                Source.of(
                    write("logits.csv", "id,dog,cat\nc,1,2\na,3.5,-4e-1\nb,5,6\n"),
                    NodeField.LOGITS),
                Source.of(write("edges.tsv", "source\ttarget\nc\ta\na\tb\n"), NodeField.GRAPH),
                Source.of(write("y.csv", "node_id,label\nb,1\nc,0\n"), NodeField.LABELS)),
            ALL);
    assertThat(data.ids().toArray()).containsExactly("c", "a", "b");
    assertThat(data.requireGraph()).isEqualTo(PATH);
    assertThat(data.requireLogits())
        .isEqualTo(Logits.of(new double[][] {{1, 2}, {3.5, -0.4}, {5, 6}}));
    assertThat(data.requireLabels()).isEqualTo(Labels.of(2, new int[] {0, -1, 1}));
  }

  @Test
  void readsNumberedNodesFromArraysAndText() throws IOException {
    Path logits = folder.resolve("logits.npy");
    NpyData.of(new float[] {1, 2, 3, 4, 5, 6}, 3, 2).write(logits);
    Path labels = folder.resolve("y.npy");
    NpyData.of(new long[] {1, -1, 0}, 3).write(labels);
    Path graph = folder.resolve("graph.npz");
    NpzWriter.write(graph, npz -> npz.put("edge_index", NpyData.of(new long[] {0, 1, 1, 2}, 2, 2)));
    Path split = folder.resolve("split.npz");
    NpzWriter.write(
        split,
        npz ->
            npz.put("val_idx", NpyData.of(new int[] {2}, 1))
                .put("test_mask", NpyData.of(new boolean[] {true, false, false}, 3)));
    List<Source> files =
        List.of(
            Source.of(logits, NodeField.LOGITS),
            Source.of(labels, NodeField.LABELS),
            Source.of(graph, NodeField.GRAPH),
            Source.of(split, NodeField.SPLIT));
    NodeData data = NodeReader.read(files, ALL);
    assertThat(data.requireGraph()).isEqualTo(PATH);
    assertThat(data.requireLabels()).isEqualTo(Labels.of(2, new int[] {1, -1, 0}));
    assertThat(data.requireSplit().validation()).isEqualTo(NodeSet.of(3, 2));
    NodeData same =
        NodeReader.read(
            List.of(
                Source.of(write("logits.csv", "1.0,2\n3,4\n5,6\n"), NodeField.LOGITS),
                Source.of(write("y.csv", "label\n1\n-1\n0\n"), NodeField.LABELS),
                Source.of(write("e.csv", "0,1\n1,2\n"), NodeField.GRAPH),
                Source.of(split, NodeField.SPLIT)),
            ALL);
    assertThat(same.requireLogits()).isEqualTo(data.requireLogits());
    assertThat(same.requireLabels()).isEqualTo(data.requireLabels());
    assertThat(same.requireGraph()).isEqualTo(data.requireGraph());
  }

  /** The logits have c, a, b, the archives a, b, c. */
  @Test
  void putsEveryPartOfAnArchiveIntoTheOrderOfTheLogits() throws IOException {
    NpyData ids = NpyData.of(new String[] {"a", "b", "c"}, 3);
    NodeData data =
        NodeReader.read(
            List.of(
                Source.of(write("z.csv", "id,u,v\nc,1,2\na,3,4\nb,5,6\n"), NodeField.LOGITS),
                archive("y", NpyData.of(new int[] {0, 1, -1}, 3), ids, NodeField.LABELS),
                archive("val_idx", NpyData.of(new int[] {1}, 1), ids, NodeField.SPLIT),
                archive("x", NpyData.of(new float[] {10, 20, 30}, 3, 1), ids, NodeField.FEATURES),
                archive("edge_index", NpyData.of(new int[] {0, 2}, 2, 1), ids, NodeField.GRAPH),
                archive(
                    "probabilities",
                    NpyData.of(new double[] {1, 0, 0, 1, 0.5, 0.5}, 3, 2),
                    ids,
                    NodeField.PROBABILITIES)),
            ALL);
    assertThat(data.requireLabels()).isEqualTo(Labels.of(2, new int[] {-1, 0, 1}));
    assertThat(data.requireSplit().validation()).isEqualTo(NodeSet.of(3, 2));
    assertThat(data.requireFeatures().get(0, 0)).isEqualTo(30);
    assertThat(data.requireGraph()).isEqualTo(Graph.fromEdges(3, new int[] {0}, new int[] {1}));
    assertThat(data.requireProbabilities())
        .isEqualTo(Probabilities.of(new double[][] {{0.5, 0.5}, {1, 0}, {0, 1}}));
    assertThat(data.notes()).isEmpty();
    assertThat(data.classNames()).containsExactly("u", "v");
  }

  @Test
  void saysOnceHowAFileThatIsGivenForSeveralPartsIsJoined() throws IOException {
    Path file = folder.resolve("all.npz");
    NpzWriter.write(
        file,
        npz ->
            npz.put("y", NpyData.of(new int[] {0, 1}, 2))
                .put("val_idx", NpyData.of(new int[] {1}, 1))
                .put("edge_index", NpyData.of(new int[] {0, 1}, 2, 1)));
    NodeData data =
        NodeReader.read(
            List.of(
                Source.of(write("z.csv", "id,u,v\na,1,2\nb,3,4\n"), NodeField.LOGITS),
                Source.of(file, NodeField.GRAPH),
                Source.of(file, NodeField.LABELS),
                Source.of(file, NodeField.SPLIT)),
            ALL);
    assertThat(data.notes()).hasSize(1).first().asString().contains("joined by position");
  }

  @Test
  void idsFromZeroAreTheRowNumbersOfFilesWithoutIds() throws IOException {
    NpyData ids = NpyData.of(new int[] {2, 0, 1}, 3);
    NodeData data =
        NodeReader.read(
            List.of(
                Source.of(write("z.csv", "1.5,2\n3,4\n5,6\n"), NodeField.LOGITS),
                archive("y", NpyData.of(new int[] {0, 1, -1}, 3), ids, NodeField.LABELS)),
            ALL);
    assertThat(data.requireLabels()).isEqualTo(Labels.of(2, new int[] {1, -1, 0}));
    assertThat(data.ids().areNames()).isFalse();
    assertThat(data.notes()).isEmpty();
    Path labels = folder.resolve("y.npy");
    NpyData.of(new int[] {1, -1, 0}, 3).write(labels);
    NodeData same =
        NodeReader.read(
            List.of(
                archive("logits", NpyData.of(new double[6], 3, 2), ids, NodeField.LOGITS),
                Source.of(labels, NodeField.LABELS)),
            ALL);
    assertThat(same.requireLabels()).isEqualTo(Labels.of(2, new int[] {0, 1, -1}));
    assertThat(same.ids().toArray()).containsExactly("2", "0", "1");
    assertThat(same.notes()).isEmpty();
  }

  @Test
  void idsFromZeroInOrderNeedNoNote() throws IOException {
    Path labels = folder.resolve("y.npy");
    NpyData.of(new int[] {1, 0}, 2).write(labels);
    NodeData data =
        NodeReader.read(
            List.of(
                Source.of(write("z.csv", "id,a,b\n0,1,2\n1,3,4\n"), NodeField.LOGITS),
                Source.of(labels, NodeField.LABELS)),
            ALL);
    assertThat(data.requireLabels()).isEqualTo(Labels.of(2, new int[] {1, 0}));
    assertThat(data.notes()).isEmpty();
  }

  @Test
  void refusesLabelsWithOtherClassNamesThanTheLogits() throws IOException {
    Path labels = folder.resolve("y.npz");
    NpyData numbers = NpyData.of(new int[] {1, 0}, 2);
    Source logits = Source.of(write("z.csv", "id,cat,dog\na,1,2\nb,3,4\n"), NodeField.LOGITS);
    for (String[] names : new String[][] {{"cat", "dog"}, {"dog", "cat"}}) {
      NpzWriter.write(
          labels, npz -> npz.put("y", numbers).put("class_names", NpyData.of(names, 2)));
      List<Source> sources = List.of(logits, Source.of(labels, NodeField.LABELS));
      if (names[0].equals("cat")) {
        assertThat(NodeReader.read(sources, ALL).classNames()).containsExactly("cat", "dog");
      } else {
        assertThatThrownBy(() -> NodeReader.read(sources, ALL))
            .isInstanceOf(InvalidDataException.class)
            .hasMessage(
                labels
                    + ": array 'class_names': must be the class names of the logits in their order,"
                    + " [cat, dog], got [dog, cat]");
      }
    }
  }

  private Source archive(String name, NpyData array, NpyData ids, NodeField part)
      throws IOException {
    Path file = folder.resolve(name + ".npz");
    NpzWriter.write(file, npz -> npz.put(name, array).put("node_ids", ids));
    return Source.of(file, part);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          id,cat,dog | id,label;a,dog;b,cat | 1 0
          id,cat,dog | a,dog;b,              | 1 -1
          id,cat,dog | label,id;dog,a;cat,b  | 1 0
          id,cat,dog | label;dog;cat         | 1 0
          id,cat,dog | a,1;b,-1              | 1 -1
          id,cat,dog | paper,topic;a,;b,1    | -1 1
          id,2,1     | a,1;b,2               | 1 0
          id,2,1     | a,0;b,0               | 0 0
          """)
  void labelsAreNamesOfTheHeaderOrColumnNumbers(String header, String lines, String expected)
      throws IOException {
    NodeData data =
        NodeReader.read(
            List.of(
                Source.of(write("z.csv", header + "\na,1,2\nb,3,4\n"), NodeField.LOGITS),
                Source.of(write("y.csv", lines.replace(';', '\n')), NodeField.LABELS)),
            ALL);
    int[] labels = Stream.of(expected.split(" ")).mapToInt(Integer::parseInt).toArray();
    assertThat(data.requireLabels()).isEqualTo(Labels.of(2, labels));
    assertThat(data.nodeCount()).isEqualTo(2);
  }

  @Test
  void integersOfAnArrayAreNumbersOfClassesAlsoWhereNamesAreNumbers() throws IOException {
    Path labels = folder.resolve("y.npy");
    NpyData.of(new int[] {1, 0}, 2).write(labels);
    NodeData data =
        NodeReader.read(
            List.of(
                Source.of(write("z.csv", "id,1,0\na,1,2\nb,3,4\n"), NodeField.LOGITS),
                Source.of(labels, NodeField.LABELS)),
            ALL);
    assertThat(data.requireLabels()).isEqualTo(Labels.of(2, new int[] {1, 0}));
    assertThat(data.classNames()).containsExactly("1", "0");
  }

  @Test
  void aHeaderThatRepeatsAWordNamesNoClasses() throws IOException {
    NodeData data = read("z,z\n1.5,2\n3,4\n");
    assertThat(data.requireLogits()).isEqualTo(Logits.of(new double[][] {{1.5, 2}, {3, 4}}));
    assertThat(data.classNames()).isEmpty();
  }

  @Test
  void joinsColumnsWithoutACommonNameByPosition() throws IOException {
    NodeData data =
        NodeReader.read(
            List.of(
                Source.of(write("z.csv", "id,logit_0,logit_1\na,1,2\nb,3,4\n"), NodeField.LOGITS),
                Source.of(
                    write("p.csv", "id,prob_0,prob_1\nb,1,0\na,0,1\n"), NodeField.PROBABILITIES)),
            ALL);
    assertThat(data.requireProbabilities())
        .isEqualTo(Probabilities.of(new double[][] {{0, 1}, {1, 0}}));
    assertThat(data.notes())
        .containsExactly(
            folder.resolve("p.csv")
                + " has other column names than the logits: its columns are joined by position");
  }

  @Test
  void refusesClassNamesThatAreUnclear() throws IOException {
    Source logits = Source.of(write("z.csv", "id,cat,dog\na,1,2\nb,3,4\n"), NodeField.LOGITS);
    assertInvalid(
        () ->
            NodeReader.read(
                List.of(logits, Source.of(write("y.csv", "a,cat\nb,cow\n"), NodeField.LABELS)),
                ALL),
        "y.csv: line 2: labels must be one of the classes [cat, dog], got 'cow'");
    Path twice = folder.resolve("twice.npz");
    NpzWriter.write(
        twice,
        npz ->
            npz.put("logits", NpyData.of(new double[2], 1, 2))
                .put("class_names", NpyData.of(new String[] {"cat", "cat"}, 2)));
    assertInvalid(() -> NodeReader.read(twice), "class names must differ, got [cat, cat]");
    assertInvalid(
        () ->
            NodeReader.read(
                List.of(
                    logits,
                    Source.of(
                        write("p.csv", "id,dog,cow\nb,1,0\na,0,1\n"), NodeField.PROBABILITIES)),
                ALL),
        "p.csv: must have a column of class 'cat', got [dog, cow]");
  }

  @Test
  void readsTheEdgesAndLabelsOfCoraFull() throws IOException {
    Path cora = Shared.datasets().resolve("cora_full");
    NodeData data =
        NodeReader.read(
            List.of(
                Source.of(cora.resolve("cora_full.edges.txt"), NodeField.GRAPH),
                Source.of(cora.resolve("cora_full.labels.txt"), NodeField.LABELS)),
            ALL);
    assertThat(data.nodeCount()).isEqualTo(19_793);
    assertThat(data.requireGraph().edgeCount()).isEqualTo((130_622 - 3_780) / 2);
    assertThat(data.requireLabels().classCount()).isEqualTo(70);
  }

  @Test
  void saysWhichFileLineRuleAndValueAreWrong() throws IOException {
    Path logits = write("logits.csv", "id,a,b\nx,1,2\ny,3,4\n");
    Source known = Source.of(logits, NodeField.LOGITS);
    assertInvalid(
        () ->
            NodeReader.read(
                List.of(known, Source.of(write("e.csv", "x,y\nx,z\n"), NodeField.GRAPH)), ALL),
        "e.csv: line 2: nodes must be known ids (" + logits + " has 2 rows), got 'z'");
    assertInvalid(
        () ->
            NodeReader.read(
                List.of(known, Source.of(write("e.csv", "x,y\n\nx\n"), NodeField.GRAPH)), ALL),
        "e.csv: line 3: must have a source and a target, got [x]");
    assertInvalid(
        () ->
            NodeReader.read(
                List.of(known, Source.of(write("y.csv", "x,0\nz,1\n"), NodeField.LABELS)), ALL),
        "y.csv: line 2: nodes must be known ids (" + logits + " has 2 rows), got 'z'");
    assertInvalid(
        () ->
            NodeReader.read(
                List.of(known, Source.of(write("y.csv", "x,0\nx,1\n"), NodeField.LABELS)), ALL),
        "y.csv: line 2: must give a node once, got 'x' again");
    assertInvalid(
        () ->
            NodeReader.read(
                List.of(known, Source.of(write("y.csv", "x,0\ny,2\n"), NodeField.LABELS)), ALL),
        "y.csv: line 2: labels must be in 0 … 1, or -1 for unknown, got 2");
    assertInvalid(
        () ->
            NodeReader.read(
                List.of(known, Source.of(write("y.csv", "x,0\ny,dog\n"), NodeField.LABELS)), ALL),
        "y.csv: line 2: must have a whole number or one of [a, b] as label, got 'dog'");
    assertInvalid(
        () ->
            NodeReader.read(
                List.of(known, Source.of(write("y.csv", "0\n1\n1\n"), NodeField.LABELS)), ALL),
        "y.csv: rows must be 2 (" + logits + " has 2 rows), got 3");
    assertInvalid(
        () ->
            NodeReader.read(
                List.of(known, Source.of(write("y.csv", "x,1,0\n"), NodeField.LABELS)), ALL),
        "of more than two columns a header must name 'id' and 'label', got [x, 1, 0]");
    assertInvalid(
        () -> read("id,a,b\nx,1,2\ny,3,NaN\n"),
        "logits.csv: logits must be finite, got NaN at node 1, class 1");
    assertInvalid(
        () -> read("id,a,b\nx,1,2\ny,3,-inf\n"), "must be finite, got -Infinity at node 1");
    assertInvalid(
        () -> read("id,a,b\nx,1,2\ny,3\n"), "line 3: must have 3 fields like the first row, got 2");
    assertInvalid(
        () -> read("a,b\n1,x\n"), "logits.csv: line 2: must have a number in field 2, got 'x'");
    assertInvalid(
        () -> read("x,1\ny,two\n"), "logits.csv: line 2: must have a number in field 2, got 'two'");
    assertInvalid(() -> read("x,1\nx,2\n"), "node ids must differ, got 'x' at nodes 0 and 1");
    assertInvalid(() -> read("17,0.5,0.1\n18,0.2,0.3\n"), "may have ids or numbers");
    assertInvalid(() -> read(""), "must have a column for each class, got none");
    assertInvalid(() -> read("id,a\n\"x,1\n"), "logits.csv: cannot be read after line 1");
    Source graphOnly = Source.of(write("g.csv", "0,2000000000\n"), NodeField.GRAPH);
    assertInvalid(
        () -> NodeReader.read(List.of(graphOnly), ALL),
        "g.csv: a graph of 1 edges may declare up to 1048640 nodes");
    Path latin = folder.resolve("latin.csv");
    Files.write(latin, "M\u00fcller,1\n".getBytes(StandardCharsets.ISO_8859_1));
    assertInvalid(
        () -> NodeReader.read(List.of(Source.of(latin, NodeField.GRAPH)), ALL),
        "latin.csv: must be UTF-8 text");
  }

  @Test
  void saysWhichColumnsWereLeftOutWhereLabelsDoNotFit() throws IOException {
    Path logits = write("z.csv", "hot,cold,temperature\n1.5,2,0.5\n3,4,2.5\n");
    Source labels = Source.of(write("y.csv", "0\n2\n"), NodeField.LABELS);
    assertInvalid(
        () -> NodeReader.read(List.of(Source.of(logits, NodeField.LOGITS), labels), ALL),
        "got 2 for labels up to 2; note: "
            + logits
            + ": left out [temperature]; --id-column and --class-columns choose columns");
  }

  @Test
  void saysWhatASplitIsWhereOneArrayIsGiven() throws IOException {
    Path split = folder.resolve("split.npy");
    NpyData.of(new boolean[] {true, false}, 2).write(split);
    Source logits = Source.of(write("z.csv", "id,a,b\nx,1,2\ny,3,4\n"), NodeField.LOGITS);
    assertInvalid(
        () -> NodeReader.read(List.of(logits, Source.of(split, NodeField.SPLIT)), ALL),
        "split.npy: is an .npy file: a split is text with train, val or test for each node, or an"
            + " .npz file with 'train_mask'");
  }

  private NodeData read(String logits) throws IOException {
    return NodeReader.read(List.of(Source.of(write("logits.csv", logits), NodeField.LOGITS)), ALL);
  }

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text);
    return file;
  }

  private static void assertInvalid(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(InvalidDataException.class).hasMessageContaining(message);
  }
}
