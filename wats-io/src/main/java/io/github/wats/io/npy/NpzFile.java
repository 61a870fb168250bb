package io.github.wats.io.npy;

import io.github.wats.io.Origin;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * An archive of arrays as {@code numpy.savez} and {@code savez_compressed} write it. Opening it
 * reads the list of members only; an array is looked at when asked for, so one that cannot be read
 * (Python objects, say) does no harm as long as nobody wants it. Safe to use from several threads.
 */
public final class NpzFile implements Closeable {
  private static final String SUFFIX = ".npy";

  private final Origin origin;
  private final ZipFile zip;
  private final long fileSize;
  private final Map<String, ZipEntry> members;

  private NpzFile(Origin origin, ZipFile zip, long fileSize, Map<String, ZipEntry> members) {
    this.origin = origin;
    this.zip = zip;
    this.fileSize = fileSize;
    this.members = members;
  }

  /** Opens an archive; close it when its arrays are no longer needed. */
  public static NpzFile open(Path file) throws IOException {
    Origin origin = Origin.of(file);
    long size = Files.size(file);
    ZipFile zip;
    try {
      zip = new ZipFile(file.toFile());
    } catch (ZipException | IllegalArgumentException e) {
      throw origin.invalid("is not a whole npz archive (cut off?): %s", e.getMessage());
    }
    try {
      return new NpzFile(origin, zip, size, members(origin, zip));
    } catch (Throwable e) {
      zip.close();
      throw e;
    }
  }

  private static Map<String, ZipEntry> members(Origin origin, ZipFile zip) {
    Map<String, ZipEntry> members = new LinkedHashMap<>();
    zip.stream()
        .filter(entry -> entry.getName().endsWith(SUFFIX))
        .forEach(
            entry -> {
              String path = entry.getName();
              String name = path.substring(0, path.length() - SUFFIX.length());
              origin.check(members.put(name, entry) == null, "has array '%s' twice", name);
            });
    return members;
  }

  /** The file, for messages. */
  public Origin origin() {
    return origin;
  }

  /** The names of all arrays, in the order of the archive. */
  public Set<String> names() {
    return members.keySet();
  }

  public boolean has(String name) {
    return members.containsKey(name);
  }

  /** The array of that name; an archive that lacks it is an error that lists what there is. */
  public NpyArray array(String name) throws IOException {
    ZipEntry entry = members.get(name);
    if (entry == null) {
      throw origin.invalid("must have an array '%s', got %s", name, members.keySet());
    }
    Origin place = origin.array(name);
    return NpyArray.read(place, new NpzMember(place, zip, entry, fileSize));
  }

  /** The array of that name, if the archive has it. */
  public Optional<NpyArray> find(String name) throws IOException {
    return has(name) ? Optional.of(array(name)) : Optional.empty();
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }

  @Override
  public String toString() {
    return "NpzFile[" + origin.name() + ", " + members.keySet() + "]";
  }
}
