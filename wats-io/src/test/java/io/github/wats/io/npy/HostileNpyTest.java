package io.github.wats.io.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.TestFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that lie, are cut off or damaged. */
class HostileNpyTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          (999999999999,)     | <f8 | False | needs 8000000000120 bytes with its header, got 144
          (2, 2)              | <f8 | False | shape 2 × 2 of <f8 needs 160 bytes
          (1,)                | <f8 | False | shape 1 of <f8 needs 136 bytes
          (999999999999999999,999999999999999999) | <f8 | False | is larger than any file
          (-2,)               | <f8 | False | shape must be whole numbers, not negative
          (2.0,)              | <f8 | False | shape must be whole numbers, not negative
          (2, 'x')            | <f8 | False | shape must be whole numbers
          2                   | <f8 | False | shape must be whole numbers, not negative
          (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1) | <f8 | False | at most 32
          (1234567890123456789,) | <f8 | False | below 10^18
          (2,)                | <f8 | Maybe | 'fortran_order' must be True or False
          (2,)                | <f3 | False | got '<f3'
          (2,)                | f8  | False | an element type must look like '<f8', got 'f8'
          (2,)                | =f8 | False | an element type must look like '<f8', got '=f8'
          (2,)                | <U0 | False | got '<U0'
          (2,)                | <U99999999 | False | got '<U99999999'
          """)
  void refusesHeadersThatDoNotFitTheBytes(String shape, String type, String fortran, String message)
      throws IOException {
    String text =
        "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }".formatted(type, fortran, shape);
    Path file = folder.resolve("a.npy");
    Files.write(file, npy(1, padded(text), 16));
    assertInvalid(file, message);
  }

  @Test
  void refusesBrokenHeaders() throws IOException {
    Path file = folder.resolve("a.npy");
    Files.write(file, new byte[0]);
    assertInvalid(file, "is not an npy array: it does not begin with \\x93NUMPY");
    Files.writeString(file, "just some text, longer than a header");
    assertInvalid(file, "is not an npy array");
    byte[] good = npy(1, padded("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }"), 16);
    for (int length = 0; length < good.length; length++) {
      Files.write(file, Arrays.copyOf(good, length));
      assertInvalid(file, "a.npy: ");
    }
    Files.write(file, npy(4, "{}", 0));
    assertInvalid(file, "must be version 1.0, 2.0 or 3.0, got 4.0");
    Files.write(file, npy(1, "{}", 0));
    assertInvalid(file, "header must have 'descr', 'fortran_order' and 'shape'");
    Files.write(file, npy(1, "{'descr': '<f8', 'descr': '<f8'}", 0));
    assertInvalid(file, "header has an unexpected entry 'descr'");
    Files.write(file, npy(1, "{'descr': __import__('os')}", 0));
    assertInvalid(file, "'descr' must be a string, got __import__('os')");
    Files.write(file, npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': ()} x", 8));
    assertInvalid(file, "header must end with '}' at 52 of its text");
    byte[] longHeader = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, -1, -1, -1, -1};
    Files.write(file, longHeader);
    assertInvalid(file, "header must have at most 65536 bytes, got 4294967295");
  }

  @Test
  void readsTheLongIntegersOfPython2() throws IOException {
    Path file = folder.resolve("a.npy");
    Files.write(file, npy(1, "{'descr':'<f8','fortran_order':False,'shape':(2L,1L)}", 16));
    assertThat(NpyArray.read(file).toDoubles()).containsExactly(0, 0);
  }

  @Test
  void refusesArchivesThatAreCutOff() throws IOException {
    byte[] whole = Files.readAllBytes(TestFiles.resource("npy/shapes.npz"));
    Path file = folder.resolve("cut.npz");
    for (int length = 0; length < whole.length; length += 7) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> NpzFile.open(file))
          .isInstanceOf(InvalidDataException.class)
          .hasMessageStartingWith(file + ": is not a complete npz archive (truncated?): ");
    }
  }

  @Test
  void noticesDamageByItsChecksum() throws IOException {
    byte[] bytes = Files.readAllBytes(TestFiles.resource("npy/shapes.npz"));
    int scalar = indexOf(bytes, new byte[] {0, 0, 0, 0, 0, 0, 4, 0x40}); // 2.5
    bytes[scalar + 6] ^= 1;
    Path file = folder.resolve("damaged.npz");
    Files.write(file, bytes);
    try (NpzFile npz = NpzFile.open(file)) {
      assertThatThrownBy(() -> npz.array("scalar").toDoubles())
          .isInstanceOf(InvalidDataException.class)
          .hasMessageContaining("array 'scalar': is damaged: its checksum must be ");
    }
  }

  private static int indexOf(byte[] bytes, byte[] wanted) {
    for (int k = 0; k + wanted.length <= bytes.length; k++) {
      if (Arrays.equals(bytes, k, k + wanted.length, wanted, 0, wanted.length)) {
        return k;
      }
    }
    throw new AssertionError("not found");
  }

  /** Inflated once and counted before memory is taken, since zeros may be many in few bytes. */
  @Test
  void refusesAMemberThatInflatesToAnotherLengthThanItClaims() throws IOException {
    String text = "{'descr': '|i1', 'fortran_order': False, 'shape': (16000000,), }";
    byte[] header = npy(1, padded(text), 0);
    Path file = folder.resolve("liar.npz");
    Files.write(file, archive(header, 1_000_000, header.length + 16_000_000L));
    try (NpzFile npz = NpzFile.open(file)) {
      assertThatThrownBy(() -> npz.array("a"))
          .isInstanceOf(InvalidDataException.class)
          .hasMessageMatching(
              ".*array 'a': may inflate from \\d+ bytes to at most \\d+, got 16000128");
    }
    Files.write(file, archive(header, 15_999_999, header.length + 16_000_000L));
    try (NpzFile npz = NpzFile.open(file)) {
      NpyArray array = npz.array("a");
      assertThatThrownBy(array::toDoubles)
          .isInstanceOf(InvalidDataException.class)
          .hasMessageContaining("array 'a': is truncated: 16000127 of 16000128 bytes");
    }
    Files.write(file, archive(header, 16_000_001, header.length + 16_000_000L));
    try (NpzFile npz = NpzFile.open(file)) {
      NpyArray array = npz.array("a");
      assertThatThrownBy(array::toDoubles)
          .isInstanceOf(InvalidDataException.class)
          .hasMessageContaining("array 'a': inflates to more than the 16000128 bytes declared");
    }
  }

  /** A deflated member of zeros whose directory entry gives another length than is there. */
  private static byte[] archive(byte[] header, int zeros, long claimed) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("a.npy"));
      zip.write(header);
      zip.write(new byte[zeros]);
    }
    byte[] bytes = out.toByteArray();
    int directory = indexOf(bytes, new byte[] {'P', 'K', 1, 2});
    for (int k = 0; k < 4; k++) {
      bytes[directory + 24 + k] = (byte) (claimed >> 8 * k);
    }
    return bytes;
  }

  @Test
  void refusesAnArchiveWithTwoArraysOfOneName() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (String name : new String[] {"a.npy", "b.npy"}) {
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(0);
        entry.setCrc(new CRC32().getValue());
        zip.putNextEntry(entry);
      }
    }
    byte[] bytes = out.toByteArray();
    for (int k = 0; k < bytes.length; k++) {
      bytes[k] = bytes[k] == 'b' ? (byte) 'a' : bytes[k];
    }
    Path file = folder.resolve("twice.npz");
    Files.write(file, bytes);
    assertThatThrownBy(() -> NpzFile.open(file))
        .isInstanceOf(InvalidDataException.class)
        .hasMessage(file + ": has a member 'a.npy' twice");
  }

  private static String padded(String text) {
    return text + " ".repeat(Math.max(0, 117 - text.length())) + "\n";
  }

  private static byte[] npy(int version, String header, int dataBytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0});
    byte[] text = header.getBytes(StandardCharsets.ISO_8859_1);
    out.write(text.length & 0xFF);
    out.write(text.length >> 8);
    out.writeBytes(text);
    out.writeBytes(new byte[dataBytes]);
    return out.toByteArray();
  }

  private static void assertInvalid(Path file, String message) {
    assertThatThrownBy(() -> NpyArray.read(file))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining(message);
  }
}
