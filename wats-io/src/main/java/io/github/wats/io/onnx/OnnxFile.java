package io.github.wats.io.onnx;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.auto.AutoCalibrator;
import io.github.wats.calibration.ridge.RidgeTemperature;
import io.github.wats.calibration.ridge.WaveletRidge;
import io.github.wats.calibration.ridge.WaveletRidge.Mode;
import io.github.wats.features.FeatureTable;
import io.github.wats.io.AtomicFile;
import io.github.wats.io.InvalidDataException;
import io.github.wats.matrix.DenseMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * A fitted calibrator as an ONNX model. Inputs are {@code logits} (N × C) and, for methods that use
 * the graph, {@code features} (N × F), which {@link #features} computes; outputs are {@code
 * probabilities} (N × C) and, for methods that have one, {@code temperature} (N). All are floats;
 * the model computes with doubles.
 */
public final class OnnxFile {
  private static final double SMALLEST_TEMPERATURE = 1e-6; // of wats
  private static final double LEAST_MULTIPLIER = 0.05; // of ridge-temperature
  private static final double CLIP = 3; // of scaled columns
  private static final double NO_SPREAD = 1e-9; // a class column below is constant
  private static final double ENTROPY_FLOOR = Math.log(1e-12);
  private static final int WAVE = 6; // columns of ridge from the graph alone

  private final FittedCalibrator fitted;
  private final CalibratorState state;
  private final OnnxGraph graph = new OnnxGraph("calibrator");
  private final int classes;
  private final String logits; // (N × C)

  private OnnxFile(FittedCalibrator fitted) {
    this.fitted = fitted;
    this.state = fitted.state();
    this.classes = (int) state.array("classes", 1, 1).doubles()[0];
    this.logits = graph.toDouble(graph.input("logits", OnnxGraph.FLOAT, "nodes", classes));
  }

  /**
   * Writes a calibrator.
   *
   * @param version of the program that writes it
   * @throws InvalidDataException for a method whose model needs the graph itself
   */
  public static void write(Path file, FittedCalibrator calibrator, String version)
      throws IOException {
    OnnxFile model = new OnnxFile(chosen(calibrator));
    model.addMethod();
    byte[] bytes = model.graph.toModel("wats", version);
    AtomicFile.write(file, out -> out.write(bytes));
  }

  private static FittedCalibrator chosen(FittedCalibrator calibrator) {
    return calibrator instanceof AutoCalibrator.Fitted auto ? auto.chosen() : calibrator;
  }

  /** The input {@code features} for these nodes; empty for a method that reads logits alone. */
  public static Optional<DenseMatrix> features(FittedCalibrator calibrator, CalibrationData data) {
    FittedCalibrator fitted = chosen(calibrator);
    if (fitted instanceof WaveletRidge.Fitted ridge) {
      return Optional.of(ridge.columns(data));
    }
    if (fitted instanceof RidgeTemperature.Fitted ridge) {
      return Optional.of(ridge.columns(data));
    }
    Calibration calibration = fitted.calibrate(data);
    return calibration.inputs().map(OnnxFile::matrix);
  }

  private static DenseMatrix matrix(FeatureTable table) {
    DenseMatrix matrix = DenseMatrix.zeros(table.nodeCount(), table.columnCount());
    for (int i = 0; i < matrix.rows(); i++) {
      for (int k = 0; k < matrix.columns(); k++) {
        matrix.set(i, k, (float) table.get(i, k));
      }
    }
    return matrix;
  }

  private void addMethod() {
    switch (fitted.method()) {
      case "uncalibrated" -> probabilities(graph.softmax(logits));
      case "ts" -> temperatures(constantColumn(state.positive("temperature")));
      case "vs" ->
          probabilities(
              graph.softmax(graph.add(graph.multiply(logits, array("scale")), array("bias"))));
      case "ets" -> probabilities(ensemble());
      case "wats" -> temperatures(network());
      case "ridge" -> probabilities(ridge());
      case "ridge-temperature" -> temperatures(ridgeTemperature());
      default ->
          throw new InvalidDataException(
              fitted.method()
                  + " cannot be written as ONNX: its network passes messages along the edges of"
                  + " the graph; methods that can: ts, vs, ets, wats, ridge, ridge-temperature");
    }
  }

  private String array(String name) {
    return graph.constant(state.array(name).doubles());
  }

  private void probabilities(String value) {
    graph.output("probabilities", value, OnnxGraph.FLOAT, "nodes", classes);
  }

  /** Both outputs from temperatures (N × 1). */
  private void temperatures(String column) {
    probabilities(graph.softmax(graph.divide(logits, column)));
    String flat = graph.op("Squeeze", column, graph.integers(1));
    graph.output("temperature", flat, OnnxGraph.FLOAT, "nodes");
  }

  /** The same number for every node (N × 1). */
  private String constantColumn(double value) {
    String zeros = graph.multiply(graph.columns(logits, 0, 1), graph.constant(0));
    return graph.add(zeros, graph.constant(value));
  }

  /** {@code w1 softmax(z/T) + w2 softmax(z) + w3/C}. */
  private String ensemble() {
    double[] weights = state.array("weights", 1, 3).doubles();
    String scaled = graph.softmax(graph.divide(logits, array("temperature")));
    String plain = graph.multiply(graph.softmax(logits), graph.constant(weights[1]));
    String both = graph.add(graph.multiply(scaled, graph.constant(weights[0])), plain);
    return graph.add(both, graph.constant(weights[2] / classes));
  }

  /** {@code softplus(W1 relu(W0 h + b0) + b1) + 1e-6} (N × 1). */
  private String network() {
    CalibratorState.Array first = state.array("mlp.0.weight");
    String features = features(first.rows());
    String hidden =
        graph.add(graph.op("MatMul", features, weight("mlp.0.weight")), array("mlp.0.bias"));
    String positive = graph.op("Max", hidden, graph.constant(0));
    String raw =
        graph.add(graph.op("MatMul", positive, weight("mlp.1.weight")), array("mlp.1.bias"));
    String tail = graph.op("Exp", graph.op("Neg", graph.op("Abs", raw)));
    String softplus =
        graph.add(
            graph.op("Max", raw, graph.constant(0)),
            graph.op("Log", graph.add(tail, graph.constant(1))));
    return graph.add(softplus, graph.constant(SMALLEST_TEMPERATURE));
  }

  private String weight(String name) {
    CalibratorState.Array weight = state.array(name);
    return graph.constant(weight.doubles(), weight.rows(), weight.columns());
  }

  private String features(int width) {
    return graph.toDouble(graph.input("features", OnnxGraph.FLOAT, "nodes", width));
  }

  /** {@code T0 / max(0.05, x0 + f · α)} (N × 1), with the columns of the predicted class. */
  private String ridgeTemperature() {
    String predicted = graph.toDouble(graph.oneHot(graph.argMax(logits), classes));
    String inputs = concat(features(WAVE), predicted);
    String multiplier = multiplier(inputs, "wave", "predicted");
    String bounded = graph.op("Max", multiplier, graph.constant(LEAST_MULTIPLIER));
    return graph.divide(array("temperature"), bounded);
  }

  private String concat(String... parts) {
    return graph.op("Concat", Map.of("axis", 1L), parts);
  }

  /** {@code x0 + Σ_k f_k α_k} of scaled and clipped columns (N × 1). */
  private String multiplier(String columns, String... groups) {
    double[] means = state.array("node-means").doubles();
    double[] sds = state.array("node-sds").doubles();
    String centered =
        graph.subtract(columns, graph.constant(Arrays.copyOfRange(means, 1, means.length)));
    String scaled = graph.divide(centered, graph.constant(Arrays.copyOfRange(sds, 1, sds.length)));
    String clipped =
        graph.op("Max", graph.op("Min", scaled, graph.constant(CLIP)), graph.constant(-CLIP));
    double[] weights =
        Arrays.stream(groups)
            .flatMapToDouble(group -> Arrays.stream(state.array(group).doubles()))
            .toArray();
    String sum = graph.op("MatMul", clipped, graph.constant(weights, weights.length, 1));
    return graph.add(sum, array("base"));
  }

  /** {@code softmax((x0 + f · α) u + ω∘u + b + Σ_m β_m D_m)}, {@code u = ctr(z / T0)}. */
  private String ridge() {
    boolean labels = state.arrays().containsKey("labels");
    double[] sds = state.array("class-sds").doubles();
    String features = features(WAVE + sds.length * classes);
    String scaled = graph.divide(logits, array("temperature"));
    String mean = graph.divide(graph.rowSum(scaled), graph.constant(classes));
    String u = graph.subtract(scaled, mean);
    String p = graph.softmax(u);
    String logs =
        graph.op(
            "Max", graph.op("LogSoftmax", Map.of("axis", 1L), u), graph.constant(ENTROPY_FLOOR));
    String entropy =
        graph.divide(
            graph.op("Neg", graph.rowSum(graph.multiply(p, logs))),
            graph.constant(classes == 1 ? 1 : Math.log(classes)));
    String node = concat(graph.columns(features, 0, WAVE), graph.rowMax(p), entropy);
    String sum = graph.multiply(multiplier(node, "wave", "confidence"), u);
    sum = graph.add(sum, graph.multiply(u, array("scale")));
    sum = graph.add(sum, array("bias"));
    double[] diffusion = state.array("diffusion").doubles();
    double[] known = labels ? state.array("labels").doubles() : new double[0];
    for (int m = 0; m < sds.length; m++) {
      double weight = m < diffusion.length ? diffusion[m] : known[m - diffusion.length];
      if (sds[m] >= NO_SPREAD) {
        int from = WAVE + m * classes;
        String column = graph.columns(features, from, from + classes);
        sum = graph.add(sum, graph.multiply(column, graph.constant(weight / sds[m])));
      }
    }
    String q = graph.softmax(sum);
    boolean keeps =
        fitted.report().calibrator() instanceof WaveletRidge ridge
            && ridge.mode() == Mode.KEEP_CLASS;
    return keeps ? new OnnxKeepClass(graph, classes).of(q, logits) : q;
  }
}
