package io.github.wats.cli.fault;

import io.github.wats.cli.Cli;
import io.github.wats.cli.fault.Faults.Mode;
import io.github.wats.io.Hashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Runs each scenario once for every operation on files that it makes and every mode, with a fault
 * at that operation. Afterwards every file is as before or as a run without faults leaves it,
 * success means that all files are new, and the same command succeeds when it is run again.
 */
public final class FaultCampaign {
  private final Path work;
  private final Path out;
  private final Path old;

  private FaultCampaign(Path work) {
    this.work = work;
    this.out = work.resolve("out");
    this.old = work.resolveSibling("old");
  }

  /**
   * Arguments: an empty folder, and optionally how the names of the scenarios begin. Prints the
   * numbers of operations tried, and at the end their sum.
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    check(folder.getFileSystem() instanceof FaultyFileSystem, "the file system has no faults");
    FaultCampaign campaign = new FaultCampaign(Files.createDirectories(folder.resolve("work")));
    Path in = Files.createDirectories(campaign.work.resolve("in"));
    Path scratch = Files.createDirectories(folder.resolve("scratch"));
    int all = 0;
    for (Scenario scenario : Scenario.all(in, campaign.out, scratch)) {
      boolean wanted = arguments.length < 2 || scenario.name().startsWith(arguments[1]);
      all += wanted ? campaign.run(scenario) : 0;
    }
    System.out.println(all);
  }

  static void check(boolean condition, String message, Object... values) {
    if (!condition) {
      throw new AssertionError(message.formatted(values));
    }
  }

  private int run(Scenario scenario) throws IOException {
    prepare(scenario);
    Map<String, String> before = contents(scenario);
    succeed(scenario, "a run without faults");
    Map<String, String> after = contents(scenario);
    Set<String> names = names();
    check(after.size() >= scenario.readers().size(), "%s wrote only %s", scenario.name(), after);
    check(!before.equals(after), "%s changes nothing", scenario.name());
    int all = 0;
    for (Mode mode : scenario.modes()) {
      int tried = tryAll(scenario, mode, before, after, names);
      System.out.printf("%-24s %-20s %4d operations%n", scenario.name(), mode, tried);
      all += tried;
    }
    return all;
  }

  /** Makes the older files, once, and a copy of them for each run. */
  private void prepare(Scenario scenario) throws IOException {
    Faults.delete(old);
    Faults.delete(out);
    if (!scenario.older().isEmpty()) {
      Cli cli = Scenario.run(scenario.older());
      check(cli.exitCode() == 0, "older files: %s", cli);
      copy(out, old);
    }
  }

  private int tryAll(
      Scenario scenario,
      Mode mode,
      Map<String, String> before,
      Map<String, String> after,
      Set<String> names)
      throws IOException {
    int n = 0;
    int count;
    do {
      n++;
      Faults.delete(out);
      if (Files.exists(old)) {
        copy(old, out);
      }
      Faults.arm(work.toString(), mode, n);
      Cli cli = Scenario.run(scenario.command());
      count = Faults.disarm();
      String what = "%s, %s at operation %d: ".formatted(scenario.name(), mode, n);
      Map<String, String> now;
      try {
        now = contents(scenario);
      } catch (IOException | RuntimeException | AssertionError unreadable) {
        throw new AssertionError(what + "cannot be read; " + cli, unreadable);
      }
      for (String file : union(before, after)) {
        String content = now.get(file);
        check(
            Objects.equals(content, before.get(file)) || Objects.equals(content, after.get(file)),
            "%s%s is neither old nor new: %s; %s",
            what,
            file,
            content,
            cli);
      }
      boolean dead = count >= n && mode != Mode.IO_ERROR && mode != Mode.DISK_FULL;
      if (cli.exitCode() == 0) { // of a dead process nobody sees it
        check(dead || now.equals(after), "%ssuccess, but not all is new: %s; %s", what, now, cli);
      } else {
        check(count >= n, "%sfailed without a fault: %s", what, cli);
        check(cli.err().startsWith("wats: ") && !cli.err().contains("\tat "), "%s%s", what, cli);
        check(
            mode != Mode.DISK_FULL
                || cli.err().matches("(?s)wats: .*/.*: No space left on device.*"),
            "%sthe message does not name the file: %s",
            what,
            cli);
      }
      if (!bytes(out).equals(bytes(old))) { // else it would be the first run again
        succeed(scenario, what + "again");
        check(contents(scenario).equals(after), "%sthe next run gives other files", what);
        check(names().equals(names), "%safter the next run there are %s", what, names());
      }
    } while (count >= n);
    return n - 1;
  }

  private static Set<String> union(Map<String, String> one, Map<String, String> other) {
    Set<String> all = new HashSet<>(one.keySet());
    all.addAll(other.keySet());
    return all;
  }

  private void succeed(Scenario scenario, String what) {
    Cli cli = Scenario.run(scenario.command());
    check(cli.exitCode() == 0, "%s: %s", what, cli);
  }

  private Map<String, String> contents(Scenario scenario) throws IOException {
    Map<String, String> contents = new TreeMap<>(scenario.read(out));
    contents.putAll(Scenario.records(out));
    return contents;
  }

  private Set<String> names() throws IOException {
    try (Stream<Path> files = Files.walk(out)) {
      return new TreeSet<>(files.map(file -> out.relativize(file).toString()).toList());
    }
  }

  /** The files of a folder with a checksum of their bytes. */
  private static Map<String, String> bytes(Path folder) throws IOException {
    Map<String, String> bytes = new TreeMap<>();
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.toList()) {
          String hash = Files.isRegularFile(file) ? Hashes.sha256(file) : "";
          bytes.put(folder.relativize(file).toString(), hash);
        }
      }
    }
    return bytes;
  }

  private static void copy(Path from, Path to) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(from)) {
      files = all.toList();
    }
    for (Path file : files) {
      Files.copy(file, to.resolve(from.relativize(file)));
    }
  }
}
