package io.github.wats.spark;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.Identifiable;

/** The parameters of {@link NodeColumns}. */
public record NodeParams(
    Param<String> id, Param<String> logits, Param<String> label, Param<String> split) {
  static final String ID = "id";
  static final String LOGITS = "logits";
  static final String LABEL = "label";
  static final String SPLIT = "split";

  static NodeParams of(Identifiable owner) {
    return new NodeParams(
        new Param<>(owner, "idCol", "column of node ids, of any plain type, distinct"),
        new Param<>(owner, "logitsCol", "column of logits: array of numbers, or vector"),
        new Param<>(owner, "labelCol", "column of classes from 0 on; null or -1 if unknown"),
        new Param<>(owner, "splitCol", "column with train, val, test or null"));
  }
}
