package io.github.wats.io.npy;

import io.github.wats.io.Location;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An archive of arrays as {@code numpy.savez} and {@code savez_compressed} write it, or another
 * file of named arrays. Opening it reads the list of members only, so an array that cannot be read
 * (of Python objects, say) is an error only when it is requested. Safe to use from several threads.
 */
public final class NpzFile implements Closeable {
  private static final String SUFFIX = ".npy";

  private final Location location;
  private final Closeable channel;
  private final Map<String, Member> members;

  private NpzFile(Location location, Closeable channel, Map<String, Member> members) {
    this.location = location;
    this.channel = channel;
    this.members = Collections.unmodifiableMap(members);
  }

  /** An array that is opened when it is asked for. */
  interface Member {
    NpyArray open() throws IOException;
  }

  /** The arrays of a file of another format; messages about a missing one list the others. */
  static NpzFile of(Location file, Closeable channel, Map<String, Member> members) {
    return new NpzFile(new Location(file.name(), List.copyOf(members.keySet())), channel, members);
  }

  /** Opens an archive; close it when its arrays are no longer needed. */
  public static NpzFile open(Path file) throws IOException {
    Location location = Location.of(file);
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      Map<String, Member> members = new LinkedHashMap<>();
      ZipDirectory.read(location, channel)
          .forEach(
              (name, entry) -> {
                if (name.endsWith(SUFFIX)) {
                  String array = name.substring(0, name.length() - SUFFIX.length());
                  Location place = location.array(array);
                  members.put(
                      array, () -> NpyArray.read(place, NpzMember.of(place, channel, entry)));
                }
              });
      return of(location, channel, members);
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  /** The array of an {@code .npy} file under a name, as if it were the only one of an archive. */
  public static NpzFile ofArray(Path file, String name) throws IOException {
    return new NpzFile(
        Location.of(file), FileChannel.open(file), Map.of(name, () -> NpyArray.read(file)));
  }

  /** Several files as one: the rows of an array in each of them, one after the other. */
  public static NpzFile joined(List<NpzFile> files) {
    Map<String, List<NpzFile>> holders = new LinkedHashMap<>();
    for (NpzFile file : files) {
      file.names().forEach(name -> holders.computeIfAbsent(name, n -> new ArrayList<>()).add(file));
    }
    String names = files.stream().map(f -> f.location.name()).collect(Collectors.joining(", "));
    Location whole = new Location(names);
    Map<String, Member> members = new LinkedHashMap<>();
    holders.forEach((name, parts) -> members.put(name, () -> rows(whole.array(name), parts, name)));
    Closeable all =
        () -> {
          for (NpzFile file : files) {
            file.close();
          }
        };
    return of(whole, all, members);
  }

  private static NpyArray rows(Location place, List<NpzFile> files, String name)
      throws IOException {
    List<NpyArray> rows = new ArrayList<>();
    for (NpzFile file : files) {
      rows.add(file.array(name));
    }
    return NpyArray.concatenated(place, rows);
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
    Member member = members.get(name);
    if (member == null) {
      throw location.lacks("have an array '" + name + "'");
    }
    return member.open();
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
