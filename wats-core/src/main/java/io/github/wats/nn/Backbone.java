package io.github.wats.nn;

import io.github.wats.prediction.Split;

/**
 * A recipe for a network that classifies nodes: settings in, nothing learnt yet. Equal arguments
 * give equal results, whatever the number of threads.
 */
public sealed interface Backbone permits GcnBackbone, GatBackbone, ClassicGatBackbone, MlpBackbone {
  /** What the command line and files call this kind: gcn, gat, gat-classic or mlp. */
  String name();

  Optimization optimization();

  /** Units in a hidden layer, or in each head of one. */
  int hidden();

  /** The share of entries dropped in training. */
  double dropout();

  Backbone withOptimization(Optimization newOptimization);

  /** The same kind with this many units in a hidden layer, or in each head of one. */
  Backbone withHidden(int newHidden);

  Backbone withDropout(double newDropout);

  /** The same kind with this many layers. */
  Backbone withLayers(int newLayers);

  /** Trains on the training nodes of {@code split}; its validation nodes are only watched. */
  default TrainedBackbone train(
      TrainingData data, Split split, long seed, TrainingListener listener) {
    return Trainer.train(this, data, split, seed, listener);
  }
}
