package io.github.wats.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Trains GCN and GAT on real data for 200 epochs, each in a fresh JVM, so that the compiler's
 * warm-up counts, and the same with the PyTorch program beside the project, if it is there; prints
 * ratios. Runs alternate, and the median of the rounds counts. Arguments: the folder {@code shared}
 * beside the project, the number of rounds, the numbers of threads (such as {@code 1,2}), then data
 * sets.
 */
public final class TrainingBenchmark {
  private static final List<String> BACKBONES = List.of("gcn", "gat");

  /** The launcher's options. */
  private static final List<String> JVM =
      List.of("--add-modules", "jdk.incubator.vector", "-XX:+UseParallelGC", "-Xms64m", "-Xmn24m");

  private TrainingBenchmark() {}

  /** What one training took. */
  private record Run(double seconds, double cpuSeconds, long megabytes, double accuracy) {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path shared = Path.of(args[0]);
    int rounds = Integer.parseInt(args[1]);
    Path peer = peerScript();
    print("load average at the start: %s", load());
    print(
        "data set    model thr |  wats s   cpu s   MB   acc |  peer s   cpu s   MB   acc | ratio"
            + " cpu memory");
    for (int d = 3; d < args.length; d++) {
      for (String backbone : BACKBONES) {
        for (String threads : args[2].split(",", -1)) {
          compare(shared, peer, rounds, args[d], backbone, threads);
        }
      }
    }
    print("load average at the end: %s", load());
    Files.delete(peer);
  }

  private static void compare(
      Path shared, Path peer, int rounds, String dataset, String backbone, String threads)
      throws IOException, InterruptedException {
    List<String> own =
        new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java")));
    own.addAll(JVM);
    own.addAll(List.of("-cp", System.getProperty("java.class.path"), TrainOnce.class.getName()));
    own.addAll(List.of(shared.resolve("datasets").toString(), dataset, backbone, threads));
    List<String> other =
        List.of("/usr/bin/python3", peer.toString(), shared.toString(), dataset, backbone, threads);
    List<Run> ours = new ArrayList<>();
    List<Run> theirs = new ArrayList<>();
    boolean peerThere = Files.exists(shared.resolve("peers"));
    for (int round = 0; round < rounds; round++) {
      ours.add(run(own));
      if (peerThere) {
        theirs.add(run(other));
      }
    }
    Run we = median(ours);
    String line =
        String.format(Locale.ROOT, "%-10s %6s %3s | %s", dataset, backbone, threads, text(we));
    if (peerThere) {
      Run they = median(theirs);
      String work = String.format("training %s, %s, %s threads", backbone, dataset, threads);
      Ratios.note(work, "PyTorch", they.seconds / we.seconds);
      line +=
          String.format(
              Locale.ROOT,
              " | %s | %5.2f %5.2f %5.2f",
              text(they),
              they.seconds / we.seconds,
              they.cpuSeconds / we.cpuSeconds,
              (double) we.megabytes / they.megabytes);
    }
    print("%s", line);
  }

  private static String text(Run run) {
    return String.format(
        Locale.ROOT,
        "%7.3f %7.3f %4d %.3f",
        run.seconds,
        run.cpuSeconds,
        run.megabytes,
        run.accuracy);
  }

  private static Run median(List<Run> runs) {
    List<Run> sorted = runs.stream().sorted(Comparator.comparingDouble(Run::seconds)).toList();
    return sorted.get(sorted.size() / 2);
  }

  private static Run run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("failed: " + String.join(" ", command));
    }
    String[] words = out.trim().split(" ", -1);
    return new Run(
        Double.parseDouble(words[0]),
        Double.parseDouble(words[1]),
        Long.parseLong(words[2]),
        Double.parseDouble(words[3]));
  }

  private static Path peerScript() throws IOException {
    Path script = Files.createTempFile("peer_training", ".py");
    try (InputStream in = TrainingBenchmark.class.getResourceAsStream("peer_training.py")) {
      Files.copy(in, script, StandardCopyOption.REPLACE_EXISTING);
    }
    return script;
  }

  private static String load() throws IOException {
    Path file = Path.of("/proc/loadavg");
    return Files.exists(file) ? Files.readString(file).trim() : "unknown";
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
