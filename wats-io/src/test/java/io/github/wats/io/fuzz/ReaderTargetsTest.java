package io.github.wats.io.fuzz;

import java.util.List;

/** Every format of this module. */
class ReaderTargetsTest extends TargetLaws {
  private static final List<FuzzTarget> TARGETS = ReaderTargets.all();

  @Override
  protected List<FuzzTarget> targets() {
    return TARGETS;
  }
}
