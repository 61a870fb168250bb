package io.github.wats.features;

/**
 * The signal on the nodes that wavelets filter: {@code ln(1 + deg)}, where the authors count
 * in-degree plus out-degree, so twice the neighbors.
 */
public enum Signal {
  /** {@code ln(1 + 2 (d + 1))}: with one self-loop per node; positive on isolated nodes too. */
  WITH_SELF_LOOP(1),

  /** {@code ln(1 + 2 d)}: 0 on isolated nodes. */
  WITHOUT_SELF_LOOP(0);

  private final int loops;

  Signal(int loops) {
    this.loops = loops;
  }

  /**
   * The signal on a node with {@code degree} neighbors. 1 + deg is a whole number, so {@code log}
   * is as exact as {@code log1p} and several times faster.
   */
  public double of(int degree) {
    return Math.log(1 + 2.0 * (degree + loops));
  }
}
