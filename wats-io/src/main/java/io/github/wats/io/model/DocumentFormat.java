package io.github.wats.io.model;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.io.AtomicFile;
import io.github.wats.io.Hashes;
import io.github.wats.io.Origin;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.io.npy.NpzWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One kind of model file: JSON with the fields {@code format}, {@code version}, those of the
 * document, its arrays, and {@code sha256} over all of it. Arrays of more than {@value
 * #INLINE_VALUES} values stand in an {@code .npz} beside the file, whose checksum the JSON carries.
 *
 * @param name what {@code format} must say
 * @param version what this library writes, and the only one it reads
 * @param content what such a file holds, for messages
 */
record DocumentFormat(String name, int version, String content) {
  /** Larger arrays are unreadable in JSON anyway. */
  private static final int INLINE_VALUES = 4096;

  /** An honest file is a few hundred kilobytes. */
  private static final long MOST_BYTES = 64L << 20;

  private static final String CHECKSUM = "sha256";
  private static final String ARRAYS = "arrays";
  private static final String ARCHIVE = "archive";

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** Writes the file, and beside it its archive if there are large arrays, whole or not at all. */
  void write(Path file, Document document) throws IOException {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("format", name);
    root.put("version", version);
    document.fields().forEach((field, value) -> root.set(field, MAPPER.valueToTree(value)));
    ObjectNode arrays = root.putObject(ARRAYS);
    Map<String, CalibratorState.Array> large = new LinkedHashMap<>();
    document.arrays().forEach((array, values) -> describe(arrays, large, array, values));
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
          "is not %s, or not a whole one: line %d is no JSON",
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

  /** The arrays of a tree that {@link #readTree} gave. */
  Map<String, CalibratorState.Array> arrays(Path file, ObjectNode root) throws IOException {
    Origin origin = Origin.of(file);
    Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>();
    try (OptionalArchive archive = OptionalArchive.open(file, root.path(ARCHIVE))) {
      for (Map.Entry<String, JsonNode> entry : root.path(ARRAYS).properties()) {
        arrays.put(entry.getKey(), array(origin, entry.getKey(), entry.getValue(), archive));
      }
    }
    return arrays;
  }

  private static CalibratorState.Array array(
      Origin origin, String name, JsonNode entry, OptionalArchive archive) throws IOException {
    int rows = entry.path("rows").intValue(-1);
    int columns = entry.path("columns").intValue(-1);
    boolean single = entry.path("type").asString("").equals("float32");
    double[] values;
    if (entry.has("values")) {
      JsonNode list = entry.path("values");
      values = new double[list.size()];
      for (int k = 0; k < values.length; k++) {
        values[k] = list.get(k).doubleValue();
      }
    } else {
      values = archive.array(origin, name).toDoubles();
    }
    return origin
        .array(name)
        .checked(
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

  /** An object of texts, numbers and truth values. */
  static Map<String, Object> values(JsonNode object) {
    return MAPPER.convertValue(object, new TypeReference<LinkedHashMap<String, Object>>() {});
  }

  private static String checksum(ObjectNode root) {
    return Hashes.sha256(MAPPER.writeValueAsString(root).getBytes(StandardCharsets.UTF_8));
  }

  /** The archive a file names, if it names one. */
  private record OptionalArchive(Optional<NpzFile> archive) implements AutoCloseable {
    static OptionalArchive open(Path file, JsonNode entry) throws IOException {
      if (entry.isMissingNode()) {
        return new OptionalArchive(Optional.empty());
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
      return new OptionalArchive(Optional.of(NpzFile.open(archive)));
    }

    NpyArray array(Origin origin, String name) throws IOException {
      if (archive.isEmpty()) {
        throw origin.array(name).invalid("has no values and the file names no archive");
      }
      return archive.get().array(name);
    }

    @Override
    public void close() throws IOException {
      if (archive.isPresent()) {
        archive.get().close();
      }
    }
  }
}
