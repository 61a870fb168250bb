package io.github.wats.io.model;

import io.github.wats.calibration.StoredArray;
import io.github.wats.engine.autodiff.Weights;
import io.github.wats.io.Origin;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.GatBackbone;
import io.github.wats.nn.GatBackbone.Output;
import io.github.wats.nn.GcnBackbone;
import io.github.wats.nn.MlpBackbone;
import io.github.wats.nn.Optimization;
import io.github.wats.nn.TrainedBackbone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Files of trained networks: kind, settings, weights and the data they were trained on. */
public final class BackboneFile {
  private static final DocumentFormat FORMAT =
      new DocumentFormat("wats-backbone", 1, "a stored network");

  private BackboneFile() {}

  /**
   * Writes a network.
   *
   * @param data what it was trained on: names and fingerprints, for people and checks
   */
  public static void write(Path file, TrainedBackbone trained, Map<String, String> data)
      throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("library", Library.VERSION);
    fields.put("kind", trained.backbone().name());
    fields.put("settings", settings(trained.backbone()));
    fields.put("inputs", trained.inputs());
    fields.put("classes", trained.classes());
    fields.put("data", data);
    Map<String, StoredArray> arrays = new LinkedHashMap<>();
    trained.weights().toMap().forEach((name, value) -> arrays.put(name, StoredArray.of(value)));
    FORMAT.write(file, new Document(fields, arrays));
  }

  /** Reads a network; a file of another format or version, cut off or edited is refused. */
  public static TrainedBackbone read(Path file) throws IOException {
    ObjectNode root = FORMAT.readTree(file);
    Map<String, DenseMatrix> weights = new LinkedHashMap<>();
    FORMAT.arrays(file, root).forEach((name, array) -> weights.put(name, array.matrix()));
    return Origin.of(file)
        .checked(
            () ->
                TrainedBackbone.of(
                    backbone(root.path("kind").asString(""), root.path("settings")),
                    root.path("inputs").intValue(),
                    root.path("classes").intValue(),
                    Weights.of(weights)));
  }

  private static Map<String, Object> settings(Backbone backbone) {
    Map<String, Object> settings = new LinkedHashMap<>();
    if (backbone instanceof GcnBackbone gcn) {
      put(settings, gcn.layers(), gcn.hidden(), gcn.dropout());
      settings.put("selfLoops", gcn.selfLoops());
    } else if (backbone instanceof GatBackbone gat) {
      put(settings, gat.layers(), gat.hidden(), gat.dropout());
      settings.put("heads", gat.heads());
    } else if (backbone instanceof MlpBackbone mlp) {
      put(settings, mlp.layers(), mlp.hidden(), mlp.dropout());
    }
    settings.put("epochs", backbone.optimization().epochs());
    settings.put("learningRate", backbone.optimization().learningRate());
    settings.put("weightDecay", backbone.optimization().weightDecay());
    return settings;
  }

  private static void put(Map<String, Object> settings, int layers, int hidden, double dropout) {
    settings.put("layers", layers);
    settings.put("hidden", hidden);
    settings.put("dropout", dropout);
  }

  private static Backbone backbone(String kind, JsonNode settings) {
    int layers = settings.path("layers").intValue();
    int hidden = settings.path("hidden").intValue();
    double dropout = settings.path("dropout").doubleValue();
    int heads = settings.path("heads").intValue(0);
    Optimization optimization =
        new Optimization(
            settings.path("epochs").intValue(),
            settings.path("learningRate").doubleValue(),
            settings.path("weightDecay").doubleValue());
    return switch (kind) {
      case "gcn" ->
          new GcnBackbone(
              layers, hidden, dropout, settings.path("selfLoops").booleanValue(), optimization);
      case "gat" -> new GatBackbone(layers, heads, hidden, dropout, Output.LINEAR, optimization);
      case "gat-classic" ->
          new GatBackbone(layers, heads, hidden, dropout, Output.ATTENTION, optimization);
      case "mlp" -> new MlpBackbone(layers, hidden, dropout, optimization);
      default -> throw new IllegalArgumentException("there is no kind of network '" + kind + "'");
    };
  }
}
