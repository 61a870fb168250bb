package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.experiment.Speeds.Size;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;

class SpeedsTest {
  private static final Size PHOTO = new Size(7487, 119043);

  private static double fit(String method) {
    Task task = new Task("photo", "gcn", 0);
    return new Speeds(List.of()).fit(new FitKey(task, Variant.of(method)), PHOTO);
  }

  @Test
  void everyMethodHasBeenMeasured() {
    ResourceBundle measured = ResourceBundle.getBundle("io.github.wats.experiment.speeds");
    assertThat(measured.keySet()).containsAll(Methods.all().stream().map(Method::name).toList());
  }

  @Test
  void aMethodWithoutMeasurementsIsAsSlowAsTheSlowest() {
    assertThat(fit("of a plug-in")).isEqualTo(fit("gets"));
    assertThat(fit("histogram")).isLessThan(0.01);
  }
}
