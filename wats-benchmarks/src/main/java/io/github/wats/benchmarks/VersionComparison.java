package io.github.wats.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Times two versions of WATS with the same command lines, in turns, and prints a Markdown table:
 *
 * <pre>  VersionComparison OLD.jar NEW.jar DATASETS_DIR [rounds]</pre>
 *
 * Features, training and calibration are medians of {@code rounds} fresh processes (5 by default).
 * Fits are warm: medians over {@code rounds} runs of {@code wats benchmark} on one thread after two
 * that do not count, or twenty for {@code ridge}, whose fit takes milliseconds, in three processes
 * of each version, because the JVM does not compile a loop in the same way every time. Methods that
 * stop early are compared by seconds per epoch, as versions may stop at different epochs. GETS is
 * compared with PyTorch instead ({@link FitBenchmark}).
 */
public record VersionComparison(List<String> jars, String data, int rounds, Path folder) {

  private static final int PROCESSES = 3;

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
    comparison.compareFits("fit per epoch", List.of("wats", "cagcn", "gats"), 2);
    comparison.compareFits("fit", List.of("ridge"), 20);
    comparison.compareTraining();
    Path cora = comparison.trained("cora");
    comparison.compare("process of calibrate, cora", true, "calibrate ?", cora);
  }

  private void compareFeatures() throws IOException, InterruptedException {
    Path graph = folder.resolve("graph.npz");
    Path out = folder.resolve("features.npy");
    wats(1, "dataset generate --nodes 200000 --average-degree 50 -o ?", graph);
    compare("features, 200,000 nodes × 50", false, "features ? -o ?", graph, out);
    compare("features, pubmed", false, "features ? -o ?", trained("pubmed"), out);
  }

  /** All runs of a process are warm but the first. */
  private void compareFits(String unit, List<String> methods, int warmUp)
      throws IOException, InterruptedException {
    Map<String, List<Double>> times = new HashMap<>();
    for (int process = 0; process < 2 * PROCESSES; process++) {
      int version = process % 2;
      Path out = folder.resolve(methods.get(0) + process);
      String command = "benchmark --datasets cora,photo --models gcn --threads 1 --methods ";
      command += String.join(",", methods) + " --runs " + (rounds + warmUp);
      wats(version, command + " --out ? --data-dir ?", out, data);
      for (String line : Files.readAllLines(out.resolve("records.jsonl"))) {
        JsonNode fit = JsonMapper.shared().readTree(line);
        if (fit.path("run").asInt() >= warmUp) {
          String method = fit.path("method").asString();
          String key = version + method + fit.path("dataset").asString();
          double units = unit.equals("fit") ? 1 : fit.path("epochs").asDouble();
          times
              .computeIfAbsent(key, k -> new ArrayList<>())
              .add(fit.path("seconds").asDouble() / units);
        }
      }
    }
    for (String dataset : List.of("cora", "photo")) {
      for (String method : methods) {
        List<Double> old = times.getOrDefault(0 + method + dataset, List.of());
        List<Double> current = times.getOrDefault(1 + method + dataset, List.of());
        print(String.join(", ", unit, method, dataset), old, current);
      }
    }
  }

  private void compareTraining() throws IOException, InterruptedException {
    for (String dataset : List.of("cora", "pubmed", "photo")) {
      for (String model : List.of("gcn", "gat")) {
        String command = "train --dataset " + dataset + " --model " + model + " --data-dir ? -o ?";
        String work = String.join(", ", "training", model, dataset);
        Path out = folder.resolve("trained.npz");
        compare(work + ", all threads", false, command, data, out);
        compare(work + ", 1 thread", false, command + " --threads 1", data, out);
      }
    }
  }

  /** A node file of a GCN, trained by the new version. */
  private Path trained(String dataset) throws IOException, InterruptedException {
    Path file = folder.resolve(dataset + ".npz");
    wats(1, "train --dataset " + dataset + " --data-dir ? -o ?", data, file);
    return file;
  }

  /** Compares the seconds that a command reports or, if {@code whole}, those of its process. */
  private void compare(String work, boolean whole, String command, Object... paths)
      throws IOException, InterruptedException {
    List<List<Double>> times = List.of(new ArrayList<>(), new ArrayList<>());
    for (int round = 0; round < 2 * rounds; round++) {
      long start = System.nanoTime();
      JsonNode json = wats(round % 2, command, paths);
      double wall = (System.nanoTime() - start) / 1e9;
      times.get(round % 2).add(whole ? wall : json.path("seconds").asDouble());
    }
    print(work, times.get(0), times.get(1));
  }

  /** What a version prints for a command, in which paths stand for the question marks. */
  private JsonNode wats(int version, String command, Object... paths)
      throws IOException, InterruptedException {
    List<Object> words = new ArrayList<>(Programs.java("-jar", jars.get(version)));
    Iterator<Object> next = Arrays.asList(paths).iterator();
    for (String word : command.split(" ", -1)) {
      words.add(word.equals("?") ? next.next() : word);
    }
    return JsonMapper.shared().readTree(String.join("", Programs.run(words, "--json", "--quiet")));
  }

  private static void print(String work, List<Double> old, List<Double> current) {
    double before = Measured.median(old);
    double now = Measured.median(current);
    Report.print("| %s | %.5f | %.5f | %.2f |", work, before, now, before / now);
  }
}
