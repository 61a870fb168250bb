package io.github.wats.io.npy;

import io.github.wats.internal.Check;
import io.github.wats.io.AtomicFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes archives that {@code numpy.load} reads; equal arrays give equal bytes. */
public final class NpzWriter {
  /** A fixed time; for the first instant of 1980 the JDK would add a field with the time zone. */
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  private final Map<String, NpyData> arrays = new LinkedHashMap<>();

  private NpzWriter() {}

  /** Adds the arrays of a file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(NpzWriter npz) throws IOException;
  }

  /**
   * Writes an archive of stored arrays, completely or not at all; under a name that ends in {@value
   * Safetensors#EXCHANGE} the arrays as another program reads them fast.
   */
  public static void write(Path file, Content content) throws IOException {
    AtomicFile.write(
        file,
        out -> {
          NpzWriter npz = new NpzWriter();
          content.writeTo(npz);
          if (file.toString().endsWith(Safetensors.EXCHANGE)) {
            Safetensors.write(npz.arrays, out);
            return;
          }
          ZipOutputStream zip = new ZipOutputStream(out);
          for (Map.Entry<String, NpyData> array : npz.arrays.entrySet()) {
            ZipEntry entry = new ZipEntry(array.getKey() + ".npy");
            entry.setTimeLocal(NO_TIME);
            describe(entry, array.getValue());
            zip.putNextEntry(entry);
            array.getValue().writeTo(zip);
            zip.closeEntry();
          }
          zip.finish();
        });
  }

  /** Adds an array; no two may have the same name. */
  public NpzWriter put(String name, NpyData data) {
    NpyData other = arrays.put(name, data);
    Check.argument(other == null, "an archive has one array of a name, got '%s' twice", name);
    return this;
  }

  /** A stored member begins with its length and checksum, so it is computed twice. */
  private static void describe(ZipEntry entry, NpyData data) throws IOException {
    CheckedOutputStream checked =
        new CheckedOutputStream(OutputStream.nullOutputStream(), new CRC32());
    data.writeTo(checked);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(data.byteCount());
    entry.setCompressedSize(data.byteCount());
    entry.setCrc(checked.getChecksum().getValue());
  }
}
