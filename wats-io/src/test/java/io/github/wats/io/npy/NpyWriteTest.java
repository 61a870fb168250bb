package io.github.wats.io.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.TestFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NpyWriteTest {
  @TempDir Path folder;

  @Test
  void writesTheBytesNumpyWrites() throws IOException {
    assertSameBytes("doubles", NpyData.of(new double[] {1.5, -2, 0.1, 1e300, -0.0, 3}, 2, 3));
    assertSameBytes("ints", NpyData.of(new int[] {7, -7, Integer.MAX_VALUE}, 3));
    assertSameBytes("scalar", NpyData.of(new double[] {2.5}));
    assertSameBytes("names", NpyData.of(new String[] {"Größe", "a"}, 2));
    assertSameBytes("mask", NpyData.of(new boolean[0], 0));
  }

  private void assertSameBytes(String name, NpyData data) throws IOException {
    Path file = folder.resolve(name + ".npy");
    data.write(file);
    Path golden = TestFiles.resource("npy/written-" + name + ".npy");
    assertThat(file).as(name).hasSameBinaryContentAs(golden);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<f2", "<f4", "<f8", "|i1", "<i2", "<i4", "<i8", "|u1", "<u2", "<u4", "<u8", ">f2", ">f4",
        ">f8", ">i2", ">i4", ">i8", ">u2", ">u4", ">u8"
      })
  void readsEveryType(String type) throws IOException {
    NpyType parsed = NpyType.parse(type);
    Path file = folder.resolve("a.npy");
    ByteBuffer bytes = ByteBuffer.allocate(6 * parsed.size()).order(parsed.order());
    short[] halves = {0, 0x3C00, 0x4500, 0x5640, 0x57F0, 0x5400};
    long[] values = {0, 1, 5, 100, 127, 64};
    for (int k = 0; k < values.length; k++) {
      switch (parsed.size()) {
        case 1 -> bytes.put((byte) values[k]);
        case 2 -> bytes.putShort(parsed.isFloat() ? halves[k] : (short) values[k]);
        case 4 ->
            bytes.putInt(parsed.isFloat() ? Float.floatToRawIntBits(values[k]) : (int) values[k]);
        default ->
            bytes.putLong(parsed.isFloat() ? Double.doubleToRawLongBits(values[k]) : values[k]);
      }
    }
    Files.write(file, NpyHeader.write(parsed, 3, 2));
    Files.write(file, bytes.array(), StandardOpenOption.APPEND);
    NpyArray array = NpyArray.read(file);
    assertThat(array.type().description()).isEqualTo(type);
    assertThat(array.shapeText()).isEqualTo("3 × 2");
    assertThat(array.toDoubles()).containsExactly(0, 1, 5, 100, 127, 64);
  }

  /** Halves of one sign rise with their bits, up to infinity. */
  @Test
  void readsEveryHalf() {
    for (int bits = 1; bits <= 0x7C00; bits++) {
      float value = HalfFloat.toFloat((short) bits);
      assertThat(value).isGreaterThan(HalfFloat.toFloat((short) (bits - 1)));
      assertThat(HalfFloat.toFloat((short) (bits | 0x8000))).isEqualTo(-value);
    }
    assertThat(HalfFloat.toFloat((short) 1)).isEqualTo(0x1p-24f);
    assertThat(HalfFloat.toFloat((short) 0x0400)).isEqualTo(0x1p-14f);
    assertThat(HalfFloat.toFloat((short) 0x3C01)).isEqualTo(1 + 0x1p-10f);
    assertThat(HalfFloat.toFloat((short) 0x7BFF)).isEqualTo(65504);
    assertThat(HalfFloat.toFloat((short) 0x7C00)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(HalfFloat.toFloat((short) 0x7E00)).isNaN();
  }

  @Test
  void refusesWhatDoesNotFitTheType() {
    Path file = folder.resolve("a.npy");
    assertThatThrownBy(() -> NpyData.of(NpyType.INT32, out -> out.put(1L << 31), 1).write(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("elements must fit <i4, got 2147483648");
    assertThatThrownBy(() -> NpyData.of(NpyType.BOOLEAN, out -> out.put(2), 1).write(file))
        .hasMessage("elements must fit |b1, got 2");
    assertThatThrownBy(() -> NpyData.of(NpyType.parse(">f8"), out -> out.put(2.0), 1))
        .hasMessage("arrays are written as [<f8, <f4, <i8, <i4, |b1] or text, got >f8");
    assertThatThrownBy(() -> NpyData.of(new double[3], 2, 2))
        .hasMessage("values must be as many as the shape says: 4, got 3");
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void readsBackArchivesWithEqualBytesInAnyTimeZone(boolean deflated) throws IOException {
    Path one = folder.resolve("one.npz");
    Path two = folder.resolve("two.npz");
    TimeZone before = TimeZone.getDefault();
    try {
      write(one, deflated);
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
      write(two, deflated);
    } finally {
      TimeZone.setDefault(before);
    }
    assertThat(one).hasSameBinaryContentAs(two);
    try (NpzFile npz = NpzFile.open(one)) {
      assertThat(npz.names()).containsExactly("logits", "y", "mask", "names");
      assertThat(npz.array("logits").toFloats()).containsExactly(1, 2.5f, -3, 0);
      assertThat(npz.array("y").toLongs()).containsExactly(1, -1);
      assertThat(npz.array("mask").toBooleans()).containsExactly(true, false);
      assertThat(npz.array("names").toStrings()).containsExactly("a", "ü");
    }
  }

  private static void write(Path file, boolean deflated) throws IOException {
    NpzWriter.Content content =
        npz ->
            npz.put("logits", NpyData.of(new float[] {1, 2.5f, -3, 0}, 2, 2))
                .put("y", NpyData.of(new long[] {1, -1}, 2))
                .put("mask", NpyData.of(new boolean[] {true, false}, 2))
                .put("names", NpyData.of(new String[] {"a", "ü"}, 2));
    if (deflated) {
      DeflatedNpz.write(file, content);
    } else {
      NpzWriter.write(file, content);
    }
  }

  @Test
  void leavesAnExistingFileAsItWasWhenWritingFails() throws IOException {
    Path file = folder.resolve("run.npz");
    Files.writeString(file, "precious");
    assertThatThrownBy(
            () ->
                NpzWriter.write(
                    file,
                    npz -> {
                      npz.put("y", NpyData.of(new int[1000], 1000));
                      throw new IOException("disk full");
                    }))
        .hasMessage(file + ": disk full");
    assertThat(file).hasContent("precious");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }
}
