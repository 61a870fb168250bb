package io.github.wats.experiment;

import io.github.wats.io.dataset.Dataset;
import java.io.IOException;

/** Where an experiment gets its data sets. */
@FunctionalInterface
public interface DatasetSource {
  /** The data set of that name, prepared. Called once per name. */
  Dataset load(String name) throws IOException;
}
