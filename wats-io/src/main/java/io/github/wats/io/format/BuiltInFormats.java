package io.github.wats.io.format;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** The formats of this project. */
final class BuiltInFormats {
  static final NodeFormat TEXT = new TextFormat();
  static final List<NodeFormat> ALL =
      Stream.concat(ArrayFormat.ALL.stream(), Stream.of(TEXT)).toList();

  /** Those of other jars too. */
  static final List<NodeFormat> INSTALLED =
      Stream.concat(
              ALL.stream(),
              ServiceLoader.load(NodeFormat.class, NodeFormat.class.getClassLoader()).stream()
                  .map(ServiceLoader.Provider::get))
          .toList();

  private BuiltInFormats() {}
}
