package io.github.wats.experiment.page;

import io.github.wats.calibration.Methods;
import io.github.wats.experiment.Variant;

/** How the variants of an experiment are written on its page. */
final class VariantNames {
  /** The method that does nothing. */
  static final String UNCALIBRATED = "uncalibrated";

  private VariantNames() {}

  /** The features of an ablation, else the method and its point. */
  static String of(Variant variant) {
    return variant.point().containsKey("features")
        ? String.valueOf(variant.point().get("features"))
        : variant.label().replaceFirst(variant.method(), Methods.title(variant.method()));
  }
}
