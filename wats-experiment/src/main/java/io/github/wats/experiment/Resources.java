package io.github.wats.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** JSON files that are part of this library. */
final class Resources {
  private Resources() {}

  static <T> T json(String name, TypeReference<T> type) {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from this build");
      }
      return JsonMapper.builder().build().readValue(in, type);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
