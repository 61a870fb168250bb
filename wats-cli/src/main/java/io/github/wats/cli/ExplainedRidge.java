package io.github.wats.cli;

import io.github.wats.calibration.ridge.FittedRidge;
import io.github.wats.calibration.ridge.RidgeExplanation;
import io.github.wats.calibration.ridge.RidgeExplanation.Share;
import io.github.wats.graph.Graph;
import io.github.wats.settings.SettingsSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A node as the wavelet ridge explains it, for scripts and in words. */
final class ExplainedRidge {
  private ExplainedRidge() {}

  static Subcommand.Outcome outcome(
      FittedRidge fitted, RidgeExplanation explanation, String node, Graph graph) {
    return new Subcommand.Outcome(
        fields(fitted, explanation, node, graph), text(fitted, explanation, node, graph));
  }

  /** Whether neighbors' labels take part on this graph, in words. */
  static String labels(FittedRidge fitted, Graph graph) {
    if (fitted.knowsLabelsOf(graph)) {
      return "neighbors' labels used";
    }
    return fitted.usesLabels()
        ? "neighbors' labels not used: known are those of the fit's graph, and this is another"
        : "neighbors' labels not used";
  }

  private static Map<String, Object> fields(
      FittedRidge fitted, RidgeExplanation explanation, String node, Graph graph) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", fitted.fitReport().method());
    fields.put("settings", fitted.fitReport().settings());
    fields.put("node", node);
    fields.put("degree", graph.degree(explanation.node()));
    fields.put("labelsUsed", fitted.knowsLabelsOf(graph));
    fields.put("predictedClass", explanation.predictedClass());
    fields.put("confidenceBefore", explanation.confidenceBefore());
    fields.put("confidenceAfter", explanation.confidenceAfter());
    fields.put("preferredClass", explanation.preferredClass());
    fields.put("keptClass", explanation.keptClass());
    fields.put("rivalClass", explanation.rival());
    List<Object> shares = new ArrayList<>();
    for (Share share : explanation.shares()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("part", SettingsSchema.text(share.part()));
      one.put("words", share.part().words());
      one.put("logits", share.logits());
      one.put("lead", explanation.lead(share.part(), explanation.rival()));
      shares.add(one);
    }
    fields.put("shares", shares);
    List<Double> logits = new ArrayList<>();
    for (int c = 0; c < explanation.shares().get(0).logits().size(); c++) {
      logits.add(explanation.logit(c));
    }
    fields.put("logits", logits);
    return fields;
  }

  private static String text(
      FittedRidge fitted, RidgeExplanation explanation, String node, Graph graph) {
    String end = System.lineSeparator();
    int predicted = explanation.predictedClass();
    int rival = explanation.rival();
    StringBuilder text = new StringBuilder();
    int degree = graph.degree(explanation.node());
    text.append(ExplainedTemperature.heading(node, degree, predicted)).append(end);
    text.append(
            ExplainedTemperature.confidences(
                explanation.confidenceBefore(), explanation.confidenceAfter()))
        .append("; ")
        .append(labels(fitted, graph))
        .append(end)
        .append(end);
    text.append("What speaks for class ")
        .append(predicted)
        .append(" (+) and for class ")
        .append(rival)
        .append(" (-), its strongest rival, in the logit:")
        .append(end);
    Table table = new Table("because of", "class " + predicted, "class " + rival, "lead");
    for (Share share : explanation.shares()) {
      table.row(
          share.part().words(),
          signed(share.logits().get(predicted)),
          signed(share.logits().get(rival)),
          signed(explanation.lead(share.part(), rival)));
    }
    double own = explanation.logit(predicted);
    double other = explanation.logit(rival);
    table.row("together", signed(own), signed(other), signed(own - other));
    text.append(table);
    if (explanation.keptClass()) {
      text.append(end)
          .append("The model prefers class ")
          .append(explanation.preferredClass())
          .append("; the mode keep-class kept the prediction, with the model's own probability.")
          .append(end);
    }
    return text.toString();
  }

  private static String signed(double value) {
    return String.format(Locale.ROOT, "%+.3f", value);
  }
}
