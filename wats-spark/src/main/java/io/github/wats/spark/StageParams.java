package io.github.wats.spark;

import io.github.wats.settings.SettingsSchema;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.param.StringArrayParam;

/** The parameters of one stage by name, with their defaults. */
public final class StageParams implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Params stage;
  private final String uid;
  private final Map<String, Param<?>> params = new TreeMap<>();

  /** No parameters yet, because they need a stage that knows its uid. */
  StageParams(Params stage, String uid) {
    this.stage = stage;
    this.uid = uid;
  }

  String uid() {
    return uid;
  }

  Param<?>[] all() {
    return params.values().toArray(Param<?>[]::new);
  }

  <T> StageParams add(Param<T> param, T value) {
    stage.setDefault(param, value);
    params.put(param.name(), param);
    return this;
  }

  StageParams add(String name, String description, String value) {
    return add(new Param<String>(stage, name, description), value);
  }

  StageParams add(String name, String description, int value) {
    return add(new IntParam(stage, name, description), value);
  }

  StageParams addColumns(TableColumn... columns) {
    for (TableColumn column : columns) {
      add(column.param(), "column of " + column.description, column.title);
    }
    return this;
  }

  /** The columns of nodes, and those of a graph. */
  StageParams addGraph() {
    addColumns(TableColumn.ID, TableColumn.DEGREE, TableColumn.SOURCE, TableColumn.TARGET);
    params.put("edges", new Param<>(stage, "edges", "table, view or format.`path` of the edges"));
    return add("blocks", "number of blocks of the graph, without effect on results; 0: chosen", 0);
  }

  /** The columns that fitted calibrators read and add. */
  StageParams addCalibrated() {
    addGraph().addColumns(TableColumn.LOGITS, TableColumn.LABEL, TableColumn.SPLIT);
    addColumns(TableColumn.PROBABILITY, TableColumn.RAW, TableColumn.FEATURES);
    addColumns(TableColumn.CALIBRATED, TableColumn.PREDICTION, TableColumn.TEMPERATURE);
    return addColumns(TableColumn.NETWORK_PREDICTION, TableColumn.NETWORK_CONFIDENCE);
  }

  /** The parameter {@code settings}. */
  StageParams addSettings(String description) {
    return add(new StringArrayParam(stage, "settings", description), new String[0]);
  }

  /** The values of {@code settings} by name. */
  Map<String, String> settings() {
    return SettingsSchema.parse(List.of((String[]) stage.getOrDefault(stage.getParam("settings"))));
  }
}
