package io.github.wats.features;

import io.github.wats.internal.Check;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * Settings of wavelet features.
 *
 * @param order the degree K of the polynomial and so the hops a wavelet sees, at least 1
 * @param scales the diffusion times s, where small is local; the features of several are put side
 *     by side
 * @param coefficients how terms are weighted
 * @param signal what is filtered
 */
public record WaveletSettings(
    int order, List<Double> scales, Coefficients coefficients, Signal signal)
    implements Serializable {
  /** Heat that has run longer is even to the last bit of a double on any graph that fits here. */
  private static final double LARGEST_SCALE = 1e6;

  public static final WaveletSettings DEFAULT =
      new WaveletSettings(4, List.of(0.4), Coefficients.EXPONENTIAL, Signal.WITH_SELF_LOOP);

  public WaveletSettings {
    Check.argument(
        order >= 1, "order k must be at least 1 (the hops a wavelet sees), got %d", order);
    Check.argument(!scales.isEmpty(), "there must be at least one scale s, got none");
    scales = List.copyOf(scales);
    for (double scale : scales) {
      Check.argument(
          scale > 0 && scale <= LARGEST_SCALE,
          "scale s must be above 0 and at most %.0e, got %s",
          LARGEST_SCALE,
          scale);
    }
  }

  public static WaveletSettings of(int order, double... scales) {
    return DEFAULT.withOrder(order).withScales(scales);
  }

  public WaveletSettings withOrder(int newOrder) {
    return new WaveletSettings(newOrder, scales, coefficients, signal);
  }

  public WaveletSettings withScales(double... newScales) {
    List<Double> list = Arrays.stream(newScales).boxed().toList();
    return new WaveletSettings(order, list, coefficients, signal);
  }

  public WaveletSettings withCoefficients(Coefficients newCoefficients) {
    return new WaveletSettings(order, scales, newCoefficients, signal);
  }

  public WaveletSettings withSignal(Signal newSignal) {
    return new WaveletSettings(order, scales, coefficients, newSignal);
  }

  /** How many columns the features have: order + 1 for each scale. */
  public int columnCount() {
    return Math.multiplyExact(scales.size(), order + 1);
  }
}
