package io.github.wats.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How the numbers of a page were computed.
 *
 * @param command the command line that reproduces them
 * @param facts versions, files, fingerprints and the like, in order
 */
public record Provenance(String command, Map<String, String> facts) {
  public Provenance {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
  }

  /** The section at the end of a page. */
  public Section section() {
    Section.Builder section = new Section.Builder("provenance", "Provenance");
    if (!facts.isEmpty()) {
      section.add(new Section.Block.Facts(facts));
    }
    if (!command.isBlank()) {
      section.text("To reproduce this page:");
      section.add(new Section.Block.Code(command));
    }
    return section.build();
  }
}
