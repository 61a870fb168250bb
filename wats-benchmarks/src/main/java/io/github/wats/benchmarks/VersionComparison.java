package io.github.wats.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Times two versions of WATS with the same command lines, in turns, and prints a Markdown table:
 *
 * <pre>  VersionComparison OLD.jar NEW.jar DATASETS_DIR [rounds]</pre>
 *
 * Features, training and calibration are medians of {@code rounds} fresh processes (5 by default).
 * Fits are warm: medians over {@code rounds} runs of {@code wats benchmark} on one thread after two
 * that do not count; methods that stop early by seconds per epoch, as versions may stop at
 * different epochs.
 */
public record VersionComparison(List<String> jars, String data, int rounds, Path folder) {
  private static final int WARM_UP = 2;
  private static final List<String> METHODS = List.of("wats", "cagcn", "gats", "ridge", "gets");

  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length < 3) {
      throw new IllegalArgumentException(
          "expected OLD.jar NEW.jar DATASETS_DIR [rounds], not " + args.length + " words");
    }
    int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 5;
    Path folder = Files.createTempDirectory("wats-versions");
    VersionComparison comparison =
        new VersionComparison(List.of(args[0], args[1]), args[2], rounds, folder);
    Report.print("| work | old median s | new median s | old / new |");
    Report.print("| --- | ---: | ---: | ---: |");
    comparison.compareFeatures();
    comparison.compareFits();
    comparison.compareTraining();
    comparison.compare(
        "process of calibrate, cora", true, List.of("calibrate", comparison.trained("cora")));
  }

  private void compareFeatures() throws IOException, InterruptedException {
    Path graph = folder.resolve("graph.npz");
    Path out = folder.resolve("features.npy");
    wats(1, List.of("dataset", "generate", "--nodes=200000", "--average-degree=50", "-o", graph));
    compare("features, 200,000 nodes × 50", false, List.of("features", graph, "-o", out));
    compare("features, pubmed", false, List.of("features", trained("pubmed"), "-o", out));
  }

  /** Each version does all its runs in one process, so that they are warm. */
  private void compareFits() throws IOException, InterruptedException {
    Map<String, List<Double>> times = new HashMap<>();
    for (int version = 0; version < 2; version++) {
      Path out = folder.resolve("fits" + version);
      String runs = Integer.toString(rounds + WARM_UP);
      List<Object> command = new ArrayList<>(List.of("benchmark", "--datasets", "cora,photo"));
      command.addAll(List.of("--models", "gcn", "--methods", String.join(",", METHODS)));
      command.addAll(List.of("--runs", runs, "--threads", "1", "--out", out, "--data-dir", data));
      wats(version, command);
      for (String line : Files.readAllLines(out.resolve("records.jsonl"))) {
        if (number(line, "run") >= WARM_UP) {
          String method = field(line, "method");
          double units = method.equals("ridge") ? 1 : number(line, "epochs");
          times
              .computeIfAbsent(version + method + field(line, "dataset"), k -> new ArrayList<>())
              .add(number(line, "seconds") / units);
        }
      }
    }
    for (String dataset : List.of("cora", "photo")) {
      for (String method : METHODS) {
        String unit = method.equals("ridge") ? "fit" : "fit per epoch";
        List<Double> old = times.getOrDefault(0 + method + dataset, List.of());
        List<Double> current = times.getOrDefault(1 + method + dataset, List.of());
        print(String.join(", ", unit, method, dataset), old, current);
      }
    }
  }

  private void compareTraining() throws IOException, InterruptedException {
    for (String dataset : List.of("cora", "pubmed", "photo")) {
      for (String model : List.of("gcn", "gat")) {
        List<Object> command = new ArrayList<>(List.of("train", "--dataset", dataset));
        command.addAll(List.of("--model", model, "--data-dir", data));
        command.addAll(List.of("-o", folder.resolve("trained.npz")));
        String work = String.join(", ", "training", model, dataset);
        compare(work + ", all threads", false, command);
        command.addAll(List.of("--threads", "1"));
        compare(work + ", 1 thread", false, command);
      }
    }
  }

  /** A node file of a GCN, trained by the new version. */
  private Path trained(String dataset) throws IOException, InterruptedException {
    Path file = folder.resolve(dataset + ".npz");
    wats(1, List.of("train", "--dataset", dataset, "--data-dir", data, "-o", file));
    return file;
  }

  /** Compares the seconds that a command reports or, if {@code whole}, those of its process. */
  private void compare(String work, boolean whole, List<?> command)
      throws IOException, InterruptedException {
    List<List<Double>> times = List.of(new ArrayList<>(), new ArrayList<>());
    for (int round = 0; round < 2 * rounds; round++) {
      long start = System.nanoTime();
      String json = wats(round % 2, command);
      double wall = (System.nanoTime() - start) / 1e9;
      times.get(round % 2).add(whole ? wall : number(json, "seconds"));
    }
    print(work, times.get(0), times.get(1));
  }

  /** What a version prints. */
  private String wats(int version, List<?> command) throws IOException, InterruptedException {
    List<String> java = Programs.java("-jar", jars.get(version));
    command.forEach(word -> java.add(word.toString()));
    return String.join("", Programs.run(java, "--json", "--quiet"));
  }

  private static double number(String json, String name) {
    return Double.parseDouble(field(json, name));
  }

  /** The value of a field of the object itself, not of one inside it (settings have epochs too). */
  private static String field(String json, String name) {
    String flat = json.substring(1).replaceAll("\\{[^{}]*\\}", "");
    Matcher matcher = Pattern.compile('"' + name + "\"\\s*:\\s*\"?([^\",}\\s]+)").matcher(flat);
    if (!matcher.find()) {
      throw new IllegalArgumentException("no " + name + " in " + json);
    }
    return matcher.group(1);
  }

  private static void print(String work, List<Double> old, List<Double> current) {
    double before = Measured.median(old);
    double now = Measured.median(current);
    Report.print("| %s | %.5f | %.5f | %.2f |", work, before, now, before / now);
  }
}
