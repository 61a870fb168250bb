package io.github.wats.benchmarks;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.ridge.WaveletRidge;
import io.github.wats.features.GraphFeatures;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.io.synthetic.GraphGenerator;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Splits;
import java.util.SplittableRandom;

/** A generated graph with the logits of an overconfident network that was never trained. */
record RidgeTask(CalibrationData data) {
  /** A fifth of the nodes trains; a tenth calibrates. */
  static RidgeTask of(int nodes, int classes, double averageDegree) {
    GraphGenerator.Generated task =
        GraphGenerator.generate(
            GeneratorSettings.DEFAULT
                .withNodes(nodes)
                .withClasses(classes)
                .withAverageDegree(averageDegree)
                .withFeatures(Math.max(16, classes)),
            0);
    return new RidgeTask(
        CalibrationData.of(task.graph(), logits(task.labels()))
            .withLabels(task.labels())
            .withSplit(Splits.random(nodes, Splits.Fractions.DEFAULT, 0)));
  }

  /** Noise that favors the label. */
  static Logits logits(Labels labels) {
    SplittableRandom random = new SplittableRandom(1);
    int classes = labels.classCount();
    float[] logits = new float[labels.nodeCount() * classes];
    for (int k = 0; k < logits.length; k++) {
      float hit = labels.get(k / classes) == k % classes ? 4 : 0;
      logits[k] = (float) (6 * (random.nextDouble() + random.nextDouble() - 1)) + hit;
    }
    return Logits.of(labels.nodeCount(), classes, logits);
  }

  /** A fit that computes the features of the graph itself. */
  WaveletRidge.Fitted fit() {
    return WaveletRidge.DEFAULT.fit(data.withStructure(GraphFeatures.of(data.graph())), 0);
  }

  int calibrationNodes() {
    return data.requireSplit().validation().size();
  }
}
