package io.github.wats.nn;

import io.github.wats.engine.autodiff.Adam;
import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.engine.layer.Network;
import io.github.wats.internal.Check;
import io.github.wats.internal.Heap;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Trains a network: Adam on the mean cross-entropy of the training nodes, a fixed number of epochs.
 */
final class Trainer {
  private Trainer() {}

  /** Trains on the given tape, which is empty. */
  static TrainedBackbone train(
      Backbone backbone,
      TrainingData data,
      Split split,
      long seed,
      TrainingListener listener,
      Tape tape) {
    check(data, split);
    checkMemory(backbone, data, split);
    int inputs = data.features().columns();
    int classes = data.labels().classCount();
    long start = Seeds.derive(seed, "weights");
    Network network = backbone.network(data.graph(), inputs, classes, start);
    FeatureInput x = FeatureInput.of(data.features());

    int[] nodes = split.train().toArray();
    Variable logits = network.logits(tape, x, nodes, Seeds.derive(seed, "dropout"));
    Labels labels = data.labels().select(split.train());
    Variable loss = logits.crossEntropy(labels.toArray());

    Optimization settings = backbone.optimization();
    Adam adam = new Adam(network.parameters(), settings.learningRate(), settings.weightDecay());
    DoubleSupplier validation = new ValidationAccuracy(network, x, data.labels(), split);
    for (int epoch = 1; epoch <= settings.epochs(); epoch++) {
      tape.forward(Mode.TRAINING);
      if (!Double.isFinite(loss.scalar())) {
        throw new DivergedException(epoch, loss.scalar(), settings.learningRate());
      }
      tape.backward(loss);
      adam.step();
      listener.epochDone(epoch, loss.scalar(), validation);
    }
    return new TrainedBackbone(backbone, inputs, classes, data.graph(), network);
  }

  private static void checkMemory(Backbone backbone, TrainingData data, Split split) {
    Heap.require(
        backbone.trainingBytes(Backbone.TrainingSize.of(data, split)),
        "training a %s on %,d nodes and %,d directed edges",
        backbone.name(),
        data.graph().nodeCount(),
        2L * data.graph().edgeCount());
  }

  private static void check(TrainingData data, Split split) {
    Check.argument(
        split.nodeCount() == data.graph().nodeCount(),
        "the split must be of the graph's %d nodes, got one of %d",
        data.graph().nodeCount(),
        split.nodeCount());
    Check.argument(!split.train().isEmpty(), "there must be at least one training node, got none");
    for (int k = 0; k < split.train().size(); k++) {
      int node = split.train().get(k);
      Check.argument(
          data.labels().isKnown(node), "training nodes need a label, node %d has none", node);
    }
  }

  /** The accuracy on the validation nodes; its tape is created on first use. */
  private static final class ValidationAccuracy implements DoubleSupplier {
    private final Network network;
    private final FeatureInput x;
    private final NodeSet nodes;
    private final Labels labels;
    private final Tape tape = Tape.forwardOnly();
    private @Nullable Variable logits;

    ValidationAccuracy(Network network, FeatureInput x, Labels labels, Split split) {
      this.network = network;
      this.x = x;
      this.nodes = split.validation().withKnownLabel(labels);
      this.labels = labels.select(nodes);
    }

    @Override
    public double getAsDouble() {
      if (nodes.isEmpty()) {
        return Double.NaN;
      }
      if (logits == null) {
        logits = network.logits(tape, x, nodes.toArray(), 0);
      }
      tape.forward(Mode.EVALUATION);
      return accuracy(logits.value());
    }

    private double accuracy(DenseMatrix scores) {
      int correct = 0;
      for (int k = 0; k < nodes.size(); k++) {
        int best = 0;
        for (int c = 1; c < scores.columns(); c++) {
          best = scores.get(k, c) > scores.get(k, best) ? c : best;
        }
        correct += best == labels.get(k) ? 1 : 0;
      }
      return (double) correct / nodes.size();
    }
  }
}
