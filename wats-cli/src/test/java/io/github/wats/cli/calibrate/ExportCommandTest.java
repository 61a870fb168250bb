package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.cli.console.ExitCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written and refused; {@link OnnxRuntimeTest} runs the models. */
class ExportCommandTest {
  @TempDir Path folder;
  private String run = "";

  @BeforeEach
  void write() {
    run = new RunFile().write(folder.resolve("run.npz")).toString();
  }

  private String model(String method) {
    String model = folder.resolve(method + ".json").toString();
    Cli fit = Cli.run("calibrate", run, "--method", method, "--save", model);
    assertThat(fit.exitCode()).as(fit.err()).isZero();
    return model;
  }

  private String place(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void writesTheSameModelTwiceWithItsInputsAndOutputs() throws Exception {
    for (String method : List.of("ts", "vs", "ets", "wats", "ridge", "ridge-temperature")) {
      String model = model(method);
      Cli first = Cli.run("export", model, "-o", place("a.onnx"), "--json");
      assertThat(first.json().get("method").asString()).isEqualTo(method);
      Cli.run("export", model, "-o", place("b.onnx"));
      byte[] bytes = Files.readAllBytes(Path.of(place("a.onnx")));
      assertThat(Files.readAllBytes(Path.of(place("b.onnx")))).isEqualTo(bytes);
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      boolean temperature = !List.of("vs", "ets", "ridge").contains(method);
      boolean features = List.of("wats", "ridge", "ridge-temperature").contains(method);
      assertThat(text).contains("logits", "probabilities");
      assertThat(text.contains("features")).as(method).isEqualTo(features);
      assertThat(text.contains("temperature")).as(method).isEqualTo(temperature);
    }
  }

  @Test
  void writesTheFeaturesThatTheModelReads() {
    int added = 2 * 3 * RunFile.CLASSES; // predictions and labels of neighbors
    assertThat(columns("wats")).isEqualTo(5);
    assertThat(columns("ridge-temperature")).isEqualTo(6);
    assertThat(columns("ridge")).isEqualTo(6 + added);
    Cli refused = Cli.run("export", model("ts"), run, "-o", place("f.npy"));
    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).startsWith("wats: ts reads no features");
  }

  @Test
  void onAnotherGraphTheFeaturesUseItsLabelsAsApplyDoes() throws Exception {
    run = new RunFile().withHomophily().write(folder.resolve("homophily.npz")).toString();
    String model = model("ridge");
    Path labeled = new RunFile(300).write(folder.resolve("labeled.npz"));
    Path unlabeled = new RunFile(300).without("y").write(folder.resolve("unlabeled.npz"));
    Cli.run("export", model, labeled.toString(), "-o", place("a.npy"));
    Cli.run("export", model, unlabeled.toString(), "-o", place("b.npy"));
    assertThat(Path.of(place("a.npy"))).exists();
    assertThat(Files.mismatch(Path.of(place("a.npy")), Path.of(place("b.npy")))).isNotNegative();
  }

  private int columns(String method) {
    return Cli.run("export", model(method), run, "-o", place("f.npy"), "--json")
        .json()
        .get("columns")
        .asInt();
  }

  @Test
  void refusesMethodsThatNeedTheGraphItself() {
    Cli refused = Cli.run("export", model("cagcn"), "-o", place("m.onnx"));
    assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(refused.err()).contains("cagcn cannot be written as ONNX: its model reads");
    assertThat(folder.resolve("m.onnx")).doesNotExist();
    Cli named = Cli.run("export", model("ts"), "-o", place("m.npz"));
    assertThat(named.err()).contains("--output is written as .onnx or .npy");
  }
}
