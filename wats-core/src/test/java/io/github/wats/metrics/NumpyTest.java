package io.github.wats.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import io.github.wats.testing.Golden;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The numbers that {@code numpy/statistics.py} printed for the same probabilities and labels. */
class NumpyTest {
  private static final JsonNode GOLDEN = Golden.read("metrics.json");
  private static final JsonNode NUMPY = numpy();
  private static final Outcomes ALL =
      Outcomes.of(
          Probabilities.of(Golden.matrix(GOLDEN.get("probabilities"))),
          Labels.of(4, Golden.ints(GOLDEN.get("labels"))));

  private static JsonNode numpy() {
    try (InputStream in = NumpyTest.class.getResourceAsStream("/numpy/statistics.json")) {
      return JsonMapper.builder().build().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double value(Metric metric, int bins) {
    return metric.of(ALL, bins).orElseThrow();
  }

  @Test
  void areaUnderTheRiskCoverageCurve() {
    assertThat(value(Metric.AURC, 10)).isCloseTo(NUMPY.get("aurc").doubleValue(), within(1e-12));
    // the mean over 20,000 random orders of equal confidences
    assertThat(value(Metric.AURC, 10))
        .isCloseTo(NUMPY.get("aurcDrawn").doubleValue(), within(1e-5));
  }

  @Test
  void areaUnderTheRocCurve() {
    assertThat(value(Metric.AUROC, 10)).isCloseTo(NUMPY.get("auroc").doubleValue(), within(1e-12));
  }

  @Test
  void debiasedError() {
    for (int bins : new int[] {10, 15, 20}) {
      assertThat(value(Metric.DEBIASED_ECE, bins))
          .isCloseTo(NUMPY.get("debiasedEce").get("" + bins).doubleValue(), within(1e-9));
    }
  }

  @Test
  void smoothError() {
    assertThat(value(Metric.SMOOTH_ECE, 10))
        .isCloseTo(NUMPY.get("smoothEce").doubleValue(), within(1e-6));
  }

  @Test
  void slices() {
    check(
        NUMPY.get("slicesByClass"),
        Slice.of(
            ALL,
            List.of(Slice.Groups.byName("class", ALL.size(), k -> "" + ALL.predictedClass(k)))),
        true);
    check(NUMPY.get("classGaps"), Slice.ofClasses(ALL, Integer::toString), false);
  }

  private static void check(JsonNode expected, List<Slice> slices, boolean corrected) {
    assertThat(slices).hasSize(expected.size());
    for (int k = 0; k < slices.size(); k++) {
      Slice slice = slices.get(k);
      JsonNode one = expected.get(k);
      assertThat(slice.count()).isEqualTo(one.get("count").intValue());
      assertThat(slice.accuracy()).isCloseTo(one.get("accuracy").doubleValue(), within(1e-12));
      assertThat(slice.confidence()).isCloseTo(one.get("confidence").doubleValue(), within(1e-12));
      assertThat(slice.gap()).isCloseTo(one.get("gap").doubleValue(), within(1e-12));
      assertThat(slice.interval().low()).isCloseTo(one.get("low").doubleValue(), within(1e-12));
      assertThat(slice.interval().high()).isCloseTo(one.get("high").doubleValue(), within(1e-12));
      assertThat(slice.pValue()).isCloseTo(one.get("pValue").doubleValue(), within(1e-10));
      if (corrected) {
        assertThat(slice.holm()).isCloseTo(one.get("holm").doubleValue(), within(1e-10));
      }
    }
  }
}
