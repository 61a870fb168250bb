package io.github.wats.benchmarks;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.ridge.FittedRidge;
import io.github.wats.calibration.ridge.RidgeSettings;
import io.github.wats.calibration.ridge.WaveletRidge;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.io.synthetic.GraphGenerator;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.Splits;
import java.util.SplittableRandom;

/** A generated graph with the logits of an overconfident network that was never trained. */
record RidgeTask(CalibrationInput input, Labels labels, Split split) {
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
    SplittableRandom random = new SplittableRandom(1);
    float[] logits = new float[nodes * classes];
    int[] labels = task.labels().toArray(); // a copy: once, not for each logit
    for (int k = 0; k < logits.length; k++) {
      float hit = labels[k / classes] == k % classes ? 4 : 0;
      logits[k] = (float) (6 * (random.nextDouble() + random.nextDouble() - 1)) + hit;
    }
    return new RidgeTask(
        CalibrationInput.of(task.graph(), Logits.of(nodes, classes, logits)),
        Labels.of(classes, labels),
        Splits.random(nodes, Splits.Shares.DEFAULT, 0));
  }

  FittedRidge fit() {
    return new WaveletRidge(RidgeSettings.DEFAULT).fit(input, labels, split, 0);
  }

  int calibrationNodes() {
    return split.calibration().size();
  }
}
