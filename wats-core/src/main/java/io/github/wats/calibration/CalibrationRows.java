package io.github.wats.calibration;

import io.github.wats.internal.Check;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The validation nodes that a fit uses: those with a known label, checked once for all methods.
 *
 * @param nodes the validation nodes whose label is known, at least one
 * @param logits their logits, in their order
 * @param labels their labels, in their order
 * @param data all nodes
 * @param notes what is unusual about them, for the {@link FitReport}
 * @param started {@link System#nanoTime} when they were selected, which is when a fit begins
 */
public record CalibrationRows(
    NodeSet nodes,
    Logits logits,
    Labels labels,
    CalibrationData data,
    List<String> notes,
    long started) {
  /** With fewer validation nodes per class than this, the fit is dominated by chance. */
  private static final int FEW_PER_CLASS = 2;

  public static CalibrationRows of(CalibrationData data) {
    long started = System.nanoTime();
    Labels labels = data.requireLabels();
    Split split = data.requireSplit();
    NodeSet nodes = split.validation().withKnownLabel(labels);
    Check.argument(
        !nodes.isEmpty(),
        "there must be at least one validation node with a known label, got %d nodes of which 0 "
            + "have one",
        split.validation().size());
    Logits logits = data.logits().select(nodes);
    Labels chosen = labels.select(nodes);
    List<String> notes = new ArrayList<>(notes(split, nodes, logits, chosen));
    data.pairs().flatMap(pairs -> pairs.checked(nodes, chosen)).ifPresent(notes::add);
    return new CalibrationRows(nodes, logits, chosen, data, notes, started);
  }

  /** Wall time of the fit so far. */
  public double seconds() {
    return (System.nanoTime() - started) * 1e-9;
  }

  /** The report of a solver that ends now, with the notes on these rows before its own. */
  public FitReport report(
      Calibrator<?> calibrator,
      long seed,
      List<Double> losses,
      boolean converged,
      List<String> solverNotes) {
    return FitReport.ofSolver(calibrator, seed, logits.classCount(), losses, converged, seconds())
        .withNotes(Methods.of(calibrator).notes(data))
        .withNotes(notes)
        .withNotes(solverNotes)
        .withNotes(data.notes());
  }

  private static List<String> notes(Split split, NodeSet nodes, Logits logits, Labels labels) {
    List<String> notes = new ArrayList<>();
    if (nodes.size() < split.validation().size()) {
      int all = split.validation().size();
      notes.add(
          "the labels of %s of %s validation nodes are unknown; they were left out"
              .formatted(all - nodes.size(), all));
    }
    if (logits.classCount() > 1 && allConstant(logits)) {
      notes.add("the logits of every validation node are constant: they favor no class");
    }
    if (logits.classCount() > 1 && nodes.size() < FEW_PER_CLASS * logits.classCount()) {
      notes.add(
          "few validation nodes (%s for %s classes): a fit on them may make calibration worse"
              .formatted(nodes.size(), logits.classCount()));
    }
    int[] counts = labels.counts();
    if (Arrays.stream(counts).anyMatch(count -> count == 0)) {
      notes.add(
          IntStream.range(0, counts.length)
              .filter(c -> counts[c] == 0)
              .mapToObj(Integer::toString)
              .collect(Collectors.joining(", ", "no validation node has class ", "")));
    }
    return List.copyOf(notes);
  }

  private static boolean allConstant(Logits logits) {
    double[] z = logits.toArray();
    return IntStream.range(0, z.length).allMatch(k -> z[k] == z[k - k % logits.classCount()]);
  }
}
