// The wats command. Open, since picocli sets the fields of commands by reflection.
open module io.github.wats.cli {
  requires static transitive org.jspecify;
  requires info.picocli;
  requires io.github.wats.experiment;
  requires me.tongfei.progressbar;
  requires tools.jackson.databind;
}
