package io.github.wats.experiment.page;

import io.github.wats.experiment.Variant;
import io.github.wats.report.MethodNames;

/** How the variants of an experiment are written on its page. */
final class VariantNames {
  /** The method that does nothing. */
  static final String UNCALIBRATED = "uncalibrated";

  private VariantNames() {}

  /** The features of an ablation, else the method and its point. */
  static String of(Variant variant) {
    return variant.point().containsKey("features")
        ? String.valueOf(variant.point().get("features"))
        : variant.label().replaceFirst(variant.method(), MethodNames.of(variant.method()));
  }
}
