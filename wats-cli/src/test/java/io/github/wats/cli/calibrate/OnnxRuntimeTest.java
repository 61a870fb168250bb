package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.io.npy.NpzWriter;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Exported models give in ONNX Runtime what the engine gives, and the same classes. With {@code
 * -Dwats.onnx.run=RUN.npz} on other nodes, such as real ones; the differences are printed then.
 */
class OnnxRuntimeTest {
  private static final double TOLERANCE = 1e-5;
  private static final String REAL = System.getProperty("wats.onnx.run", "");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ts",
        "vs",
        "ets",
        "wats",
        "ridge",
        "ridge:mode=keep-class",
        "ridge:neighbor-labels=ignore",
        "ridge-temperature",
        "auto",
        "auto:mode=keep-class",
        "auto:neighbor-labels=ignore"
      })
  void agreesWithTheEngine(String method) throws Exception {
    check(method, REAL.isEmpty() ? new RunFile().write(folder.resolve("run.npz")) : Path.of(REAL));
  }

  /** With fewer than 30 validation nodes there is no ridge: two candidates are left of the pool. */
  @ParameterizedTest
  @ValueSource(strings = {"ridge", "auto"})
  void agreesWithTheEngineOnFewNodes(String method) throws Exception {
    RunFile few = new RunFile().with("val_mask", RunFile.mask(100, 120));
    check(method, few.write(folder.resolve("run.npz")));
  }

  /** Each class of the usual nodes as a label of its own. */
  @ParameterizedTest
  @ValueSource(strings = {"ts", "platt", "beta"})
  void agreesWithTheEngineOnSeveralLabels(String method) throws Exception {
    Path run = new RunFile().write(folder.resolve("run.npz"));
    Path labels = folder.resolve("labels.npz");
    try (NpzFile nodes = NpzFile.open(run)) {
      double[] y = nodes.array("y").toDoubles();
      int classes = (int) nodes.array("logits").length(1);
      int[] outcomes = new int[y.length * classes];
      Arrays.setAll(outcomes, k -> y[k / classes] == k % classes ? 1 : 0);
      double[] logits = nodes.array("logits").toDoubles();
      boolean[] rest = new boolean[y.length];
      double[] validation = nodes.array("val_mask").toDoubles();
      boolean[] mask = new boolean[y.length];
      for (int i = 0; i < mask.length; i++) {
        mask[i] = validation[i] == 1;
      }
      NpzWriter.write(
          labels,
          npz -> {
            npz.put("logits", NpyData.of(logits, y.length, classes));
            npz.put("y", NpyData.of(outcomes, y.length, classes));
            npz.put("train_mask", NpyData.of(rest, y.length));
            npz.put("val_mask", NpyData.of(mask, y.length));
            npz.put("test_mask", NpyData.of(rest, y.length));
          });
    }
    String model = place("model.json");
    String out = place("out.npz");
    String[] first = {"calibrate", labels.toString(), "--multi-label", "--method", method};
    run(first[0], first[1], first[2], first[3], first[4], "--save", model, "-o", out);
    run("export", model, "-o", place("m.onnx"));
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (NpzFile nodes = NpzFile.open(labels);
        NpzFile engine = NpzFile.open(Path.of(out));
        OrtSession session =
            environment.createSession(place("m.onnx"), new OrtSession.SessionOptions());
        OrtSession.Result result =
            session.run(Map.of("logits", tensor(environment, nodes.array("logits"))))) {
      double[] expected = engine.array("probabilities").toDoubles();
      assertThat(difference(expected, result.get("probabilities").orElseThrow()))
          .isLessThan(TOLERANCE);
    }
  }

  private void check(String method, Path run) throws Exception {
    String model = place("model.json");
    List<String> arguments = new ArrayList<>(List.of("calibrate", run.toString(), "--method"));
    arguments.addAll(List.of(method.replace(":", ":--set:").split(":")));
    arguments.addAll(List.of("-o", place("out.npz"), "--save", model));
    run(arguments.toArray(String[]::new));
    run("export", model, "-o", place("m.onnx"));
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (NpzFile nodes = NpzFile.open(run);
        NpzFile engine = NpzFile.open(folder.resolve("out.npz"));
        OrtSession session =
            environment.createSession(place("m.onnx"), new OrtSession.SessionOptions())) {
      Map<String, OnnxTensor> inputs = new HashMap<>();
      inputs.put("logits", tensor(environment, nodes.array("logits")));
      if (session.getInputNames().contains("features")) {
        run("export", model, run.toString(), "-o", place("features.npy"));
        try (NpzFile features = NpzFile.ofArray(folder.resolve("features.npy"), "features")) {
          inputs.put("features", tensor(environment, features.array("features")));
        }
      }
      try (OrtSession.Result result = session.run(inputs)) {
        double[] expected = engine.array("probabilities").toDoubles();
        double p = difference(expected, result.get("probabilities").orElseThrow());
        int classes = (int) nodes.array("logits").length(1);
        FloatBuffer found =
            ((OnnxTensor) result.get("probabilities").orElseThrow()).getFloatBuffer();
        for (int row = 0; row < expected.length; row += classes) {
          int first = row;
          int predicted = largest(classes, c -> expected[first + c]);
          assertThat(largest(classes, c -> (float) expected[first + c])).isEqualTo(predicted);
          assertThat(largest(classes, c -> found.get(first + c))).isEqualTo(predicted);
        }
        boolean has = result.get("temperature").isPresent();
        assertThat(has).isEqualTo(engine.has("temperatures"));
        double t =
            has
                ? difference(
                    engine.array("temperatures").toDoubles(), result.get("temperature").get())
                : 0;
        if (!REAL.isEmpty()) {
          System.out.printf("%s %s: probabilities %.1e, temperatures %.1e%n", run, method, p, t);
        }
        assertThat(p).isLessThan(TOLERANCE);
        assertThat(t).isLessThan(TOLERANCE);
      }
    }
  }

  private static int largest(int count, IntToDoubleFunction values) {
    int largest = 0;
    for (int c = 1; c < count; c++) {
      largest = values.applyAsDouble(c) > values.applyAsDouble(largest) ? c : largest;
    }
    return largest;
  }

  private String place(String name) {
    return folder.resolve(name).toString();
  }

  private static void run(String... arguments) {
    Cli done = Cli.run(arguments);
    assertThat(done.exitCode()).as(done.err()).isZero();
  }

  private static OnnxTensor tensor(OrtEnvironment environment, NpyArray array)
      throws IOException, OrtException {
    long[] shape = {array.length(0), array.length(1)};
    return OnnxTensor.createTensor(environment, FloatBuffer.wrap(array.toFloats()), shape);
  }

  /** The largest difference, of values above 1 relative to them. */
  private static double difference(double[] expected, OnnxValue actual) {
    FloatBuffer values = ((OnnxTensor) actual).getFloatBuffer();
    assertThat(values.remaining()).isEqualTo(expected.length);
    double largest = 0;
    for (double value : expected) {
      largest = Math.max(largest, Math.abs(values.get() - value) / Math.max(1, value));
    }
    return largest;
  }
}
