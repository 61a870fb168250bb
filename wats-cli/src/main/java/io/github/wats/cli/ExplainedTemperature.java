package io.github.wats.cli;

import io.github.wats.calibration.TemperatureExplanation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A node as a method with temperatures explains it, for scripts and in words. */
final class ExplainedTemperature {
  private ExplainedTemperature() {}

  static Subcommand.Outcome outcome(
      String method, TemperatureExplanation explanation, String node, int degree) {
    return new Subcommand.Outcome(
        fields(method, explanation, node, degree), text(method, explanation, node, degree));
  }

  static String heading(String node, int degree, int predicted) {
    return "node " + node + ": " + degree + " neighbors, predicted class " + predicted;
  }

  static String confidences(double before, double after) {
    return "confidence in it: "
        + Format.percent(before)
        + " before, "
        + Format.percent(after)
        + " after";
  }

  private static Map<String, Object> fields(
      String method, TemperatureExplanation explanation, String node, int degree) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", method);
    fields.put("node", node);
    fields.put("degree", degree);
    fields.put("predictedClass", explanation.predictedClass());
    fields.put("confidenceBefore", explanation.confidenceBefore());
    fields.put("confidenceAfter", explanation.confidenceAfter());
    fields.put("temperature", explanation.temperature());
    fields.put("medianTemperature", explanation.medianTemperature());
    List<Object> inputs = new ArrayList<>();
    for (TemperatureExplanation.Input input : explanation.inputs()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", input.name());
      one.put("value", input.value());
      one.put("median", input.median());
      inputs.add(one);
    }
    fields.put("inputs", inputs);
    return fields;
  }

  private static String text(
      String method, TemperatureExplanation explanation, String node, int degree) {
    String end = System.lineSeparator();
    StringBuilder text = new StringBuilder();
    text.append(heading(node, degree, explanation.predictedClass())).append(end);
    text.append(confidences(explanation.confidenceBefore(), explanation.confidenceAfter()))
        .append(end)
        .append(end);
    text.append(method)
        .append(" divides its logits by the temperature ")
        .append(Format.number(explanation.temperature()))
        .append(" (median of all nodes: ")
        .append(Format.number(explanation.medianTemperature()))
        .append(')')
        .append(end);
    if (!explanation.inputs().isEmpty()) {
      Table table = new Table("computed from", "this node", "median of all");
      for (TemperatureExplanation.Input input : explanation.inputs()) {
        table.row(input.name(), Format.number(input.value()), Format.number(input.median()));
      }
      text.append(end).append(table);
    }
    return text.toString();
  }
}
