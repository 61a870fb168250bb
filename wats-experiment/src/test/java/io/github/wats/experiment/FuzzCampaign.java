package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.io.fuzz.FuzzTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Jazzer on every target in turn, for {@code fuzz.minutes} in all: {@code mvn verify -P fuzz
 * -Dfuzz.minutes=10}. Documents that failed are in {@code target/fuzz/FORMAT/finding-…}; put them
 * into {@code src/test/resources/fuzz/FORMAT} of their module, where every build reads them.
 */
@Tag("fuzz")
class FuzzCampaign {
  private static final Path FOLDER = Path.of("target", "fuzz");
  private static final Pattern COVERAGE = Pattern.compile(" cov: (\\d+)");

  /** More than any document in range needs; what a target may take is in {@link FuzzTarget}. */
  private static final String HEAP = "-Xmx768m";

  /** What came out for one format. */
  private record Result(String format, long inputs, long past, long found, String edges, long ms) {
    String line() {
      return String.format(
          Locale.ROOT,
          "%-22s %,12d %9.1f %% %10s %9d %,11d",
          format,
          inputs,
          100.0 * past / Math.max(1, inputs),
          edges,
          found,
          1000 * inputs / Math.max(1, ms));
    }
  }

  @Test
  void findsNothing() throws Exception {
    List<FuzzTarget> targets =
        ExperimentTargets.withReaders().stream()
            .filter(target -> target.format().matches(System.getProperty("fuzz.formats", ".*")))
            .toList();
    int jobs = Integer.getInteger("fuzz.jobs", 1);
    double minutes = Double.parseDouble(System.getProperty("fuzz.minutes", "5"));
    long seconds = Math.max(5, Math.round(60 * minutes * jobs / targets.size()));
    ExecutorService pool = Executors.newFixedThreadPool(jobs);
    List<Future<Result>> running = new ArrayList<>();
    for (FuzzTarget target : targets) {
      running.add(pool.submit(() -> fuzz(target, seconds)));
    }
    System.out.println(
        "format                       inputs past header      edges  findings per CPU s");
    long inputs = 0;
    List<String> found = new ArrayList<>();
    for (Future<Result> one : running) {
      Result result = one.get();
      System.out.println(result.line());
      inputs += result.inputs();
      if (result.found() > 0) {
        found.add(result.format());
      }
    }
    pool.shutdown();
    System.out.printf(Locale.ROOT, "%-22s %,12d%n", "all", inputs);
    assertThat(found).as("formats with findings, see %s", FOLDER.toAbsolutePath()).isEmpty();
  }

  private static Result fuzz(FuzzTarget target, long seconds) throws Exception {
    Path folder = Files.createDirectories(FOLDER.resolve(target.format())).toAbsolutePath();
    Path corpus = Files.createDirectories(folder.resolve("corpus"));
    writeSeeds(target, Files.createDirectories(folder.resolve("seeds")), corpus);
    long inputs = 0;
    long past = 0;
    long found = 0;
    long milliseconds = 0;
    long start = System.nanoTime();
    long left = seconds;
    int code = 1;
    // A process ends early only by a hang or a failure of the JVM: both are findings.
    while (code != 0 && left > 0) {
      code = run(target, folder, corpus, left);
      String[] figures = Files.readString(folder.resolve("figures")).strip().split(" ");
      inputs += Long.parseLong(figures[0]);
      assertThat(inputs).as("inputs, see %s", folder.resolve("log")).isPositive();
      past += Long.parseLong(figures[1]);
      found += Long.parseLong(figures[2]) + (code == 0 ? 0 : 1);
      milliseconds += Long.parseLong(figures[3]);
      left = seconds - TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    }
    return new Result(target.format(), inputs, past, found, coverage(folder), milliseconds);
  }

  private static synchronized void writeSeeds(FuzzTarget target, Path seeds, Path corpus)
      throws IOException {
    for (int seed = 0; seed < target.seeds().all().size(); seed++) {
      Files.write(seeds.resolve(String.valueOf(seed)), target.seeds().all().get(seed));
      for (int way = 0; way < target.ways().size(); way++) {
        String name = "seed-" + seed + "-" + way;
        Files.write(corpus.resolve(name), target.seedInput(seed, way, false));
        Files.write(corpus.resolve(name + "-document"), target.seedInput(seed, way, true));
      }
    }
  }

  private static int run(FuzzTarget target, Path folder, Path corpus, long seconds)
      throws Exception {
    Files.writeString(folder.resolve("figures"), "0 0 0 0");
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            HEAP,
            "-XX:+UseSerialGC",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+EnableDynamicAgentLoading",
            "--add-modules=jdk.incubator.vector",
            "-cp",
            classPath,
            "com.code_intelligence.jazzer.Jazzer",
            "--target_class=" + Fuzzer.class.getName(),
            "--target_args=" + target.format() + " " + folder,
            "--instrumentation_includes=io.github.wats.**",
            "--instrumentation_excludes=io.github.wats.io.fuzz.**:" + Fuzzer.class.getName(),
            "--custom_hook_excludes=**",
            "--mutator_framework=false",
            "-max_total_time=" + seconds,
            "-max_len=4096",
            "-timeout=120",
            "-rss_limit_mb=0",
            "-artifact_prefix=" + folder + "/",
            corpus.toString())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("log").toFile())
        .start()
        .waitFor();
  }

  private static String coverage(Path folder) throws IOException {
    return COVERAGE
        .matcher(Files.readString(folder.resolve("log")))
        .results()
        .map(MatchResult::group)
        .reduce((first, second) -> second)
        .map(text -> text.replace(" cov: ", ""))
        .orElse("-");
  }
}
