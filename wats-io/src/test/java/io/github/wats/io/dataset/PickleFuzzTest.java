package io.github.wats.io.dataset;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Origin;

/**
 * Any bytes read as a pickle give a value or a typed error. Within the build the inputs kept beside
 * this test are replayed; {@code JAZZER_FUZZ=1} makes Jazzer look for new ones.
 */
class PickleFuzzTest {
  private static final Origin FILE = new Origin("fuzz");

  private interface Reading {
    Object read(Origin origin, byte[] bytes);
  }

  @FuzzTest(maxDuration = "5m")
  void givesAValueOrATypedError(byte[] bytes) {
    Reading[] readings = {
      PickleReader::read,
      PlanetoidPickles::features,
      PlanetoidPickles::labels,
      PlanetoidPickles::graph
    };
    for (Reading reading : readings) {
      try {
        reading.read(FILE, bytes);
      } catch (InvalidDataException expected) {
        if (!expected.getMessage().startsWith("fuzz: ")) {
          throw new AssertionError("an error that does not name the file", expected);
        }
      }
    }
  }
}
