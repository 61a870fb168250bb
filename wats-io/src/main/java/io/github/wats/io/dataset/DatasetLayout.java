package io.github.wats.io.dataset;

import java.io.IOException;
import java.nio.file.Path;

/**
 * How the files of a data set are laid out in its folder. A layout is one class; the edition of a
 * {@link CatalogueEntry} names it.
 */
@FunctionalInterface
public interface DatasetLayout {
  /**
   * Reads a data set and prepares it.
   *
   * @param name the name of the data set
   * @param fingerprint identifies the files
   */
  Dataset read(Path folder, String name, String fingerprint) throws IOException;
}
