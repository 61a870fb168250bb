package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.MultiLabelCalibrator;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.model.BackboneFile;
import io.github.wats.io.model.Library;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.nn.Backbone;
import io.github.wats.prediction.Logits;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files that a release has written load in every later version and give the same results. Each
 * release has a folder of them in src/test/resources/stored. {@code -Dwats.write.stored=true} adds
 * what the folder of the present version lacks; nothing that is there is ever written again.
 */
class StoredFilesTest {
  private static final Path STORED = Shared.root().resolve("wats-cli/src/test/resources/stored");
  private static final Path PRESENT = STORED.resolve(Library.VERSION.replace("-SNAPSHOT", ""));

  /** The same formulas in double precision; {@code Math.exp} may differ in the last bit. */
  private static final double TOLERANCE = 1e-12;

  /** Networks compute in single precision, of which six digits are compared. */
  private static final double NETWORK_TOLERANCE = 1e-6;

  private static final List<String> OF_PAIRS = List.of("ridge-pair", "wats-pair");

  private static final Map<String, String> SMALL =
      Map.of("hidden", "3", "epochs", "5", "feature-width", "2", "degree-width", "2");

  @TempDir Path folder;

  static List<Path> releases() throws IOException {
    return list(STORED, "");
  }

  @BeforeAll
  static void writeWhatIsMissing() throws IOException {
    if (Boolean.getBoolean("wats.write.stored")) {
      Files.createDirectories(PRESENT.resolve("models"));
      Files.createDirectories(PRESENT.resolve("networks"));
      writeRun(PRESENT.resolve("run.npz"));
      for (Method method : Methods.all()) {
        List<String> settings = new ArrayList<>(List.of("--method", method.name()));
        SMALL.forEach(
            (name, value) -> {
              if (method.schema().names().contains(name)) {
                settings.addAll(List.of("--" + name, value));
              }
            });
        writeModel(method.name(), "calibrate", settings);
      }
      writePairs(PRESENT.resolve("pairs.npz"));
      for (String name : OF_PAIRS) {
        Path model = PRESENT.resolve("pairs").resolve(name + ".json");
        if (!Files.exists(model)) {
          Files.createDirectories(model.getParent());
          List<Object> words = new ArrayList<>(List.of("calibrate", "--method", name));
          words.addAll(name.startsWith("wats") ? List.of("--hidden", 3, "--epochs", 5) : List.of());
          words.addAll(List.of("--pairs", PRESENT.resolve("pairs.npz"), "--save", model));
          words.addAll(List.of("--no-baseline", "-o", expected(model)));
          run(words.toArray());
        }
      }
      writeModel("with-threshold", "select", List.of("--method", "ts", "--accept-share", "0.5"));
      writeLabels(PRESENT.resolve("labels"));
      for (String kind : Backbone.all().keySet()) {
        writeNetwork(kind);
      }
      writeExperiment();
    }
  }

  @Test
  void everyMethodAndNetworkOfThisVersionIsStored() throws IOException {
    assertThat(list(PRESENT.resolve("models"), ".json"))
        .as("models; CONTRIBUTING.md, 'Releases', has the command that adds a new one")
        .map(StoredFilesTest::nameOf)
        .containsAll(Methods.all().stream().map(Method::name).toList());
    assertThat(list(PRESENT.resolve("networks"), ".json"))
        .map(StoredFilesTest::nameOf)
        .containsAll(Backbone.all().keySet());
  }

  @ParameterizedTest
  @MethodSource("releases")
  void modelsGiveTheStoredProbabilities(Path release) throws IOException {
    check(list(release.resolve("models"), ".json"), release.resolve("run.npz"));
  }

  @ParameterizedTest
  @MethodSource("releases")
  void modelsOfSeveralLabelsGiveTheStoredProbabilities(Path release) throws IOException {
    List<Path> models = list(release.resolve("labels"), ".json");
    assertThat(models).map(StoredFilesTest::nameOf).containsAll(methodsOfLabels());
    check(models, release.resolve("labels").resolve("run.npz"));
  }

  private static List<String> methodsOfLabels() {
    return MultiLabelCalibrator.methods().stream().map(Method::name).toList();
  }

  private void check(List<Path> models, Path run) throws IOException {
    for (Path model : models) {
      Path output = folder.resolve("output.npz");
      run("apply", model, run, "-o", output);
      try (NpzFile stored = NpzFile.open(expected(model));
          NpzFile actual = NpzFile.open(output)) {
        assertThat(actual.names()).as(nameOf(model)).containsAll(stored.names());
        for (String array : stored.names()) {
          assertThat(actual.array(array).toDoubles())
              .as(nameOf(model) + ", " + array)
              .containsExactly(stored.array(array).toDoubles(), within(TOLERANCE));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void modelsOfPairsGiveTheStoredProbabilities(Path release) throws IOException {
    assertThat(list(release.resolve("pairs"), ".json"))
        .map(StoredFilesTest::nameOf)
        .containsAll(OF_PAIRS);
    for (Path model : list(release.resolve("pairs"), ".json")) {
      Path output = folder.resolve("output.npz");
      run("apply", model, "--pairs", release.resolve("pairs.npz"), "-o", output);
      try (NpzFile stored = NpzFile.open(expected(model));
          NpzFile actual = NpzFile.open(output)) {
        assertThat(actual.array("probabilities").toDoubles())
            .as(nameOf(model))
            .containsExactly(stored.array("probabilities").toDoubles(), within(TOLERANCE));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void networksGiveTheStoredLogits(Path release) throws IOException {
    NodeData run = NodeReader.read(release.resolve("run.npz"));
    for (Path network : list(release.resolve("networks"), ".json")) {
      try (NpzFile stored = NpzFile.open(expected(network))) {
        assertThat(logits(network, run).toArray())
            .as(nameOf(network))
            .containsExactly(stored.array("logits").toDoubles(), within(NETWORK_TOLERANCE));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void probabilitiesAreEvaluated(Path release) throws IOException {
    Path run = release.resolve("run.npz");
    Path file = release.resolve("models/ts.npz");
    NodeData data = NodeReader.read(run);
    double loss = 0;
    try (NpzFile stored = NpzFile.open(file)) {
      double[] probabilities = stored.array("probabilities").toDoubles();
      int[] test = data.requireSplit().test().toArray();
      for (int node : test) {
        int label = data.requireLabels().get(node);
        loss -= Math.log(probabilities[node * RunFile.CLASSES + label]) / test.length;
      }
    }
    Cli cli = run("evaluate", run, "--probabilities", file, "--json");
    assertThat(cli.json().at("/metrics/nll").doubleValue()).isCloseTo(loss, within(TOLERANCE));
  }

  @ParameterizedTest
  @MethodSource("releases")
  void anExperimentGoesOnFromItsPlanAndRecords(Path release) throws IOException {
    for (Path file : list(release.resolve("experiment"), "")) {
      Files.copy(file, folder.resolve(file.getFileName().toString()));
    }
    Path plan = release.resolve("plan.yaml");
    Cli cli = run("benchmark", "--plan", plan, "-o", folder, "--format", "csv");
    assertThat(cli.err()).contains("0 of 2 fits to do");
    assertThat(folder.resolve("records.jsonl"))
        .hasSameTextualContentAs(release.resolve("experiment/records.jsonl"));
    assertThat(cli.out()).contains("synthetic,gcn,ts,").contains("synthetic,gcn,wats,");
    run("report", folder);
  }

  private static void writeRun(Path file) throws IOException {
    if (!Files.exists(file)) {
      int nodes = 44; // few, for small files; ridge needs 30 validation nodes
      new RunFile(nodes)
          .with("train_mask", RunFile.mask(nodes, 0, 6))
          .with("val_mask", RunFile.mask(nodes, 6, 38))
          .with("test_mask", RunFile.mask(nodes, 38, nodes))
          .with("x", NpyData.of(new SplittableRandom(1).doubles(2 * nodes).toArray(), nodes, 2))
          .write(file);
    }
  }

  private static void writePairs(Path file) throws IOException {
    if (!Files.exists(file)) {
      PairFile.write(file, 30, 60, 80, 1);
    }
  }

  private static void writeModel(String name, String command, List<String> settings) {
    Path model = PRESENT.resolve("models").resolve(name + ".json");
    if (!Files.exists(model)) {
      List<Object> arguments = new ArrayList<>(List.of(command, PRESENT.resolve("run.npz")));
      arguments.addAll(settings);
      arguments.addAll(List.of("--save", model, "-o", expected(model)));
      run(arguments.toArray());
    }
  }

  /** Each class of the run file as a label of its own. */
  private static void writeLabels(Path labels) throws IOException {
    Files.createDirectories(labels);
    Path run = labels.resolve("run.npz");
    if (!Files.exists(run)) {
      try (NpzFile nodes = NpzFile.open(PRESENT.resolve("run.npz"))) {
        double[] y = nodes.array("y").toDoubles();
        int classes = (int) nodes.array("logits").length(1);
        int[] outcomes = new int[y.length * classes];
        Arrays.setAll(outcomes, k -> y[k / classes] == k % classes ? 1 : 0);
        new RunFile(y.length)
            .with("y", NpyData.of(outcomes, y.length, classes))
            .with("train_mask", RunFile.mask(y.length, 0, 6))
            .with("val_mask", RunFile.mask(y.length, 6, 38))
            .with("test_mask", RunFile.mask(y.length, 38, y.length))
            .write(run);
      }
    }
    for (String method : methodsOfLabels()) {
      Path model = labels.resolve(method + ".json");
      if (!Files.exists(model)) {
        List<Object> words = new ArrayList<>(List.of("calibrate", run, "--multi-label"));
        words.addAll(List.of("--method", method, "--save", model, "-o", expected(model)));
        if (method.equals("wats")) {
          words.addAll(List.of("--hidden", "3", "--epochs", "5"));
        }
        run(words.toArray());
      }
    }
  }

  private static void writeNetwork(String kind) throws IOException {
    Path network = PRESENT.resolve("networks").resolve(kind + ".json");
    if (!Files.exists(network)) {
      Path run = PRESENT.resolve("run.npz");
      Path expected = expected(network);
      run(
          "train",
          run,
          "--model",
          kind,
          "--epochs",
          5,
          "--hidden",
          3,
          "-o",
          expected,
          "--save",
          network);
      Logits logits = logits(network, NodeReader.read(run));
      NpyData array = NpyData.of(logits.toArray(), logits.nodeCount(), logits.classCount());
      NpzWriter.write(expected, out -> out.put("logits", array));
    }
  }

  private static void writeExperiment() throws IOException {
    Path plan = PRESENT.resolve("plan.yaml");
    if (!Files.exists(plan)) {
      Files.writeString(
          plan,
          """
          datasets: [synthetic]
          models: [gcn]
          methods: [ts, wats]
          runs: 1
          settings:
            gcn: {hidden: 4, epochs: 5}
            wats: {hidden: 3, epochs: 5}
          """);
      Path experiment = PRESENT.resolve("experiment");
      run("benchmark", "--plan", plan, "-o", experiment);
      for (String other : List.of("lock", "summary.jsonl", "table.csv", "table.md", "table.tex")) {
        Files.delete(experiment.resolve(other));
      }
    }
  }

  private static Logits logits(Path network, NodeData run) throws IOException {
    return BackboneFile.read(network).logits(run.requireGraph(), run.requireFeatures());
  }

  private static Cli run(Object... arguments) {
    Cli cli = Cli.run(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    assertThat(cli.exitCode()).as(List.of(arguments) + "\n" + cli.err()).isZero();
    return cli;
  }

  private static Path expected(Path file) {
    return file.resolveSibling(nameOf(file) + ".npz");
  }

  private static String nameOf(Path file) {
    return file.getFileName().toString().replaceFirst("[.][a-z]+$", "");
  }

  private static List<Path> list(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }
}
