package io.github.wats.io.onnx;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.MultiLabelCalibrator;
import io.github.wats.features.NodeInputs;
import io.github.wats.io.AtomicFile;
import io.github.wats.io.InvalidDataException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A fitted calibrator as an ONNX model. Inputs are {@code logits} (N × C) and, for methods that use
 * the graph, {@code features} (N × F), the columns of {@link FittedCalibrator#inputs}; outputs are
 * {@code probabilities} (N × C), {@code prediction} (N integers), the most probable classes, and,
 * for methods that have one, {@code temperature} (N). All others are floats; the model computes
 * with doubles, so that rounding changes no prediction.
 */
public final class OnnxFile {
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
    OnnxGraph graph =
        calibrator instanceof MultiLabelCalibrator.Fitted several
            ? graph(several)
            : new OnnxFile(calibrator).graph();
    byte[] bytes = graph.toModel(version);
    AtomicFile.write(file, out -> out.write(bytes));
  }

  /** Of several labels: {@code logits} (N × L) to {@code probabilities} (N × L). */
  private static OnnxGraph graph(MultiLabelCalibrator.Fitted labels) {
    int count = labels.labels().size();
    double[] maps = new double[3 * count];
    for (int l = 0; l < count; l++) {
      FittedCalibrator label = labels.labels().get(l);
      String reason =
          label.method()
              + " of several labels cannot be written as ONNX: its model reads the graph";
      double[] own = label.betaMap().orElseThrow(() -> new InvalidDataException(reason));
      for (int k = 0; k < 3; k++) {
        maps[k * count + l] = own[k];
      }
    }
    OnnxGraph graph =
        new OnnxGraph(
            name -> {
              int k = "abc".indexOf(name);
              double[] row = Arrays.copyOfRange(maps, k * count, (k + 1) * count);
              return CalibratorState.Array.of(row);
            });
    graph.input("logits", count);
    graph.add(
        """
        rest = Log(Add(Exp(Neg(Abs(logits))), 1))
        has = Neg(Add(Max(Neg(logits), 0), rest))
        lacks = Neg(Add(Max(logits, 0), rest))
        s = Add(Sub(Mul(has, a), Mul(lacks, b)), c)
        p = Div(1, Add(Exp(Neg(s)), 1))
        """);
    graph.output("probabilities", "p", count);
    return graph;
  }

  private OnnxGraph graph() {
    String formula =
        fitted
            .formula()
            .orElseThrow(
                () ->
                    new InvalidDataException(
                        fitted.method()
                            + " cannot be written as ONNX: "
                            + (Methods.named(fitted.method()).scope() == Method.Scope.GRAPH
                                ? "its model reads the whole graph"
                                : "there is no ONNX form of its model")));
    OnnxGraph graph = new OnnxGraph(this::array);
    graph.input("logits", classes);
    int width = fitted.inputs().map(NodeInputs::width).orElse(0);
    if (width > 0) {
      graph.input("features", width);
    }
    graph.add(formula);
    if (graph.has("T")) {
      graph.add("p = Softmax(Div(logits, T), axis=1)");
      graph.output("temperature", "Squeeze(T, @1)", 0);
    }
    graph.output("probabilities", "p", classes);
    graph.output("prediction", "ArgMax(p, axis=1, keepdims=0)");
    return graph;
  }

  /** An array of the calibrator, or the numbers of the classes. */
  private CalibratorState.Array array(String name) {
    return name.equals("range")
        ? CalibratorState.Array.of(IntStream.range(0, classes).toArray())
        : state.array(name);
  }
}
