package consumer;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.graph.Graph;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.Splits;
import java.util.Random;
import java.util.stream.IntStream;

/** Calibrates a ring of nodes, as a program of a user would. */
public final class Consumer {
  private static final int NODES = 40;

  private Consumer() {}

  public static void main(String[] arguments) {
    int[] sources = new int[NODES];
    int[] targets = new int[NODES];
    int[] classes = new int[NODES];
    double[] scores = new double[2 * NODES];
    Random random = new Random(0);
    for (int i = 0; i < NODES; i++) {
      sources[i] = i;
      targets[i] = (i + 1) % NODES;
      classes[i] = random.nextInt(2);
      scores[2 * i + classes[i]] = random.nextGaussian() + 1;
    }
    Split split = Splits.random(NODES, Splits.Fractions.DEFAULT, 0);
    CalibrationData data =
        CalibrationData.of(Graph.fromEdges(NODES, sources, targets), Logits.of(NODES, 2, scores))
            .withLabels(Labels.of(2, classes))
            .withSplit(split);
    Calibration calibration = Wats.DEFAULT.withK(2).fit(data, 0).calibrate(data);
    IntStream predicted =
        IntStream.range(0, NODES).map(calibration.probabilities()::predictedClass);
    System.out.println(
        "calibrated "
            + predicted.filter(c -> c < 2).count()
            + " nodes with "
            + Methods.named("wats").name()
            + " in "
            + "io.github.wats.core: "
            + Methods.class.getModule().isNamed());
  }
}
