package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.graph.Graph;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeatureStoreTest {
  private final Graph graph = Generated.dataset("one").graph();

  @Test
  void rescalesTheTermsOfASweep() {
    givesWhatTheMethodComputes(
        Plan.sweep(List.of("one"), List.of("gcn"), Plan.ORDERS, Plan.SCALES, 1));
  }

  @Test
  void combinesTheColumnsOfAnAblation() {
    givesWhatTheMethodComputes(Plan.ablation(List.of("one"), List.of("gcn"), Plan.FEATURES, 1));
  }

  private void givesWhatTheMethodComputes(Plan plan) {
    FeatureStore store = new FeatureStore(graph, plan, "one");
    for (Variant variant : plan.variants()) {
      Wats wats = (Wats) Trial.calibrator(plan, variant, "one");
      assertThat(store.of(wats)).as(variant.label()).isEqualTo(wats.featuresOf(graph));
    }
  }
}
