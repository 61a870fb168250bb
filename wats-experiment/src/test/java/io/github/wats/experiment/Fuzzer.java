package io.github.wats.experiment;

import com.sun.management.OperatingSystemMXBean;
import io.github.wats.io.fuzz.FuzzTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What Jazzer runs in a process of its own: one target. A failure is written down with its document
 * once for each place in the code, and the search goes on.
 */
public final class Fuzzer {
  private static final Set<String> FOUND = new LinkedHashSet<>();
  private static FuzzTarget target;
  private static Path folder;
  private static long start;
  private static long inputs;
  private static long pastHeader;

  private Fuzzer() {}

  /** Takes the format, and the folder for results that has its seeds. */
  public static void fuzzerInitialize(String[] arguments) {
    folder = Path.of(arguments[1]);
    target =
        ExperimentTargets.withReaders().stream()
            .filter(one -> one.format().equals(arguments[0]))
            .findFirst()
            .orElseThrow()
            .withSeeds(() -> read(folder.resolve("seeds")));
  }

  /** The files 0, 1, 2, … of a folder. */
  private static List<byte[]> read(Path seeds) throws IOException {
    List<byte[]> documents = new ArrayList<>();
    for (Path file = seeds.resolve("0");
        Files.exists(file);
        file = seeds.resolve(String.valueOf(documents.size()))) {
      documents.add(Files.readAllBytes(file));
    }
    return documents;
  }

  public static void fuzzerTestOneInput(byte[] input) {
    if (inputs++ == 0) {
      start = processor();
    }
    try {
      pastHeader += target.run(input) ? 1 : 0;
    } catch (AssertionError e) {
      String place = place(e);
      if (FOUND.add(place)) {
        write("finding-" + Integer.toHexString(place.hashCode()), target.document(input));
        System.err.println("FINDING " + target + ": " + e.getMessage() + "\n  " + place);
      }
    }
  }

  /** The kind of the failure and the nearest places in our code. */
  private static String place(AssertionError failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return cause.getClass().getName()
        + Stream.of(cause.getStackTrace())
            .map(StackTraceElement::toString)
            .filter(line -> line.contains("io.github.wats"))
            .limit(3)
            .map(line -> "\n  at " + line)
            .collect(Collectors.joining());
  }

  /** Writes down the figures of this process. */
  public static void fuzzerTearDown() {
    long milliseconds = (processor() - start) / 1_000_000;
    String figures = inputs + " " + pastHeader + " " + FOUND.size() + " " + milliseconds + "\n";
    write("figures", figures.getBytes());
  }

  private static long processor() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static void write(String name, byte[] content) {
    try {
      Files.write(folder.resolve(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
