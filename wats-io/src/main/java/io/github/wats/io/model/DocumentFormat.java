package io.github.wats.io.model;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.io.AtomicFile;
import io.github.wats.io.Hashes;
import io.github.wats.io.Origin;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.io.npy.NpzWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One kind of model file: JSON with the fields {@code format}, {@code version}, those of the model,
 * its arrays, and {@code sha256} over all of it. Arrays of more than {@value #INLINE_VALUES} values
 * are in an {@code .npz} beside the file, whose checksum is in the JSON.
 *
 * @param name the value of {@code format}
 * @param version the version that this library writes, and the only one it reads
 * @param content what such a file contains, for messages
 */
record DocumentFormat(String name, int version, String content) {
  /** Larger arrays go into the archive. */
  private static final int INLINE_VALUES = 4096;

  /** A valid file has a few hundred kilobytes. */
  private static final long MOST_BYTES = 64L << 20;

  private static final String CHECKSUM = "sha256";
  private static final String ARRAYS = "arrays";
  private static final String ARCHIVE = "archive";

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /**
   * Writes the file, and beside it its archive if there are large arrays, completely or not at all.
   *
   * @param fields plain values, lists and maps, in order
   */
  void write(Path file, Map<String, Object> fields, Map<String, CalibratorState.Array> arrays)
      throws IOException {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("format", name);
    root.put("version", version);
    fields.forEach((field, value) -> root.set(field, MAPPER.valueToTree(value)));
    ObjectNode entries = root.putObject(ARRAYS);
    Map<String, CalibratorState.Array> large = new LinkedHashMap<>();
    arrays.forEach((array, values) -> describe(entries, large, array, values));
    if (!large.isEmpty()) {
      Path archive = archiveOf(file);
      NpzWriter.write(archive, out -> putAll(out, large));
      ObjectNode entry = root.putObject(ARCHIVE);
      entry.put("file", archive.getFileName().toString());
      entry.put(CHECKSUM, Hashes.sha256(archive));
    }
    root.put(CHECKSUM, checksum(root));
    byte[] text =
        MAPPER.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsBytes(root);
    AtomicFile.write(file, out -> out.write(text));
  }

  private static void describe(
      ObjectNode arrays,
      Map<String, CalibratorState.Array> large,
      String name,
      CalibratorState.Array values) {
    ObjectNode entry = arrays.putObject(name);
    entry.put("rows", values.rows());
    entry.put("columns", values.columns());
    entry.put("type", values.isSingle() ? "float32" : "float64");
    if ((long) values.rows() * values.columns() > INLINE_VALUES) {
      large.put(name, values);
    } else if (values.isSingle()) {
      entry.set("values", MAPPER.valueToTree(values.floats()));
    } else {
      entry.set("values", MAPPER.valueToTree(values.doubles()));
    }
  }

  private static void putAll(NpzWriter out, Map<String, CalibratorState.Array> arrays)
      throws IOException {
    for (Map.Entry<String, CalibratorState.Array> entry : arrays.entrySet()) {
      CalibratorState.Array array = entry.getValue();
      out.put(
          entry.getKey(),
          array.isSingle()
              ? NpyData.of(array.floats(), array.rows(), array.columns())
              : NpyData.of(array.doubles(), array.rows(), array.columns()));
    }
  }

  /** {@code model.json} has its large arrays in {@code model.npz}. */
  static Path archiveOf(Path file) {
    String name = file.getFileName().toString();
    String stem = name.endsWith(".json") ? name.substring(0, name.length() - 5) : name;
    return file.resolveSibling(stem + ".npz");
  }

  /** The whole file as a tree, once format, version and checksum are right. */
  ObjectNode readTree(Path file) throws IOException {
    Origin origin = Origin.of(file);
    long size = Files.size(file);
    origin.check(
        size <= MOST_BYTES,
        "is not %s: that has at most %d bytes, got %d",
        content,
        MOST_BYTES,
        size);
    JsonNode parsed;
    try {
      parsed = MAPPER.readTree(Files.readAllBytes(file));
    } catch (JacksonException e) {
      throw origin.invalid(
          e,
          "is not %s, or not a complete one: line %d is not JSON",
          content,
          e.getLocation().getLineNr());
    }
    origin.check(
        parsed instanceof ObjectNode && parsed.path("format").asString("").equals(name),
        "is not %s: its format must be '%s', got %s",
        content,
        name,
        parsed.path("format").isMissingNode() ? "none" : parsed.path("format"));
    ObjectNode root = (ObjectNode) parsed;
    origin.check(
        root.path("version").isInt() && root.path("version").intValue() == version,
        "this library reads version %d of '%s', got version %s",
        version,
        name,
        root.path("version"));
    String stated = root.path(CHECKSUM).asString("");
    root.remove(CHECKSUM);
    origin.check(
        stated.equals(checksum(root)),
        "the checksum does not match: the file was edited or damaged after it was written");
    return root;
  }

  /** The arrays of a tree that {@link #readTree} returned. */
  Map<String, CalibratorState.Array> arrays(Path file, ObjectNode root) throws IOException {
    Map<String, double[]> large = archived(file, root.path(ARCHIVE));
    Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>();
    root.path(ARRAYS)
        .forEachEntry(
            (name, entry) -> {
              Origin origin = Origin.of(file).array(name);
              double[] values =
                  entry.path("values").valueStream().mapToDouble(JsonNode::doubleValue).toArray();
              if (!entry.has("values")) {
                origin.check(large.containsKey(name), "has no values, here or in an archive");
                values = Objects.requireNonNull(large.get(name));
              }
              arrays.put(name, array(origin, entry, values));
            });
    return arrays;
  }

  private static CalibratorState.Array array(Origin origin, JsonNode entry, double[] values) {
    int rows = entry.path("rows").intValue(-1);
    int columns = entry.path("columns").intValue(-1);
    boolean single = entry.path("type").asString("").equals("float32");
    return origin.checked(
        () ->
            single
                ? CalibratorState.Array.of(rows, columns, toFloats(values))
                : CalibratorState.Array.of(rows, columns, values));
  }

  private static float[] toFloats(double[] values) {
    float[] floats = new float[values.length];
    for (int k = 0; k < floats.length; k++) {
      floats[k] = (float) values[k];
    }
    return floats;
  }

  /** An object of strings, numbers and booleans. */
  static Map<String, Object> values(JsonNode object) {
    return MAPPER.convertValue(object, new TypeReference<LinkedHashMap<String, Object>>() {});
  }

  private static String checksum(ObjectNode root) {
    return Hashes.sha256(MAPPER.writeValueAsString(root).getBytes(StandardCharsets.UTF_8));
  }

  /** The arrays of the archive that a file names, if it names one. */
  private static Map<String, double[]> archived(Path file, JsonNode entry) throws IOException {
    Map<String, double[]> arrays = new HashMap<>();
    if (entry.isMissingNode()) {
      return arrays;
    }
    Origin origin = Origin.of(file);
    String name = entry.path("file").asString("");
    origin.check(
        !name.isEmpty() && Path.of(name).getNameCount() == 1 && !name.contains(".."),
        "the archive must be a file beside this one, got '%s'",
        name);
    Path archive = file.resolveSibling(name);
    origin.check(Files.isRegularFile(archive), "the large arrays in %s are missing", archive);
    origin.check(
        Hashes.sha256(archive).equals(entry.path(CHECKSUM).asString("")),
        "%s is not the archive that was written with this file: its checksum differs",
        archive);
    try (NpzFile npz = NpzFile.open(archive)) {
      for (String array : npz.names()) {
        arrays.put(array, npz.array(array).toDoubles());
      }
    }
    return arrays;
  }
}
