package io.github.wats.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/** The parameters of one stage that name its columns, with their defaults. */
public final class ColumnParams implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Map<TableColumn, Param<String>> params = new EnumMap<>(TableColumn.class);

  /** The four columns of {@link NodeColumns}, and further ones. */
  ColumnParams(Params stage, TableColumn... more) {
    EnumSet<TableColumn> columns = EnumSet.range(TableColumn.ID, TableColumn.SPLIT);
    columns.addAll(Arrays.asList(more));
    for (TableColumn column : columns) {
      String name = column.defaultName + "Col";
      Param<String> param = new Param<>(stage, name, "column of " + column.description);
      stage.setDefault(param, column.defaultName);
      params.put(column, param);
    }
  }

  Param<String> of(TableColumn column) {
    return Objects.requireNonNull(params.get(column), column.defaultName);
  }
}
