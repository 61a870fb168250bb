package io.github.wats.experiment;

import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.io.synthetic.GraphGenerator;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Generated data sets and plans that run in a moment. */
final class Generated {
  static final List<String> METHODS = List.of("uncalibrated", "ts", "vs", "ets");

  private Generated() {}

  /** The data set {@code name}, small; names give different graphs. */
  static Dataset dataset(String name) {
    return dataset(name, 300);
  }

  static Dataset dataset(String name, int nodes) {
    GraphGenerator.Generated made =
        GraphGenerator.generate(
            GeneratorSettings.DEFAULT.withNodes(nodes).withClasses(4).withFeatures(60),
            name.hashCode());
    return new Dataset(
        name,
        made.graph(),
        Optional.of(FeatureMatrix.wrap(made.features())),
        made.labels(),
        List.of(),
        List.of(),
        "generated " + name);
  }

  /** As {@link #dataset}, but no network can be trained on it. */
  static Dataset broken(String name) {
    Dataset good = dataset(name);
    DenseMatrix features = DenseMatrix.zeros(good.nodeCount(), 3);
    features.set(7, 1, Float.NaN);
    return new Dataset(
        name,
        good.graph(),
        Optional.of(FeatureMatrix.wrap(features)),
        good.labels(),
        List.of(),
        List.of(),
        "broken");
  }

  static Plan plan(int runs) {
    return Plan.benchmark(List.of("one", "two"), List.of("gcn"), METHODS, runs);
  }

  static List<FitRecord> run(Plan plan, Path path, int threads) throws IOException {
    return run(plan, path, Generated::dataset, threads);
  }

  static List<FitRecord> run(Plan plan, Path path, DatasetSource source, int threads)
      throws IOException {
    try (ExperimentFolder folder = ExperimentFolder.open(path)) {
      return Experiment.run(
          plan,
          folder,
          source,
          new Experiment.Options(threads, false, "test"),
          ExperimentListener.SILENT);
    }
  }
}
