package io.github.wats.report.scene;

/** How an area is colored; opacity in 0 … 1. */
public record Fill(Ink ink, double opacity) {
  public static Fill of(Ink ink) {
    return new Fill(ink, 1);
  }
}
