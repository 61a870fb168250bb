package io.github.wats.experiment;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Methods;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Seeds;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.metrics.Outcomes;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.Splits;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The test nodes of a data set and what methods predict for them, all fitted to the same GCN. Their
 * metrics are the truth that samples of them are compared with.
 *
 * @param nodes the test nodes, rising
 * @param methods probabilities of all nodes of the graph, by method
 */
record Population(
    String name,
    Graph graph,
    Labels labels,
    Split split,
    int[] nodes,
    Map<String, Probabilities> methods) {
  static Population of(String name, List<String> methods) throws IOException {
    Dataset dataset = Datasets.load(new DataFolder(Shared.datasets()), name);
    Graph graph = dataset.graph();
    Labels labels = dataset.labels();
    Split split = Splits.random(graph.nodeCount(), Splits.Fractions.DEFAULT, 0);
    TrainingData training = new TrainingData(graph, dataset.requiredFeatures(), labels);
    CalibrationData data =
        CalibrationData.of(
                graph,
                PaperSettings.backbone("gcn", name)
                    .train(training, split, 0, TrainingListener.SILENT)
                    .logits(graph, dataset.requiredFeatures()))
            .withLabels(labels)
            .withSplit(split);
    Map<String, Probabilities> predicted = new LinkedHashMap<>();
    for (String method : methods) {
      var fitted = Methods.named(method).calibrator(Map.of()).fit(data, 0);
      predicted.put(method, fitted.calibrate(data).probabilities());
    }
    int[] nodes = split.test().withKnownLabel(labels).toArray();
    return new Population(name, graph, labels, split, nodes, predicted);
  }

  Probabilities method(String method) {
    return methods.getOrDefault(method, Probabilities.of(0, 1, new double[0]));
  }

  /** So many test nodes, drawn with replacement; rising, as the program has them. */
  int[] draw(int count, long stream) {
    return IntStream.range(0, count)
        .map(k -> nodes[Seeds.below(Seeds.bits(stream, k), nodes.length)])
        .sorted()
        .toArray();
  }

  Outcomes outcomes(Probabilities predicted, int[] some) {
    return Outcomes.of(predicted, labels, some).withDegrees(graph::degree);
  }

  /** Of all methods. */
  Map<String, List<Outcomes>> outcomes(int[] some) {
    Map<String, List<Outcomes>> outcomes = new LinkedHashMap<>();
    methods.forEach(
        (method, predicted) -> outcomes.put(method, List.of(outcomes(predicted, some))));
    return outcomes;
  }

  /** One row for each drawn node, in place of a row for each node of the graph. */
  static Probabilities rows(int[] drawn, IntFunction<Probabilities> predictedBy) {
    int classes = predictedBy.apply(0).classCount();
    double[] values = new double[drawn.length * classes];
    for (int k = 0; k < drawn.length; k++) {
      predictedBy.apply(k).copyRow(drawn[k], values, k * classes);
    }
    return Probabilities.of(drawn.length, classes, values);
  }

  Labels labels(int[] drawn) {
    return Labels.of(labels.classCount(), IntStream.of(drawn).map(labels::get).toArray());
  }
}
