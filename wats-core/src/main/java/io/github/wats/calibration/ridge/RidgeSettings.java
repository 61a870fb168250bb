package io.github.wats.calibration.ridge;

import io.github.wats.calibration.Settings;
import java.io.Serializable;

/**
 * Settings of the wavelet ridge; there is nothing to tune.
 *
 * @param mode whether predicted classes may change
 * @param labels whether neighbors' known labels are used
 */
public record RidgeSettings(OutputMode mode, NeighborLabels labels) implements Serializable {
  public static final RidgeSettings DEFAULT =
      new RidgeSettings(OutputMode.KEEP_CLASS, NeighborLabels.USE);

  public static final String MODE = "mode";
  public static final String LABELS = "labels";

  /** Reads what {@link #toSettings} wrote. */
  public static RidgeSettings from(Settings settings) {
    return new RidgeSettings(
        settings.choice(MODE, OutputMode.class), settings.choice(LABELS, NeighborLabels.class));
  }

  public Settings toSettings() {
    return Settings.NONE.with(MODE, mode).with(LABELS, labels);
  }

  public RidgeSettings withMode(OutputMode newMode) {
    return new RidgeSettings(newMode, labels);
  }

  public RidgeSettings withLabels(NeighborLabels newLabels) {
    return new RidgeSettings(mode, newLabels);
  }
}
