package io.github.wats.calibration.scaling;

/** How the temperature of {@code ts} and {@code ets} is found. */
public enum Solver {
  /** The exact optimum of the convex problem. */
  EXACT,

  /** The authors' way: Adam from T = 1, stopped on the training nodes. */
  ADAM
}
