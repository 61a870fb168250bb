package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.Explanation;
import io.github.wats.calibration.Explanation.OfLogits;
import io.github.wats.calibration.Explanation.OfTemperature;
import io.github.wats.calibration.Explanation.Share;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The explanation of a node, for scripts and in words.
 *
 * @param node what the input calls it
 * @param degree how many neighbors it has
 */
record ExplanationView(FittedCalibrator fitted, Calibration calibration, String node, int degree) {
  private static final String END = System.lineSeparator();

  Subcommand.Outcome outcome(Explanation explanation) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", fitted.method());
    fields.put("node", node);
    fields.put("degree", degree);
    fields.put("predictedClass", explanation.predictedClass());
    fields.put("confidenceBefore", explanation.confidenceBefore());
    fields.put("confidenceAfter", explanation.confidenceAfter());
    StringBuilder text = new StringBuilder();
    text.append("node ").append(node).append(": ").append(degree).append(" neighbors, predicted");
    text.append(" class ").append(explanation.predictedClass()).append(END);
    text.append("confidence in it: ").append(Format.percent(explanation.confidenceBefore()));
    text.append(" before, ").append(Format.percent(explanation.confidenceAfter()));
    text.append(" after");
    calibration.notes().forEach(note -> text.append("; ").append(note));
    text.append(END).append(END);
    if (explanation instanceof OfLogits shares) {
      add(shares, fields, text);
    } else if (explanation instanceof OfTemperature temperature) {
      add(temperature, fields, text);
    }
    return new Subcommand.Outcome(fields, text.toString());
  }

  private void add(OfTemperature why, Map<String, Object> fields, StringBuilder text) {
    fields.put("temperature", why.temperature());
    fields.put("medianTemperature", why.medianTemperature());
    List<Object> inputs = new ArrayList<>();
    Table table = new Table("computed from", "this node", "median of all");
    for (Explanation.Input input : why.inputs()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", input.name());
      one.put("value", input.value());
      one.put("median", input.median());
      inputs.add(one);
      table.row(input.name(), Format.number(input.value()), Format.number(input.median()));
    }
    fields.put("inputs", inputs);
    text.append(fitted.method()).append(" divides its logits by the temperature ");
    text.append(Format.number(why.temperature())).append(" (median of all nodes: ");
    text.append(Format.number(why.medianTemperature())).append(')').append(END);
    if (!why.inputs().isEmpty()) {
      text.append(END).append(table);
    }
  }

  private void add(OfLogits why, Map<String, Object> fields, StringBuilder text) {
    int predicted = why.predictedClass();
    int rival = why.rival();
    fields.put("settings", fitted.report().settings());
    fields.put("labelsUsed", why.labelsUsed());
    fields.put("preferredClass", why.preferredClass());
    fields.put("keptClass", why.keptClass());
    fields.put("rivalClass", rival);
    List<Object> shares = new ArrayList<>();
    Table table = new Table("because of", "class " + predicted, "class " + rival, "lead");
    for (Share share : why.shares()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("part", share.name());
      one.put("words", share.words());
      one.put("logits", share.logits());
      one.put("lead", why.lead(share, rival));
      shares.add(one);
      table.row(
          share.words(),
          signed(share.logits().get(predicted)),
          signed(share.logits().get(rival)),
          signed(why.lead(share, rival)));
    }
    double own = why.logit(predicted);
    double other = why.logit(rival);
    table.row("together", signed(own), signed(other), signed(own - other));
    fields.put("shares", shares);
    int classes = why.shares().get(0).logits().size();
    fields.put("logits", IntStream.range(0, classes).mapToObj(why::logit).toList());
    text.append("What speaks for class ").append(predicted).append(" (+) and for class ");
    text.append(rival).append(" (-), its strongest rival, in the logit:").append(END);
    text.append(table);
    if (why.keptClass()) {
      text.append(END).append("The model prefers class ").append(why.preferredClass());
      text.append("; the mode keep-class kept the prediction, with the model's own probability.");
      text.append(END);
    }
  }

  private static String signed(double value) {
    return String.format(Locale.ROOT, "%+.3f", value);
  }
}
