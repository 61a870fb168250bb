package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.experiment.Speeds.Size;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpeedsTest {
  private static final Size PHOTO = new Size(7487, 119043);

  private static double fit(String method) {
    Task task = new Task("photo", "gcn", 0);
    return new Speeds(List.of()).fit(new FitKey(task, Variant.of(method)), PHOTO);
  }

  @Test
  void aMethodWithoutMeasurementsIsAsSlowAsTheSlowest() {
    assertThat(fit("of a plug-in")).isEqualTo(fit("gets"));
    assertThat(fit("histogram")).isLessThan(0.01);
  }
}
