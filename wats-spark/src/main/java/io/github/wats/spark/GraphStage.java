package io.github.wats.spark;

import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.Column;

/**
 * A stage that reads a table of nodes: {@code id} of any plain type, {@code logits} an array of
 * numbers or a vector, {@code label} a class from 0 on, null or −1 if unknown, and {@code split},
 * one of {@code train}, {@code val} (or {@code validation}), {@code test}, {@code held-out}
 * (validation nodes that no fit sees), or null; and often a table of {@code edges}.
 *
 * @param <S> the stage itself, which setters return
 */
public interface GraphStage<S> extends Params {
  /** All parameters of this stage. */
  StageParams parameters();

  @Override
  default String uid() {
    return parameters().uid();
  }

  /** Sets a parameter, such as {@code idCol}, and returns this stage. */
  @SuppressWarnings("unchecked") // S is the class itself
  default S with(String param, Object value) {
    set(getParam(param), value);
    return (S) this;
  }

  /** The table, view or {@code format.`path`} of the edges. */
  default S setEdges(String name) {
    return with("edges", name);
  }

  /** Changes settings, such as {@code "k=3", "s=0.2,0.8"}; {@code wats methods} has them. */
  default S setSettings(String... pairs) {
    return with("settings", pairs.clone());
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
}
