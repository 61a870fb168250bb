package io.github.wats.cli.fault;

import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.cli.fault.Faults.Mode;
import io.github.wats.experiment.ExperimentFolder;
import io.github.wats.experiment.FitRecord;
import io.github.wats.io.Hashes;
import io.github.wats.io.model.BackboneFile;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A command that writes files into a folder where there may be older ones.
 *
 * @param older what writes the older files; empty for a folder that does not exist
 * @param command what is run with faults
 * @param readers how each file is read: what it holds, as text
 */
record Scenario(
    String name, List<String> older, List<String> command, Map<String, Reader> readers) {
  private static final int NODES = 30;
  private static final int FEATURES = 12;

  /** Reads a file and says what it holds; throws if it cannot be used. */
  interface Reader {
    String read(Path file) throws IOException;
  }

  /** What is the same for a new folder as for older files is not tried there again. */
  Set<Mode> modes() {
    return older.isEmpty()
        ? EnumSet.of(Mode.DISK_FULL, Mode.CRASH, Mode.POWER_CUT_OF_NAMES)
        : EnumSet.complementOf(EnumSet.of(Mode.NONE));
  }

  /** What the files of a folder hold, without those that do not exist. */
  Map<String, String> read(Path folder) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    for (Map.Entry<String, Reader> reader : readers.entrySet()) {
      Path file = folder.resolve(reader.getKey());
      if (Files.exists(file)) {
        contents.put(reader.getKey(), reader.getValue().read(file));
      }
    }
    return contents;
  }

  /** All scenarios; inputs are made in {@code in}, outputs go to {@code out}. */
  static List<Scenario> all(Path in, Path out, Path scratch) throws IOException {
    String run = new RunFile(NODES).write(in.resolve("run.npz")).toString();
    String model = in.resolve("model.json").toString();
    String otherModel = in.resolve("other.json").toString();
    ok("calibrate", run, "--method", "ets", "--save", model);
    ok("calibrate", run, "--method", "ts", "--save", otherModel);
    writeReddit(Files.createDirectories(in.resolve("reddit")));
    String graph = in.resolve("graph.npz").toString();
    ok("dataset", "generate", "--nodes", "60", "--features", "600", "-o", graph);

    Reader probabilities = command("evaluate", run, "--probabilities", "FILE");
    Path applied = scratch.resolve("applied.npz");
    Reader saved =
        cached(
            file -> {
              ok("apply", file.toString(), run, "-o", applied.toString());
              return Hashes.sha256(applied);
            });
    Map<String, Reader> calibrated =
        Map.of("a.npz", probabilities, "m.json", saved, "p.html", Scenario::page);
    String untested =
        new RunFile(NODES).without("test_mask").write(in.resolve("untested.npz")).toString();
    List<String> outputs = List.of("-o", out + "/a.npz", "--save", out + "/m.json", "--method");
    List<String> quick = plus(List.of("calibrate", untested), outputs.toArray(String[]::new));
    List<String> calibrate =
        plus(
            List.of("calibrate", run, "--report", out + "/p.html"), outputs.toArray(String[]::new));
    List<String> apply = List.of("apply", "MODEL", run, "-o", out + "/a.csv");
    List<String> train = List.of("train", graph, "-o", out + "/r.npz", "--save", out + "/n.json");
    train = plus(train, "--epochs", "2", "--hidden", "16", "--seed");
    List<String> benchmark =
        List.of("benchmark", "--datasets", "reddit", "--models", "gcn", "--output", out.toString());
    benchmark = plus(benchmark, "--data-dir", in.toString(), "--set", "gcn:epochs=1", "--methods");
    Map<String, Reader> trained =
        Map.of("r.npz", command("evaluate", "FILE"), "n.json", Scenario::network);
    Map<String, Reader> experiment =
        Map.of(
            "records.jsonl",
            file -> "see records",
            "summary.jsonl",
            Scenario::untimed,
            "table.csv",
            Hashes::sha256,
            "table.md",
            Hashes::sha256,
            "table.tex",
            Hashes::sha256);
    return List.of(
        new Scenario(
            "calibrate, new folder",
            List.of(),
            plus(quick, "vs"),
            Map.of("a.npz", probabilities, "m.json", saved)),
        new Scenario(
            "calibrate, older files", plus(calibrate, "ts"), plus(calibrate, "vs"), calibrated),
        new Scenario(
            "apply, older file",
            replace(apply, otherModel),
            replace(apply, model),
            Map.of("a.csv", probabilities)),
        new Scenario("train, older files", plus(train, "1"), plus(train, "0"), trained),
        new Scenario(
            "benchmark, new folder",
            List.of(),
            plus(benchmark, "uncalibrated,ts", "--runs", "1"),
            experiment),
        new Scenario(
            "benchmark, continued",
            plus(benchmark, "uncalibrated", "--runs", "1"),
            plus(benchmark, "uncalibrated,ts,vs", "--runs", "1"),
            experiment));
  }

  /** The records of an experiment in a folder by their fits, without the time they took. */
  static Map<String, String> records(Path folder) throws IOException {
    Map<String, String> records = new TreeMap<>();
    if (Files.exists(folder.resolve("records.jsonl"))) {
      for (FitRecord record : ExperimentFolder.read(folder)) {
        String result = record.result().orElseThrow().evaluation().toString();
        records.put("record " + record.key().label(), result);
      }
    }
    return records;
  }

  /** A small data set in the layout of the one that has no published checksums. */
  private static void writeReddit(Path folder) throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    int[] types = new int[NODES];
    for (int i = 0; i < NODES; i++) {
      types[i] = 1 + i % 3;
    }
    int[] labels = random.ints(NODES, 0, 3).toArray();
    float[] features = new float[NODES * FEATURES];
    for (int k = 0; k < features.length; k++) {
      features[k] = labels[k / FEATURES] + (float) random.nextDouble();
    }
    NpzWriter.write(
        folder.resolve("reddit_data.npz"),
        npz ->
            npz.put("feature", NpyData.of(features, NODES, FEATURES))
                .put("label", NpyData.of(labels, NODES))
                .put("node_types", NpyData.of(types, NODES)));
    NpzWriter.write(
        folder.resolve("reddit_graph.npz"),
        npz ->
            npz.put("row", NpyData.of(random.ints(150, 0, NODES).toArray(), 150))
                .put("col", NpyData.of(random.ints(150, 0, NODES).toArray(), 150))
                .put("shape", NpyData.of(new int[] {NODES, NODES}, 2)));
  }

  static Cli ok(String... arguments) {
    Cli cli = run(List.of(arguments));
    FaultCampaign.check(cli.exitCode() == 0, "%s", cli);
    return cli;
  }

  static Cli run(List<String> arguments) {
    return Cli.run(plus(arguments, "--threads", "1", "--quiet").toArray(String[]::new));
  }

  /** A command must be able to read the file, which then holds its bytes. */
  private static Reader command(String... arguments) {
    return cached(
        file -> {
          ok(replace(List.of(arguments), file.toString()).toArray(String[]::new));
          return Hashes.sha256(file);
        });
  }

  /** Reads equal bytes once. */
  private static Reader cached(Reader reader) {
    Map<String, String> known = new HashMap<>();
    return file -> {
      String hash = Hashes.sha256(file);
      String content = known.get(hash);
      if (content == null) {
        content = reader.read(file);
        known.put(hash, content);
      }
      return content;
    };
  }

  private static String page(Path file) throws IOException {
    String page = Files.readString(file);
    FaultCampaign.check(page.stripTrailing().endsWith("</html>"), "%s is not whole", file);
    return page.contains("Vector scaling") ? "vs" : "ts";
  }

  private static String network(Path file) throws IOException {
    BackboneFile.read(file);
    return Hashes.sha256(file);
  }

  private static String untimed(Path file) throws IOException {
    String text = Files.readString(file);
    FaultCampaign.check(text.endsWith("\n"), "%s is not whole", file);
    String untimed = text.replaceAll("\"(seconds|trainingSeconds)\":\\[[-+.,0-9E]+", "");
    return Hashes.sha256(untimed.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> plus(List<String> list, String... more) {
    List<String> longer = new ArrayList<>(list);
    longer.addAll(List.of(more));
    return List.copyOf(longer);
  }

  private static List<String> replace(List<String> list, String value) {
    return list.stream().map(v -> v.equals("FILE") || v.equals("MODEL") ? value : v).toList();
  }
}
