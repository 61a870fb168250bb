package io.github.wats.spark;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.features.GraphFeatures;
import io.github.wats.features.GraphFeatures.Neighborhoods;
import io.github.wats.features.NodeFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Logits;
import io.github.wats.settings.SettingsSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

/**
 * The methods that Spark supports: those that calibrate a node from its own logits and features,
 * and ridge and hots, whose sums over neighbors {@link NeighborColumns} computes in blocks.
 */
final class SparkMethods {
  private static final Set<String> NEED_DEGREES = Set.of("ridge", "ridge-temperature");
  private static final Set<String> NEED_NEIGHBORS = Set.of("ridge", "hots");
  static final List<Method> ALL = Methods.all().stream().filter(SparkMethods::isHere).toList();
  static final List<String> NAMES = ALL.stream().map(Method::name).toList();

  private SparkMethods() {}

  private static boolean isHere(Method method) {
    return needsFeatures(method)
        || method.scope() == Method.Scope.LOGITS
        || NEED_NEIGHBORS.contains(method.name());
  }

  /** The method of that name; throws if it needs the whole graph. */
  static Method named(String name) {
    Method method = Methods.named(name);
    Check.argument(
        NAMES.contains(method.name()),
        "%s needs the whole graph in the memory of one machine; Spark supports %s (use wats"
            + " calibrate on one machine)",
        method.name(),
        String.join(", ", NAMES));
    return method;
  }

  static boolean needsFeatures(Method method) {
    return method.scope() == Method.Scope.NODE || NEED_DEGREES.contains(method.name());
  }

  /** The calibrator; the settings of the wavelets are those of the features. */
  static Calibrator<?> calibrator(
      String name, Map<String, String> settings, Optional<WaveletSettings> wavelets) {
    Method method = named(name);
    for (String setting : GraphWavelets.settings().names()) {
      Check.argument(
          !settings.containsKey(setting),
          "%s is a setting of GraphWavelets, which stores it with the features",
          setting);
    }
    Map<String, Object> all = new LinkedHashMap<>(settings);
    if (method.scope() == Method.Scope.NODE) { // the wavelets of others are fixed
      all.putAll(SettingsSchema.valuesOf(wavelets.orElseThrow()));
    }
    Calibrator<?> calibrator = method.calibrator(all);
    Optional<WaveletSettings> needed = wavelets(calibrator);
    Check.argument(
        needed.isEmpty() || needed.equals(wavelets),
        "%s needs features with the default settings of GraphWavelets, got %s",
        method.name(),
        wavelets);
    return calibrator;
  }

  /** The wavelets a calibrator needs, or empty if it needs logits alone. */
  static Optional<WaveletSettings> wavelets(Calibrator<?> calibrator) {
    Method method = named(Methods.of(calibrator).name());
    Check.argument(
        !calibrator.needsFeatures(),
        "%s with these settings needs node features, which Spark does not have (use wats calibrate)",
        method.name());
    if (!needsFeatures(method)) {
      return Optional.empty();
    }
    Map<String, Object> settings = new LinkedHashMap<>(method.settings(calibrator));
    Object features = settings.getOrDefault("features", NodeFeatures.WAVELET);
    Check.argument(
        features.toString().equals(NodeFeatures.WAVELET.toString()),
        "features must be %s on Spark, got %s",
        NodeFeatures.WAVELET,
        features);
    settings.keySet().retainAll(GraphWavelets.settings().names());
    return Optional.of(GraphWavelets.settings().bind(settings));
  }

  /** Whether the method needs {@link NeighborColumns}. */
  static boolean needsNeighbors(Calibrator<?> calibrator) {
    return NEED_NEIGHBORS.contains(Methods.of(calibrator).name());
  }

  static boolean isHots(Calibrator<?> calibrator) {
    return Methods.of(calibrator).name().equals("hots");
  }

  /** The columns that the calibrator needs beside the logits, in the order of {@link #data}. */
  static List<Column> inputs(StructType schema, EdgeColumns<?> stage, Calibrator<?> calibrator) {
    List<Column> inputs = new ArrayList<>();
    if (wavelets(calibrator).isPresent()) {
      inputs.add(NodeTable.numbers(schema, TableColumn.FEATURES.in(stage)));
    }
    if (NEED_DEGREES.contains(Methods.of(calibrator).name())) {
      TableColumn.DEGREE.check(schema, stage);
      inputs.add(functions.array(stage.column("degreeCol").cast("double")));
    }
    if (needsNeighbors(calibrator)) {
      inputs.add(NodeTable.quoted(NeighborColumns.NAME));
    }
    return inputs;
  }

  /**
   * Rows as data without edges, since these methods use only what is known of a node.
   *
   * @param place where the columns of {@link #inputs} begin in a row
   */
  static CalibrationData data(
      List<Row> rows, double[][] logits, Calibrator<?> calibrator, int place) {
    CalibrationData data =
        CalibrationData.of(Graph.fromEdges(rows.size(), new int[0], new int[0]), Logits.of(logits));
    int next = place;
    GraphFeatures structure = data.structure();
    Optional<WaveletSettings> wavelets = wavelets(calibrator);
    if (wavelets.isPresent()) {
      structure = GraphFeatures.given(wavelets.get(), rows.size(), numbers(rows, next++));
    }
    boolean degreesNeeded = NEED_DEGREES.contains(Methods.of(calibrator).name());
    double[] degrees = degreesNeeded ? numbers(rows, next++) : new double[rows.size()];
    double[] means = needsNeighbors(calibrator) ? numbers(rows, next) : new double[0];
    Neighborhoods neighborhoods = new Neighborhoods(degrees, means);
    return data.withStructure(structure.withNeighborhoods(neighborhoods));
  }

  /** The numbers of an array column, row after row. */
  private static double[] numbers(List<Row> rows, int place) {
    int width = rows.get(0).getSeq(place).length();
    double[] values = new double[rows.size() * width];
    for (int i = 0; i < rows.size(); i++) {
      double[] row = CalibratedRows.numbers(rows.get(i), place);
      Check.argument(
          row.length == width, "rows must have %d features each, got %d", width, row.length);
      System.arraycopy(row, 0, values, i * width, width);
    }
    return values;
  }

  /** Settings from entries such as {@code epochs=100}. */
  static Map<String, String> settings(String[] entries) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String entry : entries) {
      String[] parts = entry.split("=", 2);
      Check.argument(parts.length == 2, "settings must be name=value, got %s", entry);
      settings.put(parts[0], parts[1]);
    }
    return settings;
  }
}
