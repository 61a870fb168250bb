package io.github.wats.features;

/** The weights {@code α_k} of the Chebyshev terms at scale s. */
public enum Coefficients {
  /** {@code α_k = e^(−s k)}: the paper's formula and its authors' code. */
  EXPONENTIAL {
    @Override
    double[] of(int order, double scale) {
      double[] weights = new double[order + 1];
      for (int k = 0; k <= order; k++) {
        weights[k] = Math.exp(-scale * k);
      }
      return weights;
    }
  },

  /**
   * {@code α_0 = e^(−s) I_0(s)}, {@code α_k = 2 (−1)^k e^(−s) I_k(s)}: the exact expansion of the
   * heat kernel {@code e^(−sλ)} on λ ∈ [0, 2], so that {@code Σ_k α_k T_k → e^(−sL) x} as the order
   * grows (Hammond, Vandergheynst, Gribonval 2011). I_k is the modified Bessel function of the
   * first kind.
   */
  HEAT_KERNEL {
    @Override
    double[] of(int order, double scale) {
      double[] weights = Bessel.scaledI(order, scale);
      for (int k = 1; k <= order; k++) {
        weights[k] *= k % 2 == 0 ? 2 : -2;
      }
      return weights;
    }
  };

  /** {@code α_0 … α_order}. */
  abstract double[] of(int order, double scale);
}
