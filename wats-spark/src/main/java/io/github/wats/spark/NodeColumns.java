package io.github.wats.spark;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/**
 * The columns of a table of nodes, by name: {@code id} of any plain type, {@code logits} an array
 * of numbers or a vector, {@code label} a class from 0 on, null or −1 if unknown, and {@code
 * split}, one of {@code train}, {@code val} (or {@code validation}), {@code test}, or null.
 *
 * @param <S> the stage itself, which setters return
 */
public interface NodeColumns<S> extends Params {
  /** The parameters that name columns. */
  ColumnParams columns();

  default Param<String> idCol() {
    return columns().of(TableColumn.ID);
  }

  default Param<String> logitsCol() {
    return columns().of(TableColumn.LOGITS);
  }

  default Param<String> labelCol() {
    return columns().of(TableColumn.LABEL);
  }

  default Param<String> splitCol() {
    return columns().of(TableColumn.SPLIT);
  }

  default String getIdCol() {
    return text(idCol());
  }

  default String getLogitsCol() {
    return text(logitsCol());
  }

  default String getLabelCol() {
    return text(labelCol());
  }

  default String getSplitCol() {
    return text(splitCol());
  }

  default S setIdCol(String name) {
    return with(idCol(), name);
  }

  default S setLogitsCol(String name) {
    return with(logitsCol(), name);
  }

  default S setLabelCol(String name) {
    return with(labelCol(), name);
  }

  default S setSplitCol(String name) {
    return with(splitCol(), name);
  }

  /** The value of a text parameter. */
  default String text(Param<String> param) {
    return getOrDefault(param);
  }

  /** Sets a parameter and returns this stage. */
  @SuppressWarnings("unchecked") // S is the class itself
  default <T> S with(Param<T> param, T value) {
    set(param, value);
    return (S) this;
  }
}
