package io.github.wats.io.dataset;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.io.IOException;
import java.nio.file.Path;

/**
 * How the files of a data set are laid out in its folder. A layout is one class; the edition of a
 * {@link CatalogueEntry} names it.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reader")
@JsonSubTypes({
  @JsonSubTypes.Type(name = "planetoid", value = PlanetoidReader.class),
  @JsonSubTypes.Type(name = "lists", value = ListsReader.class),
  @JsonSubTypes.Type(name = "reddit", value = RedditReader.class),
  @JsonSubTypes.Type(name = "heterophilous", value = HeterophilousReader.class),
  @JsonSubTypes.Type(name = "benchmark", value = BenchmarkReader.class)
})
@FunctionalInterface
public interface DatasetLayout {
  /**
   * Reads a data set and prepares it.
   *
   * @param name the name of the data set
   * @param fingerprint identifies the files
   */
  Dataset read(Path folder, String name, String fingerprint) throws IOException;

  /** Reads a data set with all its components. */
  default Dataset whole(Path folder, String name, String fingerprint) throws IOException {
    return read(folder, name, fingerprint);
  }
}
