package io.github.wats.io.model;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.engine.autodiff.Weights;
import io.github.wats.io.Location;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.TrainedBackbone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Files of trained networks: kind, settings, weights and the data they were trained on. */
public final class BackboneFile {
  private static final DocumentFormat FORMAT =
      new DocumentFormat("wats-backbone", 2, "a stored network");

  private BackboneFile() {}

  private record Fields(
      String library,
      String kind,
      Map<String, Object> settings,
      int inputs,
      int classes,
      Map<String, String> data) {}

  /**
   * Writes a network.
   *
   * @param data what it was trained on: names and fingerprints of files
   */
  public static void write(Path file, TrainedBackbone trained, Map<String, String> data)
      throws IOException {
    Backbone backbone = trained.backbone();
    Fields fields =
        new Fields(
            Library.VERSION,
            backbone.name(),
            backbone.settings(),
            trained.inputs(),
            trained.classes(),
            data);
    Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>();
    trained
        .weights()
        .toMap()
        .forEach((name, value) -> arrays.put(name, CalibratorState.Array.of(value)));
    FORMAT.write(file, fields, Map.of(), arrays);
  }

  /** Reads a network; a file of another format or version, truncated or edited is refused. */
  public static TrainedBackbone read(Path file) throws IOException {
    DocumentFormat.Document<Fields> document = FORMAT.read(file, Fields.class);
    Fields fields = document.fields();
    Map<String, DenseMatrix> weights = new LinkedHashMap<>();
    document.arrays().forEach((name, array) -> weights.put(name, array.matrix()));
    return Location.of(file)
        .checked(
            () ->
                TrainedBackbone.of(
                    Backbone.named(fields.kind).with(fields.settings),
                    fields.inputs,
                    fields.classes,
                    Weights.of(weights)));
  }
}
