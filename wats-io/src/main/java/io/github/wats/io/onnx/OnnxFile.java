package io.github.wats.io.onnx;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.io.AtomicFile;
import io.github.wats.io.InvalidDataException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A fitted calibrator as an ONNX model. Inputs are {@code logits} (N × C) and, for methods that use
 * the graph, {@code features} (N × F), which {@link FittedCalibrator#columns} gives; outputs are
 * {@code probabilities} (N × C) and, for methods that have one, {@code temperature} (N). All are
 * floats; the model computes with doubles. {@code calibrators.txt} has the formulas.
 */
public final class OnnxFile {
  private static final int WAVE = 6; // columns of ridge from the graph alone
  private static final int MOST_PASSES = 50; // of keep-class

  private final FittedCalibrator fitted;
  private final CalibratorState state;
  private final int classes;

  private OnnxFile(FittedCalibrator fitted) {
    this.fitted = fitted;
    this.state = fitted.state();
    this.classes = state.integers("classes", 1, 1, Integer.MAX_VALUE)[0];
  }

  /**
   * Writes a calibrator.
   *
   * @param version of the program that writes it
   * @throws InvalidDataException for a method whose model needs the graph itself
   */
  public static void write(Path file, FittedCalibrator calibrator, String version)
      throws IOException {
    byte[] bytes = new OnnxFile(calibrator).graph().toModel(version);
    AtomicFile.write(file, out -> out.write(bytes));
  }

  private OnnxGraph graph() throws IOException {
    String lines = section(fitted.method());
    if (lines.isEmpty()) {
      throw new InvalidDataException(
          fitted.method()
              + " cannot be written as ONNX: its network passes messages along the edges of the"
              + " graph; methods that can: ts, vs, ets, wats, ridge, ridge-temperature");
    }
    OnnxGraph graph = new OnnxGraph(this::array);
    graph.input("logits", classes);
    if (fitted.method().equals("wats")) {
      graph.input("features", state.array("mlp.0.weight").rows());
    } else if (lines.contains("features")) {
      graph.input("features", WAVE + state.array("class-sds").columns() * classes);
    }
    graph.add(lines);
    Object mode = fitted.report().settings().get("mode"); // also that of a ridge chosen by auto
    if (fitted.method().equals("ridge") && "keep-class".equals(mode)) {
      String passes = section("pass").repeat(Math.min(classes, MOST_PASSES));
      graph.add(section("keep-class") + passes + section("after"));
    }
    if (graph.has("T")) {
      graph.add("p = Softmax(Div(logits, T), axis=1)");
      graph.output("temperature", "Squeeze(T, @1)", 0);
    }
    graph.output("probabilities", "p", classes);
    return graph;
  }

  /** The lines of a section; empty if there is none. */
  private static String section(String name) throws IOException {
    try (InputStream in = OnnxFile.class.getResourceAsStream("calibrators.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      int start = text.indexOf("\n[" + name + "]\n");
      String after = start < 0 ? "" : text.substring(start + name.length() + 4);
      int end = after.indexOf("\n[");
      return end < 0 ? after : after.substring(0, end + 1);
    }
  }

  /** An array of the calibrator, or one that follows from them. */
  private CalibratorState.Array array(String name) {
    if (name.equals("range")) {
      return CalibratorState.Array.of(IntStream.range(0, classes).toArray());
    }
    return name.equals("neighbor-weights") ? neighborWeights() : state.array(name);
  }

  /** {@code β_m} over the sd of column m; 0 where the column is constant. */
  private CalibratorState.Array neighborWeights() {
    double[] weights = state.array("class-sds").doubles();
    double[] first = state.array("diffusion").doubles();
    for (int m = 0; m < weights.length; m++) {
      double weight =
          m < first.length ? first[m] : state.array("labels").doubles()[m - first.length];
      weights[m] = weights[m] < 1e-9 ? 0 : weight / weights[m];
    }
    return CalibratorState.Array.of(weights);
  }
}
