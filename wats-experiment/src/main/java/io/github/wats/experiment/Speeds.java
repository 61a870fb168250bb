package io.github.wats.experiment;

import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.groupingBy;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * How long trainings and fits take on one thread. Where records of the same data set are at hand
 * their mean is taken; else a line through what was measured on the data sets of {@code
 * docs/results.md}, {@code base + nodes · perNode + edges · perEdge}.
 */
public final class Speeds {
  private static final ResourceBundle MEASURED =
      ResourceBundle.getBundle("io.github.wats.experiment.speeds");

  /** For what has no line: as slow as the slowest that has. */
  private static final String SLOWEST = "slowest";

  private final Map<FitKey, Double> fits; // by run 0
  private final Map<Task, Double> trainings;

  /** Speeds of this program, refined by what {@code records} say. */
  public Speeds(Collection<FitRecord> records) {
    fits = means(records, record -> record.key().ofRun(0), FitRecord.Result::seconds);
    trainings =
        means(records, record -> record.key().task().ofRun(0), FitRecord.Result::trainingSeconds);
  }

  private static <K> Map<K, Double> means(
      Collection<FitRecord> records,
      Function<FitRecord, K> key,
      ToDoubleFunction<FitRecord.Result> seconds) {
    return records.stream()
        .filter(record -> record.result().isPresent())
        .collect(
            groupingBy(key, averagingDouble(r -> seconds.applyAsDouble(r.result().orElseThrow()))));
  }

  /** Nodes and undirected edges of a data set. */
  public record Size(long nodes, long edges) {}

  /** Seconds to train the network of {@code task} on a graph of that size. */
  public double training(Task task, Size size) {
    Double mean = trainings.get(task.ofRun(0));
    return mean != null ? mean : ofMethod(task.model(), size);
  }

  /** Seconds of one fit and its evaluation on a graph of that size. */
  public double fit(FitKey key, Size size) {
    Double mean = fits.get(key.ofRun(0));
    return mean != null ? mean : ofMethod(key.variant().method(), size);
  }

  /** Seconds of a fit of a method at its defaults, or to train a network, without records. */
  public static double ofMethod(String name, Size size) {
    String text = MEASURED.getString(MEASURED.containsKey(name) ? name : SLOWEST);
    double[] line = Arrays.stream(text.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
    return line[0] + line[1] * size.nodes() + line[2] * size.edges();
  }
}
