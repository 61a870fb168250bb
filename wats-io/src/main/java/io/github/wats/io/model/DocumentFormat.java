package io.github.wats.io.model;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.io.AtomicFile;
import io.github.wats.io.Hashes;
import io.github.wats.io.Origin;
import io.github.wats.io.json.TypedJson;
import io.github.wats.io.npy.NpzFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One kind of model file: JSON with the fields {@code format}, {@code version}, those of the model,
 * its arrays, and {@code sha256} over all of it. Large arrays are in an {@link ArraysFile} beside
 * it.
 *
 * @param name the value of {@code format}
 * @param version the version that this library writes, and the only one it reads
 * @param content what such a file contains, for messages
 */
record DocumentFormat(String name, int version, String content) {
  /** A valid file has a few hundred kilobytes. */
  private static final long MOST_BYTES = 64L << 20;

  private static final String CHECKSUM = "sha256";
  private static final String ARRAYS = "arrays";
  private static final String ARCHIVE = "archive";

  /** What a file holds: the fields of the model and its arrays. */
  record Document<T>(
      T fields, Map<String, CalibratorState.Array> arrays, Origin origin, ObjectNode root) {
    /** A field that older files lack. */
    <F> Optional<F> optional(String field, Class<F> type) {
      return Optional.ofNullable(root.get(field))
          .map(
              node ->
                  new Origin(origin.name() + ": field '" + field + "'")
                      .checked(() -> TypedJson.bind(node, type)));
    }
  }

  /**
   * Writes the file, and before it its archive if there are large arrays. The file is renamed to
   * its name last: until then the model that was there is whole, from then on the new one is.
   *
   * @param fields plain values, lists and maps, in order
   */
  void write(Path file, Map<String, Object> fields, Map<String, CalibratorState.Array> arrays)
      throws IOException {
    Path target = AtomicFile.followLinks(file);
    Optional<ArraysFile> before = arraysOf(target);
    ObjectNode root = TypedJson.MAPPER.createObjectNode();
    root.put("format", name);
    root.put("version", version);
    root.setAll(TypedJson.MAPPER.<ObjectNode>valueToTree(fields));
    ObjectNode entries = root.putObject(ARRAYS);
    arrays.forEach((array, values) -> StoredArray.describe(entries.putObject(array), values));
    Optional<ArraysFile> after = ArraysFile.write(target, arrays);
    after.ifPresent(archive -> root.set(ARCHIVE, TypedJson.MAPPER.valueToTree(archive)));
    root.put(CHECKSUM, checksum(root));
    byte[] text = TypedJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(root);
    AtomicFile.write(target, out -> out.write(text));
    if (after.isPresent() && !Files.exists(after.get().beside(target))) {
      ArraysFile.write(target, arrays); // another process saved here and took it for a leftover
    }
    Optional<ArraysFile> now = arraysOf(target); // of another process that saved here meanwhile
    if (now.isPresent() || after.isEmpty()) { // else it could not be read
      ArraysFile.removeUnused(target, before, now);
    }
  }

  /** The archive that an existing file names; empty for a file that is no model. */
  static Optional<ArraysFile> arraysOf(Path file) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
        return Optional.empty();
      }
      JsonNode entry = TypedJson.MAPPER.readTree(Files.readAllBytes(file)).path(ARCHIVE);
      return entry.isObject()
          ? Optional.of(TypedJson.bind(entry, ArraysFile.class))
          : Optional.empty();
    } catch (IOException | JacksonException | IllegalArgumentException e) {
      return Optional.empty(); // whoever reads the model is told why it is none
    }
  }

  /** Reads a file; fields are bound to a record by {@link TypedJson}. */
  <T> Document<T> read(Path file, Class<T> type) throws IOException {
    ObjectNode root = readTree(file);
    Origin origin = Origin.of(file);
    T fields = origin.checked(() -> TypedJson.bind(root, type));
    origin.check(root.path(ARRAYS).isObject(), "field '%s' must be an object", ARRAYS);
    Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>();
    try (NpzFile archive = root.has(ARCHIVE) ? archive(origin, file, root.get(ARCHIVE)) : null) {
      for (Map.Entry<String, JsonNode> entry : root.path(ARRAYS).properties()) {
        String array = entry.getKey();
        arrays.put(array, StoredArray.read(origin.array(array), array, entry.getValue(), archive));
      }
    }
    return new Document<>(fields, arrays, origin, root);
  }

  private static NpzFile archive(Origin origin, Path file, JsonNode entry) throws IOException {
    ArraysFile archive = origin.checked(() -> TypedJson.bind(entry, ArraysFile.class));
    return archive.open(origin, file.toRealPath());
  }

  /** The whole file as a tree, once format, version and checksum are right. */
  ObjectNode readTree(Path file) throws IOException {
    Origin origin = Origin.of(file);
    boolean small = Files.size(file) <= MOST_BYTES;
    origin.check(small, "is not %s: that has at most %d bytes", content, MOST_BYTES);
    JsonNode parsed;
    try {
      parsed = TypedJson.MAPPER.readTree(Files.readAllBytes(file));
    } catch (JacksonException e) {
      throw origin.invalid(
          e,
          "is not %s, or not a complete one: line %d is not JSON",
          content,
          e.getLocation().getLineNr());
    }
    origin.check(
        parsed instanceof ObjectNode && parsed.path("format").stringValue("").equals(name),
        "is not %s: its format must be '%s', got %s",
        content,
        name,
        parsed.path("format").isMissingNode() ? "none" : parsed.path("format"));
    ObjectNode root = (ObjectNode) parsed;
    origin.check(
        root.path("version").isIntegralNumber() && root.path("version").longValue(-1) == version,
        "this library reads version %d of '%s', got version %s",
        version,
        name,
        root.path("version"));
    String stated = root.path(CHECKSUM).stringValue("");
    root.remove(CHECKSUM);
    origin.check(
        stated.equals(checksum(root)),
        "the checksum does not match: the file was edited or damaged after it was written; a model"
            + " is not edited but fitted again with other options, and saved");
    return root;
  }

  /** Over the compact JSON of everything but the checksum itself. */
  static String checksum(ObjectNode root) {
    return Hashes.sha256(
        TypedJson.MAPPER.writeValueAsString(root).getBytes(StandardCharsets.UTF_8));
  }
}
