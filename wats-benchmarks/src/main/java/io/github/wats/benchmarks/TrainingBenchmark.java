package io.github.wats.benchmarks;

import static java.lang.Double.NaN;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Trains GCN, GAT and GCNII on real data for 200 epochs, each in a fresh JVM, so that the
 * compiler's warm-up counts, and the same with the PyTorch program beside the project, if it is
 * there; prints ratios. Runs alternate, and medians of the rounds are printed. Arguments: the
 * folder {@code shared} beside the project, the number of rounds, the numbers of threads (such as
 * {@code 1,2}), then data sets.
 */
public final class TrainingBenchmark {
  private TrainingBenchmark() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path shared = Path.of(args[0]);
    int rounds = Integer.parseInt(args[1]);
    Report.print(
        "data set    model thr |  wats s   cpu s   MB   acc |  peer s   cpu s   MB   acc | ratio"
            + " cpu memory");
    for (int d = 3; d < args.length; d++) {
      for (String backbone : List.of("gcn", "gat", "gcnii")) {
        for (String threads : args[2].split(",", -1)) {
          compare(shared, rounds, args[d], backbone, threads);
        }
      }
    }
  }

  private static void compare(
      Path shared, int rounds, String dataset, String backbone, String threads)
      throws IOException, InterruptedException {
    List<String> java = Programs.java("-Xms64m", "-cp", System.getProperty("java.class.path"));
    java.add(TrainOnce.class.getName());
    List<double[]> ours = new ArrayList<>();
    List<double[]> theirs = new ArrayList<>();
    boolean peerThere = Files.exists(shared.resolve("peers")) && Programs.hasPython("torch");
    for (int round = 0; round < rounds; round++) {
      Path datasets = shared.resolve("datasets");
      ours.add(Programs.numbers(Programs.run(java, datasets, dataset, backbone, threads)));
      if (peerThere) {
        List<String> lines =
            Programs.python("peer_training.py", shared, dataset, backbone, threads);
        theirs.add(Programs.numbers(lines));
      }
    }
    double[] we = Measured.medians(ours);
    double[] they = peerThere ? Measured.medians(theirs) : new double[] {NaN, NaN, NaN, NaN};
    String work = "training " + backbone + ", " + dataset + ", " + threads + " threads";
    Report.note(work, "PyTorch", they[0] / we[0]);
    Report.print(
        "%-10s %6s %3s | %s | %s | %5.2f %5.2f %5.2f",
        dataset,
        backbone,
        threads,
        text(we),
        text(they),
        they[0] / we[0],
        they[1] / we[1],
        we[2] / they[2]);
  }

  /** Seconds, CPU seconds, megabytes and accuracy. */
  private static String text(double[] run) {
    return String.format(Locale.ROOT, "%7.3f %7.3f %4.0f %.3f", run[0], run[1], run[2], run[3]);
  }
}
