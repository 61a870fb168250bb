package io.github.wats.io.format;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.io.model.Library;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * A file format for data about the nodes of a graph. To add one, implement this and put it into
 * {@code BuiltInFormats}; one of another jar is named in {@code
 * META-INF/services/io.github.wats.io.format.NodeFormat} (in a module: {@code provides}).
 */
public interface NodeFormat {
  /** Whether the file has a name of this format, and the format can hold these parts. */
  boolean matches(Path file, Set<NodeField> parts);

  /** Opens a file to read these parts from. A format has this method, or the one for several. */
  default NodeParts open(Path file, Set<NodeField> parts) throws IOException {
    return open(List.of(file), parts, Columns.BY_NAME);
  }

  /**
   * Opens several files with the rows of nodes, one after the other, which not every format can.
   *
   * @param columns what the user says that the columns of a table hold
   */
  default NodeParts open(List<Path> files, Set<NodeField> parts, Columns columns)
      throws IOException {
    String rule = "cannot be read together with %s: give one file, or parts as .npy, .pt, .parquet";
    List<Path> others = files.subList(1, files.size());
    Location.of(files.get(0)).check(others.isEmpty(), rule, others);
    return open(files.get(0), parts);
  }

  /** Whether files of this format are tables, of which a user may choose columns. */
  default boolean hasColumns() {
    return false;
  }

  /** Writes a row for each node; false if this is no format of the file. */
  default boolean write(Path file, int rows, List<ResultColumn> columns) throws IOException {
    return false;
  }

  /** A column of a table of results, with texts, doubles or booleans. */
  record ResultColumn(String name, Class<?> type, IntFunction<Object> values) {}

  /** All formats that are installed. */
  static List<NodeFormat> all() {
    return BuiltInFormats.INSTALLED;
  }

  /** What to add if a file is of a format that another jar reads or writes. */
  static InvalidDataException needsModule(Path file) {
    String version = Library.VERSION;
    String rule =
        "needs the module wats-parquet: put wats-parquet-%s-all.jar of Maven Central into the"
            + " folder lib beside the program, or add the dependency"
            + " io.github.wats:wats-parquet:%s; in Python give the data frame itself";
    return Location.of(file).invalid(rule, version, version);
  }

  /** Whether the file is of a format that the module wats-parquet reads. */
  static boolean isParquet(Path file) {
    return file.toString()
        .toLowerCase(Locale.ROOT)
        .matches(".*\\.(parquet|pq|parquet\\.gzip|json|jsonl|ndjson|csv\\.gz)");
  }

  private static boolean isModel(Path file) {
    if (!file.toString().endsWith(".json")) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      String start = new String(in.readNBytes(100), StandardCharsets.UTF_8);
      return start.matches("(?s)\\s*\\{\\s*\"format\"\\s*:\\s*\"wats-.*");
    } catch (IOException e) {
      return false; // whoever reads it will say so
    }
  }

  /** The format of a file that is read for these parts; under an unknown name text or npz. */
  static NodeFormat of(Path file, Set<NodeField> parts) {
    if (isModel(file)) {
      String rule = "is a model, no file of nodes: write wats apply %s RUN.npz";
      throw Location.of(file).invalid(rule, file);
    }
    if (isParquet(file) && all().stream().noneMatch(format -> format.matches(file, parts))) {
      throw needsModule(file);
    }
    return all().stream()
        .filter(format -> format.matches(file, parts))
        .findFirst()
        .orElseGet(() -> TextFormat.canBe(file, parts) ? BuiltInFormats.TEXT : ArrayFormat.NPZ);
  }
}
