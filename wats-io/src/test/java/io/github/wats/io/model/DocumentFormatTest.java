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
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class DocumentFormatTest {
  private static final DocumentFormat FORMAT =
      new DocumentFormat("test-format", 3, "a stored test");

  record Fields(String greeting) {}

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
    FORMAT.write(file, new Fields("hällo"), Map.of(), arrays);
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
    FORMAT.write(file, new Fields("hällo"), Map.of(), arrays);
    assertThat(Files.readAllBytes(file)).isEqualTo(first);
  }

  /** Also numbers that {@link Double#toString} of older JDKs writes with too many digits. */
  @Test
  void readsBackEveryFloatAndDouble() throws IOException {
    Random random = new Random(5);
    float[] floats = new float[20_000];
    double[] doubles = new double[20_000];
    for (int k = 0; k < floats.length; k++) {
      floats[k] = random.nextFloat() * 1e21f;
      doubles[k] = k * 1e23 * Math.pow(10, random.nextInt(200) - 100);
    }
    arrays.put("floats", CalibratorState.Array.of(200, 100, floats));
    arrays.put("doubles", CalibratorState.Array.of(100, 200, doubles));
    FORMAT.write(file, new Fields("numbers"), Map.of(), arrays);
    assertThat(FORMAT.read(file, Fields.class).arrays()).isEqualTo(arrays);
    assertThat(folder.toFile().list()).containsOnly("model.json");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void writesTheTargetOfALink() throws IOException {
    Path target = Files.createDirectories(folder.resolve("store")).resolve("new.json");
    Path link = Files.createDirectories(folder.resolve("links")).resolve("link.json");
    Files.createSymbolicLink(link, Path.of("../store/new.json"));
    FORMAT.write(link, new Fields("linked"), Map.of(), arrays);
    assertThat(link).isSymbolicLink();
    assertThat(FORMAT.read(link, Fields.class).arrays()).isEqualTo(arrays);
    assertThat(FORMAT.read(target, Fields.class).arrays()).isEqualTo(arrays);
    assertThat(link.getParent().toFile().list()).containsOnly("link.json");
  }

  /** There are 6000 values; what the file says is compared before memory is taken. */
  @Test
  void refusesAnotherShape() throws IOException {
    edit(root -> ((ObjectNode) root.at("/arrays/many")).put("rows", Integer.MAX_VALUE));
    assertThatThrownBy(() -> FORMAT.read(file, Fields.class))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("array 'many': a 2147483647 × 100 array needs 214748364700 values")
        .hasMessageContaining("got 6000");
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
    edit(root -> ((ObjectNode) root.at("/arrays/few")).remove("values"));
    assertThatThrownBy(() -> FORMAT.read(file, Fields.class))
        .hasMessage(file + ": array 'few': field 'values' is missing");
  }

  /** Jackson gives no place for these. */
  @Test
  void saysWhichLimitOfJsonIsExceeded() throws IOException {
    String start = "{\"format\": \"test-format\", ";
    for (String[] one :
        new String[][] {
          {"\"deep\": " + "[".repeat(2000) + "]".repeat(2000), "nesting depth (501)", "500"},
          {"\"number\": " + "1".repeat(1001), "value length (1001)", "1000"},
          {"\"" + "n".repeat(60_000) + "\": 1", "Name length (60000)", "50000"},
        }) {
      Files.writeString(file, start + one[0] + "}");
      assertThatThrownBy(() -> FORMAT.read(file, Fields.class))
          .isInstanceOf(InvalidDataException.class)
          .hasMessageStartingWith(file + ": is not a stored test, or not a complete one: ")
          .hasMessageContaining(one[1] + " exceeds the maximum allowed (" + one[2])
          .hasMessageNotContaining("Constraints");
    }
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
    Files.writeString(file, "{\"a\": 1, \"a\": 2}");
    assertThatThrownBy(() -> FORMAT.readTree(file))
        .hasMessageContaining("line 1 has a field twice: Duplicate")
        .hasMessageContaining("a");
    Files.writeString(file, "[1]");
    assertThatThrownBy(() -> FORMAT.readTree(file))
        .hasMessage(file + ": is not a stored test: its format must be 'test-format', got none");
  }
}
