package io.github.wats.calibration.auto;

import io.github.wats.calibration.Settings;
import io.github.wats.calibration.ridge.RidgeSettings;
import io.github.wats.internal.Check;
import java.io.Serializable;

/**
 * Settings of the automatic choice.
 *
 * @param ridge how the wavelet ridge is fitted, as a candidate and if it is chosen
 * @param folds into how many parts the calibration nodes are cut, each of which is held out once
 */
public record AutoSettings(RidgeSettings ridge, int folds) implements Serializable {
  public static final AutoSettings DEFAULT = new AutoSettings(RidgeSettings.DEFAULT, 5);

  private static final String FOLDS = "folds";

  public AutoSettings {
    Check.argument(folds >= 2, "folds must be at least 2, got %d", folds);
  }

  /** Reads what {@link #toSettings} wrote. */
  public static AutoSettings from(Settings settings) {
    return new AutoSettings(RidgeSettings.from(settings), settings.integer(FOLDS));
  }

  public Settings toSettings() {
    return ridge.toSettings().with(FOLDS, folds);
  }
}
