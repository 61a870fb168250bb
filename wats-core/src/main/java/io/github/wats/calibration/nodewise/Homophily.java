package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.KnownLabels;
import io.github.wats.engine.autodiff.Adam;
import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.engine.autodiff.Weights;
import io.github.wats.engine.layer.GcnNetwork;
import io.github.wats.engine.layer.GraphOperators;
import io.github.wats.graph.Graph;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Homophily, the share of a node's neighbors that have its class, predicted by a network. */
final class Homophily {
  static final int HIDDEN = 32;
  private static final int EPOCHS = 200;
  private static final int PATIENCE = 30;
  private static final double LEARNING_RATE = 0.01;
  private static final double WEIGHT_DECAY = 1e-4;

  private Homophily() {}

  /** A two-layer GCN on node features, whose output is {@code sigmoid^-1(h)}. */
  static GcnNetwork network(CalibrationData data, long seed) {
    return new GcnNetwork(
        GraphOperators.gcn(data.graph().adjacency(), true),
        new int[] {features(data).columns(), HIDDEN, 1},
        0,
        seed);
  }

  private static FeatureMatrix features(CalibrationData data) {
    return data.requireFeatures(
        "variant authors of hots needs node features, and the data has none; variant exact needs"
            + " none");
  }

  /**
   * Fits the network to the observed homophily of the nodes with a known label and a labeled
   * neighbor, by mean squared error. Without such a node all parameters are 0, so h is 0.5.
   */
  static void train(GcnNetwork network, CalibrationData data) {
    double[] observed = observed(data.graph(), KnownLabels.of(data).labels(data.nodeCount()));
    int[] nodes = IntStream.range(0, observed.length).filter(i -> observed[i] >= 0).toArray();
    if (nodes.length == 0) {
      network.parameters().forEach(p -> Arrays.fill(p.value().array(), 0));
      return;
    }
    DenseMatrix negative = DenseMatrix.zeros(nodes.length, 1);
    for (int r = 0; r < nodes.length; r++) {
      negative.set(r, 0, (float) -observed[nodes[r]]);
    }
    Tape tape = new Tape(EPOCHS);
    Variable h = network.logits(tape, FeatureInput.of(features(data)), nodes, 0).sigmoid();
    Variable difference = h.add(tape.constant(negative));
    Variable loss = difference.mul(difference).columnSums().scaleShift(1.0 / nodes.length, 0);
    Adam adam = new Adam(network.parameters(), LEARNING_RATE, WEIGHT_DECAY);
    Weights best = Weights.from(network.parameters());
    double lowest = Double.POSITIVE_INFINITY;
    int waited = 0;
    for (int epoch = 0; epoch < EPOCHS && waited < PATIENCE; epoch++) {
      tape.forward(Mode.TRAINING);
      waited++;
      if (loss.scalar() < lowest) {
        lowest = loss.scalar();
        best = Weights.from(network.parameters());
        waited = 0;
      }
      tape.backward(loss);
      adam.step();
    }
    best.copyTo(network.parameters());
  }

  /** The share of a labeled node's labeled neighbors with its label; −1 where there is none. */
  private static double[] observed(Graph graph, int[] labels) {
    double[] shares = new double[labels.length];
    for (int i = 0; i < labels.length; i++) {
      int labeled = 0;
      int same = 0;
      for (int k = 0; labels[i] >= 0 && k < graph.degree(i); k++) {
        int other = labels[graph.neighbor(i, k)];
        labeled += other >= 0 ? 1 : 0;
        same += other == labels[i] ? 1 : 0;
      }
      shares[i] = labeled == 0 ? -1 : (double) same / labeled;
    }
    return shares;
  }

  /** What the network gives for every node. */
  static double[] predicted(GcnNetwork network, CalibrationData data) {
    Tape tape = Tape.forwardOnly();
    Variable logits = network.logits(tape, FeatureInput.of(features(data)), 0);
    tape.forward(Mode.EVALUATION);
    double[] h = new double[data.nodeCount()];
    Arrays.setAll(h, i -> HotsLoss.sigmoid(logits.value().get(i, 0)));
    return h;
  }
}
