package io.github.wats.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/**
 * The graph and its columns, which not all methods need, and the columns that calibration adds.
 *
 * @param <S> the stage itself, which setters return
 */
public interface CalibratedColumns<S> extends EdgeColumns<S> {
  /** The parameters of a stage with these columns. */
  static ColumnParams params(Params stage) {
    List<TableColumn> columns = new ArrayList<>(List.of(ColumnParams.GRAPH));
    columns.addAll(List.of(TableColumn.PROBABILITIES, TableColumn.TEMPERATURE));
    return new ColumnParams(stage, columns.toArray(TableColumn[]::new));
  }

  default Param<String> probabilitiesCol() {
    return columns().of(TableColumn.PROBABILITIES);
  }

  default Param<String> temperatureCol() {
    return columns().of(TableColumn.TEMPERATURE);
  }

  default String getProbabilitiesCol() {
    return text(probabilitiesCol());
  }

  default String getTemperatureCol() {
    return text(temperatureCol());
  }

  default S setProbabilitiesCol(String name) {
    return with(probabilitiesCol(), name);
  }

  default S setTemperatureCol(String name) {
    return with(temperatureCol(), name);
  }
}
