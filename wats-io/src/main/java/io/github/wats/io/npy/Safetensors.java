package io.github.wats.io.npy;

import io.github.wats.io.Location;
import io.github.wats.io.json.TypedJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A file of safetensors: the length of a header (8 bytes, little-endian), the header as JSON, and
 * the elements of all tensors, which fill the rest without gaps. Programs that exchange arrays with
 * this process, such as the Python package, name types as NumPy does, so that there may be texts.
 */
public final class Safetensors {
  /** How the names of files end that are exchanged with another program. */
  public static final String EXCHANGE = ".arrays";

  /** As much as the library itself reads. */
  private static final long LONGEST_HEADER = 100_000_000;

  private static final int MOST_AXES = 32;

  private Safetensors() {}

  /** A tensor as the header describes it. */
  private record Entry(String name, NpyType type, List<Long> shape, long begin, long end) {}

  /** Opens a file; its header is read and checked. */
  public static NpzFile open(Path path) throws IOException {
    Location location = Location.of(path);
    FileChannel channel = FileChannel.open(path);
    try {
      InputStream in = Channels.newInputStream(channel);
      byte[] start = in.readNBytes(Long.BYTES);
      location.check(start.length == Long.BYTES, "is truncated within its header");
      long length = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getLong();
      long most = Math.min(LONGEST_HEADER, channel.size() - Long.BYTES);
      String rule = "is not a safetensors file: its header must have 2 … %d bytes, got %s";
      location.check(length >= 2 && length <= most, rule, most, Long.toUnsignedString(length));
      JsonNode header = json(location, in.readNBytes((int) length));
      long first = Long.BYTES + length;
      Map<String, NpzFile.Member> arrays = new LinkedHashMap<>();
      for (Entry entry : entries(location, header, channel.size() - first)) {
        Location place = location.array(entry.name);
        ByteSource bytes =
            new ByteSource.Range(channel, first + entry.begin, entry.end - entry.begin);
        NpyHeader shape = new NpyHeader(entry.type, false, entry.shape, 0);
        arrays.put(entry.name, () -> NpyArray.of(place, shape, bytes));
      }
      return NpzFile.of(location, channel, arrays);
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  /** Writes arrays for another program, with the types of NumPy. */
  static void write(Map<String, NpyData> arrays, OutputStream out) throws IOException {
    Map<String, Object> header = new LinkedHashMap<>();
    long begin = 0;
    for (Map.Entry<String, NpyData> array : arrays.entrySet()) {
      header.put(array.getKey(), array.getValue().described(begin));
      begin += array.getValue().dataBytes();
    }
    byte[] text = TypedJson.MAPPER.writeValueAsBytes(header);
    ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    out.write(length.putLong(text.length).array());
    out.write(text);
    for (NpyData data : arrays.values()) {
      data.writeElementsTo(out);
    }
  }

  private static JsonNode json(Location location, byte[] text) {
    try {
      JsonNode header = TypedJson.MAPPER.readTree(text);
      location.check(header.isObject(), "must have a header that is a JSON object");
      return header;
    } catch (JacksonException e) {
      throw location.invalid(e, "must have a header in JSON: %s", e.getOriginalMessage());
    }
  }

  /** The tensors in the order of their elements, which must fill {@code size} bytes. */
  private static List<Entry> entries(Location location, JsonNode header, long size) {
    List<Entry> entries = new ArrayList<>();
    header
        .properties()
        .forEach(
            field -> {
              if (!field.getKey().equals("__metadata__")) {
                entries.add(
                    entry(location.array(field.getKey()), field.getKey(), field.getValue()));
              }
            });
    entries.sort(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end));
    long end = 0;
    for (Entry entry : entries) {
      String rule = "must begin at byte %d, where the tensor before it ends, got %d";
      location.array(entry.name).check(entry.begin == end, rule, end, entry.begin);
      end = entry.end;
    }
    location.check(end == size, "must have %d bytes of tensors, got %d", end, size);
    return entries;
  }

  private static Entry entry(Location place, String name, JsonNode field) {
    String code = field.path("dtype").asString("");
    NpyType type =
        code.matches("[<>|].*")
            ? place.checked(() -> NpyType.parse(code))
            : TensorType.ofCode(code)
                .map(tensor -> tensor.element(ByteOrder.LITTLE_ENDIAN))
                .orElseThrow(
                    () -> place.invalid("has elements of type '%s', which are not read", code));
    List<Long> shape = numbers(place, field.path("shape"), "shape");
    List<Long> offsets = numbers(place, field.path("data_offsets"), "data_offsets");
    place.check(
        offsets.size() == 2 && offsets.get(0) <= offsets.get(1),
        "'data_offsets' must be begin and end, got %s",
        offsets);
    return new Entry(name, type, shape, offsets.get(0), offsets.get(1));
  }

  private static List<Long> numbers(Location place, JsonNode field, String key) {
    List<Long> numbers = new ArrayList<>();
    place.check(
        field.isArray() && field.size() <= MOST_AXES,
        "'%s' must be a list of at most %d numbers",
        key,
        MOST_AXES);
    for (JsonNode number : field) {
      place.check(
          number.isIntegralNumber() && number.canConvertToLong() && number.longValue() >= 0,
          "'%s' must have whole numbers from 0",
          key);
      numbers.add(number.longValue());
    }
    return List.copyOf(numbers);
  }
}
