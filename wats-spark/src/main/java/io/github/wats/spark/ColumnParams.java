package io.github.wats.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/** The parameters of one stage that name its tables and columns, with their defaults. */
public final class ColumnParams implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The columns of {@link EdgeColumns}. */
  static final TableColumn[] GRAPH = {
    TableColumn.DEGREE, TableColumn.FEATURES, TableColumn.SOURCE, TableColumn.TARGET
  };

  final Param<String> edges;
  final IntParam blocks;
  private final Map<TableColumn, Param<String>> params = new EnumMap<>(TableColumn.class);

  /** The columns of {@link NodeColumns}, and those of {@link EdgeColumns} or others. */
  ColumnParams(Params stage, TableColumn... more) {
    EnumSet<TableColumn> columns = EnumSet.range(TableColumn.ID, TableColumn.SPLIT);
    columns.addAll(Arrays.asList(more));
    for (TableColumn column : columns) {
      String name = column.defaultName + "Col";
      Param<String> param = new Param<>(stage, name, "column of " + column.description);
      stage.setDefault(param, column.defaultName);
      params.put(column, param);
    }
    edges = new Param<>(stage, "edges", "table, view or format.`path` of the edges");
    blocks = new IntParam(stage, "blocks", "number of blocks of the graph; 0 to choose one");
    if (params.containsKey(TableColumn.SOURCE)) {
      stage.setDefault(blocks, 0);
    }
  }

  Param<String> of(TableColumn column) {
    return Objects.requireNonNull(params.get(column), column.defaultName);
  }
}
