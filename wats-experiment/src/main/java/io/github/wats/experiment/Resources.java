package io.github.wats.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** JSON files that are part of this library. */
final class Resources {
  private Resources() {}

  static <T> T json(String name, TypeReference<T> type) {
    try (InputStream in = Objects.requireNonNull(Resources.class.getResourceAsStream(name), name)) {
      return JsonMapper.builder().build().readValue(in, type);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
