package io.github.wats.spark.job;

import io.github.wats.metrics.Evaluation;
import io.github.wats.spark.CalibrationEvaluator;
import io.github.wats.spark.GraphCalibrator;
import io.github.wats.spark.GraphWavelets;
import io.github.wats.spark.NodeColumns;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Columns, method and settings; those of {@code wats calibrate} have its names. */
final class JobOptions {
  @Option(names = "--id-col", paramLabel = "NAME", description = "Of nodes. Default: id.")
  private String id = "id";

  @Option(names = "--logits-col", paramLabel = "NAME", description = "Of nodes. Default: logits.")
  private String logits = "logits";

  @Option(names = "--label-col", paramLabel = "NAME", description = "Of nodes. Default: label.")
  private String label = "label";

  @Option(names = "--split-col", paramLabel = "NAME", description = "Of nodes. Default: split.")
  private String split = "split";

  @Option(names = "--src-col", paramLabel = "NAME", description = "Of edges. Default: src.")
  private String source = "src";

  @Option(names = "--dst-col", paramLabel = "NAME", description = "Of edges. Default: dst.")
  private String target = "dst";

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description = "wats, ts, ets or vs. Default: ${DEFAULT-VALUE}.")
  private String method = "wats";

  @Option(names = "--k", paramLabel = "K", description = "Order of the wavelets: hops they see.")
  private @Nullable Integer k;

  @Option(
      names = "--s",
      paramLabel = "S",
      split = ",",
      description = "Scale of the wavelets, or several with commas.")
  private double @Nullable [] s;

  @Option(
      names = "--coefficients",
      paramLabel = "FORM",
      description = "exponential or heat-kernel.")
  private @Nullable String coefficients;

  @Option(
      names = "--signal",
      paramLabel = "FORM",
      description = "with-self-loop or without-self-loop.")
  private @Nullable String signal;

  @Option(names = "--hidden", paramLabel = "N", description = "Hidden units.")
  private @Nullable String hidden;

  @Option(names = "--dropout", paramLabel = "P", description = "Share of hidden units dropped.")
  private @Nullable String dropout;

  @Option(names = "--epochs", paramLabel = "N", description = "The most gradient steps.")
  private @Nullable String epochs;

  @Option(
      names = "--patience",
      paramLabel = "N",
      description = "Steps without improvement before early stopping.")
  private @Nullable String patience;

  @Option(
      names = "--early-stopping",
      paramLabel = "RULE",
      description = "training-nodes, held-out or none.")
  private @Nullable String earlyStopping;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Any other setting of the method, such as learning-rate=0.001.")
  private Map<String, String> others = new LinkedHashMap<>();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the fit, and of the sample if one is drawn. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--max-rows",
      paramLabel = "N",
      description = "Most calibration nodes taken to the driver; above it, a sample.")
  private @Nullable Integer maxRows;

  String method() {
    return method;
  }

  long seed() {
    return seed;
  }

  /** The stage that adds features, or degrees alone. */
  GraphWavelets wavelets(String edges) {
    GraphWavelets stage =
        withColumns(new GraphWavelets()).setEdges(edges).setSrcCol(source).setDstCol(target);
    if (k != null) {
      stage.setK(k);
    }
    if (s != null) {
      stage.setS(Arrays.copyOf(s, s.length));
    }
    if (coefficients != null) {
      stage.setCoefficients(coefficients);
    }
    if (signal != null) {
      stage.setSignal(signal);
    }
    return stage;
  }

  GraphCalibrator calibrator() {
    GraphCalibrator stage = withColumns(new GraphCalibrator()).setMethod(method).setSeed(seed);
    given().forEach(stage::setSetting);
    if (maxRows != null) {
      stage.setMaxRows(maxRows);
    }
    return stage;
  }

  /** The metrics on the test nodes, or empty where there are no labels to judge by. */
  Optional<Evaluation> evaluate(Dataset<Row> calibrated) {
    return Arrays.asList(calibrated.columns()).containsAll(List.of(label, split))
        ? withColumns(new CalibrationEvaluator()).evaluation(calibrated)
        : Optional.empty();
  }

  <S extends NodeColumns<S>> S withColumns(S stage) {
    return stage.setIdCol(id).setLogitsCol(logits).setLabelCol(label).setSplitCol(split);
  }

  private Map<String, String> given() {
    Map<String, String> given = new LinkedHashMap<>();
    put(given, "hidden", hidden);
    put(given, "dropout", dropout);
    put(given, "epochs", epochs);
    put(given, "patience", patience);
    put(given, "early-stopping", earlyStopping);
    given.putAll(others);
    return given;
  }

  private static void put(Map<String, String> settings, String name, @Nullable String value) {
    if (value != null) {
      settings.put(name, value);
    }
  }
}
