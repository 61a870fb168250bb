package io.github.wats.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Weights;
import io.github.wats.engine.kernel.Kernels;
import io.github.wats.graph.Graph;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.Splits;
import io.github.wats.testing.Threads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BackboneTest {
  private static final int NODES = 600;
  private static final int CLASSES = 3;
  private static final TrainingData DATA = communities(NODES, CLASSES, 40, 7);
  private static final Split SPLIT = Splits.random(NODES, new Splits.Fractions(0.2, 0.1, 0.7), 3);

  static Stream<Backbone> backbones() {
    return Backbone.all().values().stream()
        .map(backbone -> backbone.with(Map.of("epochs", 40, "learning-rate", 0.01)));
  }

  /** Three communities, each with its own favorite features; edges mostly stay inside. */
  private static TrainingData communities(int nodes, int classes, int features, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] labels = new int[nodes];
    int[] sources = new int[4 * nodes];
    int[] targets = new int[4 * nodes];
    double[][] x = new double[nodes][features];
    for (int i = 0; i < nodes; i++) {
      labels[i] = i % classes;
      for (int k = 0; k < 4; k++) {
        int other = random.nextInt(nodes / classes) * classes;
        boolean inside = random.nextInt(10) < 8;
        sources[4 * i + k] = i;
        targets[4 * i + k] = other + (inside ? labels[i] : random.nextInt(classes));
      }
      for (int k = 0; k < 6; k++) {
        boolean own = random.nextInt(10) < 4;
        int feature = random.nextInt(features / classes) * classes;
        x[i][own ? feature + labels[i] : random.nextInt(features)] = 1;
      }
    }
    Graph graph = Graph.fromEdges(nodes, sources, targets);
    return new TrainingData(graph, FeatureMatrix.wrap(sparse(x)), Labels.of(classes, labels));
  }

  private static SparseMatrix sparse(double[][] rows) {
    int[] offsets = new int[rows.length + 1];
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows[i].length; j++) {
        if (rows[i][j] != 0) {
          columns.add(j);
        }
      }
      offsets[i + 1] = columns.size();
    }
    float[] ones = new float[columns.size()];
    Arrays.fill(ones, 1);
    int[] places = columns.stream().mapToInt(Integer::intValue).toArray();
    return SparseMatrix.wrap(SparsePattern.wrap(rows[0].length, offsets, places), ones);
  }

  private static double accuracy(Logits logits, NodeSet nodes) {
    int right = 0;
    for (int k = 0; k < nodes.size(); k++) {
      int node = nodes.get(k);
      right += logits.predictedClass(node) == DATA.labels().get(node) ? 1 : 0;
    }
    return (double) right / nodes.size();
  }

  private static TrainedBackbone train(Backbone backbone, long seed) {
    return backbone.train(DATA, SPLIT, seed, TrainingListener.SILENT);
  }

  private static Logits logits(TrainedBackbone trained) {
    return trained.logits(DATA.graph(), DATA.features());
  }

  @ParameterizedTest
  @MethodSource("backbones")
  void learnsCommunities(Backbone backbone) {
    double accuracy = accuracy(logits(train(backbone, 1)), SPLIT.test());
    assertThat(accuracy)
        .as("chance is 0.33")
        .isGreaterThan(backbone.name().equals("mlp") ? 0.6 : 0.8);
  }

  @ParameterizedTest
  @MethodSource("backbones")
  void givesTheSameBytesForAnyNumberOfThreadsAndEitherKernels(Backbone backbone) {
    TrainingData data =
        communities(3000, CLASSES, 300, 8); // large enough for loops to be shared out
    Split split = Splits.random(3000, new Splits.Fractions(0.2, 0.1, 0.7), 3);
    Backbone brief = backbone.with(Map.of("epochs", 4));
    Weights expected = brief.train(data, split, 5, TrainingListener.SILENT).weights();
    for (Kernels kernels : List.of(Kernels.reference(), Kernels.vectorOrReference())) {
      for (int threads : Threads.COUNTS) {
        assertThat(Threads.with(threads, () -> weights(brief, data, split, kernels)))
            .as("%s kernels, %d threads", kernels.name(), threads)
            .isEqualTo(expected);
      }
    }
    assertThat(brief.train(data, split, 6, TrainingListener.SILENT).weights())
        .isNotEqualTo(expected);
  }

  private static Weights weights(
      Backbone backbone, TrainingData data, Split split, Kernels kernels) {
    Tape tape = new Tape(kernels);
    return Trainer.train(backbone, data, split, 5, TrainingListener.SILENT, tape).weights();
  }

  @ParameterizedTest
  @MethodSource("backbones")
  void canBeMadeAgainFromSettingsAndNamedWeights(Backbone backbone) {
    TrainedBackbone trained = train(backbone, 2);
    Weights stored = Weights.of(trained.weights().toMap());
    TrainedBackbone again =
        TrainedBackbone.of(backbone, trained.inputs(), trained.classes(), stored);
    assertThat(again).isEqualTo(trained);
    assertThat(logits(again)).isEqualTo(logits(trained));
  }

  @ParameterizedTest
  @MethodSource("backbones")
  void worksWithDenseFeaturesAndMoreLayers(Backbone backbone) {
    double[][] rows = new double[NODES][DATA.features().columns()];
    for (int i = 0; i < NODES; i++) {
      for (int j = 0; j < rows[i].length; j++) {
        rows[i][j] = DATA.features().get(i, j);
      }
    }
    TrainingData dense =
        new TrainingData(DATA.graph(), FeatureMatrix.wrap(DenseMatrix.copyOf(rows)), DATA.labels());
    Backbone deeper = backbone.with(Map.of("layers", backbone.layers() + 1));
    TrainedBackbone trained = deeper.train(dense, SPLIT, 1, TrainingListener.SILENT);
    assertThat(trained.weights().toMap())
        .hasSizeGreaterThan(train(backbone, 1).weights().toMap().size());
    assertThat(accuracy(trained.logits(dense.graph(), dense.features()), SPLIT.test()))
        .isGreaterThan(0.5);
  }

  @Test
  void tellsTheListenerOfEachEpoch() {
    List<Integer> epochs = new ArrayList<>();
    List<Double> losses = new ArrayList<>();
    double[] validation = new double[1];
    TrainedBackbone trained =
        GcnBackbone.DEFAULT
            .with(Map.of("epochs", 30))
            .train(
                DATA,
                SPLIT,
                4,
                (epoch, loss, accuracy) -> {
                  epochs.add(epoch);
                  losses.add(loss);
                  validation[0] = epoch == 30 ? accuracy.getAsDouble() : 0;
                });
    assertThat(epochs).hasSize(30).startsWith(1, 2).endsWith(30);
    assertThat(losses.get(29)).isLessThan(losses.get(0));
    assertThat(validation[0])
        .isCloseTo(accuracy(logits(trained), SPLIT.validation()), offset(1e-12));
  }

  @Test
  void selfLoopsAreAChoice() {
    Weights with = train(GcnBackbone.DEFAULT, 1).weights();
    assertThat(train(GcnBackbone.DEFAULT.with(Map.of("self-loops", false)), 1).weights())
        .isNotEqualTo(with);
  }

  @Test
  void refusesAFeatureThatIsNotFiniteAndSaysWhere() {
    DenseMatrix bad = DenseMatrix.zeros(NODES, 5);
    bad.set(17, 3, Float.NaN);
    assertThatThrownBy(() -> new TrainingData(DATA.graph(), FeatureMatrix.wrap(bad), DATA.labels()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("features must be finite, got NaN at node 17, feature 3");
  }

  @Test
  void refusesAnEmptyTrainingSetAndAMissingLabel() {
    NodeSet none = NodeSet.of(NODES);
    Split empty = new Split(none, SPLIT.validation(), SPLIT.test());
    assertThatThrownBy(() -> GcnBackbone.DEFAULT.train(DATA, empty, 1, TrainingListener.SILENT))
        .hasMessage("there must be at least one training node, got none");
    int[] labels = DATA.labels().toArray();
    int first = SPLIT.train().get(0);
    labels[first] = Labels.UNKNOWN;
    TrainingData unlabeled =
        new TrainingData(DATA.graph(), DATA.features(), Labels.of(CLASSES, labels));
    assertThatThrownBy(
            () -> GcnBackbone.DEFAULT.train(unlabeled, SPLIT, 1, TrainingListener.SILENT))
        .hasMessage("training nodes need a label, node " + first + " has none");
  }

  @Test
  void saysInWhichEpochTheLossDiverged() {
    Backbone wild = GcnBackbone.DEFAULT.with(Map.of("learning-rate", 1e30));
    assertThatThrownBy(() -> train(wild, 1))
        .isInstanceOf(DivergedException.class)
        .hasMessageContaining("in epoch 2");
  }

  @Test
  void refusesWeightsOfAnotherShapeOrName() {
    TrainedBackbone trained = train(GcnBackbone.DEFAULT, 1);
    assertThatThrownBy(
            () ->
                TrainedBackbone.of(
                    GcnBackbone.DEFAULT, trained.inputs() + 1, CLASSES, trained.weights()))
        .hasMessage("parameter gcn.0.weight must be 41 × 16, got 40 × 16");
    assertThatThrownBy(
            () ->
                TrainedBackbone.of(
                    MlpBackbone.DEFAULT, trained.inputs(), CLASSES, trained.weights()))
        .hasMessageStartingWith("there is no parameter mlp.0.weight, only [gcn.0.weight");
  }

  @ParameterizedTest
  @MethodSource("backbones")
  void settingsMakeTheBackboneAgain(Backbone backbone) {
    assertThat(Backbone.named(backbone.name()).with(backbone.settings())).isEqualTo(backbone);
  }

  @Test
  void anOutputLayerMakesOneGatTheOther() {
    Backbone other = GatBackbone.DEFAULT.with(Map.of("output-layer", "attention"));
    assertThat(other.name()).isEqualTo("gat-classic");
  }

  @Test
  void refusesSettingsOutOfRangeOrOfAnotherKind() {
    assertThatThrownBy(() -> GcnBackbone.DEFAULT.with(Map.of("layers", 1)))
        .hasMessage("layers must be in 2 … 100, got 1");
    assertThatThrownBy(() -> MlpBackbone.DEFAULT.with(Map.of("dropout", "1")))
        .hasMessage("dropout must be in [0, 1), got 1.0");
    assertThatThrownBy(() -> GcnBackbone.DEFAULT.with(Map.of("heads", 2)))
        .hasMessageStartingWith(
            "gcn has no setting heads; it has layers, hidden, dropout, self-loops, ");
  }

  @Test
  void eachKindKnowsItsName() {
    Backbone.all().forEach((name, backbone) -> assertThat(backbone.name()).isEqualTo(name));
  }

  @Test
  void namesTheModelsThereAre() {
    assertThatThrownBy(() -> Backbone.named("sage"))
        .hasMessageStartingWith("model must be one of [gcn, gat, gat-classic, mlp")
        .hasMessageEndingWith("], got sage");
  }
}
