/**
 * Experiments: plans, resumable runs, statistics, the paper's values and the pages about them.
 * Begin with {@link io.github.wats.experiment}.
 */
module io.github.wats.experiment {
  requires static transitive org.jspecify;
  requires transitive io.github.wats.core;
  requires transitive io.github.wats.io;
  requires transitive io.github.wats.report;
  requires org.apache.commons.statistics.distribution;
  requires org.apache.commons.statistics.inference;
  requires tools.jackson.core;
  requires tools.jackson.databind;
  requires tools.jackson.dataformat.yaml;

  exports io.github.wats.experiment;
  exports io.github.wats.experiment.page;

  opens io.github.wats.experiment to
      tools.jackson.databind;
}
