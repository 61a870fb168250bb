package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every {@code wats} command line of the README and the pages runs, in the order of the page, on
 * small files with the names that the page uses. In place of a data set that is downloaded there is
 * a file or a generated one; of an experiment, only the plan is made.
 */
class PagesTest {
  /** In a block, or indented. */
  private static final Pattern COMMAND =
      Pattern.compile("^(?: {4}|\\$ )?(?:\\./)?wats ([a-z].*?)(?: +#.*)?$", Pattern.MULTILINE);

  private static final Pattern FILE =
      Pattern.compile("[\\w-]+\\.(?:npz|npy|json|html|csv|onnx)|iclr");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "README.md, 3",
    "docs/index.md, 3",
    "docs/guide.md, 9",
    "docs/compare.md, 3",
    "docs/files.md, 2",
    "docs/tables.md, 6",
    "docs/tutorial.md, 9",
    "docs/monitor.md, 4",
    "docs/ridge.md, 5",
    "docs/select-and-sets.md, 7",
    "docs/which-wats.md, 5"
  })
  void theCommandsOfThePageRun(String page, int count) throws IOException {
    writeFiles();
    List<String> commands =
        COMMAND
            .matcher(Files.readString(Shared.root().resolve(page)))
            .results()
            .map(line -> line.group(1))
            .toList();
    assertThat(commands).hasSize(count);
    for (String command : commands) {
      if (!command.equals("demo")) { // DemoCommandTest
        Cli cli = Cli.run(arguments(command));
        assertThat(cli.exitCode()).as("wats " + command + "\n" + cli.err()).isZero();
      }
    }
  }

  private String[] arguments(String command) {
    String here = command.replace("train --dataset cora", "train features.npz --epochs 2");
    here = here.replace("dataset convert cora", "dataset convert synthetic");
    here = here.replaceAll("^(benchmark|sweep|ablate) .*", "$0 --print-plan");
    return Stream.of(here.split(" +"))
        .map(word -> FILE.matcher(word).matches() ? folder.resolve(word).toString() : word)
        .toArray(String[]::new);
  }

  private void writeFiles() throws IOException {
    int nodes = RunFile.NODES;
    SplittableRandom random = new SplittableRandom(2);
    for (String name : List.of("run", "new", "cora", "cora2", "pubmed", "photo")) {
      new RunFile().write(folder.resolve(name + ".npz"));
    }
    NpyData features = NpyData.of(random.doubles(2L * nodes).toArray(), nodes, 2);
    new RunFile().with("x", features).write(folder.resolve("features.npz"));
    RunFile tolokers = new RunFile().with("x", features);
    int splits = 10;
    for (int part = 0; part < 3; part++) {
      boolean[] mask = new boolean[nodes * splits];
      for (int k = 0; k < mask.length; k++) {
        mask[k] = (k / splits) % 3 == part;
      }
      String name = List.of("train_mask", "val_mask", "test_mask").get(part);
      tolokers.with(name, NpyData.of(mask, nodes, splits));
    }
    tolokers.write(folder.resolve("tolokers.npz"));
    double[] logits = random.doubles((long) nodes * RunFile.CLASSES).toArray();
    NpyData.of(logits, nodes, RunFile.CLASSES).write(folder.resolve("logits.npy"));
    Files.write(
        folder.resolve("region.csv"),
        IntStream.range(0, nodes).mapToObj(i -> i % 2 == 0 ? "north" : "south").toList());
    writeTables(random);
  }

  private void writeTables(SplittableRandom random) throws IOException {
    int nodes = RunFile.NODES;
    double[] ofTwo = random.doubles(nodes).toArray();
    double[] all = new double[nodes * RunFile.CLASSES];
    for (int i = 0; i < nodes; i++) {
      all[i * RunFile.CLASSES] = ofTwo[i];
      all[i * RunFile.CLASSES + 1] = 1 - ofTwo[i];
    }
    NpyData array = NpyData.of(all, nodes, RunFile.CLASSES);
    NpzWriter.write(folder.resolve("calibrated.npz"), npz -> npz.put("probabilities", array));
    int[] label = random.ints(nodes, 0, 2).toArray();
    List<String> parts = List.of("train", "val", "test");
    table("p.csv", i -> ofTwo[i] + "," + (1 - ofTwo[i]));
    table("y.csv", i -> "" + label[i]);
    table("split.csv", i -> parts.get(i % 3));
    table("edges.csv", i -> i == 0 ? "source,target" : i + "," + (i * 7 % nodes));
    for (String name : List.of("predictions.csv", "new.csv")) {
      table(
          name,
          i ->
              i == 0
                  ? "prediction,confidence,label,split"
                  : "1," + (0.5 + ofTwo[i] / 2) + "," + label[i] + "," + parts.get(i % 3));
    }
  }

  private void table(String name, IntFunction<String> row) throws IOException {
    Files.write(folder.resolve(name), IntStream.range(0, RunFile.NODES).mapToObj(row).toList());
  }
}
