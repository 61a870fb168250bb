package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.nodewise.CaGcn;
import io.github.wats.calibration.nodewise.Gats;
import io.github.wats.calibration.nodewise.Gets;
import io.github.wats.calibration.ridge.WaveletRidge;
import io.github.wats.calibration.ridge.WaveletRidge.ClassWeights;
import io.github.wats.calibration.ridge.WaveletRidge.Mode;
import io.github.wats.calibration.ridge.WaveletRidge.NeighborLabels;
import org.junit.jupiter.api.Test;

class WithMethodsTest {
  private static final Training TRAINING = Training.DEFAULT.withEpochs(7);

  @Test
  void networksChangeOneHyperparameterAtATime() {
    assertThat(CaGcn.DEFAULT.with("hidden", 4).with("dropout", 0.1).with("self-loops", false))
        .isEqualTo(new CaGcn(4, 0.1, false, Training.DEFAULT));
    assertThat(Gats.DEFAULT.with("heads", 8).with("epochs", 7)).isEqualTo(new Gats(8, TRAINING));
    assertThat(Gets.DEFAULT.with("epochs", 7).with("hidden", 4).with("experts-per-node", 3))
        .isEqualTo(new Gets(4, 0.5, 3, 32, 16, 1, true, TRAINING));
    assertThatThrownBy(() -> Gets.DEFAULT.with("experts-per-node", 7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("experts-per-node must be in 1 … 6, got 7");
  }

  @Test
  void solversChangeOneHyperparameterAtATime() {
    WaveletRidge kept =
        new WaveletRidge(Mode.KEEP_CLASS, NeighborLabels.IGNORE, 2, ClassWeights.OFF);
    assertThat(
            WaveletRidge.DEFAULT
                .withMode(Mode.KEEP_CLASS)
                .withNeighborLabels(NeighborLabels.IGNORE)
                .withTemperaturePrior(2)
                .withClassWeights(ClassWeights.OFF))
        .isEqualTo(kept);
    assertThatThrownBy(() -> WaveletRidge.DEFAULT.withTemperaturePrior(-1))
        .hasMessage("temperature-prior must be at least 0, got -1.0");
  }
}
