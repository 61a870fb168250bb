package io.github.wats.io.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.io.InvalidDataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class DocumentFormatTest {
  private static final DocumentFormat FORMAT =
      new DocumentFormat("test-format", 3, "a stored test");

  private record Fields(String greeting) {}

  @TempDir Path folder;
  private Path file;
  private Map<String, CalibratorState.Array> arrays;

  @BeforeEach
  void writeAFile() throws IOException {
    float[] many = new float[6000];
    for (int k = 0; k < many.length; k++) {
      many[k] = (float) Math.sin(k);
    }
    arrays = new LinkedHashMap<>();
    arrays.put("few", CalibratorState.Array.of(1.0 / 3, -1e-300, 4e17));
    arrays.put("small", CalibratorState.Array.of(1, 2, new float[] {0.1f, -7}));
    arrays.put("many", CalibratorState.Array.of(60, 100, many));
    file = folder.resolve("model.json");
    FORMAT.write(file, Map.of("greeting", "hällo"), arrays);
  }

  @Test
  void givesBackExactlyWhatWasWritten() throws IOException {
    DocumentFormat.Document<Fields> read = FORMAT.read(file, Fields.class);
    assertThat(read.fields().greeting).isEqualTo("hällo");
    assertThat(read.arrays()).isEqualTo(arrays);
  }

  @Test
  void writesTheSameBytesAgain() throws IOException {
    byte[] first = Files.readAllBytes(file);
    byte[] archive = Files.readAllBytes(archive());
    FORMAT.write(file, Map.of("greeting", "hällo"), arrays);
    assertThat(Files.readAllBytes(file)).isEqualTo(first);
    assertThat(Files.readAllBytes(archive())).isEqualTo(archive);
  }

  /** As if the process was killed before the rename that makes the new model the valid one. */
  @Test
  void keepsTheOldModelWholeUntilTheNewOneIsComplete() throws IOException {
    byte[] old = Files.readAllBytes(file);
    Path oldArchive = archive();
    byte[] oldArrays = Files.readAllBytes(oldArchive);
    Map<String, CalibratorState.Array> others = new LinkedHashMap<>(arrays);
    others.put("many", CalibratorState.Array.of(60, 100, new float[6000]));
    FORMAT.write(file, Map.of("greeting", "new"), others);
    assertThat(archive()).isNotEqualTo(oldArchive);
    assertThat(oldArchive).doesNotExist();
    Path newArchive = archive();

    Files.write(file, old);
    Files.write(oldArchive, oldArrays);
    assertThat(FORMAT.read(file, Fields.class).arrays()).isEqualTo(arrays);
    FORMAT.write(file, Map.of("greeting", "again"), arrays);
    assertThat(newArchive).as("what a killed process left").doesNotExist();
    assertThat(folder.toFile().list()).containsOnly("model.json", oldArchive.toFile().getName());
  }

  @Test
  void leavesNoArraysBehindWhereTheModelCannotBeWritten() throws IOException {
    Path target = folder.resolve("a".repeat(220) + ".json"); // the name of its arrays is too long
    assertThatThrownBy(() -> FORMAT.write(target, Map.of("greeting", "a"), arrays))
        .isInstanceOf(IOException.class);
    assertThat(folder.toFile().list()).containsOnly("model.json", archive().toFile().getName());
  }

  @Test
  void removesTheArraysOfAModelThatHasLargeOnesNoMore() throws IOException {
    Path foreign = Files.write(folder.resolve("model.json.arrays-mine.npz"), new byte[1]);
    FORMAT.write(file, Map.of("greeting", "small"), Map.of());
    assertThat(folder.toFile().list()).containsOnly("model.json", "model.json.arrays-mine.npz");
    assertThat(foreign).hasBinaryContent(new byte[1]);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void keepsTheArraysOfACopyAndOfARenamedModel(boolean renamed) throws IOException {
    Path other = folder.resolve("old.json");
    if (renamed) {
      Files.move(file, other);
    } else {
      Files.copy(file, other);
    }
    FORMAT.write(file, Map.of("greeting", "new"), Map.of());
    assertThat(FORMAT.read(other, Fields.class).arrays()).isEqualTo(arrays);
    Files.delete(other);
    FORMAT.write(file, Map.of("greeting", "new"), Map.of());
    assertThat(folder.toFile().list()).containsOnly("model.json");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void writesTheArraysBesideTheTargetOfALink() throws IOException {
    Path target = Files.createDirectories(folder.resolve("store")).resolve("new.json");
    Path link = Files.createDirectories(folder.resolve("links")).resolve("link.json");
    Files.createSymbolicLink(link, Path.of("../store/new.json"));
    FORMAT.write(link, Map.of("greeting", "linked"), arrays);
    assertThat(FORMAT.read(link, Fields.class).arrays()).isEqualTo(arrays);
    assertThat(FORMAT.read(target, Fields.class).arrays()).isEqualTo(arrays);
    assertThat(link.getParent().toFile().list()).containsOnly("link.json");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void findsTheArraysOfAModelThroughALink() throws IOException {
    Path link = Files.createDirectories(folder.resolve("links")).resolve("link.json");
    Files.createSymbolicLink(link, file);
    assertThat(FORMAT.read(link, Fields.class).arrays()).isEqualTo(arrays);
    FORMAT.write(link, Map.of("greeting", "linked"), arrays);
    assertThat(FORMAT.read(file, Fields.class).fields().greeting).isEqualTo("linked");
    assertThat(folder.resolve("links").toFile().list()).containsOnly("link.json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ".",
        "..",
        "/etc/passwd",
        "../model.npz",
        "a/b.npz",
        "a\\b.npz",
        "a\u0000",
        "C:\\x"
      })
  void refusesAnArchiveElsewhere(String name) throws IOException {
    edit(root -> ((ObjectNode) root.get("archive")).put("file", name));
    assertThatThrownBy(() -> FORMAT.read(file, Fields.class))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("the archive must be a file beside this one");
  }

  /** The archive has 6000 values; what the model says is compared before memory is taken. */
  @Test
  void refusesAnArchiveWithOtherShapes() throws IOException {
    edit(root -> ((ObjectNode) root.at("/arrays/many")).put("rows", Integer.MAX_VALUE));
    assertThatThrownBy(() -> FORMAT.read(file, Fields.class))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("array 'many': must be 2147483647 × 100, as its model file says");
  }

  @Test
  void namesTheFieldTheRuleAndTheValue() throws IOException {
    edit(root -> root.put("greeting", 3));
    assertThatThrownBy(() -> FORMAT.read(file, Fields.class))
        .hasMessage(file + ": field 'greeting' must be a text, got 3");
    edit(root -> root.remove("greeting"));
    assertThatThrownBy(() -> FORMAT.read(file, Fields.class))
        .hasMessage(file + ": field 'greeting' is missing");
    edit(root -> root.put("greeting", "a"));
    edit(root -> ((ArrayNode) root.at("/arrays/few/values")).set(1, "x"));
    assertThatThrownBy(() -> FORMAT.read(file, Fields.class))
        .hasMessage(file + ": array 'few': field 'values[1]' must be a number, got \"x\"");
  }

  /** Changes the file as somebody would who also writes the right checksum. */
  private void edit(Consumer<ObjectNode> change) throws IOException {
    JsonMapper mapper = JsonMapper.builder().build();
    ObjectNode root = (ObjectNode) mapper.readTree(Files.readAllBytes(file));
    root.remove("sha256");
    change.accept(root);
    root.put("sha256", DocumentFormat.checksum(root));
    Files.write(file, mapper.writeValueAsBytes(root));
  }

  private Path archive() {
    return folder.resolve(DocumentFormat.arraysOf(file).orElseThrow().file());
  }

  @Test
  void refusesEveryTruncation() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length - 2; length += 37) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> FORMAT.readTree(file))
          .as("first %d bytes", length)
          .isInstanceOf(InvalidDataException.class)
          .hasMessageStartingWith(file + ": ");
    }
  }

  @Test
  void refusesAnEditedFile() throws IOException {
    Files.writeString(file, Files.readString(file).replace("hällo", "hallo"));
    assertThatThrownBy(() -> FORMAT.readTree(file))
        .hasMessage(
            file
                + ": the checksum does not match: the file was edited or damaged after it was written;"
                + " a model is not edited but fitted again with other options, and saved");
  }

  @Test
  void refusesAnotherVersionAndSaysWhich() throws IOException {
    assertThatThrownBy(() -> new DocumentFormat("test-format", 2, "a stored test").readTree(file))
        .hasMessage(file + ": this library reads version 2 of 'test-format', got version 3");
  }

  @Test
  void refusesAnotherFormat() throws IOException {
    assertThatThrownBy(() -> new DocumentFormat("other", 3, "a stored test").readTree(file))
        .hasMessage(
            file + ": is not a stored test: its format must be 'other', got \"test-format\"");
  }

  @Test
  void saysPlainlyThatAnotherFileIsNoModel() throws IOException {
    Files.writeString(file, "hi there");
    assertThatThrownBy(() -> FORMAT.readTree(file))
        .hasMessage(file + ": is not a stored test, or not a complete one: line 1 is not JSON");
    Files.writeString(file, "[1]");
    assertThatThrownBy(() -> FORMAT.readTree(file))
        .hasMessage(file + ": is not a stored test: its format must be 'test-format', got none");
  }

  @Test
  void refusesAMissingOrForeignArchive() throws IOException {
    Path archive = archive();
    Files.write(archive, new byte[] {1, 2, 3});
    assertThatThrownBy(() -> FORMAT.read(file, Fields.class))
        .hasMessageContaining("is not the archive that was written with this file");
    Files.delete(archive);
    assertThatThrownBy(() -> FORMAT.read(file, Fields.class)).hasMessageContaining("are missing");
  }
}
