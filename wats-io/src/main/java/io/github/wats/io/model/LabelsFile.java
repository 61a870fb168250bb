package io.github.wats.io.model;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.FittedLabels;
import io.github.wats.calibration.Methods;
import io.github.wats.decision.DriftMonitor;
import io.github.wats.internal.Check;
import io.github.wats.io.Location;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Files of fitted calibrators of nodes with several labels: those of the labels in one file, with
 * arrays that are the same for several of them once. Equal fits give equal bytes.
 */
public final class LabelsFile {
  private static final String NAME = "wats-multi-label";
  private static final DocumentFormat FORMAT =
      new DocumentFormat(NAME, 1, "a stored calibrator of several labels");

  private LabelsFile() {}

  /**
   * What a file holds.
   *
   * @param names of the labels, or empty if they have numbers only
   * @param data what it was fitted on: names and fingerprints of files
   * @param summaries what the fit saw, one for each label, or none
   * @param thresholds from which probability on {@code select} accepts a label, one for each, above
   *     1 where it accepts none; empty without select
   * @param goal what select promises of accepted labels
   */
  public record Stored(
      FittedLabels fitted,
      List<String> names,
      Map<String, String> data,
      List<DriftMonitor.Summary> summaries,
      List<Double> thresholds,
      String goal) {
    public Stored {
      int count = fitted.labels().size();
      for (int size : new int[] {names.size(), summaries.size(), thresholds.size()}) {
        Check.argument(
            size == 0 || size == count,
            "there must be one for each of %d labels, got %d",
            count,
            size);
      }
      String rule = "shared labels must be among the %d labels, got %s";
      Check.argument(
          fitted.shared().stream().allMatch(l -> l >= 0 && l < count),
          rule,
          count,
          fitted.shared());
    }
  }

  private record Fields(
      String library,
      List<String> names,
      Map<String, String> data,
      List<Integer> shared,
      List<CalibratorFile.Fields> labels,
      List<Map<String, String>> arraysOfLabels,
      List<DriftMonitor.Summary> summaries,
      List<Double> thresholds,
      String goal) {}

  /** Whether the file begins like one of these. */
  public static boolean isOne(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(100), StandardCharsets.UTF_8).contains("\"" + NAME + "\"");
    }
  }

  public static void write(Path file, Stored stored) throws IOException {
    Map<CalibratorState.Array, String> keys = new HashMap<>();
    Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>();
    List<CalibratorFile.Fields> labels = new ArrayList<>();
    List<Map<String, String>> names = new ArrayList<>();
    for (FittedCalibrator label : stored.fitted.labels()) {
      CalibratorState state = label.state();
      Map<String, String> own = new LinkedHashMap<>();
      state
          .arrays()
          .forEach(
              (name, array) -> {
                String key = keys.computeIfAbsent(array, unused -> "a" + keys.size());
                arrays.put(key, array);
                own.put(name, key);
              });
      names.add(own);
      labels.add(CalibratorFile.Fields.of(state, Map.of()));
    }
    Fields fields =
        new Fields(
            Library.VERSION,
            stored.names,
            stored.data,
            stored.fitted.shared(),
            labels,
            names,
            stored.summaries,
            stored.thresholds,
            stored.goal);
    FORMAT.write(file, fields, Map.of(), arrays);
  }

  /** Reads a file; one of another format or version, truncated or edited is refused. */
  public static Stored read(Path file) throws IOException {
    DocumentFormat.Document<Fields> document = FORMAT.read(file, Fields.class);
    Fields fields = document.fields();
    return Location.of(file)
        .checked(
            () -> {
              String rule = "there must be arrays for each of %d labels, got %d";
              int count = fields.labels.size();
              int own = fields.arraysOfLabels.size();
              Check.argument(own == count, rule, count, own);
              List<FittedCalibrator> labels = new ArrayList<>();
              for (int l = 0; l < count; l++) {
                labels.add(label(fields, l, document.arrays()));
              }
              return new Stored(
                  new FittedLabels(labels, fields.shared),
                  fields.names,
                  fields.data,
                  fields.summaries,
                  fields.thresholds,
                  fields.goal);
            });
  }

  private static FittedCalibrator label(
      Fields fields, int label, Map<String, CalibratorState.Array> arrays) {
    Map<String, CalibratorState.Array> own = new LinkedHashMap<>();
    fields
        .arraysOfLabels
        .get(label)
        .forEach(
            (name, key) -> {
              Check.argument(arrays.containsKey(key), "there must be an array '%s', got none", key);
              own.put(name, Objects.requireNonNull(arrays.get(key)));
            });
    CalibratorFile.Fields fit = fields.labels.get(label);
    CalibratorState state = new CalibratorState(own, fit.texts(), fit.report());
    state.integers("classes", 1, 2, 2);
    return Methods.restore(state);
  }
}
