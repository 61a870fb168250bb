package io.github.wats.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.NodeData;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopLabelTableTest {
  private static final Set<NodeField> ALL = EnumSet.allOf(NodeField.class);

  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text.replace('/', '\n') + "\n");
  }

  private NodeData read(String text) throws IOException {
    return NodeReader.read(write("t.csv", text));
  }

  @Test
  void readsColumnsInAnyOrderAndLeavesOutOthers() throws IOException {
    NodeData data =
        read(
            "confidence,score,node_id,split,Label,prediction"
                + "/0.75,9,b,val,cow,cat/1e-3,8,a,test,,cow/1,7,c,train,dog,dog");
    Probabilities top = data.requireProbabilities();
    assertThat(data.ids().toArray()).containsExactly("b", "a", "c");
    assertThat(data.classNames()).containsExactly("cat", "cow", "dog");
    assertThat(data.requireLabels()).isEqualTo(Labels.of(3, new int[] {1, -1, 2}));
    assertThat(data.requireSplit().validation()).isEqualTo(NodeSet.of(3, 0));
    assertThat(top.areTopLabels()).isTrue();
    assertThat(top.predictions()).isEqualTo(Labels.of(3, new int[] {0, 1, 2}));
    assertThat(top.confidence(1)).isEqualTo(0.001);
    assertThatThrownBy(data::requireLogits).hasMessageContaining("has predictions and confidences");
    assertThat(data.scores()).isEqualTo(Logits.Source.CONFIDENCES);
    assertThat(data.notes()).isEmpty();
  }

  /** What calibration writes of such a table, as an archive too. */
  @Test
  void anArchiveIsReadAsTheTableIs() throws IOException {
    for (String names : List.of("cat,cow,dog", "0,2,1")) {
      String[] own = names.split(",");
      NodeData data =
          read(
              "id,split,label,prediction,confidence/b,val,%s,%s,0.75/a,test,%s,%s,0.5"
                  .formatted(own[1], own[0], own[2], own[1]));
      Path npz = folder.resolve("t.npz");
      NodeFileWriter.write(npz, data);
      List<String> readings = new ArrayList<>();
      NodeReader.Source all = new NodeReader.Source(npz, ALL);
      NodeData again = NodeReader.read(List.of(all), ALL, Columns.BY_NAME, readings::add);
      assertThat(readings)
          .containsExactly(
              "labels: " + npz + ", array 'y'",
              "split: " + npz + ", arrays 'train_mask', 'val_mask', 'test_mask'",
              "probabilities: " + npz + ", array 'confidence'");
      assertThat(again.requireProbabilities()).isEqualTo(data.requireProbabilities());
      assertThat(again.requireProbabilities().areTopLabels()).isTrue();
      assertThat(again.requireLabels()).isEqualTo(data.requireLabels());
      assertThat(again.classNames()).isEqualTo(data.classNames());
      assertThat(again.scores()).isEqualTo(Logits.Source.CONFIDENCES);
      assertThat(again.ids()).isEqualTo(data.ids());
    }
    Path wrong = folder.resolve("w.npz");
    NpzWriter.write(
        wrong,
        out -> {
          out.put("prediction", NpyData.of(new int[] {0, -1}, 2));
          out.put("confidence", NpyData.of(new double[] {0.5, 1}, 2));
        });
    assertThatThrownBy(() -> NodeReader.read(wrong)).isInstanceOf(InvalidDataException.class);
  }

  @Test
  void classNumbersHaveNoNamesAndRowsWithoutSplitAreTestNodes() throws IOException {
    NodeData data = read("pred,conf,y/0,0.5,-1/3.0,1,2");
    assertThat(data.classNames()).isEmpty();
    assertThat(data.requireProbabilities().classCount()).isEqualTo(4);
    assertThat(data.requireLabels()).isEqualTo(Labels.of(4, new int[] {-1, 2}));
    assertThat(data.requireSplit().test().size()).isEqualTo(2);
    assertThat(data.notes()).singleElement().asString().contains("has no column 'split'");
    assertThat(read("prediction,confidence/yes,1").classNames())
        .containsExactly("other than yes", "yes");
  }

  /** Rows of labels, split and edges come in other orders. */
  @Test
  void isJoinedWithOtherFilesById() throws IOException {
    Path table = write("t.csv", "id,prediction,confidence/a,x,0.5/b,y,0.25/c,x,1");
    Path labels = write("y.csv", "id,label/c,y/a,x/b,y");
    Path graph = write("e.csv", "source,target/c,a");
    Set<NodeField> own = EnumSet.of(NodeField.PROBABILITIES, NodeField.SPLIT);
    List<String> readings = new ArrayList<>();
    NodeData data =
        NodeReader.read(
            List.of(
                NodeReader.Source.of(labels, NodeField.LABELS),
                NodeReader.Source.of(graph, NodeField.GRAPH),
                new NodeReader.Source(table, own)),
            ALL,
            Columns.BY_NAME,
            readings::add);
    assertThat(data.requireLabels()).isEqualTo(Labels.of(2, new int[] {0, 1, 1}));
    assertThat(data.requireGraph().degree(1)).isZero();
    assertThat(data.requireGraph().degree(2)).isEqualTo(1);
    assertThat(readings)
        .anyMatch(
            line -> line.startsWith("labels: ") && line.endsWith("column label, ids in column id"))
        .anyMatch(line -> line.startsWith("graph: ") && line.endsWith("e.csv, columns [1, 2]"))
        .anyMatch(line -> line.endsWith("columns [prediction, confidence], ids in column id"));
  }

  @Test
  void aUserMayNameClassesThatNeverOccur() throws IOException {
    Columns columns = new Columns(Optional.empty(), List.of(), List.of("c", "b", "a"), false);
    Path file = write("t.csv", "prediction,confidence,label/a,0.5,b");
    NodeData data = NodeReader.read(List.of(new NodeReader.Source(file, ALL)), ALL, columns);
    assertThat(data.classNames()).containsExactly("c", "b", "a");
    assertThat(data.requireProbabilities().predictedClass(0)).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          id,label,confidence/a,1,1            | must have one column 'prediction' and one 'confidence' in its header, got [id, label, confidence]
          prediction,confidence,conf/1,1,1     | must have one of the columns [confidence, conf], got several
          prediction,confidence/1,95           | line 2: confidence must be a number in 0 … 1, got '95': divide percentages by 100
          prediction,confidence/1,-0.1         | line 2: confidence must be a number in 0 … 1, got '-0.1'
          prediction,confidence/1,             | line 2: confidence must be a number in 0 … 1, got ''
          prediction,confidence/1,nan          | line 2: confidence must be a number in 0 … 1, got 'nan'
          prediction,confidence/1,0.5/,0.5     | line 3: must have a prediction, got none
          prediction,confidence/1,0.5/0        | line 3: must have 2 fields like the header, got 1
          prediction,confidence/1,0.5/cat,0.5  | must have numbers or names as classes, got 1 and cat; or add --class-names
          prediction,confidence/70000,0.5      | must have class numbers below 65536, got 70000
          id,prediction,confidence/a,1,1/a,1,1 | 'a'
          """)
  void refusesWhatIsInDoubt(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining(message);
  }
}
