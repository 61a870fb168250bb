package io.github.wats.spark;

import io.github.wats.decision.Acceptance.Target;
import io.github.wats.decision.Comparison;
import io.github.wats.decision.NodeGroups.By;
import io.github.wats.decision.PredictionSets.Score;
import io.github.wats.decision.PredictionSets.Settings;
import io.github.wats.metrics.Evaluation;
import io.github.wats.report.BeforeAfter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import tools.jackson.databind.json.JsonMapper;

/** Results as JSON, from arguments that Python can give: what the Python package calls. */
public final class FieldsForPython {
  private static final String MODEL = "the model of these probabilities";

  private FieldsForPython() {}

  private static String json(Map<String, Object> fields) {
    return JsonMapper.shared().writeValueAsString(fields);
  }

  public static String report(GraphCalibratorModel model) {
    return json(BeforeAfter.fields(model.calibrator().report(), Optional.empty()));
  }

  public static String evaluate(CalibrationEvaluator stage, Dataset<Row> nodes, List<String> by) {
    Evaluation.Options options = Evaluation.Options.REPORT;
    options = options.withBins(stage.value("bins", Integer.class));
    return json(stage.decisions(nodes).evaluate(MODEL, stage.text("part"), by, options));
  }

  public static String compare(
      CalibrationEvaluator stage, Dataset<Row> nodes, List<GraphCalibratorModel> models) {
    Comparison comparison = stage.compare(nodes, models);
    Map<String, Object> fields = comparison.fields(comparison.results().methods().keySet());
    fields.put("summary", comparison.recommendation());
    return json(fields);
  }

  public static String select(
      CalibrationEvaluator stage, Dataset<Row> nodes, double risk, double level) {
    Decisions held = stage.decisions(nodes, NodeTable.TEST);
    return json(held.select(new Target(true, risk, level), stage.text("part"), By.NONE));
  }

  public static String sets(CalibrationEvaluator stage, Dataset<Row> nodes, double coverage) {
    Settings lac = new Settings(coverage, Score.LAC, 0);
    Decisions held = stage.decisions(nodes, NodeTable.TEST);
    return json(held.sets(lac, stage.text("part"), By.NONE));
  }
}
