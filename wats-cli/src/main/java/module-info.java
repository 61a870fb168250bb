/** The {@code wats} command. Picocli sets the fields of commands by reflection. */
module io.github.wats.cli {
  requires static transitive org.jspecify;
  requires info.picocli;
  requires io.github.wats.experiment;
  requires me.tongfei.progressbar;
  requires tools.jackson.databind;

  opens io.github.wats.cli to
      info.picocli;
  opens io.github.wats.cli.calibrate to
      info.picocli;
  opens io.github.wats.cli.console to
      info.picocli;
  opens io.github.wats.cli.dataset to
      info.picocli;
  opens io.github.wats.cli.experiment to
      info.picocli;
}
