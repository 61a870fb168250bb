import io.github.wats.calibration.MethodProvider;

/**
 * Post-hoc calibration for graph neural networks: graphs, predictions, graph features, calibrators,
 * metrics and backbones, on the JDK alone. Begin with {@link io.github.wats.calibration}.
 */
module io.github.wats.core {
  requires static transitive org.jspecify;
  requires transitive io.github.wats.engine;

  exports io.github.wats.calibration;
  exports io.github.wats.calibration.classic;
  exports io.github.wats.calibration.nodewise;
  exports io.github.wats.calibration.ridge;
  exports io.github.wats.calibration.scaling;
  exports io.github.wats.decision;
  exports io.github.wats.features;
  exports io.github.wats.graph;
  exports io.github.wats.metrics;
  exports io.github.wats.nn;
  exports io.github.wats.prediction;
  exports io.github.wats.settings;

  uses MethodProvider;

  provides MethodProvider with
      io.github.wats.calibration.builtin.BuiltInMethods;
}
