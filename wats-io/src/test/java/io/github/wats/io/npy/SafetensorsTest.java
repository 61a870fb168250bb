package io.github.wats.io.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.InvalidDataException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damaged files; {@code TorchFileTest} reads those of the library. */
class SafetensorsTest {
  @TempDir Path folder;

  private Path file(long length, String header, int bytes) throws IOException {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    ByteBuffer file = ByteBuffer.allocate(8 + text.length + bytes).order(ByteOrder.LITTLE_ENDIAN);
    file.putLong(length).put(text);
    return Files.write(folder.resolve("a.safetensors"), file.array());
  }

  private static void refuses(Path file, String message) {
    assertThatThrownBy(
            () -> {
              try (NpzFile opened = Safetensors.open(file)) {
                for (String name : opened.names()) {
                  opened.array(name).toDoubles();
                }
              }
            })
        .isInstanceOf(InvalidDataException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,4]}} | 4 | needs 8 bytes",
        "{'a':{'dtype':'F32','shape':[4611686018427387904],'data_offsets':[0,4]}} | 4 | larger than any file",
        "{'a':{'dtype':'F32','shape':[65536,65536,65536,65536],'data_offsets':[0,4]}} | 4 | larger than any file",
        "{'a':{'dtype':'F32','shape':[1],'data_offsets':[0,4611686018427387904]}} | 4 | must have 4611686018427387904 bytes",
        "{'a':{'dtype':'F32','shape':[1],'data_offsets':[4,0]}} | 4 | must be begin and end, got [4, 0]",
        "{'a':{'dtype':'F32','shape':[1],'data_offsets':[0,4]}} | 9 | must have 4 bytes of tensors, got 9",
        "{'a':{'dtype':'F32','shape':[1],'data_offsets':[4,8]}} | 8 | must begin at byte 0, where the tensor before it ends, got 4",
        "{'a':{'dtype':'I8','shape':[4],'data_offsets':[0,4]},'b':{'dtype':'I8','shape':[4],'data_offsets':[2,6]}} | 6 | array 'b': must begin at byte 4",
        "{'a':{'dtype':'F8_E4M3','shape':[4],'data_offsets':[0,4]}} | 4 | has elements of type 'F8_E4M3', which are not read",
        "{'a':{'dtype':'<O','shape':[1],'data_offsets':[0,8]}} | 8 | arrays of Python objects",
        "{'a':{'dtype':'<f3','shape':[1],'data_offsets':[0,3]}} | 3 | elements must be f2 f4 f8",
        "{'a':{'dtype':'I8','shape':[-1],'data_offsets':[0,4]}} | 4 | 'shape' must have whole numbers from 0",
        "{'a':{'dtype':'I8','shape':[1e99],'data_offsets':[0,4]}} | 4 | 'shape' must have whole numbers from 0",
        "{'a':5} | 0 | has elements of type ''",
        "{'a':5,'a':6} | 0 | must have a header in JSON: Duplicate Object property",
        "[] | 0 | must have a header that is a JSON object",
        "{ | 0 | must have a header in JSON"
      })
  void refusesHeadersThatDoNotFitTheFile(String header, int bytes, String message)
      throws IOException {
    String json = header.strip().replace('\'', '"') + " ";
    refuses(file(json.length(), json, bytes), message);
  }

  @Test
  void refusesHugeHeadersWithinASecond() throws Throwable {
    CpuTime.assertWithinASecond(
        () -> {
          refuses(file(1L << 62, "{}", 0), "its header must have 2 … 2 bytes, got 46116860184");
          refuses(file(-1, "{}", 0), "got 18446744073709551615");
          String nested = "[".repeat(100_000);
          refuses(file(nested.length(), nested, 0), "must have a header in JSON");
        });
  }

  @Test
  void readsAFileWithoutTensors() throws IOException {
    try (NpzFile empty = Safetensors.open(file(2, "{}", 0))) {
      assertThat(empty.names()).isEmpty();
    }
  }

  /** As the Python package and the engine exchange them, with the types of NumPy. */
  @Test
  void readsTheNumbersAndTextsThatItWrites() throws IOException {
    Path file = folder.resolve("nodes" + Safetensors.EXCHANGE);
    NpzWriter.write(
        file,
        npz ->
            npz.put("p", NpyData.of(new double[] {0.25, 0.75}, 1, 2))
                .put("none", NpyData.of(new int[0], 2, 0))
                .put("count", NpyData.of(new long[] {7}))
                .put("names", NpyData.of(new String[] {"größe", ""}, 2))
                .put("mask", NpyData.of(new boolean[] {true, false, true}, 3)));
    try (NpzFile read = Safetensors.open(file)) {
      assertThat(read.names()).containsExactly("p", "none", "count", "names", "mask");
      assertThat(read.array("p").shapeText()).isEqualTo("1 × 2");
      assertThat(read.array("p").toDoubles()).containsExactly(0.25, 0.75);
      assertThat(read.array("none").toInts()).isEmpty();
      assertThat(read.array("count").toLongs()).containsExactly(7);
      assertThat(read.array("names").toStrings()).containsExactly("größe", "");
      assertThat(read.array("mask").toBooleans()).containsExactly(true, false, true);
    }
  }
}
