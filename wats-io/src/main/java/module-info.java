import io.github.wats.io.format.NodeFormat;

/**
 * Files for WATS: node files, data sets, stored models, NumPy arrays and the graph generator. Begin
 * with {@link io.github.wats.io}.
 */
module io.github.wats.io {
  requires static transitive org.jspecify;
  requires transitive io.github.wats.core;
  requires com.fasterxml.jackson.annotation;
  requires de.siegmar.fastcsv;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports io.github.wats.io;
  exports io.github.wats.io.dataset;
  exports io.github.wats.io.format;
  exports io.github.wats.io.json to
      io.github.wats.experiment;
  exports io.github.wats.io.model;
  exports io.github.wats.io.npy;
  exports io.github.wats.io.onnx;
  exports io.github.wats.io.synthetic;

  opens io.github.wats.io.dataset to
      tools.jackson.databind;
  opens io.github.wats.io.model to
      tools.jackson.databind;

  uses NodeFormat;
}
