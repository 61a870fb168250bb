package io.github.wats.io.npy;

import io.github.wats.io.Location;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * An archive of arrays as {@code numpy.savez} and {@code savez_compressed} write it. Opening it
 * reads the list of members only, so an array that cannot be read (of Python objects, say) is an
 * error only when it is requested. Safe to use from several threads.
 */
public final class NpzFile implements Closeable {
  private static final String SUFFIX = ".npy";

  private final Location location;
  private final Map<String, Opener> arrays;
  private final Closeable resource;

  private NpzFile(Location location, Map<String, Opener> arrays, Closeable resource) {
    this.location = location;
    this.arrays = arrays;
    this.resource = resource;
  }

  /** Opens one array. */
  private interface Opener {
    NpyArray open() throws IOException;
  }

  /** Opens an archive; close it when its arrays are no longer needed. */
  public static NpzFile open(Path file) throws IOException {
    Location location = Location.of(file);
    try {
      long size = checkMemberCount(file);
      ZipFile zip = new ZipFile(file.toFile());
      try {
        Map<String, Opener> arrays = arrays(location, zip, size);
        return new NpzFile(
            new Location(location.name(), List.copyOf(arrays.keySet())), arrays, zip);
      } catch (Throwable e) {
        zip.close();
        throw e;
      }
    } catch (ZipException | EOFException e) {
      throw location.invalid(
          e, "is not a complete npz archive (truncated?): %s", String.valueOf(e.getMessage()));
    }
  }

  private static Map<String, Opener> arrays(Location location, ZipFile zip, long fileSize) {
    Map<String, Opener> arrays = new LinkedHashMap<>();
    Set<String> names = new HashSet<>();
    for (ZipEntry entry : Collections.list(zip.entries())) {
      String name = entry.getName();
      location.check(names.add(name), "has a member '%s' twice", name);
      if (name.endsWith(SUFFIX)) {
        String array = name.substring(0, name.length() - SUFFIX.length());
        Location place = location.array(array);
        arrays.put(array, () -> NpyArray.read(place, NpzMember.of(place, zip, entry, fileSize)));
      }
    }
    return arrays;
  }

  /**
   * Checks that there is room for the members of ZIP64 records, and returns the size of the file:
   * the JDK's reader takes memory for as many as these records declare.
   */
  private static long checkMemberCount(Path file) throws IOException {
    int locatorBytes = 20;
    int recordBytes = 56;
    try (FileChannel in = FileChannel.open(file)) {
      long size = in.size();
      int length = (int) Math.min(size, locatorBytes + 22 + 0xFFFF); // the end with a comment
      ByteBuffer tail = read(in, size - length, length);
      for (int k = 0; k <= length - locatorBytes; k++) {
        long place = tail.getInt(k) == 0x07064b50 ? tail.getLong(k + 8) : -1;
        if (place >= 0 && place <= size - recordBytes) {
          long count = read(in, place, recordBytes).getLong(32);
          if (count < 0 || count > size / 46) { // the least bytes of an entry of the directory
            throw new ZipException("it cannot have " + count + " members");
          }
        }
      }
      return size;
    }
  }

  private static ByteBuffer read(FileChannel in, long start, int length) throws IOException {
    byte[] bytes = Channels.newInputStream(in.position(start)).readNBytes(length);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The array of an {@code .npy} file under a name, as if it were the only one of an archive. */
  public static NpzFile ofArray(Path file, String name) {
    return new NpzFile(Location.of(file), Map.of(name, () -> NpyArray.read(file)), () -> {});
  }

  /** The file, for messages. */
  public Location location() {
    return location;
  }

  /** The names of all arrays, in the order of the archive. */
  public Set<String> names() {
    return Collections.unmodifiableSet(arrays.keySet());
  }

  public boolean has(String name) {
    return arrays.containsKey(name);
  }

  /** The array of that name; if it is missing, the error lists all arrays. */
  public NpyArray array(String name) throws IOException {
    Opener array = arrays.get(name);
    if (array == null) {
      throw location.lacks("have an array '" + name + "'");
    }
    return array.open();
  }

  @Override
  public void close() throws IOException {
    resource.close();
  }

  @Override
  public String toString() {
    return "NpzFile[" + location.name() + ", " + arrays.keySet() + "]";
  }
}
