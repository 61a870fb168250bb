package io.github.wats.cli.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.io.npy.NpyData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
