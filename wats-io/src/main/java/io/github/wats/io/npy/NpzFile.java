package io.github.wats.io.npy;

import io.github.wats.io.Location;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An archive of arrays as {@code numpy.savez} and {@code savez_compressed} write it. Opening it
 * reads the list of members only, so an array that cannot be read (of Python objects, say) is an
 * error only when it is requested. Safe to use from several threads.
 */
public class NpzFile implements Closeable {
  private static final String SUFFIX = ".npy";

  private final Location location;
  private final FileChannel channel;
  private final Map<String, ZipDirectory.Entry> members;

  private NpzFile(Location location, FileChannel channel, Map<String, ZipDirectory.Entry> members) {
    this.location = location;
    this.channel = channel;
    this.members = members;
  }

  /** Opens an archive; close it when its arrays are no longer needed. */
  public static NpzFile open(Path file) throws IOException {
    Location location = Location.of(file);
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      Map<String, ZipDirectory.Entry> members = new LinkedHashMap<>();
      ZipDirectory.read(location, channel)
          .forEach(
              (name, entry) -> {
                if (name.endsWith(SUFFIX)) {
                  members.put(name.substring(0, name.length() - SUFFIX.length()), entry);
                }
              });
      Location whole = new Location(location.name(), List.copyOf(members.keySet()));
      return new NpzFile(whole, channel, Collections.unmodifiableMap(members));
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  /** The array of an {@code .npy} file under a name, as if it were the only one of an archive. */
  public static NpzFile ofArray(Path file, String name) throws IOException {
    return new NpzFile(Location.of(file), FileChannel.open(file), Map.of()) {
      @Override
      public boolean has(String array) {
        return array.equals(name);
      }

      @Override
      public NpyArray array(String array) throws IOException {
        return has(array) ? NpyArray.read(file) : super.array(array);
      }
    };
  }

  /** The file, for messages. */
  public Location location() {
    return location;
  }

  /** The names of all arrays, in the order of the archive. */
  public Set<String> names() {
    return members.keySet();
  }

  public boolean has(String name) {
    return members.containsKey(name);
  }

  /** The array of that name; if it is missing, the error lists all arrays. */
  public NpyArray array(String name) throws IOException {
    ZipDirectory.Entry entry = members.get(name);
    if (entry == null) {
      throw location.lacks("have an array '" + name + "'");
    }
    Location place = location.array(name);
    return NpyArray.read(place, NpzMember.of(place, channel, entry));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  @Override
  public String toString() {
    return "NpzFile[" + location.name() + ", " + members.keySet() + "]";
  }
}
