package io.github.wats.io.npy;

import io.github.wats.io.Location;
import io.github.wats.io.pickle.PickleMachine.Constant;
import io.github.wats.io.pickle.Text;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A file of {@code torch.save}: a zip archive with the pickle {@code data.pkl}, the elements in a
 * member for each storage, and perhaps the byte order. Tensors of dicts in dicts are named {@code
 * outer.inner}; a list of tensors is one array of their rows; numbers, and lists of numbers,
 * booleans or texts are arrays too. Nothing in the file is executed.
 */
public final class TorchFile {
  private static final String PICKLE = "data.pkl";
  private static final int MOST_PICKLE_BYTES = 1 << 26;
  private static final int MOST_VALUES = 1 << 16;
  private static final int DEEPEST = 16;
  private static final int LONGEST_TEXT = 1 << 10;
  private static final int MOST_BYTES = 1 << 30; // of a list of numbers or texts

  private final Location location;
  private final FileChannel channel;
  private final Map<String, ZipDirectory.Entry> members;
  private final String folder; // in the archive, with a slash
  private final ByteOrder order;
  private final Map<String, NpzFile.Member> arrays = new LinkedHashMap<>();
  private int values;

  private TorchFile(Location location, FileChannel channel) throws IOException {
    this.location = location;
    this.channel = channel;
    members = ZipDirectory.read(location, channel);
    String pickle =
        members.keySet().stream()
            .filter(name -> name.equals(PICKLE) || name.endsWith("/" + PICKLE))
            .findFirst()
            .orElseThrow(() -> location.invalid("is not a file of torch.save: lacks data.pkl"));
    folder = pickle.substring(0, pickle.length() - PICKLE.length());
    boolean big =
        members.containsKey(folder + "byteorder")
            && new String(bytes("byteorder", 16), StandardCharsets.UTF_8).equals("big");
    order = big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }

  /**
   * Opens a file.
   *
   * @param alone the name of a tensor that is the only content of the file
   */
  public static NpzFile open(Path path, String alone) throws IOException {
    Location location = Location.of(path);
    try (InputStream in = Files.newInputStream(path)) {
      String head = new String(in.readNBytes(2), StandardCharsets.ISO_8859_1);
      location.check(
          head.equals("PK"),
          "is not a file of torch.save since PyTorch 1.6; if it is an older one, convert it:%n"
              + "  torch.save(torch.load(\"%s\", map_location=\"cpu\"), \"%s\")",
          path,
          path);
    }
    FileChannel channel = FileChannel.open(path);
    try {
      TorchFile file = new TorchFile(location, channel);
      Object content = TorchPickle.read(location, file.bytes(PICKLE, MOST_PICKLE_BYTES));
      file.add(content, "", alone, 0);
      return NpzFile.of(location, channel, file.arrays);
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  private ByteSource member(Location place, String name) throws IOException {
    ZipDirectory.Entry entry = members.get(folder + name);
    if (entry == null) {
      throw place.invalid("lacks '%s%s' in its archive", folder, name);
    }
    return NpzMember.of(place, channel, entry);
  }

  private byte[] bytes(String name, int most) throws IOException {
    ByteSource source = member(location, name);
    String rule = "'%s' must have at most %d bytes, got %d";
    location.check(source.size() <= most, rule, name, most, source.size());
    source.checkPresent();
    try (InputStream in = source.open(0)) {
      return in.readAllBytes();
    }
  }

  /** Collects the arrays in a value; containers may share others, or contain themselves. */
  private void add(Object value, String prefix, String alone, int depth) {
    location.check(
        ++values <= MOST_VALUES && depth <= DEEPEST,
        "must have at most %d values in containers at most %d deep",
        MOST_VALUES,
        DEEPEST);
    String name = prefix.isEmpty() ? alone : prefix.substring(0, prefix.length() - 1);
    Location place = location.array(name);
    if (value instanceof Tensor tensor) {
      put(name, () -> array(tensor, place));
    } else if (value instanceof Number) {
      put(name, () -> array(place, scalars(place, List.of(value))));
    } else if (value instanceof Map<?, ?> dict) {
      dict.forEach((key, item) -> add(item, prefix + key + ".", alone, depth + 1));
    } else if (value instanceof List<?> list && isOf(Tensor.class, list)) {
      put(name, () -> rows(list, place));
    } else if (value instanceof List<?> list && list.stream().allMatch(TorchFile::isScalar)) {
      put(name, () -> array(place, scalars(place, list, list.size())));
    } else if (value instanceof List<?> || value instanceof Object[]) {
      Object[] items = value instanceof List<?> list ? list.toArray() : (Object[]) value;
      for (int k = 0; k < items.length; k++) {
        add(items[k], prefix + k + ".", alone, depth + 1);
      }
    } // None, texts and storages are no arrays, nor are booleans alone
  }

  private static boolean isOf(Class<?> type, List<?> list) {
    return !list.isEmpty() && list.stream().allMatch(type::isInstance);
  }

  private static boolean isScalar(Object item) {
    return item instanceof Number || item instanceof Text || item instanceof Constant;
  }

  private void put(String name, NpzFile.Member array) {
    location.check(arrays.put(name, array) == null, "has an array '%s' twice", name);
  }

  private NpyArray array(Tensor tensor, Location place) throws IOException {
    return tensor.array(place, member(place, "data/" + tensor.storage().key()), order);
  }

  private NpyArray rows(List<?> tensors, Location place) throws IOException {
    location.check(tensors.size() <= MOST_VALUES, "has too many tensors in a list");
    NpyArray[] rows = new NpyArray[tensors.size()];
    for (int k = 0; k < rows.length; k++) {
      rows[k] = array((Tensor) tensors.get(k), place);
    }
    return NpyArray.concatenated(place, List.of(rows));
  }

  /** Numbers, booleans or texts, but not of different kinds. */
  private static NpyData scalars(Location place, List<?> items, int... shape) {
    if (items.stream().allMatch(Number.class::isInstance)) {
      Stream<Number> numbers = items.stream().map(Number.class::cast);
      return items.stream().anyMatch(Double.class::isInstance)
          ? NpyData.of(numbers.mapToDouble(Number::doubleValue).toArray(), shape)
          : NpyData.of(numbers.mapToLong(Number::longValue).toArray(), shape);
    }
    if (items.stream().allMatch(item -> item == Constant.TRUE || item == Constant.FALSE)) {
      boolean[] flags = new boolean[items.size()];
      for (int k = 0; k < flags.length; k++) {
        flags[k] = items.get(k) == Constant.TRUE;
      }
      return NpyData.of(flags, shape);
    }
    String rule = "a list must have numbers alone, booleans or texts of at most %d bytes";
    boolean texts =
        items.stream().allMatch(item -> item instanceof Text text && text.length() <= LONGEST_TEXT);
    place.check(texts, rule, LONGEST_TEXT);
    return NpyData.of(
        items.stream().map(item -> ((Text) item).utf8()).toArray(String[]::new), shape);
  }

  private static NpyArray array(Location place, NpyData data) throws IOException {
    place.check(data.byteCount() <= MOST_BYTES, "must have at most %d bytes", MOST_BYTES);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    data.writeTo(out);
    return NpyArray.read(place, new ByteSource.Memory(out.toByteArray()));
  }
}
