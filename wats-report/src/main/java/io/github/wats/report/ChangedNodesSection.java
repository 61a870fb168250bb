package io.github.wats.report;

import io.github.wats.calibration.Explanation.Input;
import io.github.wats.calibration.Explanation.OfLogits;
import io.github.wats.calibration.Explanation.OfTemperature;
import io.github.wats.calibration.Explanation.Share;
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

/** The most changed nodes as a table, with a sentence about each. */
final class ChangedNodesSection {
  private static final List<String> COMMON =
      List.of("Node", "Neighbors", "Class", "Before", "After");

  private ChangedNodesSection() {}

  static Section of(ChangedNodes changed) {
    return changed.explanations().get(0) instanceof OfLogits
        ? ofShares(changed, changed.explanations(OfLogits.class))
        : ofTemperatures(changed, changed.explanations(OfTemperature.class));
  }

  private static Section ofShares(ChangedNodes changed, List<OfLogits> explanations) {
    Section.Builder section =
        new Section.Builder(
            "nodes-" + changed.method(),
            "The most changed nodes, by " + Methods.title(changed.method()));
    section.text(
        "The "
            + NumberText.counted(changed.nodes().size(), "test node")
            + " whose confidence in the predicted class changed most. The signed numbers are what"
            + " each part of the model adds to the lead of the predicted class over its strongest"
            + " rival: + speaks for the prediction, − against it, and they add up to the lead"
            + " itself. A lead of 0 is a tie; one of 2.2 makes nine to one.");
    section.add(shareTable(changed, explanations));
    Map<String, String> words = new LinkedHashMap<>();
    for (Share share : explanations.get(0).shares()) {
      words.put(heading(share), share.words());
    }
    section.add(new Block.Facts(words));
    section.text(
        explanations.get(0).labelsUsed()
            ? "Known labels of training and calibration neighbors were used; never a node's own."
            : "Labels of neighbors were not used.");
    return section.build();
  }

  private static Block shareTable(ChangedNodes changed, List<OfLogits> explanations) {
    List<String> header = new ArrayList<>(COMMON);
    explanations.get(0).shares().forEach(share -> header.add(heading(share)));
    header.add("Lead");
    List<List<String>> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (int k = 0; k < changed.nodes().size(); k++) {
      OfLogits why = explanations.get(k);
      List<String> row =
          common(
              changed.nodes().get(k),
              why.predictedClass(),
              why.confidenceBefore(),
              why.confidenceAfter());
      int rival = why.rival();
      why.shares().forEach(share -> row.add(signed(why.lead(share, rival))));
      row.add(signed(why.logit(why.predictedClass()) - why.logit(rival)));
      rows.add(row);
      notes.add(sentence(why));
    }
    return new Block.Cards(new DataTable(header, rows), notes);
  }

  /** What adds most to or takes most from the lead, besides the one temperature. */
  private static String sentence(OfLogits why) {
    int rival = why.rival();
    Share main =
        why.shares().stream()
            .skip(1)
            .max(Comparator.comparingDouble(share -> Math.abs(why.lead(share, rival))))
            .orElseThrow();
    double lead = why.lead(main, rival);
    String text =
        lead == 0
            ? "Nothing but the one temperature for all nodes."
            : "Beyond the one temperature, mostly "
                + main.words()
                + ": it speaks for class "
                + (lead > 0 ? why.predictedClass() : rival)
                + " against class "
                + (lead > 0 ? rival : why.predictedClass())
                + ".";
    return why.keptClass()
        ? text + " The model prefers class " + why.preferredClass() + "; the prediction was kept."
        : text;
  }

  private static String heading(Share share) {
    String name = share.name().replace('-', ' ');
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  private static Section ofTemperatures(ChangedNodes changed, List<OfTemperature> explanations) {
    Section.Builder section =
        new Section.Builder(
            "nodes-" + changed.method(),
            "The most changed nodes, by " + Methods.title(changed.method()));
    section.text(
        "The "
            + NumberText.counted(changed.nodes().size(), "test node")
            + " whose confidence in the predicted class changed most. A node's logits are divided"
            + " by its temperature: below 1 confidence rises, above 1 it falls.");
    section.add(temperatureTable(changed, explanations));
    if (explanations.get(0).inputs().stream().anyMatch(ChangedNodesSection::isWave)) {
      section.text(
          "The temperature is computed from the wave numbers alone: wave k is what the connections"
              + " up to k steps from the node show, and the absolute values of a node add up to"
              + " 1. Nodes with equal ones have equal temperatures.");
    }
    return section.build();
  }

  private static boolean isWave(Input input) {
    return input.name().startsWith("wave");
  }

  private static Block temperatureTable(ChangedNodes changed, List<OfTemperature> explanations) {
    List<String> header = new ArrayList<>(COMMON);
    header.add("Temperature");
    OfTemperature any = explanations.get(0);
    any.inputs().forEach(input -> header.add(input.name()));
    List<List<String>> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (int k = 0; k < changed.nodes().size(); k++) {
      OfTemperature why = explanations.get(k);
      List<String> row =
          common(
              changed.nodes().get(k),
              why.predictedClass(),
              why.confidenceBefore(),
              why.confidenceAfter());
      row.add(NumberText.decimals(why.temperature(), 3));
      why.inputs().forEach(input -> row.add(NumberText.decimals(input.value(), 3)));
      rows.add(row);
      notes.add(sentence(why.temperature(), why.medianTemperature()));
    }
    List<String> median = new ArrayList<>(List.of("Median of all nodes", "", "", "", ""));
    median.add(NumberText.decimals(any.medianTemperature(), 3));
    any.inputs().forEach(input -> median.add(NumberText.decimals(input.median(), 3)));
    rows.add(median);
    notes.add("");
    return new Block.Cards(new DataTable(header, rows), notes);
  }

  private static String sentence(double temperature, double median) {
    if (temperature == median) {
      return "As the median temperature would.";
    }
    if (temperature < 1) {
      return "Raises confidence, "
          + (temperature < median ? "more" : "less")
          + " than the median temperature would.";
    }
    return "Lowers confidence, "
        + (temperature > median ? "more" : "less")
        + " than the median temperature would.";
  }

  private static List<String> common(Node node, int predicted, double before, double after) {
    return new ArrayList<>(
        List.of(
            node.name(),
            NumberText.count(node.degree()),
            Integer.toString(predicted),
            NumberText.percent(before),
            NumberText.percent(after)));
  }

  private static String signed(double value) {
    String text = NumberText.decimals(value, 2);
    return value > 0 && !text.equals("0.00") ? "+" + text : text;
  }
}
