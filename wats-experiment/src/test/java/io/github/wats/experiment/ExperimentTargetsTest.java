package io.github.wats.experiment;

import io.github.wats.io.fuzz.FuzzTarget;
import io.github.wats.io.fuzz.TargetLaws;
import java.util.List;

/** Every format of this module. */
class ExperimentTargetsTest extends TargetLaws {
  private static final List<FuzzTarget> TARGETS = ExperimentTargets.all();

  @Override
  protected List<FuzzTarget> targets() {
    return TARGETS;
  }
}
