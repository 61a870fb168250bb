package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.npy.NpyData;
import io.github.wats.prediction.Probabilities;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
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
    "docs/files.md, 8",
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

  /** The nodes of {@code run.npz} as probabilities, and as predictions with their confidence. */
  private void writeTables() throws IOException {
    NodeData run = NodeReader.read(folder.resolve("run.npz"));
    Probabilities p = run.requireLogits().softmax();
    StringBuilder edges = new StringBuilder("source,target");
    StringBuilder rows = new StringBuilder("id,label,split,prediction,confidence");
    StringBuilder classes = new StringBuilder("id,a,b,c,d");
    StringBuilder labels = new StringBuilder("id,label");
    StringBuilder split = new StringBuilder("id,split");
    for (int i = 0; i < p.nodeCount(); i++) {
      int label = run.requireLabels().get(i);
      String part = i < p.nodeCount() / 5 ? "train" : i < 2 * p.nodeCount() / 5 ? "val" : "test";
      edges.append("\n" + i + "," + (i * 7 + 1) % p.nodeCount());
      rows.append("\n" + i + "," + label + "," + part + "," + p.predictedClass(i) + ",");
      rows.append(p.confidence(i));
      classes.append("\n" + i);
      for (int c = 0; c < p.classCount(); c++) {
        classes.append("," + p.get(i, c));
      }
      labels.append("\n" + i + "," + label);
      split.append("\n" + i + "," + part);
    }
    double[] all = p.toArray();
    new RunFile()
        .with("probabilities", NpyData.of(all, p.nodeCount(), p.classCount()))
        .write(folder.resolve("calibrated.npz"));
    Files.writeString(folder.resolve("edges.csv"), edges);
    Files.writeString(folder.resolve("predictions.csv"), rows);
    Files.writeString(folder.resolve("new.csv"), rows);
    Files.writeString(folder.resolve("p.csv"), classes);
    Files.writeString(folder.resolve("y.csv"), labels);
    Files.writeString(folder.resolve("split.csv"), split);
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
    writeTables();
    Files.write(
        folder.resolve("region.csv"),
        IntStream.range(0, nodes).mapToObj(i -> i % 2 == 0 ? "north" : "south").toList());
  }
}
