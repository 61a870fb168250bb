package io.github.wats.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader.Source;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables as people and their programs write them; in the cases a line ends with {@code /}. */
class TextTableFormsTest {
  private static final Set<NodeField> ALL = EnumSet.allOf(NodeField.class);
  private static final Logits TWO = Logits.of(new double[][] {{0.5, -1.5}, {2, 0.25}});

  @TempDir Path folder;

  private Path write(String name, String lines) throws IOException {
    return Files.writeString(folder.resolve(name), lines.replace('/', '\n').replace("\\t", "\t"));
  }

  private NodeData logits(String name, String lines, Columns columns) throws IOException {
    return NodeReader.read(List.of(Source.of(write(name, lines), NodeField.LOGITS)), ALL, columns);
  }

  private static Columns columns(String id, String... classes) {
    return new Columns(Optional.of(id).filter(name -> !name.isEmpty()), List.of(classes));
  }

  /** Two nodes, two classes; the ids, the names of the classes and the notes are given. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          z.csv | 0.5,-1.5/2,0.25                                  | 0 1   |       |
          z.csv | 0.5;-1.5/2;0.25                                  | 0 1   |       |
          z.tsv | 0.5\t-1.5/2\t0.25                                | 0 1   |       |
          z.txt | 0.5 -1.5/2.0   2.5e-1                            | 0 1   |       |
          z.txt | # cat dog/0.5 -1.5/2 0.25                        | 0 1   |       |
          z.csv | cat,dog/0.5,-1.5/2,0.25                          | 0 1   | cat dog |
          z.csv | 0,1/0.5,-1.5/2.0,0.25                            | 0 1   |       | is read as a header
          z.csv | ,0,1/0,0.5,-1.5/1,2.0,0.25                       | 0 1   |       |
          z.csv | ,0,1/7,0.5,-1.5/8,2.0,0.25                       | 7 8   |       |
          z.csv | index,0,1/7,0.5,-1.5/8,2.0,0.25                  | 7 8   |       |
          z.csv | ,0.0,1.0/7,0.5,-1.5/8,2.0,0.25                   | 7 8   |       |
          z.csv | index,1.0,2.0/a,0.5,-1.5/b,2.0,0.25              | a b   | 1 2   |
          z.csv | index,cat,dog/0,0.5,-1.5/1,2.0,0.25              | 0 1   | cat dog |
          z.csv | Unnamed: 0,cat,dog/7,0.5,-1.5/8,2.0,0.25         | 7 8   | cat dog |
          z.csv | ,Unnamed: 0,cat,dog/0,7,0.5,-1.5/1,8,2.0,0.25    | 0 1   | cat dog | left out [Unnamed: 0]
          z.csv | ,id,cat,dog/0,7,0.5,-1.5/1,8,2.0,0.25            | 7 8   | cat dog |
          z.csv | "","V1","V2"/"1",0.5,-1.5/"2",2,0.25             | 1 2   | V1 V2 |
          z.csv | column_0,column_1/0.5,-1.5/2.0,0.25              | 0 1   | column_0 column_1 |
          z.csv | id,0.5,1.5/a,0.5,-1.5/b,2,0.25                   | a b   | 0.5 1.5 |
          z.csv | id,cat,7/a,0.5,-1.5/b,2,0.25                     | a b   | cat 7 |
          z.csv | id,cat,dog/1.5,0.5,-1.5/2.5,2,0.25               | 1.5 2.5 | cat dog |
          z.csv | user_id,cat,dog/12e3,0.5,-1.5/12f3,2,0.25        | 12e3 12f3 | cat dog |
          z.csv | a_id,0.5,-1.5/b_id,2,0.25                        | a_id b_id |     |
          z.csv | user_id,7,9/3,0.5,-1.5/4,2,0.25                  | 3 4   | 7 9   |
          z.csv | \uFEFFid;cat;dog/a;0.5;-1.5/b;2;0.25             | a b   | cat dog |
          z.csv | user_id,cat,dog/7,0.5,-1.5/9,2,0.25              | 7 9   | cat dog |
          z.csv | userId,0,1/7,0.5,-1.5/9,2,0.25                   | 7 9   |       |
          z.csv | cat,dog,id/0.5,-1.5,a/2,0.25,b                   | a b   | cat dog |
          z.csv | customer,cat,dog/7,0.5,-1.5/9,2,0.25             | 7 9   | cat dog | column 'customer' is read as node ids
          z.csv | customer,cat,dog/ann,0.5,-1.5/bob,2,0.25         | ann bob | cat dog | column 'customer' is read as node ids
          z.csv | customer,0,1/ann,0.5,-1.5/bob,2.0,0.25           | ann bob |     | the first row, [customer, 0, 1], is read as a header; column 'customer' is read as node ids
          z.csv | id,label,cat,dog/a,1,0.5,-1.5/b,0,2,0.25         | a b   | cat dog | left out [label]
          z.csv | cat,dog,label/0.5,-1.5,1/2,0.25,0                | 0 1   | cat dog | left out [label]
          z.csv | cat,dog,label/0.5,-1.5,1.0/2,0.25,nan            | 0 1   | cat dog | left out [label]
          z.csv | cat,dog,Confidence/0.5,-1.5,0.9/2,0.25,0.8       | 0 1   | cat dog | left out [Confidence]
          z.csv | id,prediction,confidence,0.5,1.5/a,0.5,0.9,0.5,-1.5/b,0.5,0.8,2,0.25 | a b | 0.5 1.5 | left out [prediction, confidence]
          z.csv | cat,dog,Split,y/0.5,-1.5,val,1/2,0.25,test,0     | 0 1   | cat dog | left out [Split, y]
          z.csv | ,0,1,label/0,0.5,-1.5,1/1,2,0.25,0               | 0 1   |       | left out [label]
          z.csv | id,prediction,confidence,temperature,cat,y/a,0,0.9,1.5,0.5,-1.5/b,0,0.8,1.5,2,0.25 | a b | cat y | left out [prediction, confidence, temperature]
          z.csv | a,0.5,-1.5/b,2,0.25                              | a b   |       |
          z.csv | "#1",0.5,-1.5/#2,2,0.25                          | #1 #2 |       |
          z.csv | id,cat,dog/#1,0.5,-1.5/#2,2,0.25                 | #1 #2 | cat dog |
          z.csv | # made by hand, twice//id,cat,dog/#1,0.5,-1.5/b,2,0.25 | #1 b | cat dog |
          z.csv | id;"cat, tame";dog/a;0.5;-1.5/b;2;0.25           | a b   | cat, tame dog |
          z.csv | "id","cat;tame","dog"/a,0.5,-1.5/b,2,0.25        | a b   | cat;tame dog |
          z.csv | "say ""a;b\""",dog/0.5,-1.5/2,0.25               | 0 1   | say "a;b" dog |
          z.csv | id,cat,dog/a,"0.5"," -1.5 "/ b , 2 ,0.25         | a b   | cat dog |
          """)
  void readsTheSameLogitsFromEveryForm(
      String name, String lines, String ids, String classes, String note) throws IOException {
    NodeData data = logits(name, lines, Columns.BY_NAME);
    assertThat(data.requireLogits()).isEqualTo(TWO);
    assertThat(String.join(" ", data.ids().toArray())).isEqualTo(ids);
    assertThat(String.join(" ", data.classNames())).isEqualTo(classes == null ? "" : classes);
    String notes = String.join(" ", data.notes());
    if (note == null) {
      assertThat(notes).isEmpty();
    } else {
      assertThat(notes).contains(name + ": ").contains(note.split("; "));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          7,0.5,-1.5/8,2,0.25              | ids or numbers of a class in column 1: add a header
          cat,dog,cow/7,5,1/8,2,2          | ids or numbers of a class in column 1: add --id-column
          cat,dog/1,0.5/2,0.25             | ids or numbers of a class in column 1: add --id-column
          cat,dog/0.1,0.5/x,0.25           | ids or numbers of a class in column 1: add --id-column
          0.1,0.5/x,0.25                   | ids or numbers of a class in column 1: add a header
          address,name,cow/0.1,0.5,2/1,1,1 | ids or numbers of a class in column 2: add --id-column
          0,1/1,0/1,5                      | begins with [0, 1], a header or values: write 1.0 for 1
          ann,0,1/bob,0.5,0.5/cy,1,0       | begins with [ann, 0, 1], a header or values
          1,2/0.5,0.25/2.5,0.5             | begins with [1, 2], a header or values
          customer,1,2/a,0.5,0.1/b,0.3,0.2 | begins with [customer, 1, 2], a header or values
          0.0,1.0,2.0/0.5,0.2,2/2.5,1,1    | begins with [0.0, 1.0, 2.0], a header or values: write a header
          ann,0.0,1.0,2.0/bob,0.5,0.2,2    | begins with [ann, 0.0, 1.0, 2.0], a header or values: write a header
          user,1.0,2.0/7,0.5,0.1/8,0.3,0.2 | begins with [user, 1.0, 2.0], a header or values: write a header
          a_id,1.0,2.0/x,0.5,0.1/y,0.3,0.2 | begins with [a_id, 1.0, 2.0], a header or values: write a header
          index,a,b/2.5,0.1,0.2/0.5,0.3,1  | ids or numbers of a class in column 1: add --id-column
          x,y,z/0.5,0.25,2/2.5,0.5,1       | line 2: has a fraction in column 'y', which may be a class, got '0.25': name
          accept,reject,fix/1,2,3/0.5,1,1  | line 3: has a fraction in column 'accept', which may be a class, got '0.5': name
          id,user_id,a,b/1,2,0.1,0.2       | must have one column of ids, got [id, user_id]
          id,x,y/a,0.5,0.1/b,2,0.25        | must have columns of two classes or more besides [y]
          id,label/a,1/b,0                 | must have columns of two classes or more besides [label]
          id,a,b,team/x,0.5,0.1,red        | line 2: must have a number in field 4, got 'red'; name
          id;a;b/x;0,5;0,1                 | line 2: must have a number in field 2, got '0,5'; write decimals
          0.5,0.1,oops/0.5,0.1,0.3         | line 1: must have a number in field 3, got 'oops'
          id,a,b/x,0.1,                    | line 2: must have a number in field 3, got ''
          0.1,/0.2,0.3                     | line 1: must have a number in field 2, got ''
          #a,0.5,-1.5/b,2,0.25             | line 1: may be a comment or a row
          #a,0.5,-1.5/#b,2,0.25            | line 2: may be a comment or a row
          id,a,b/x,0.5,0.1/# end           | line 3: must have 3 fields like the first row, got 1
          """)
  void refusesWhatCouldBeReadInTwoWays(String lines, String message) {
    assertThatThrownBy(() -> logits("z.csv", lines, Columns.BY_NAME))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("z.csv: ")
        .hasMessageContaining(message);
  }

  /** With and without a header: the names of columns are not the reason. */
  @Test
  void saysThatDecimalsNeedAPoint() {
    for (String lines : List.of("1,5;2,5/0,1;0,2", "cat;dog/1,5;2,5")) {
      assertThatThrownBy(() -> logits("z.csv", lines, Columns.BY_NAME))
          .isInstanceOf(InvalidDataException.class)
          .hasMessageContaining("; write decimals with a point")
          .hasMessageNotContaining("--class-columns");
    }
  }

  @Test
  void refusesWholeNumbersOfManyRowsBesideFractions() throws IOException {
    String[] rows =
        IntStream.range(0, 12)
            .mapToObj(i -> i + 0.5 + "," + i * 0.3 + "," + i % 2)
            .toArray(String[]::new);
    String body = String.join("/", rows);
    for (String header : List.of("", "cat,dog,topic/")) {
      assertThatThrownBy(() -> logits("z.csv", header + body, Columns.BY_NAME))
          .isInstanceOf(InvalidDataException.class)
          .hasMessageContaining("has whole numbers in column 3, which may be labels");
    }
    NodeData chosen = logits("z.csv", "cat,dog,topic/" + body, columns("", "cat", "dog"));
    assertThat(chosen.requireLogits().classCount()).isEqualTo(2);
    String zeros =
        Arrays.stream(rows)
            .map(row -> "0," + row.substring(0, row.lastIndexOf(',')))
            .reduce("a,b,c", (a, b) -> a + "/" + b);
    assertThat(logits("z.csv", zeros, Columns.BY_NAME).requireLogits().classCount()).isEqualTo(3);
    String epochs = zeros.replace("/0,", "/100,");
    assertThatThrownBy(() -> logits("z.csv", epochs, Columns.BY_NAME))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("has whole numbers in column 1, which may be labels");
  }

  @Test
  void readsWholeNumbersAsLogitsUnlessTheFirstMayBeIds() throws IOException {
    assertThat(logits("z.csv", "1,2/3,4", Columns.BY_NAME).requireLogits())
        .isEqualTo(Logits.of(new double[][] {{1, 2}, {3, 4}}));
    assertThat(logits("z.csv", "cat,dog/1,2/1,4", Columns.BY_NAME).requireLogits())
        .isEqualTo(Logits.of(new double[][] {{1, 2}, {1, 4}}));
    IntFunction<String> rows =
        different ->
            IntStream.range(0, 12)
                .mapToObj(i -> i % different + "," + i % 5 + "," + i % 3)
                .collect(Collectors.joining("/"));
    assertThat(logits("z.csv", rows.apply(11), Columns.BY_NAME).requireLogits().classCount())
        .isEqualTo(3);
    assertThatThrownBy(() -> logits("z.csv", rows.apply(12), Columns.BY_NAME))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining(
            "z.csv: may have ids or numbers of a class in column 1: add a header");
  }

  @Test
  void takesTheColumnsThatTheUserNames() throws IOException {
    String lines = "id,customer,label,y,cat/1,ann,0.5,-1.5,9.5/2,bob,2,0.25,9.5";
    NodeData data = logits("z.csv", lines, columns("customer", "label", "y"));
    assertThat(data.requireLogits()).isEqualTo(TWO);
    assertThat(data.ids().toArray()).containsExactly("ann", "bob");
    assertThat(data.classNames()).containsExactly("label", "y");
    assertThat(logits("z.csv", lines, columns("", "label", "y")).ids().toArray())
        .containsExactly("1", "2");
    assertThat(logits("z.csv", lines, columns("id", "y", "label")).requireLogits())
        .isEqualTo(Logits.of(new double[][] {{-1.5, 0.5}, {0.25, 2}}));
    assertThatThrownBy(() -> logits("z.csv", lines, columns("", "cat", "cow")))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining(
            "z.csv: must have one column 'cow' in its header, got [id, customer, label, y, cat]");
    assertThatThrownBy(() -> logits("z.csv", "a,b/0.1,0.2", columns("custmer")))
        .hasMessageContaining("must have one column 'custmer' in its header, got [a, b]");
    String customers = "customer,cat,dog,age/ann,0.5,-1.5,30/bob,2,0.25,40";
    NodeData byContent = logits("z.csv", customers, columns("", "cat", "dog"));
    assertThat(byContent.requireLogits()).isEqualTo(TWO);
    assertThat(byContent.ids().toArray()).containsExactly("ann", "bob");
    assertThatThrownBy(() -> columns("cat", "cat", "dog"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must differ, got cat and [cat, dog]");
    assertThatThrownBy(() -> columns("", "cat", "cat")).hasMessageContaining("must differ");
  }

  /** Three nodes a, b, c with the labels 1, unknown, 0, joined by id or by position. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          id,label/a,1/c,0
          a,1/b,-1/c,0
          a,1.0/b,/c,0.0
          a,1.000000e+00/b,-1.0/c,0e0
          1.0/-1/0.0
          label/1/-1/0
          label,split/1,val/-1,test/0,val
          ,label/a,1.0/b,/c,0.0
          ,0/a,1/b,-1/c,0
          ,label,split/a,1,val/b,-1,val/c,0,test
          customer,label,age/a,1,30/c,0,40
          user_id,prediction,class/a,0,1/c,0,0
          label,customer/1,a/0,c
          id,name,label/a,ann,1/c,cy,0
          author_id,node_id,label/7,a,1/8,c,0
          index;y/a;1/c;0
          id,name/a,cow/c,cat
          a,cow/c,cat
          """)
  void readsTheSameLabelsFromEveryForm(String lines) throws IOException {
    List<Source> sources =
        List.of(
            Source.of(write("z.csv", "id,cat,cow/a,0.5,1/b,2,3.5/c,1,1"), NodeField.LOGITS),
            Source.of(write("y.csv", lines), NodeField.LABELS));
    NodeData data = NodeReader.read(sources, ALL, columns("customer"));
    assertThat(data.requireLabels()).isEqualTo(Labels.of(2, new int[] {1, -1, 0}));
  }
}
