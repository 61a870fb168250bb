package io.github.wats.io.model;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.io.AtomicFile;
import io.github.wats.io.Hashes;
import io.github.wats.io.Location;
import io.github.wats.io.json.TypedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One kind of model file: JSON with the fields {@code format}, {@code version}, those of the model,
 * its arrays, and {@code sha256} over all of it.
 *
 * @param name the value of {@code format}
 * @param version the version that this library writes, and the only one it reads
 * @param content what such a file contains, for messages
 */
record DocumentFormat(String name, int version, String content) {
  /** Room for a network of some 80 million weights. */
  private static final long MOST_BYTES = 1L << 30;

  private static final String CHECKSUM = "sha256";
  private static final String ARRAYS = "arrays";

  /** What a file holds: the fields of the model and its arrays. */
  record Document<T>(
      T fields, Map<String, CalibratorState.Array> arrays, Location location, ObjectNode root) {
    /** A field that not every file has. */
    <F> Optional<F> optional(String field, Class<F> type) {
      return Optional.ofNullable(root.get(field))
          .map(
              node ->
                  new Location(location.name() + ": field '" + field + "'")
                      .checked(() -> TypedJson.bind(node, type)));
    }
  }

  /**
   * Writes the file.
   *
   * @param fields a record of those that every file has
   * @param more fields that not every file has, plain values or records
   */
  void write(
      Path file, Record fields, Map<String, ?> more, Map<String, CalibratorState.Array> arrays)
      throws IOException {
    ObjectNode root = TypedJson.MAPPER.createObjectNode();
    root.put("format", name);
    root.put("version", version);
    root.setAll(TypedJson.MAPPER.<ObjectNode>valueToTree(fields));
    root.setAll(TypedJson.MAPPER.<ObjectNode>valueToTree(more));
    ObjectNode entries = root.putObject(ARRAYS);
    arrays.forEach((array, values) -> StoredArray.describe(entries.putObject(array), values));
    root.put(CHECKSUM, checksum(root));
    byte[] text = TypedJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(root);
    AtomicFile.write(file, out -> out.write(text));
  }

  /** Reads a file; fields are bound to a record by {@link TypedJson}. */
  <T> Document<T> read(Path file, Class<T> type) throws IOException {
    ObjectNode root = readTree(file);
    Location location = Location.of(file);
    T fields = location.checked(() -> TypedJson.bind(root, type));
    location.check(root.path(ARRAYS).isObject(), "field '%s' must be an object", ARRAYS);
    Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>();
    root.path(ARRAYS)
        .forEachEntry(
            (array, entry) -> arrays.put(array, StoredArray.read(location.array(array), entry)));
    return new Document<>(fields, arrays, location, root);
  }

  /** The whole file as a tree, once format, version and checksum are right. */
  ObjectNode readTree(Path file) throws IOException {
    Location location = Location.of(file);
    boolean small = Files.size(file) <= MOST_BYTES;
    location.check(small, "is not %s: that has at most %d bytes", content, MOST_BYTES);
    JsonNode parsed = TypedJson.tree(file, content);
    location.check(
        parsed instanceof ObjectNode && parsed.path("format").stringValue("").equals(name),
        "is not %s: its format must be '%s', got %s",
        content,
        name,
        parsed.path("format").isMissingNode() ? "none" : parsed.path("format"));
    ObjectNode root = (ObjectNode) parsed;
    location.check(
        root.path("version").isIntegralNumber() && root.path("version").longValue(-1) == version,
        "this library reads version %d of '%s', got version %s",
        version,
        name,
        root.path("version"));
    String stated = root.path(CHECKSUM).stringValue("");
    root.remove(CHECKSUM);
    location.check(
        stated.equals(checksum(root)),
        "the checksum does not match: the file was edited or damaged after it was written; a model"
            + " is not edited but fitted again with other options, and saved");
    return root;
  }

  /** Over the compact JSON of everything but the checksum itself. */
  static String checksum(ObjectNode root) {
    return Hashes.sha256(TypedJson.MAPPER.writeValueAsBytes(root));
  }
}
