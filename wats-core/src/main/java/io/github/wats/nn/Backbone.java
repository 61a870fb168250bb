package io.github.wats.nn;

import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.layer.Network;
import io.github.wats.graph.Graph;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.settings.SettingsSchema;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The hyperparameters of a network that classifies nodes: a record of settings. Equal arguments
 * give equal results, whatever the number of threads.
 */
public interface Backbone {
  /** The name of this kind on the command line and in files, a key of {@link #all}. */
  String name();

  Optimization optimization();

  /** Its settings, with these values as defaults. */
  default SettingsSchema<?> schema() {
    return SettingsSchema.of(name(), (Record) this);
  }

  /** A copy with some settings changed, by name; as text or as values. */
  default Backbone with(Map<String, ?> settings) {
    return (Backbone) schema().bind(settings);
  }

  /** Every setting by name. */
  default Map<String, Object> settings() {
    return SettingsSchema.valuesOf((Record) this);
  }

  /** A fresh network on {@code graph}; for the library's own use. */
  Network network(Graph graph, int inputs, int classes, long seed);

  /** The number of layers, including the output layer. */
  int layers();

  /** The units of a hidden layer, or of each of its heads. */
  int hidden();

  /** The units of a hidden layer with all its heads. */
  default int width() {
    return hidden();
  }

  /** An estimate of the peak memory of training. */
  long trainingBytes(TrainingSize size);

  /** Trains on the training nodes; the listener can get the accuracy on the validation nodes. */
  default TrainedBackbone train(
      TrainingData data, Split split, long seed, TrainingListener listener) {
    return Trainer.train(this, data, split, seed, listener, new Tape(optimization().epochs()));
  }

  /** Every kind with its default settings, by name. */
  static Map<String, Backbone> all() {
    Map<String, Backbone> all = new LinkedHashMap<>();
    all.put("gcn", GcnBackbone.DEFAULT);
    all.put("gat", GatBackbone.DEFAULT);
    all.put("gat-classic", GatBackbone.CLASSIC);
    all.put("mlp", MlpBackbone.DEFAULT);
    all.put("gcnii", GcniiBackbone.DEFAULT);
    return Collections.unmodifiableMap(all);
  }

  /** The kind called {@code name} with its default settings. */
  static Backbone named(String name) {
    Backbone backbone = all().get(name);
    if (backbone == null) {
      throw new IllegalArgumentException(
          "model must be one of " + all().keySet() + ", got " + name);
    }
    return backbone;
  }

  /**
   * The counts that determine the memory of training. Entries are those of the neighborhoods: the
   * neighbors of each node and the node itself.
   */
  record TrainingSize(
      int nodes,
      long entries,
      int trainNodes,
      long trainEntries,
      int validationNodes,
      long validationEntries,
      int classes,
      FeatureMatrix features) {
    static TrainingSize of(TrainingData data, Split split) {
      Graph graph = data.graph();
      return new TrainingSize(
          graph.nodeCount(),
          2L * graph.edgeCount() + graph.nodeCount(),
          split.train().size(),
          entries(graph, split.train()),
          split.validation().size(),
          entries(graph, split.validation()),
          data.labels().classCount(),
          data.features());
    }

    private static long entries(Graph graph, NodeSet nodes) {
      return graph.neighborCount(nodes.toArray()) + nodes.size();
    }

    /** An upper bound of the number of nodes read in training and validation. */
    public long nodesRead() {
      return Math.min(nodes, trainEntries + validationEntries);
    }

    /** The bytes of values and gradients in {@code rows} rows of a hidden layer and the output. */
    public long layerBytes(long rows, long width) {
      return Float.BYTES * rows * (6 * width + 3L * classes);
    }

    /** Sparse features are stored a second time, transposed. */
    public long featureBytes() {
      return features
          .sparse()
          .map(matrix -> 2L * Float.BYTES * matrix.pattern().entryCount())
          .orElse(0L);
    }
  }
}
