package io.github.wats.io.fuzz;

import com.sun.management.ThreadMXBean;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.format.NodeReader.Source;
import io.github.wats.io.format.Part;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpzFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * What is done with bytes of unknown origin. Each target reads them in every way there is; it
 * passes if each reading ends in a value or in an {@link InvalidDataException}, and if not much
 * more memory was taken than there are bytes.
 */
final class FuzzTargets {
  /** Buffers, and arrays for the nodes that a lone number may announce. */
  private static final long FREE_BYTES = 128L << 20;

  /** A byte may become a double, be copied while a list grows, and be held as text beside. */
  private static final long BYTES_PER_BYTE = 256;

  private static final Set<Part> ALL = EnumSet.allOf(Part.class);

  private FuzzTargets() {}

  /** Reads something from a file. */
  private interface Reading {
    void run() throws IOException;
  }

  static void npy(byte[] bytes) {
    withFile("a.npy", bytes, file -> attempt(bytes, () -> everything(NpyArray.read(file))));
  }

  static void npz(byte[] bytes) {
    withFile(
        "a.npz",
        bytes,
        file -> {
          attempt(bytes, () -> everyMember(bytes, file));
          attempt(bytes, () -> NodeReader.read(file));
          attempt(bytes, () -> NodeReader.read(List.of(Source.of(file, Part.GRAPH)), ALL));
          attempt(
              bytes,
              () ->
                  NodeReader.read(
                      List.of(Source.of(file, Part.LOGITS), Source.of(file, Part.SPLIT)), ALL));
          attempt(
              bytes,
              () ->
                  NodeReader.read(
                      List.of(Source.of(file, Part.LABELS), Source.of(file, Part.GRAPH)), ALL));
          attempt(bytes, () -> NodeReader.read(List.of(Source.of(file, Part.PROBABILITIES)), ALL));
        });
  }

  /** An archive with right checksums around whatever is in its members. */
  static void npzMembers(Map<String, byte[]> members) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        zip.putNextEntry(new ZipEntry(member.getKey()));
        zip.write(member.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    npz(out.toByteArray());
  }

  static void text(byte[] bytes) {
    for (String name : new String[] {"a.csv", "a.tsv", "a.txt"}) {
      withFile(
          name,
          bytes,
          file -> {
            attempt(bytes, () -> NodeReader.read(List.of(Source.of(file, Part.GRAPH)), ALL));
            attempt(bytes, () -> NodeReader.read(List.of(Source.of(file, Part.LOGITS)), ALL));
            attempt(bytes, () -> NodeReader.read(List.of(Source.of(file, Part.LABELS)), ALL));
            attempt(
                bytes,
                () ->
                    NodeReader.read(
                        List.of(
                            Source.of(file, Part.LOGITS),
                            Source.of(file, Part.LABELS),
                            Source.of(file, Part.GRAPH)),
                        ALL));
            attempt(
                bytes, () -> NodeReader.read(List.of(Source.of(file, Part.PROBABILITIES)), ALL));
          });
    }
  }

  private static void everything(NpyArray array) throws IOException {
    Reading[] readings = {
      array::toDoubles,
      array::toFloats,
      array::toLongs,
      array::toInts,
      array::toBooleans,
      array::toStrings
    };
    InvalidDataException last = null;
    for (Reading reading : readings) {
      try {
        reading.run();
      } catch (InvalidDataException e) {
        last = e;
      }
    }
    if (last != null) {
      throw last;
    }
  }

  private static void everyMember(byte[] bytes, Path file) throws IOException {
    try (NpzFile npz = NpzFile.open(file)) {
      for (String name : npz.names()) {
        attempt(bytes, () -> everything(npz.array(name)));
      }
    }
  }

  private static void attempt(byte[] bytes, Reading reading) {
    long before = allocated();
    try {
      reading.run();
    } catch (InvalidDataException e) {
      if (e.getMessage() == null || e.getMessage().isBlank()) {
        throw new AssertionError("an error without a message", e);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("not a typed error", e);
    }
    long taken = allocated() - before;
    if (taken > FREE_BYTES + BYTES_PER_BYTE * bytes.length) {
      throw new AssertionError(taken + " bytes taken to read " + bytes.length);
    }
  }

  private static long allocated() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /** Uses a file. */
  private interface FileUse {
    void run(Path file);
  }

  private static void withFile(String name, byte[] bytes, FileUse use) {
    try {
      Path folder = Files.createTempDirectory("wats-fuzz");
      Path file = folder.resolve(name);
      try {
        Files.write(file, bytes);
        use.run(file);
      } finally {
        Files.deleteIfExists(file);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
