package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files and results are the same where people write other digits, or I without a dot. */
class LocaleTest {
  @TempDir Path folder;

  @Test
  void filesAndResultsAreTheSameInEveryLocale() throws IOException {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.ROOT);
      Map<String, String> expected = everything();
      assertThat(expected.get("ridge.json")).contains("neighbors' labels were used: 80 of train");
      assertThat(expected.get("vs.json")).contains("few validation nodes (3 for 4 classes)");
      assertThat(expected.get("bench/records.jsonl")).contains("neighbors' labels were used: ");
      assertThat(expected).hasSizeGreaterThan(20);
      for (String tag : List.of("ar-EG", "fa", "tr")) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        Map<String, String> actual = everything();
        assertThat(actual.keySet()).as(tag).isEqualTo(expected.keySet());
        expected.forEach(
            (name, text) -> assertThat(actual.get(name)).as(tag + " " + name).isEqualTo(text));
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  /** What commands write and print, without times. */
  private Map<String, String> everything() throws IOException {
    Path out = folder.resolve("out");
    String run = new RunFile().write(folder.resolve("run.npz")).toString();
    RunFile few = new RunFile(60).with("val_mask", RunFile.mask(60, 12, 15));
    String small = few.write(folder.resolve("small.npz")).toString();
    Map<String, String> all = new TreeMap<>();
    for (String line :
        List.of(
            "calibrate RUN --method ridge --save OUT/ridge.json --report OUT/r.html -o OUT/p.npz",
            "calibrate RUN --method hots --save OUT/hots.json -o OUT/p.csv",
            "calibrate RUN --save OUT/auto.json",
            "calibrate SMALL --method vs --save OUT/vs.json",
            "compare RUN --methods ts,ets,vs --report OUT/compare.html",
            "select RUN --risk 0.3 --method ts --by class --save OUT/select.json",
            "sets RUN --coverage 0.9 --method ts",
            "evaluate RUN --by degree,class --report OUT/evaluate.html",
            "explain OUT/ridge.json RUN --node 7",
            "monitor OUT/ridge.json RUN",
            "apply OUT/auto.json RUN -o OUT/applied.npz",
            "apply OUT/ridge.json SMALL -o OUT/small.npz",
            "dataset info synthetic",
            "benchmark --datasets synthetic --models gcn --methods ridge,ts --runs 2 -o OUT/bench"
                + " --set gcn:epochs=3",
            "report OUT/bench -o OUT/bench.html")) {
      String[] words =
          line.replace("RUN", run)
              .replace("SMALL", small)
              .replace("OUT", out.toString())
              .split(" ");
      Cli cli = Cli.run(words);
      assertThat(cli.exitCode()).as(line + cli.err()).isZero();
      all.put("> " + line, untimed(cli.out()) + cli.err());
    }
    try (Stream<Path> files = Files.walk(out)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        all.put(out.relativize(file).toString().replace('\\', '/'), untimed(text));
      }
    }
    try (Stream<Path> files = Files.walk(out)) {
      files.sorted((a, b) -> b.compareTo(a)).forEach(path -> path.toFile().delete());
    }
    return all;
  }

  private static String untimed(String text) {
    return text.replaceAll("\\p{Nd}+(\\.\\p{Nd}+)?( |&nbsp;|\u00a0)?s\\b", "")
        .replaceAll("\"(seconds|trainingSeconds)\":(\\[[^]]*]|[^,}]*)", "");
  }
}
