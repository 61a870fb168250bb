package io.github.wats.io.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.MultiLabelCalibrator;
import io.github.wats.calibration.MultiLabelData;
import io.github.wats.decision.Acceptance.Rules;
import io.github.wats.decision.CalibrationBaseline;
import io.github.wats.decision.CalibrationBaseline.Gap;
import io.github.wats.decision.DriftMonitor;
import io.github.wats.decision.NodeGroups;
import io.github.wats.io.Hashes;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.io.fuzz.FuzzTarget.Way;
import io.github.wats.io.model.BackboneFile;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.TrainedBackbone;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.testing.RandomPairs;
import io.github.wats.testing.TinyGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/** Stored calibrators and networks; checksums are made right before a reader sees a document. */
final class ModelTargets {
  private static final String JSON = "model.json";
  private static final String HEADER =
      "is not JSON|its format must be|this library reads version|checksum|not a stored";

  private static final FeatureMatrix FEATURES =
      FeatureMatrix.wrap(DenseMatrix.copyOf(TinyGraph.features()));
  private static final Split SPLIT =
      new Split(TinyGraph.train(), TinyGraph.validation(), NodeSet.of(12));
  private static final CalibrationData PAIRS = RandomPairs.of(12, 20, 120, 1);
  private static final CalibrationData DATA =
      CalibrationData.of(TinyGraph.graph(), TinyGraph.logits()).withFeatures(FEATURES);

  private static final int CLASSES = TinyGraph.logits().classCount();

  /** A label for each class of the tiny graph. */
  private static final CalibrationData LABELS =
      CalibrationData.of(MultiLabelData.of(TinyGraph.graph(), CLASSES), TinyGraph.logits())
          .withLabels(
              Labels.of(
                  2,
                  IntStream.range(0, 12 * CLASSES)
                      .map(k -> TinyGraph.labels().get(k / CLASSES) == k % CLASSES ? 1 : 0)
                      .toArray()))
          .withSplit(MultiLabelData.of(TinyGraph.graph(), CLASSES).rows(SPLIT));

  private ModelTargets() {}

  static FuzzTarget calibrator() {
    return FuzzTarget.of(
        "model",
        ModelTargets::calibrators,
        Json::edit,
        way(file -> CalibratorFile.read(file)),
        way(file -> CalibratorFile.read(file).calibrator().calibrate(DATA)),
        way(file -> CalibratorFile.read(file).calibrator().calibrate(PAIRS)),
        way(ModelTargets::decide));
  }

  /** Uses the summary and the thresholds of a model. */
  private static List<Object> decide(Path file) throws IOException {
    CalibratorFile.Stored stored = CalibratorFile.read(file);
    Probabilities p = DATA.logits().softmax();
    List<Object> results = new ArrayList<>();
    Location location = Location.of(file);
    stored
        .summary()
        .ifPresent(then -> results.add(location.checked(() -> then.checks(DATA, p, 0.1))));
    stored.acceptance().ifPresent(rules -> results.add(rules.accept(p, DATA.graph()::degree)));
    return results;
  }

  private static List<byte[]> calibrators() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (Method method : Methods.registered()) {
      CalibrationData data =
          method.scope() == Method.Scope.PAIR
              ? PAIRS
              : DATA.withLabels(TinyGraph.labels()).withSplit(SPLIT);
      Path file = Scratch.file(JSON, new byte[0]);
      FittedCalibrator fitted = small(method).fit(data, 7);
      Rules.Rule rule = new Rules.Rule(0, 2, 0.5);
      CalibratorFile.write(
          file,
          fitted,
          Map.of("graph", "tiny"),
          List.of(),
          DriftMonitor.Summary.of(data, fitted.calibrate(data).probabilities()),
          Optional.of(new CalibrationBaseline(List.of(new Gap(0, 1, 60, 0.01, 0.05)))),
          Optional.of(new Rules(NodeGroups.By.CLASS, "", List.of(rule))));
      seeds.add(compact(file));
    }
    return seeds;
  }

  static FuzzTarget labels() {
    return FuzzTarget.of(
        "labels",
        ModelTargets::labelModels,
        Json::edit,
        way(file -> CalibratorFile.read(file)),
        way(file -> CalibratorFile.read(file).calibrator().calibrate(LABELS)));
  }

  private static List<byte[]> labelModels() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (Method method : MultiLabelCalibrator.methods()) {
      Path file = Scratch.file(JSON, new byte[0]);
      FittedCalibrator fitted = new MultiLabelCalibrator(small(method)).fit(LABELS, 7);
      CalibratorFile.write(
          file,
          fitted,
          Map.of(),
          List.of("a", "b", "c", "d", "e"),
          DriftMonitor.Summary.of(LABELS, fitted.calibrate(LABELS).probabilities()),
          Optional.empty(),
          Optional.of(new Rules(NodeGroups.By.LABEL, "goal", List.of(new Rules.Rule(1, 1, 0.7)))));
      seeds.add(compact(file));
    }
    return seeds;
  }

  static FuzzTarget backbone() {
    return FuzzTarget.of(
        "backbone",
        ModelTargets::networks,
        Json::edit,
        way(file -> BackboneFile.read(file)),
        way(file -> BackboneFile.read(file).logits(TinyGraph.graph(), FEATURES)));
  }

  private static List<byte[]> networks() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (String kind : Backbone.all().keySet()) {
      Path file = Scratch.file(JSON, new byte[0]);
      TrainedBackbone trained =
          Backbone.named(kind)
              .with(Map.of("epochs", 2, "hidden", 2))
              .train(
                  new TrainingData(TinyGraph.graph(), FEATURES, TinyGraph.labels()),
                  SPLIT,
                  1,
                  TrainingListener.SILENT);
      BackboneFile.write(file, trained, Map.of("dataset", "tiny"));
      seeds.add(compact(file));
    }
    return seeds;
  }

  /** With few parameters, so that documents are short. */
  private static Calibrator<?> small(Method method) {
    Map<String, Object> changes = new LinkedHashMap<>();
    for (String name : new String[] {"hidden", "epochs", "feature-width", "degree-width"}) {
      if (method.schema().names().contains(name)) {
        changes.put(name, 2);
      }
    }
    return method.calibrator(changes);
  }

  private static byte[] compact(Path file) throws IOException {
    return Json.bytes(Json.MAPPER.readTree(Files.readAllBytes(file)));
  }

  /** Uses a model file. */
  private interface Use {
    Object of(Path file) throws IOException;
  }

  /** A model that does not fit the data may refuse them as an argument. */
  private static Way way(Use use) {
    return FuzzTarget.unless(
        HEADER,
        document -> {
          Path file = written(document);
          try {
            use.of(file);
          } catch (IllegalArgumentException e) {
            throw e.getClass() == IllegalArgumentException.class
                ? new InvalidDataException(e.getMessage(), e)
                : e;
          }
        });
  }

  /** The file of a document with the right checksum. */
  private static Path written(byte[] document) throws IOException {
    Optional<ObjectNode> root = Json.object(document);
    if (root.isEmpty()) {
      return Scratch.file(JSON, document);
    }
    ObjectNode signed = root.get();
    signed.remove("sha256");
    signed.put("sha256", Hashes.sha256(signed.toString().getBytes(UTF_8)));
    return Scratch.file(JSON, Json.bytes(signed));
  }
}
