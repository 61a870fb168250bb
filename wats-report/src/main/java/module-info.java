/** Report pages and figures of calibrations. Begin with {@link io.github.wats.report}. */
module io.github.wats.report {
  requires static transitive org.jspecify;
  requires transitive io.github.wats.core;

  exports io.github.wats.report;
  exports io.github.wats.report.figure;
  exports io.github.wats.report.scene;
}
