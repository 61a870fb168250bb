/**
 * The numeric engine of WATS: matrices, kernels, the autodiff tape and layers. Only the matrices
 * are for users; everything else serves the other modules and may change in any version.
 */
module io.github.wats.engine {
  requires static transitive org.jspecify;

  exports io.github.wats.matrix;
  exports io.github.wats.engine.autodiff to
      io.github.wats.core,
      io.github.wats.io;
  exports io.github.wats.engine.kernel to
      io.github.wats.core,
      io.github.wats.cli;
  exports io.github.wats.engine.layer to
      io.github.wats.core;
  exports io.github.wats.internal to
      io.github.wats.core,
      io.github.wats.io,
      io.github.wats.report,
      io.github.wats.experiment,
      io.github.wats.cli,
      io.github.wats.spark;
}
