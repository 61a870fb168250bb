package io.github.wats.spark;

import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.Column;

/**
 * The columns of a table of nodes, by name: {@code id} of any plain type, {@code logits} an array
 * of numbers or a vector, {@code label} a class from 0 on, null or −1 if unknown, and {@code
 * split}, one of {@code train}, {@code val} (or {@code validation}), {@code test}, {@code held-out}
 * (validation nodes that no fit sees), or null.
 *
 * <p>Py4J does not find methods of the interfaces of an interface, so a stage names all of them.
 *
 * @param <S> the stage itself, which setters return
 */
public interface NodeColumns<S> extends Params {
  /** All parameters of this stage; a setter has the name of its parameter. */
  StageParams parameters();

  @Override
  default String uid() {
    return parameters().uid();
  }

  default S setIdCol(String name) {
    return with("idCol", name);
  }

  default S setLogitsCol(String name) {
    return with("logitsCol", name);
  }

  default S setLabelCol(String name) {
    return with("labelCol", name);
  }

  default S setSplitCol(String name) {
    return with("splitCol", name);
  }

  default S setDegreeCol(String name) {
    return with("degreeCol", name);
  }

  /** The value of a parameter, or its default. */
  default <T> T value(String param, Class<T> type) {
    return type.cast(getOrDefault(getParam(param)));
  }

  /** The value of a text parameter, such as {@code idCol}. */
  default String text(String param) {
    return value(param, String.class);
  }

  /** The column that a parameter names, such as {@code idCol}. */
  default Column column(String param) {
    return NodeTable.quoted(text(param));
  }

  /** Sets a parameter and returns this stage. */
  @SuppressWarnings("unchecked") // S is the class itself
  default S with(String param, Object value) {
    set(getParam(param), value);
    return (S) this;
  }
}
