package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Method.Scope;
import io.github.wats.calibration.MethodProvider;
import java.util.List;

/** Registers the methods of this package. */
public final class NodewiseProvider implements MethodProvider {
  @Override
  public List<Method> methods() {
    return List.of(
        Method.of(
            CaGcn.DEFAULT,
            "cagcn",
            "CaGCN",
            "a scale per node by graph convolution of the logits",
            Scope.GRAPH,
            true,
            CaGcn.Fitted::restore),
        Method.of(
            Gats.DEFAULT,
            "gats",
            "GATS",
            "a temperature per node by attention to its neighbors",
            Scope.GRAPH,
            true,
            Gats.Fitted::restore),
        Method.of(
                Gets.DEFAULT,
                "gets",
                "GETS",
                "a scale per node and class by a mixture of graph convolutions",
                Scope.GRAPH,
                false,
                Gets.Fitted::restore)
            .withFeatures(),
        Method.of(
            Wats.DEFAULT,
            "wats",
            "WATS",
            "a temperature per node from wavelets on the graph",
            Scope.NODE,
            true,
            Wats.Fitted::restore));
  }
}
