package io.github.wats.features;

import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Settings of wavelet features.
 *
 * @param k the order of the wavelets: the degree of the polynomial, which is their radius in hops
 * @param s the scales: diffusion times, where small is local; the features of several scales are
 *     placed side by side
 */
public record WaveletSettings(
    @Setting(help = "order of the wavelets: the number of hops they cover", min = 1, max = 1_000)
        int k,
    @Setting(
            help = "scale of the wavelets, smaller is more local; separate several by commas",
            above = 0,
            max = 1e6) // heat that has run longer is even to the last bit of a double
        List<Double> s,
    @Setting(help = "weights of the Chebyshev terms") Coefficients coefficients,
    @Setting(help = "whether the degree signal counts a self-loop") Signal signal,
    @Setting(help = "signal on the nodes that wavelets filter") BaseSignal baseSignal)
    implements Serializable {

  public static final WaveletSettings DEFAULT =
      new WaveletSettings(
          4, List.of(0.4), Coefficients.EXPONENTIAL, Signal.WITH_SELF_LOOP, BaseSignal.LOG_DEGREE);

  public WaveletSettings {
    s = List.copyOf(s);
    SettingsSchema.check(WaveletSettings.class, k, s, coefficients, signal, baseSignal);
  }

  public static WaveletSettings of(int k, double... s) {
    return DEFAULT.withK(k).withS(s);
  }

  public WaveletSettings withK(int newK) {
    return new WaveletSettings(newK, s, coefficients, signal, baseSignal);
  }

  public WaveletSettings withS(double... newS) {
    List<Double> list = Arrays.stream(newS).boxed().toList();
    return new WaveletSettings(k, list, coefficients, signal, baseSignal);
  }

  /** The signal on a node with so many neighbors. */
  public double signalOf(int neighbors) {
    return baseSignal.of(signal.degree(neighbors));
  }

  /** The number of columns of the features: k + 1 for each scale. */
  public int columnCount() {
    return Math.multiplyExact(s.size(), k + 1);
  }

  /** The weights {@code α_k} of the Chebyshev terms at scale s. */
  public enum Coefficients {
    /** {@code α_k = e^(−s k)}: the paper's formula and its authors' code. */
    EXPONENTIAL,

    /**
     * {@code α_0 = e^(−s) I_0(s)}, {@code α_k = 2 (−1)^k e^(−s) I_k(s)}: the exact expansion of the
     * heat kernel {@code e^(−sλ)} on λ ∈ [0, 2], so that {@code Σ_k α_k T_k → e^(−sL) x} as the
     * order grows (Hammond, Vandergheynst, Gribonval 2011). I_k is the modified Bessel function of
     * the first kind.
     */
    HEAT_KERNEL;

    /** {@code α_0 … α_order}. */
    double[] of(int order, double scale) {
      if (this == EXPONENTIAL) {
        return IntStream.rangeClosed(0, order).mapToDouble(k -> Math.exp(-scale * k)).toArray();
      }
      double[] weights = Bessel.scaledI(order, scale);
      for (int k = 1; k <= order; k++) {
        weights[k] *= k % 2 == 0 ? 2 : -2;
      }
      return weights;
    }
  }

  /** The degree that the base signal sees: the authors count in-degree plus out-degree. */
  public enum Signal {
    /** {@code 2 (d + 1)}: with one self-loop per node; positive on isolated nodes too. */
    WITH_SELF_LOOP,

    /** {@code 2 d}: 0 on isolated nodes. */
    WITHOUT_SELF_LOOP;

    /** The degree of a node with so many neighbors. */
    public double degree(int neighbors) {
      return 2.0 * (this == WITH_SELF_LOOP ? neighbors + 1 : neighbors);
    }
  }

  /** The signal on the nodes that wavelets filter, a function of their degree. */
  public enum BaseSignal {
    /**
     * {@code ln(1 + degree)}, as published. 1 + degree is a whole number, so {@code log} is as
     * exact as {@code log1p} and several times faster.
     */
    LOG_DEGREE,

    /** The degree itself. */
    DEGREE,

    /** 1 on every node: wavelets then see how degrees differ between neighbors alone. */
    CONSTANT;

    /** The signal on a node of this degree. */
    public double of(double degree) {
      return switch (this) {
        case LOG_DEGREE -> Math.log(1 + degree);
        case DEGREE -> degree;
        case CONSTANT -> 1;
      };
    }
  }
}
