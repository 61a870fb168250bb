package io.github.wats.experiment;

import io.github.wats.experiment.ResultTable.Place;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * How long trainings and fits take on one thread. Where records of the same data set are at hand
 * their mean is taken; else a line through what was measured on the five data sets of {@code
 * docs/results.md}, {@code base + nodes · perNode + edges · perEdge}.
 */
public final class Speeds {
  private static final Properties MEASURED = load();

  /** For what has no line: as slow as the slowest that has. */
  private static final String SLOWEST = "slowest";

  private final Map<Place, Double> fits = new LinkedHashMap<>();
  private final Map<List<String>, Double> trainings = new LinkedHashMap<>(); // data set, model

  private Speeds() {}

  /** Speeds of this program, refined by what {@code records} say. */
  public static Speeds from(Collection<FitRecord> records) {
    Map<Place, List<Double>> fits = new LinkedHashMap<>();
    Map<List<String>, List<Double>> trainings = new LinkedHashMap<>();
    for (FitRecord record : records) {
      record
          .result()
          .ifPresent(
              result -> {
                Place place = Place.of(record.key());
                add(fits, place, result.seconds());
                add(trainings, List.of(place.dataset(), place.model()), result.trainingSeconds());
              });
    }
    Speeds speeds = new Speeds();
    fits.forEach((place, seconds) -> speeds.fits.put(place, Sample.of(seconds).mean()));
    trainings.forEach((key, seconds) -> speeds.trainings.put(key, Sample.of(seconds).mean()));
    return speeds;
  }

  private static <K> void add(Map<K, List<Double>> lists, K key, double seconds) {
    lists.computeIfAbsent(key, unused -> new ArrayList<>()).add(seconds);
  }

  /** Nodes and undirected edges of a data set. */
  public record Size(long nodes, long edges) {}

  /** Seconds to train the network of {@code task} on a graph of that size. */
  public double training(Task task, Size size) {
    Double known = trainings.get(List.of(task.dataset(), task.model()));
    return known != null ? known : line(task.model(), size);
  }

  /** Seconds of one fit and its evaluation on a graph of that size. */
  public double fit(FitKey key, Size size) {
    Double known = fits.get(Place.of(key));
    return known != null ? known : line(key.variant().method(), size);
  }

  private static double line(String name, Size size) {
    String text =
        Optional.ofNullable(MEASURED.getProperty(name))
            .orElseGet(() -> MEASURED.getProperty(SLOWEST, "0 0 0"));
    double[] line =
        List.of(text.split(" ", -1)).stream().mapToDouble(Double::parseDouble).toArray();
    return line[0] + line[1] * size.nodes() + line[2] * size.edges();
  }

  private static Properties load() {
    Properties properties = new Properties();
    try (InputStream in = Speeds.class.getResourceAsStream("speeds.properties")) {
      if (in == null) {
        throw new IllegalStateException("speeds.properties is missing from this build");
      }
      properties.load(in);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return properties;
  }
}
