package io.github.wats.spark;

import io.github.wats.calibration.FitReport;
import io.github.wats.decision.Acceptance.Target;
import io.github.wats.decision.NodeGroups.By;
import io.github.wats.decision.PredictionSets.Score;
import io.github.wats.decision.PredictionSets.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import tools.jackson.databind.json.JsonMapper;

/** Results as JSON, from arguments that Python can give: what the Python package calls. */
public final class FieldsForPython {
  private FieldsForPython() {}

  private static String json(Map<String, Object> fields) {
    return JsonMapper.shared().writeValueAsString(fields);
  }

  public static String report(GraphCalibratorModel model) {
    FitReport fit = model.calibrator().report();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", fit.method());
    fields.put("seed", fit.seed());
    fields.put("settings", fit.settings());
    fields.put("fit", fit.fields());
    return json(fields);
  }

  public static String evaluate(CalibrationEvaluator stage, Dataset<Row> nodes, List<String> by) {
    return json(stage.evaluateFields(nodes, by));
  }

  public static String compare(
      CalibrationEvaluator stage, Dataset<Row> nodes, List<GraphCalibratorModel> models) {
    return json(stage.compareFields(nodes, models));
  }

  public static String select(
      CalibrationEvaluator stage, Dataset<Row> nodes, double risk, double level) {
    return json(stage.selectFields(nodes, new Target(true, risk, level), By.NONE));
  }

  public static String sets(CalibrationEvaluator stage, Dataset<Row> nodes, double coverage) {
    return json(stage.setsFields(nodes, new Settings(coverage, Score.LAC, 0), By.NONE));
  }
}
