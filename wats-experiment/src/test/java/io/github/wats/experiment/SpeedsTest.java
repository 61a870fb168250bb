package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.experiment.Speeds.Size;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpeedsTest {
  private static final Size PHOTO = new Size(7487, 119043, 8);

  private static double fit(String method) {
    Task task = new Task("photo", "gcn", 0);
    return new Speeds(List.of()).fit(new FitKey(task, Variant.of(method)), PHOTO);
  }

  @Test
  void aMethodWithoutMeasurementsIsAsSlowAsTheSlowest() {
    assertThat(fit("of a plug-in")).isEqualTo(fit("gets"));
    assertThat(fit("histogram")).isLessThan(0.01);
  }

  @Test
  void manyClassesTakeLonger() {
    double few = Speeds.ofMethod("gets", new Size(10_000, 30_000, 10));
    double many = Speeds.ofMethod("gets", new Size(10_000, 30_000, 1000));
    assertThat(few).isBetween(2.0, 8.0);
    assertThat(many)
        .as("36.9 s for the whole process: docs/performance/classes.md")
        .isBetween(25.0, 40.0);
  }
}
