package io.github.wats.experiment;

import io.github.wats.io.AtomicFile;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.prediction.Logits;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the logits of networks whose fits are not all done, so that a process that died in between
 * does not have to train them again. A file counts only for the very settings it was made with.
 */
final class NetworkStore {
  private static final String FOLDER = "networks";

  private final Path folder;

  NetworkStore(ExperimentFolder experiment) {
    this.folder = experiment.path().resolve(FOLDER);
  }

  /** What a training gave and how long it took. */
  record Trained(Logits logits, double seconds) {}

  /** The network of a task if it was trained from {@code info} and kept. */
  Optional<Trained> find(Task task, FitRecord.RunInfo info) throws IOException {
    Path file = file(task);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (NpzFile npz = NpzFile.open(file)) {
      NpyArray logits = npz.array("logits").withDimensions(2);
      NpyArray seconds = npz.array("seconds");
      if (!List.of(npz.array("origin").toStrings()).equals(List.of(info.toString()))
          || seconds.elementCount() != 1) {
        return Optional.empty();
      }
      return Optional.of(
          new Trained(
              Logits.of(logits.length(0), logits.length(1), logits.toDoubles()),
              seconds.toDoubles()[0]));
    } catch (InvalidDataException | IllegalArgumentException unreadable) {
      return Optional.empty(); // not ours, or of another version: trained anew
    }
  }

  void keep(Task task, FitRecord.RunInfo info, Trained trained) throws IOException {
    Logits logits = trained.logits();
    NpzWriter.write(
        file(task),
        npz ->
            npz.put("logits", NpyData.of(logits.toArray(), logits.nodeCount(), logits.classCount()))
                .put("seconds", NpyData.of(new double[] {trained.seconds()}, 1))
                .put("origin", NpyData.of(new String[] {info.toString()}, 1)));
  }

  void drop(Task task) throws IOException {
    Files.deleteIfExists(file(task));
  }

  /** Removes the networks of these tasks, and the folder unless there are others in it. */
  void dropAll(Collection<Task> tasks) throws IOException {
    for (Task task : tasks) {
      drop(task);
    }
    AtomicFile.removeAbandoned(folder);
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException others) {
      // of another plan, or not ours
    }
  }

  private Path file(Task task) {
    String name = task.dataset() + "-" + task.model() + "-" + task.run();
    return folder.resolve(URLEncoder.encode(name, StandardCharsets.UTF_8) + ".npz");
  }
}
