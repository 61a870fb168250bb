package io.github.wats.report;

import io.github.wats.calibration.Explanation;
import io.github.wats.calibration.Explanation.Contribution;
import io.github.wats.calibration.Explanation.OfLogits;
import io.github.wats.calibration.Explanation.OfTemperature;
import io.github.wats.calibration.Methods;
import io.github.wats.report.ChangedNodes.Node;
import io.github.wats.report.Section.Block;
import io.github.wats.report.figure.DataTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The most changed nodes as a table, with a sentence about each. */
final class ChangedNodesSection {
  private final Section.Builder section;
  private final ChangedNodes changed;
  private final List<String> header =
      new ArrayList<>(List.of("Node", "Neighbors", "Class", "Before", "After"));
  private final List<List<String>> rows = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private ChangedNodesSection(ChangedNodes changed) {
    String title = "The most changed nodes, by " + Methods.title(changed.method());
    section = new Section.Builder("nodes-" + changed.method(), title);
    this.changed = changed;
  }

  static Section of(ChangedNodes changed) {
    ChangedNodesSection writer = new ChangedNodesSection(changed);
    if (changed.explanations().get(0) instanceof OfLogits) {
      writer.contributions(changed.explanations(OfLogits.class));
    } else {
      writer.temperatures(changed.explanations(OfTemperature.class));
    }
    return writer.section.build();
  }

  private void contributions(List<OfLogits> explanations) {
    List<Contribution> parts = explanations.get(0).contributions();
    intro(
        "The signed numbers are what each part of the model adds to the lead of the predicted class"
            + " over the runner-up, a difference of logits: positive numbers support the"
            + " prediction, negative numbers oppose it, and they sum to the lead. A lead of 0 is a"
            + " tie; a lead of 2.2 means odds of 9 to 1.");
    parts.forEach(contribution -> header.add(heading(contribution)));
    header.add("Lead");
    for (OfLogits why : explanations) {
      List<String> row = row(why);
      int rival = why.rival();
      why.contributions().forEach(contribution -> row.add(signed(why.lead(contribution, rival))));
      row.add(signed(why.logit(why.predictedClass()) - why.logit(rival)));
      notes.add(sentence(why));
    }
    table();
    Map<String, String> words = new LinkedHashMap<>();
    parts.forEach(contribution -> words.put(heading(contribution), contribution.words()));
    section.add(new Block.Facts(words));
    section.text(
        explanations.get(0).labelsUsed()
            ? "Known labels of training and validation neighbors were used, never a node's own."
            : "Labels of neighbors were not used.");
  }

  /** What adds most to or takes most from the lead, besides the global temperature. */
  private String sentence(OfLogits why) {
    int rival = why.rival();
    Contribution main =
        why.contributions().stream()
            .skip(1)
            .max(
                Comparator.comparingDouble(contribution -> Math.abs(why.lead(contribution, rival))))
            .orElseThrow();
    double lead = why.lead(main, rival);
    String text =
        lead == 0
            ? "Changed by the global temperature alone."
            : "Besides the global temperature, mainly %s: favors class %s over class %s."
                .formatted(
                    main.words(),
                    changed.className(lead > 0 ? why.predictedClass() : rival),
                    changed.className(lead > 0 ? rival : why.predictedClass()));
    return why.keptClass()
        ? "%s The model prefers class %s; the prediction was kept."
            .formatted(text, changed.className(why.preferredClass()))
        : text;
  }

  private static String heading(Contribution contribution) {
    String name = contribution.name().replace('-', ' ');
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  private void temperatures(List<OfTemperature> explanations) {
    OfTemperature any = explanations.get(0);
    intro(
        "A node's logits are divided by its temperature: below 1 it raises confidence, above 1 it"
            + " lowers confidence.");
    header.add("Temperature");
    any.inputs().forEach(input -> header.add(input.name()));
    for (OfTemperature why : explanations) {
      List<String> row = row(why);
      row.add(NumberText.decimals(why.temperature(), 3));
      why.inputs().forEach(input -> row.add(NumberText.decimals(input.value(), 3)));
      notes.add(sentence(why.temperature(), why.medianTemperature()));
    }
    List<String> median = new ArrayList<>(List.of("Median of all nodes", "", "", "", ""));
    median.add(NumberText.decimals(any.medianTemperature(), 3));
    any.inputs().forEach(input -> median.add(NumberText.decimals(input.median(), 3)));
    rows.add(median);
    notes.add("");
    table();
    if (any.inputs().stream().anyMatch(input -> input.name().startsWith("wave"))) {
      section.text(
          "The temperature is computed from the wavelet features alone: wave k depends on the nodes"
              + " up to k hops away, and the absolute values of a node's features sum to 1. Nodes"
              + " with equal features have equal temperatures.");
    }
  }

  private static String sentence(double temperature, double median) {
    if (temperature == median) {
      return "Has the median temperature.";
    }
    boolean raises = temperature < 1;
    boolean more = raises ? temperature < median : temperature > median;
    return "%s confidence, %s than the median temperature would."
        .formatted(raises ? "Raises" : "Lowers", more ? "more" : "less");
  }

  private void intro(String meaning) {
    section.text(
        "The %s whose confidence in the predicted class changed most. %s"
            .formatted(NumberText.counted(changed.nodes().size(), "test node"), meaning));
  }

  /** Adds the row of the next node with the columns that all tables have. */
  private List<String> row(Explanation why) {
    Node node = changed.nodes().get(rows.size());
    String degree =
        node.degree().isPresent() ? NumberText.count(node.degree().getAsInt()) : "unknown";
    List<String> row =
        new ArrayList<>(
            List.of(
                node.name(),
                degree,
                changed.className(why.predictedClass()),
                NumberText.percent(why.confidenceBefore()),
                NumberText.percent(why.confidenceAfter())));
    rows.add(row);
    return row;
  }

  private void table() {
    section.add(new Block.Grid(new DataTable(header, rows), Set.of(), Set.of(), notes));
  }

  private static String signed(double value) {
    String text = NumberText.decimals(value, 2);
    return value > 0 && !text.equals("0.00") ? "+" + text : text;
  }
}
