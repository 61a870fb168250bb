package io.github.wats.calibration;

import io.github.wats.features.NodeInputs;
import io.github.wats.prediction.Logits;
import io.github.wats.settings.SettingsSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * A registered method: its name, scope and settings, and how a stored fit is rebuilt.
 *
 * @param name lower case, what {@link Methods#named} finds in any case
 * @param title as its authors write it
 * @param summary a one-line description
 * @param scope what the probabilities of a node depend on
 * @param keepsClass whether predicted classes never change
 * @param needsFeatures whether it needs the node features of the network
 * @param complexity its place among all methods, the simplest first: where two are equally good,
 *     the one with the lower number is chosen
 * @param schema its settings
 * @param restore a fitted calibrator from its calibrator and state
 */
public record Method(
    String name,
    String title,
    String summary,
    Scope scope,
    boolean keepsClass,
    boolean needsFeatures,
    int complexity,
    SettingsSchema<? extends Record> schema,
    BiFunction<Calibrator<?>, CalibratorState, FittedCalibrator> restore) {
  /** The note on logits whose rows are distributions. */
  public static final String LOOK_LIKE_PROBABILITIES =
      "rows of 'logits' sum to 1: these look like probabilities; pass raw scores, or give them as"
          + " 'probabilities' (--probabilities FILE)";

  /** What the calibrated probabilities of one node depend on. */
  public enum Scope {
    /** The node's own logits. */
    LOGITS(30),
    /** The node's own logits and its {@link NodeInputs}, such as wavelets or neighbors' means. */
    NODE(60),
    /** Of a pair of nodes: its own score, both ends and what is around them. */
    PAIR(60),
    /** The whole graph and the logits of other nodes. */
    GRAPH(90);

    private final int complexity; // of a method that declares none

    Scope(int complexity) {
      this.complexity = complexity;
    }
  }

  /** A method that needs no node features, with the settings of {@code defaults}. */
  public static <C extends Record & Calibrator<?>> Method of(
      C defaults,
      String name,
      String title,
      String summary,
      Scope scope,
      boolean keepsClass,
      BiFunction<C, CalibratorState, FittedCalibrator> restore) {
    @SuppressWarnings("unchecked")
    Class<C> type = (Class<C>) defaults.getClass();
    return new Method(
        name,
        title,
        summary,
        scope,
        keepsClass,
        false,
        scope.complexity,
        SettingsSchema.of(name, defaults),
        (calibrator, state) -> restore.apply(type.cast(calibrator), state));
  }

  public Method withFeatures() {
    return new Method(name, title, summary, scope, keepsClass, true, complexity, schema, restore);
  }

  /** This method with a {@link #complexity} of its own instead of that of its scope. */
  public Method withComplexity(int newComplexity) {
    return new Method(
        name, title, summary, scope, keepsClass, needsFeatures, newComplexity, schema, restore);
  }

  /** This method with other defaults, which its name tells: {@code wats:k=3}. */
  Method with(Map<String, String> changes) {
    SettingsSchema<? extends Record> changed = schema.with(changes);
    Map<String, Object> values = new LinkedHashMap<>(SettingsSchema.valuesOf(changed.defaults()));
    values.keySet().retainAll(changes.keySet());
    StringBuilder texts = new StringBuilder();
    values.forEach((setting, value) -> texts.append(':').append(setting).append('=').append(value));
    return new Method(
        name + texts,
        title + texts.toString().replace(':', ' '),
        summary,
        scope,
        keepsClass,
        needsFeatures,
        complexity,
        changed,
        restore);
  }

  /** The method at its defaults. */
  public Calibrator<?> calibrator() {
    return calibrator(Map.of());
  }

  /** The method with changed settings, texts or values by name. */
  public Calibrator<?> calibrator(Map<String, ?> changes) {
    return (Calibrator<?>) schema.bind(changes);
  }

  /** What is unusual about data that this method is fitted on or applied to, for the user. */
  public List<String> notes(CalibrationData data) {
    List<String> notes = new ArrayList<>();
    data.logits().note().ifPresent(notes::add);
    if (data.classCount() == 1) {
      notes.add("there is one class only: every probability is 1");
    } else if (data.logits().areDistributions()) {
      notes.add(LOOK_LIKE_PROBABILITIES);
    } else if (areHuge(data.logits())) {
      notes.add("most logits are beyond ±10,000: they may be scaled or shifted by mistake");
    } else if (data.logits().areLogProbabilities() && calibrator().readsRowConstants()) {
      notes.add(
          "'logits' are log-probabilities (log_softmax): "
              + name
              + " gives other results for the raw scores, since a constant per row matters to it");
    }
    if (!data.hasNeighbors() && scope != Scope.LOGITS) {
      notes.add("the graph has no edges: neighbors have no effect");
    }
    return notes;
  }

  private static boolean areHuge(Logits logits) {
    int nodes = logits.nodeCount();
    return 2 * IntStream.range(0, nodes).filter(i -> Math.abs(logits.get(i, 0)) > 1e4).count()
        > nodes;
  }

  /** Every setting of a calibrator of this method, by name. */
  public Map<String, Object> settings(Calibrator<?> calibrator) {
    return SettingsSchema.valuesOf((Record) calibrator);
  }
}
