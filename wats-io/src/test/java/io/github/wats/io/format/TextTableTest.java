package io.github.wats.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.graph.Graph;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader.Source;
import io.github.wats.prediction.Labels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fields are values as they are written; in the texts a line ends with {@code /}. */
class TextTableTest {
  private static final Set<NodeField> ALL = EnumSet.allOf(NodeField.class);

  @TempDir Path folder;

  private Path write(String name, String lines) throws IOException {
    return Files.writeString(folder.resolve(name), lines.replace('/', '\n'));
  }

  private NodeData logits(String lines) throws IOException {
    return NodeReader.read(List.of(Source.of(write("z.csv", lines), NodeField.LOGITS)), ALL);
  }

  @Test
  void commentsStandBeforeTheFirstRowOnly() throws IOException {
    assertThat(logits("# two comments/ /# 7,1,2/id,cat,cow/#1,0.5,1/b,1,2/#3,1,1").ids().toArray())
        .containsExactly("#1", "b", "#3");
    assertThat(logits("\"#1\",0.5,1/#2,1,2").ids().toArray()).containsExactly("#1", "#2");
    assertThat(logits("#id,cat,cow/a,0.5,1/b,1,2").ids().toArray()).containsExactly("a", "b");
    for (String first : List.of("#1,0.5,1", "#1,\"0.5\",\" 1 \"")) {
      assertThatThrownBy(() -> logits("# comment/" + first + "/b,1,2"))
          .hasMessageContaining("z.csv: line 2: may be a comment or a row: write a space after #");
    }
  }

  @Test
  void separatorsInQuotesDoNotCount() throws IOException {
    assertThat(logits("id;\"cat, tame\";cow/a;0.5;1/b;1;2").classNames())
        .containsExactly("cat, tame", "cow");
    assertThat(logits("\"Doe, \"\"J,\"\" A\";0.5;1/\"b\";1;2").ids().toArray())
        .containsExactly("Doe, \"J,\" A", "b");
  }

  @Test
  void aLabelOfOnePointZeroIsTheClassCalledOne() throws IOException {
    List<Source> sources =
        List.of(
            Source.of(write("z.csv", "id,1,2/a,0.5,1/b,2,3.5"), NodeField.LOGITS),
            Source.of(write("y.csv", "a,2.0/b,1.0"), NodeField.LABELS));
    assertThat(NodeReader.read(sources, ALL).requireLabels())
        .isEqualTo(Labels.of(2, new int[] {1, 0}));
    write("y.csv", "a,0.5/b,1.0");
    assertThatThrownBy(() -> NodeReader.read(sources, ALL))
        .hasMessageContaining("y.csv: line 1: labels must be one of the classes [1, 2], got '0.5'");
  }

  @Test
  void aFirstRowOfLabelsMayEndLikeAnIdColumn() throws IOException {
    List<Source> sources =
        List.of(
            Source.of(write("z.csv", "id,cat,cow/x-id,0.5,1/7,2,3.5"), NodeField.LOGITS),
            Source.of(write("y.csv", "x-id,cow/z,cat"), NodeField.LABELS));
    assertThatThrownBy(() -> NodeReader.read(sources, ALL)).hasMessageContaining("y.csv: line 2");
    write("y.csv", "x-id,cow");
    assertThat(NodeReader.read(sources, ALL).requireLabels())
        .isEqualTo(Labels.of(2, new int[] {1, -1}));
    for (String header : List.of("x-id,0", "x-id,topic", "x-id,label")) {
      write("y.csv", header + "/7,1");
      assertThat(NodeReader.read(sources, ALL).requireLabels())
          .isEqualTo(Labels.of(2, new int[] {-1, 1}));
    }
  }

  @Test
  void keepsSpacesInQuotesAndNumberSignsOfIds() throws IOException {
    List<Source> sources =
        List.of(
            Source.of(
                write("z.csv", "id,cat,cow/\" a \",0.5,1/#b,2,3.5/ a ,1,1"), NodeField.LOGITS),
            Source.of(write("e.csv", "\" a \",#b/#b,a"), NodeField.GRAPH),
            Source.of(write("y.csv", "#b,\" 1 \"/\" a \",0"), NodeField.LABELS),
            Source.of(write("s.csv", "id,part/#b,\" val\"/\" a \",test"), NodeField.SPLIT));
    assertThatThrownBy(() -> NodeReader.read(sources, ALL)) // the row begins like a comment
        .hasMessageContaining("y.csv: line 1: may be a comment or a row");
    write("y.csv", "id,label/#b,\" 1 \"/\" a \",0");
    NodeData data = NodeReader.read(sources, ALL);
    assertThat(data.ids().toArray()).containsExactly(" a ", "#b", "a");
    assertThat(data.requireGraph())
        .isEqualTo(Graph.fromEdges(3, new int[] {0, 1}, new int[] {1, 2}));
    assertThat(data.requireLabels()).isEqualTo(Labels.of(2, new int[] {0, 1, -1}));
    assertThat(data.requireSplit().validation().toArray()).containsExactly(1);
  }
}
