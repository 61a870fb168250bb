package io.github.wats.experiment;

import io.github.wats.experiment.Speeds.Size;
import java.util.List;

/** The fits of one network that are still to be made; at least one. */
public record Work(Task task, List<Variant> variants) {
  /** The seconds that this will take on one thread, as estimated for a graph of that size. */
  public double seconds(Speeds speeds, Size size) {
    double seconds = speeds.training(task, size);
    for (Variant variant : variants) {
      seconds += speeds.fit(new FitKey(task, variant), size);
    }
    return seconds;
  }
}
