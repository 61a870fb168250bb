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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentFormatTest {
  private static final DocumentFormat FORMAT =
      new DocumentFormat("test-format", 3, "a stored test");

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
    var root = FORMAT.readTree(file);
    assertThat(root.path("greeting").asString()).isEqualTo("hällo");
    assertThat(FORMAT.arrays(file, root)).isEqualTo(arrays);
  }

  @Test
  void writesTheSameBytesAgain() throws IOException {
    byte[] first = Files.readAllBytes(file);
    byte[] archive = Files.readAllBytes(folder.resolve("model.npz"));
    FORMAT.write(file, Map.of("greeting", "hällo"), arrays);
    assertThat(Files.readAllBytes(file)).isEqualTo(first);
    assertThat(Files.readAllBytes(folder.resolve("model.npz"))).isEqualTo(archive);
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
                + ": the checksum does not match: the file was edited or damaged after it was"
                + " written");
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
    var root = FORMAT.readTree(file);
    Path archive = folder.resolve("model.npz");
    Files.write(archive, new byte[] {1, 2, 3});
    assertThatThrownBy(() -> FORMAT.arrays(file, root))
        .hasMessageContaining("is not the archive that was written with this file");
    Files.delete(archive);
    assertThatThrownBy(() -> FORMAT.arrays(file, root)).hasMessageContaining("are missing");
  }
}
