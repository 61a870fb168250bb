package io.github.wats.calibration.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.KnownLabels;
import io.github.wats.calibration.internal.ClassShares;
import io.github.wats.calibration.ridge.WaveletRidge.Mode;
import io.github.wats.calibration.ridge.WaveletRidge.NeighborLabels;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.testing.Golden;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The prior, the class shares and the pool against vectors computed by a separate program. */
class PoolGoldenTest {
  private static final double CLOSE = 1e-6;
  private static final JsonNode GOLDEN = Golden.read("pool.json");

  /** One case of the vectors. */
  private record Case(JsonNode expected, RidgeCase data, NeighborLabels use) {
    static Case of(String name) {
      JsonNode expected = GOLDEN.get(name);
      int n = GOLDEN.get("nodes").intValue();
      GraphBuilder builder = GraphBuilder.withNodes(n);
      for (JsonNode edge : GOLDEN.get("edges")) {
        builder.edge(edge.get(0).intValue(), edge.get(1).intValue());
      }
      int[] train = Golden.ints(GOLDEN.get("train"));
      RidgeCase data =
          new RidgeCase(
              builder.build(),
              Logits.of(Golden.matrix(GOLDEN.get("logits"))),
              Labels.of(GOLDEN.get("classes").intValue(), Golden.ints(GOLDEN.get("labels"))),
              RidgeCase.split(n, train, Golden.ints(expected.get("calibration"))));
      boolean use = expected.get("use_labels").intValue() == 1;
      return new Case(expected, data, use ? NeighborLabels.USE : NeighborLabels.IGNORE);
    }

    WaveletRidge ridge() {
      return WaveletRidge.DEFAULT.withNeighborLabels(use);
    }

    AutoCalibrator auto() {
      return new AutoCalibrator(ridge());
    }

    RidgeFit.Sample sample() {
      return ridge().sample(data.data(), KnownLabels.of(data.data()));
    }

    List<RidgeFit> fits() {
      RidgeFit.Sample sample = sample();
      List<RidgeFit> fits = new ArrayList<>();
      if (expected.get("candidates").size() > 2) {
        fits.add(RidgeFit.of(sample, Layout.ridge(4, false)));
      }
      if (expected.get("candidates").size() > 3) {
        fits.add(RidgeFit.of(sample, Layout.ridge(4, true)));
      }
      return fits;
    }
  }

  private static void assertClose(double[] actual, JsonNode expected, double close) {
    assertThat(actual).containsExactly(Golden.doubles(expected), within(close));
  }

  @ParameterizedTest
  @ValueSource(strings = {"random", "by_class", "without_labels", "few"})
  void testsAndUndoesDrawsByClass(String name) {
    Case data = Case.of(name);
    ClassShares shares = data.sample().shares();
    JsonNode test = data.expected.get("shift");
    assertThat(shares.statistic()).isCloseTo(test.get("statistic").doubleValue(), within(CLOSE));
    assertThat(shares.critical()).isCloseTo(test.get("critical").doubleValue(), within(CLOSE));
    assertThat(shares.entropy()).isCloseTo(test.get("entropy").doubleValue(), within(CLOSE));
    assertThat(shares.trainingEntropy())
        .isCloseTo(test.get("train_entropy").doubleValue(), within(CLOSE));
    assertThat(shares.shifted()).isEqualTo(test.get("shifted").intValue() == 1);
    assertClose(shares.weights(), data.expected.get("node_weights"), CLOSE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"random", "by_class", "without_labels", "few"})
  void findsTheTemperatureAndTheFolds(String name) {
    Case data = Case.of(name);
    assertThat(data.sample().whole().temperature())
        .isCloseTo(data.expected.get("temperature").doubleValue(), within(1e-8));
    assertThat(Pool.folds(data.sample().rows().labels()))
        .containsExactly(Golden.ints(data.expected.get("folds")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"random", "by_class", "without_labels"})
  void fitsTheRidges(String name) {
    Case data = Case.of(name);
    for (RidgeFit fit : data.fits()) {
      Layout layout = fit.model().layout();
      String ridge = layout.has(Layout.Group.LABELS) ? "ridge-labels" : "ridge";
      JsonNode expected = data.expected.get("ridge").get(ridge);
      List<Evidence.Round> rounds = Evidence.fit(fit.design().orElseThrow()).orElseThrow().rounds();
      double[] x = Golden.doubles(expected.get("x"));
      assertThat(fit.model().x()[0]).isCloseTo(x[0], within(CLOSE));
      int place = 1;
      for (int g = 0; g < expected.get("groups").size(); g++) {
        String group = expected.get("groups").get(g).stringValue().toUpperCase(Locale.ROOT);
        Layout.Span span = layout.span(Layout.Group.valueOf(group));
        double penalty =
            rounds.get(rounds.size() - 1).penalties().get(layout.spans().indexOf(span));
        double wanted = expected.get("lambdas").get(g).doubleValue();
        assertThat(penalty).as(group).isCloseTo(wanted, within(1e-5 * wanted));
        for (int j = span.from(); j < span.to(); j++) {
          assertThat(fit.model().x()[j]).as(group).isCloseTo(x[place++], within(CLOSE));
        }
      }
      assertThat(place).isEqualTo(x.length).isEqualTo(layout.size());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"random", "by_class", "without_labels", "few"})
  void poolsByCrossValidation(String name) {
    Case data = Case.of(name);
    Pool pool = Pool.of(data.sample(), data.fits());
    Labels labels = data.sample().rows().labels();
    for (int k = 0; k < pool.weights().length; k++) {
      String candidate = data.expected.get("candidates").get(k).stringValue();
      double[] all = Pool.crossValidated(data.sample(), data.fits()).get(k);
      double[] own = new double[labels.nodeCount()];
      Arrays.setAll(own, i -> all[i * 4 + labels.get(i)]);
      assertClose(own, data.expected.get("cross_validated_likelihoods").get(candidate), CLOSE);
    }
    assertClose(pool.weights(), data.expected.get("pool_weights"), CLOSE);
    assertThat(pool.lastTemperature())
        .isCloseTo(data.expected.get("last_temperature").doubleValue(), within(CLOSE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"random", "by_class", "without_labels", "few"})
  void givesTheSameProbabilities(String name) {
    Case data = Case.of(name);
    JsonNode expected = data.expected.get("probabilities");
    assertProbabilities(data, data.auto().fit(data.data.data()), CLOSE, expected.get("free"));
    AutoCalibrator keeping = new AutoCalibrator(data.ridge().withMode(Mode.KEEP_CLASS));
    double margin = 1e-5; // theirs is smaller
    assertProbabilities(data, keeping.fit(data.data.data()), margin, expected.get("keep_class"));
    FittedCalibrator ridge = data.ridge().fit(data.data.data());
    assertProbabilities(data, ridge, CLOSE, expected.get("last_candidate_free"));
  }

  private static void assertProbabilities(
      Case data, FittedCalibrator fitted, double close, JsonNode expected) {
    Probabilities actual = fitted.calibrate(data.data.input()).probabilities();
    for (int i = 0; i < expected.size(); i++) {
      for (int c = 0; c < 4; c++) {
        assertThat(actual.get(i, c))
            .as("node %d, class %d", i, c)
            .isCloseTo(expected.get(i).get(c).doubleValue(), within(close));
      }
    }
  }
}
