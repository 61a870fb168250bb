package io.github.wats.io.model;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.MultiLabelCalibrator;
import io.github.wats.decision.Acceptance;
import io.github.wats.decision.DriftMonitor.Summary;
import io.github.wats.decision.NodeGroups;
import io.github.wats.internal.Check;
import io.github.wats.io.Location;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Files of fitted calibrators of nodes with several labels: those of the labels in one file, with
 * arrays that are the same for several of them once. Equal fits give equal bytes.
 */
final class LabelsFile {
  private static final String NAME = "wats-multi-label";
  private static final DocumentFormat FORMAT =
      new DocumentFormat(NAME, 1, "a stored calibrator of several labels");
  private static final double NEVER = 2; // a threshold that no probability reaches

  private LabelsFile() {}

  /**
   * The fields of a file.
   *
   * @param names of the labels, or empty if they have numbers only
   * @param summaries what the fit saw, or none; those of single labels, of old files, are not used
   * @param thresholds from which probability on {@code select} accepts a label, one for each, above
   *     1 where it accepts none; empty without select
   * @param goal what select promises of accepted labels
   */
  private record Fields(
      String library,
      List<String> names,
      Map<String, String> data,
      List<Integer> shared,
      List<CalibratorFile.Fields> labels,
      List<Map<String, String>> arraysOfLabels,
      List<Summary> summaries,
      List<Double> thresholds,
      String goal) {}

  /** Whether the file begins like one of these. */
  static boolean isOne(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(100), StandardCharsets.UTF_8).contains("\"" + NAME + "\"");
    }
  }

  static void write(
      Path file,
      MultiLabelCalibrator.Fitted fitted,
      Map<String, String> data,
      List<String> labelNames,
      Optional<Summary> summary,
      Optional<Acceptance.Rules> acceptance)
      throws IOException {
    Map<CalibratorState.Array, String> keys = new HashMap<>();
    Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>();
    List<CalibratorFile.Fields> labels = new ArrayList<>();
    List<Map<String, String>> names = new ArrayList<>();
    for (FittedCalibrator label : fitted.labels()) {
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
    double[] thresholds = new double[acceptance.isPresent() ? labels.size() : 0];
    Arrays.fill(thresholds, NEVER);
    acceptance.ifPresent(all -> all.rules().forEach(at -> thresholds[at.from()] = at.threshold()));
    Fields fields =
        new Fields(
            Library.VERSION,
            labelNames,
            data,
            fitted.shared(),
            labels,
            names,
            summary.stream().toList(),
            Arrays.stream(thresholds).boxed().toList(),
            acceptance.map(Acceptance.Rules::guarantee).orElse(""));
    FORMAT.write(file, fields, Map.of(), arrays);
  }

  /** Reads a file; one of another format or version, truncated or edited is refused. */
  static CalibratorFile.Stored read(Path file) throws IOException {
    DocumentFormat.Document<Fields> document = FORMAT.read(file, Fields.class);
    return Location.of(file).checked(() -> stored(document.fields(), document.arrays()));
  }

  private static CalibratorFile.Stored stored(
      Fields fields, Map<String, CalibratorState.Array> arrays) {
    int count = fields.labels.size();
    String rule = "there must be one of %s for each of %d labels, got %d";
    int sized = fields.arraysOfLabels.size();
    Check.argument(sized == count, rule, "arrays", count, sized);
    sized = fields.thresholds.size();
    Check.argument(sized == 0 || sized == count, rule, "thresholds", count, sized);
    List<FittedCalibrator> labels = new ArrayList<>();
    for (int l = 0; l < count; l++) {
      labels.add(label(fields, l, arrays));
    }
    List<String> names =
        fields.names.isEmpty()
            ? IntStream.range(0, count).mapToObj(Integer::toString).toList()
            : fields.names;
    Map<String, String> data = new LinkedHashMap<>(fields.data);
    if (!fields.names.isEmpty()) {
      data.put(CalibratorFile.CLASSES, String.join("\n", fields.names));
    }
    return new CalibratorFile.Stored(
        MultiLabelCalibrator.Fitted.of(labels, fields.shared, names, 0),
        fields.library,
        data,
        fields.summaries.stream()
            .filter(one -> !one.quantities().containsKey("confidence"))
            .findFirst(),
        Optional.empty(),
        sized == 0 ? Optional.empty() : Optional.of(rules(fields)));
  }

  private static Acceptance.Rules rules(Fields fields) {
    List<Acceptance.Rules.Rule> rules = new ArrayList<>();
    for (int l = 0; l < fields.thresholds.size(); l++) {
      if (fields.thresholds.get(l) < NEVER) {
        rules.add(new Acceptance.Rules.Rule(l, l, fields.thresholds.get(l)));
      }
    }
    return new Acceptance.Rules(NodeGroups.By.LABEL, fields.goal, rules);
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
