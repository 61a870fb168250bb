/** The {@code wats} command. */
module io.github.wats.cli {
  requires static transitive org.jspecify;
  requires info.picocli;
  requires io.github.wats.experiment;
  requires me.tongfei.progressbar;
  requires tools.jackson.databind;

  opens io.github.wats.cli to
      info.picocli,
      tools.jackson.databind;
}
