package io.github.wats.experiment;

import io.github.wats.internal.Check;
import io.github.wats.io.AtomicFile;
import io.github.wats.io.Location;
import io.github.wats.io.json.TypedJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The folder of one experiment. {@code records.jsonl} has a line per fit and only ever grows while
 * an experiment runs: each line reaches the disk before the next fit begins, and a line that was
 * cut off when the process died is dropped at the next start. Once all fits are there the lines are
 * put into the plan's order, so a folder that was interrupted ends as one that was not. The lock
 * dies with its process.
 */
public final class ExperimentFolder implements AutoCloseable {
  static final String RECORDS = "records.jsonl";
  static final String PLAN = "plan.json";
  private static final String LOCK = "lock";

  private final Path folder;
  private final FileChannel lockFile;
  private final Map<FitKey, FitRecord> latest; // the last record of each fit
  private FileChannel records; // at its end

  private ExperimentFolder(
      Path folder, FileChannel lockFile, FileChannel records, Map<FitKey, FitRecord> latest) {
    this.folder = folder;
    this.lockFile = lockFile;
    this.records = records;
    this.latest = latest;
  }

  /**
   * Makes the folder if need be, locks it and reads what is there.
   *
   * @throws IllegalArgumentException if the folder holds other files than those of an experiment
   */
  public static ExperimentFolder open(Path folder) throws IOException {
    AtomicFile.makeFolder(folder);
    checkOwn(folder);
    FileChannel lockFile = lock(folder);
    try {
      Path file = folder.resolve(RECORDS);
      byte[] content = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
      int whole = wholeLines(content);
      Map<FitKey, FitRecord> latest = parse(file, content, whole);
      return new ExperimentFolder(folder, lockFile, openAt(file, whole), latest);
    } catch (IOException | RuntimeException broken) {
      lockFile.close();
      throw broken;
    }
  }

  /**
   * The records of a folder, finished or still running, without a lock; in the order in which they
   * were made, or of the plan once it is finished.
   */
  public static List<FitRecord> read(Path folder) throws IOException {
    Path file = folder.resolve(RECORDS);
    byte[] content = Files.readAllBytes(file);
    return new ArrayList<>(parse(file, content, wholeLines(content)).values());
  }

  /** Refuses a folder with files of others, which an experiment might overwrite. */
  private static void checkOwn(Path folder) throws IOException {
    if (isPlan(folder.resolve(PLAN))) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Check.argument(
            isOfNewExperiment(file),
            "%s holds %s but no %s of an experiment: use an empty folder or a new one",
            folder,
            file.getFileName(),
            PLAN);
      }
    }
  }

  private static boolean isPlan(Path file) throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    JsonNode plan = TypedJson.tree(file, "the plan of an experiment");
    return plan.hasNonNull("protocol") && plan.hasNonNull("variants");
  }

  /** What the number of fits follows from. */
  private record Size(
      List<Object> datasets, List<Object> models, List<Object> variants, int runs) {}

  /** The number of fits in the plan of a folder; 0 if it has none. */
  public static int planned(Path folder) throws IOException {
    Path file = folder.resolve(PLAN);
    if (!Files.exists(file)) {
      return 0;
    }
    JsonNode plan = TypedJson.tree(file, "the plan of an experiment");
    Size size = Location.of(file).checked(() -> TypedJson.bind(plan, Size.class));
    int runs = Location.of(file).checked(() -> Plan.checkedRuns(size.runs));
    return size.datasets.size() * size.models.size() * size.variants.size() * runs;
  }

  /** Whether an experiment leaves such a file if it ends before it has written its plan. */
  private static boolean isOfNewExperiment(Path file) throws IOException {
    String name = file.getFileName().toString();
    boolean empty = Files.size(file) == 0;
    return (name.equals(RECORDS) && empty)
        || (name.equals(LOCK)
            && (empty || Files.readString(file, StandardCharsets.ISO_8859_1).matches("\\d+")))
        || name.startsWith("." + PLAN + ".");
  }

  private static FileChannel lock(Path folder) throws IOException {
    Path file = folder.resolve(LOCK);
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      if (!isLocked(channel)) {
        String process = Files.readString(file).strip();
        throw new FileSystemException(
            folder.toString(),
            null,
            "another process%s is running an experiment in this folder"
                .formatted(process.isEmpty() ? "" : " (" + process + ")"));
      }
      channel.truncate(0);
      channel.write(utf8(Long.toString(ProcessHandle.current().pid())));
      return channel;
    } catch (IOException failed) {
      channel.close();
      throw failed instanceof FileSystemException ? failed : AtomicFile.naming(file, failed);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException sameProcess) {
      return false; // another thread of this process holds the lock
    }
  }

  /** The records, to be continued at {@code end}. */
  private static FileChannel openAt(Path file, long end) throws IOException {
    FileChannel records =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      return records.truncate(end).position(end);
    } catch (IOException failed) {
      records.close();
      throw failed;
    }
  }

  private static int wholeLines(byte[] content) {
    int end = content.length;
    while (end > 0 && content[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  private static Map<FitKey, FitRecord> parse(Path file, byte[] content, int length) {
    String text = new String(content, 0, length, StandardCharsets.UTF_8);
    Map<FitKey, FitRecord> latest = new LinkedHashMap<>();
    for (FitRecord record : RecordJson.read(file, text, line -> List.of(RecordJson.read(line)))) {
      latest.remove(record.key()); // a repeated fit counts where it was repeated
      latest.put(record.key(), record);
    }
    return latest;
  }

  public Path path() {
    return folder;
  }

  /** The last record of each fit that has one. */
  public synchronized Map<FitKey, FitRecord> records() {
    return new LinkedHashMap<>(latest);
  }

  private static String line(FitRecord record) {
    return RecordJson.write(record) + "\n";
  }

  /** Adds a record; when this returns it is on the disk. A full disk leaves no half line. */
  synchronized void append(FitRecord record) throws IOException {
    ByteBuffer line = utf8(line(record));
    long end = records.position();
    try {
      while (line.hasRemaining()) {
        records.write(line);
      }
      records.force(false);
    } catch (IOException failed) {
      records.truncate(end);
      throw AtomicFile.naming(folder.resolve(RECORDS), failed);
    }
    latest.put(record.key(), record);
  }

  /** Puts the records into the order of {@code keys}; others follow in the order they came. */
  synchronized void order(Collection<FitKey> keys) throws IOException {
    Map<FitKey, FitRecord> left = new LinkedHashMap<>(latest);
    StringBuilder lines = new StringBuilder();
    keys.stream()
        .flatMap(key -> Stream.ofNullable(left.remove(key)))
        .forEach(record -> lines.append(line(record)));
    left.values().forEach(record -> lines.append(line(record)));
    write(RECORDS, lines.toString());
    records.close();
    Path file = folder.resolve(RECORDS);
    records = openAt(file, Files.size(file));
  }

  /** Writes a file of the folder, whole or not at all. */
  public void write(String name, String text) throws IOException {
    AtomicFile.write(folder.resolve(name), out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public void close() throws IOException {
    try (lockFile) {
      records.close();
    }
  }

  private static ByteBuffer utf8(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
