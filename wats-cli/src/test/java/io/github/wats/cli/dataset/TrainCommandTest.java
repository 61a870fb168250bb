package io.github.wats.cli.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class TrainCommandTest {
  private static final int FEATURES = 8;

  @TempDir Path folder;
  private Path data;
  private Path output;

  @BeforeEach
  void name() {
    data = folder.resolve("data.npz");
    output = folder.resolve("run.npz");
  }

  @Test
  void trainsOnANodeFileAndWritesOneThatCanBeCalibrated() throws IOException {
    file(features(1)).write(data);
    Path model = folder.resolve("network.json");
    Cli cli = train("--epochs", "5", "--json", "--save", model.toString());
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    JsonNode json = cli.json();
    assertThat(json.get("accuracy").has("train")).isTrue();
    assertThat(json.get("accuracy").has("val")).isTrue();
    assertThat(json.get("accuracy").has("test")).isTrue();
    assertThat(json.get("epochs").intValue()).isEqualTo(5);
    assertThat(json.has("seconds")).isTrue();
    assertThat(model).exists();
    Cli calibrated = Cli.run("calibrate", output.toString(), "--method", "gets", "--epochs", "3");
    assertThat(calibrated.exitCode()).as(calibrated.err()).isZero();
  }

  @Test
  void givesTheSameBytesForAnyNumberOfThreads() throws IOException {
    file(features(1)).write(data);
    train("--epochs", "3", "--threads", "1");
    byte[] first = Files.readAllBytes(output);
    train("--epochs", "3", "--threads", "3");
    assertThat(Files.readAllBytes(output)).isEqualTo(first);
  }

  @Test
  void refusesAFeatureThatIsNotFiniteAndNamesTheNode() {
    float[] features = features(1);
    features[3 * FEATURES + 2] = Float.NaN;
    file(features).write(data);
    refuses(train(), "must be finite", "node 3");
  }

  @Test
  void refusesAnEmptyTrainingSet() {
    file(features(1)).with("train_mask", RunFile.mask(0, 0)).write(data);
    refuses(train(), "training");
  }

  @Test
  void refusesALabelOutOfRange() {
    int[] labels = new int[RunFile.NODES];
    labels[5] = -2;
    file(features(1)).with("y", NpyData.of(labels, RunFile.NODES)).write(data);
    refuses(train(), "array 'y'", "-2");
  }

  @Test
  void saysAtWhichEpochALossDiverges() {
    file(features(1e30f)).write(data);
    Cli cli = train("--learning-rate", "1e30");
    assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.FAILURE);
    assertThat(cli.err()).contains("epoch");
    assertThat(output).doesNotExist();
  }

  @Test
  void usesTheSplitThatIsChosenOfTheHeterophilousGraphs() throws IOException {
    boolean[][] parts = new boolean[3][2 * RunFile.NODES];
    for (int i = 0; i < RunFile.NODES; i++) {
      parts[i % 3][i] = true; // split 0
      parts[i % 2][RunFile.NODES + i] = true; // split 1, without test nodes
    }
    new RunFile()
        .without("logits")
        .without("train_mask")
        .without("val_mask")
        .without("test_mask")
        .with("node_features", NpyData.of(features(1), RunFile.NODES, FEATURES))
        .with("train_masks", NpyData.of(parts[0], 2, RunFile.NODES))
        .with("val_masks", NpyData.of(parts[1], 2, RunFile.NODES))
        .with("test_masks", NpyData.of(parts[2], 2, RunFile.NODES))
        .write(data);
    refuses(train(), "array 'train_masks': has 2 splits: choose one with --split-index 0 … 1");
    Cli negative = train("--split-index", "-1");
    assertThat(negative.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(negative.err()).contains("--split-index must be at least 0, got -1");
    Cli cli = train("--split-index", "1", "--epochs", "2");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    try (NpzFile npz = NpzFile.open(output)) {
      assertThat(npz.array("train_mask").toBooleans())
          .isEqualTo(Arrays.copyOfRange(parts[0], RunFile.NODES, 2 * RunFile.NODES));
    }
    String file = data.toString();
    String[] separate = {"--graph", file, "--labels", file, "--split", file};
    String[] calibrate = {"calibrate", "--logits", output.toString(), "--method", "ts"};
    String[] all = Stream.of(calibrate, separate).flatMap(Stream::of).toArray(String[]::new);
    refuses(Cli.run(all), "has 2 splits: choose one with --split-index 0 … 1");
    String[] index = {"--split-index", "0", "--json"};
    Cli calibrated = Cli.run(Stream.of(all, index).flatMap(Stream::of).toArray(String[]::new));
    assertThat(calibrated.json().get("after").get("nodes").intValue()).isEqualTo(133);
  }

  @Test
  void refusesTheNumberOfASplitThatIsNotThere() {
    file(features(1)).write(data);
    refuses(train("--split-index", "1"), "must have several splits for --split-index");
    file(features(1)).without("train_mask").without("val_mask").without("test_mask").write(data);
    refuses(train("--split-index", "1"), "must have a split");
    Cli named =
        Cli.run("train", "--dataset", "cora", "--split-index", "1", "-o", output.toString());
    assertThat(named.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(named.err()).contains("--split-index chooses a split of a node file");
  }

  @Test
  void asksForADataSetOrAFile() {
    Cli cli = Cli.run("train", "-o", output.toString());
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains("either a node file or --dataset");
  }

  private Cli train(String... more) {
    String[] arguments = new String[4 + more.length];
    arguments[0] = "train";
    arguments[1] = data.toString();
    arguments[2] = "-o";
    arguments[3] = output.toString();
    System.arraycopy(more, 0, arguments, 4, more.length);
    return Cli.run(arguments);
  }

  private static RunFile file(float[] features) {
    return new RunFile().without("logits").with("x", NpyData.of(features, RunFile.NODES, FEATURES));
  }

  private static float[] features(float scale) {
    float[] features = new float[RunFile.NODES * FEATURES];
    for (int k = 0; k < features.length; k++) {
      features[k] = scale * (float) Math.sin(k);
    }
    return features;
  }

  private static void refuses(Cli cli, String... words) {
    assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err()).contains("data.npz").contains(words).doesNotContain("\tat ");
  }
}
