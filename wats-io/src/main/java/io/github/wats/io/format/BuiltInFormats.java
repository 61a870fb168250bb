package io.github.wats.io.format;

import java.util.List;

/** The formats of this project. */
final class BuiltInFormats {
  static final List<NodeFormat> ALL =
      List.of(
          new NpzFormat(),
          new NpyFormat(),
          new TorchFormat(),
          new SafetensorsFormat(),
          new TextFormat());

  private BuiltInFormats() {}
}
