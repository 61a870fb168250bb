package io.github.wats.io.model;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.internal.Check;
import io.github.wats.io.Hashes;
import io.github.wats.io.Origin;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.io.npy.NpzWriter;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The {@code .npz} beside a model file that has its large arrays. The arrays of {@code m.json} are
 * in {@code m.json.arrays-0123456789abcdef.npz}, named by their content: a new model never replaces
 * the arrays of the old one.
 *
 * @param file its name, in the folder of the model
 * @param sha256 the checksum of its bytes
 */
record ArraysFile(String file, String sha256) {
  private static final String MARK = ".arrays-";
  private static final int HASH_CHARACTERS = 16;

  ArraysFile {
    Check.argument(
        !file.isBlank()
            && file.chars().noneMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c))
            && !file.equals(".")
            && !file.equals("..")
            && Path.of(file).getRoot() == null,
        "the archive must be a file beside this one, got '%s'",
        file);
  }

  /** Writes the archive for the large ones of these arrays, if there are any. */
  static Optional<ArraysFile> write(Path model, Map<String, CalibratorState.Array> arrays)
      throws IOException {
    if (arrays.values().stream().noneMatch(StoredArray::isLarge)) {
      return Optional.empty();
    }
    NpzWriter.Content large = npz -> putLarge(npz, arrays);
    String hash = Hashes.sha256(out -> NpzWriter.write(out, large));
    String name = model.getFileName() + MARK + hash.substring(0, HASH_CHARACTERS) + ".npz";
    NpzWriter.write(model.resolveSibling(name), large);
    return Optional.of(new ArraysFile(name, hash));
  }

  private static void putLarge(NpzWriter npz, Map<String, CalibratorState.Array> arrays)
      throws IOException {
    for (Map.Entry<String, CalibratorState.Array> entry : arrays.entrySet()) {
      if (StoredArray.isLarge(entry.getValue())) {
        npz.put(entry.getKey(), StoredArray.data(entry.getValue()));
      }
    }
  }

  Path beside(Path model) {
    return model.resolveSibling(file);
  }

  /** Opens it for the model at {@code model}, once its checksum is right. */
  NpzFile open(Origin origin, Path model) throws IOException {
    Path archive = beside(model);
    origin.check(Files.isRegularFile(archive), "the large arrays in %s are missing", archive);
    origin.check(
        Hashes.sha256(archive).equals(sha256),
        "%s is not the archive that was written with this file: its checksum differs",
        archive);
    return NpzFile.open(archive);
  }

  /**
   * Deletes archives of {@code model} that no model in its folder names: those of models it
   * replaced and of processes that died. What cannot be deleted is left; it does no harm.
   *
   * @param before what the model named before it was written; of other files only deleted if its
   *     bytes are still those of the old model
   * @param now what it names now
   */
  static void removeUnused(Path model, Optional<ArraysFile> before, Optional<ArraysFile> now) {
    String kept = now.map(ArraysFile::file).orElse("");
    String ours =
        Pattern.quote(model.getFileName() + MARK) + "[0-9a-f]{" + HASH_CHARACTERS + "}\\.npz";
    Path folder = model.resolveSibling("");
    try {
      List<Path> unused = new ArrayList<>();
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        for (Path file : files) {
          String name = file.getFileName().toString();
          if (!name.equals(kept) && (name.matches(ours) || isStill(before, file))) {
            unused.add(file);
          }
        }
      }
      Set<String> named = unused.isEmpty() ? Set.of() : namedIn(folder);
      for (Path file : unused) {
        if (!named.contains(file.getFileName().toString())) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // left for the next time the model is written
    }
  }

  /** The archives of all models in a folder: a copy or the renamed old model has the same ones. */
  private static Set<String> namedIn(Path folder) throws IOException {
    Set<String> names = new HashSet<>();
    try (DirectoryStream<Path> models = Files.newDirectoryStream(folder, "*.json")) {
      for (Path model : models) {
        DocumentFormat.arraysOf(model).ifPresent(archive -> names.add(archive.file));
      }
    }
    return names;
  }

  private static boolean isStill(Optional<ArraysFile> archive, Path file) throws IOException {
    return archive.isPresent()
        && file.endsWith(archive.get().file)
        && Files.isRegularFile(file)
        && Hashes.sha256(file).equals(archive.get().sha256);
  }
}
