package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.MethodProvider;
import java.util.List;

/** Registers the methods of this package. */
public final class NodewiseProvider implements MethodProvider {
  @Override
  public List<Method> methods() {
    return List.of(
        new Method(
            "cagcn",
            "a scale per node by graph convolution of the logits",
            true,
            CaGcn.defaults(),
            CaGcn::from,
            CaGcn.Fitted::restore),
        new Method(
            "gats",
            "a temperature per node by attention to its neighbors",
            true,
            Gats.defaults(),
            Gats::from,
            Gats.Fitted::restore),
        new Method(
            "gets",
            "a scale per node and class by a mixture of graph convolutions",
            false,
            true,
            Gets.defaults(),
            Gets::from,
            Gets.Fitted::restore),
        new Method(
            "wats",
            "a temperature per node from wavelets on the graph",
            true,
            Wats.defaults(),
            Wats::from,
            Wats.Fitted::restore));
  }
}
