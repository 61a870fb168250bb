package io.github.wats.spark;

import static org.apache.spark.sql.functions.expr;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.InvalidDataException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** All of these are found before the first round. */
@ExtendWith(LocalSpark.class)
class BadInputTest {
  private static final double[] GOOD = {1, 2, 3};

  private static Dataset<Row> nodes(SparkSession session, Row... more) {
    List<Row> rows = new ArrayList<>(List.of(row(0L, GOOD, 0, "val"), row(1L, GOOD, null, null)));
    rows.addAll(Arrays.asList(more));
    return session.createDataFrame(rows, TestGraph.nodeSchema(DataTypes.LongType)).coalesce(1);
  }

  private static Row row(Object id, Object logits, Object label, Object split) {
    return RowFactory.create(id, logits, label, split);
  }

  private static GraphWavelets wavelets(SparkSession session, Object... ends) {
    List<Row> rows = new ArrayList<>();
    for (int k = 0; k < ends.length; k += 2) {
      rows.add(RowFactory.create(ends[k], ends[k + 1]));
    }
    StructType schema =
        new StructType().add("src", DataTypes.LongType).add("dst", DataTypes.LongType);
    session.createDataFrame(rows, schema).createOrReplaceTempView("someEdges");
    return new GraphWavelets().setEdges("someEdges");
  }

  private static void refuses(ThrowingCallable work, String message) {
    assertThatThrownBy(work).isInstanceOf(InvalidDataException.class).hasMessage(message);
  }

  @Test
  void aWrongColumnIsNamedWithThoseThereAre(SparkSession session) {
    GraphWavelets wavelets = wavelets(session, 0L, 1L);
    refuses(
        () -> wavelets.with("idCol", "node").transform(nodes(session)),
        "nodes: there must be a column 'node', got [id, logits, label, split]");
    wavelets.with("idCol", "id");
    refuses(
        () -> wavelets.with("srcCol", "from").transform(nodes(session)),
        "edges: there must be a column 'from', got [src, dst]");
    refuses(
        () -> new GraphCalibrator().setMethod("ts").with("labelCol", "y").fit(nodes(session)),
        "nodes: there must be a column 'y', got [id, logits, label, split]");
    refuses(
        () -> new GraphCalibrator().setMethod("ts").with("logitsCol", "label").fit(nodes(session)),
        "nodes: column 'label' must be an array of numbers or a vector, got int");
    refuses(
        () -> new GraphCalibrator().setMethod("ts").with("labelCol", "split").fit(nodes(session)),
        "nodes: column 'split' must be of a numeric type, got string");
    refuses(
        () -> wavelets(session, 0L, 1L).with("degreeCol", "label").transform(nodes(session)),
        "nodes: there is a column 'label' already; choose another name");
  }

  @Test
  void idsAreThereAndOnlyOnce(SparkSession session) {
    GraphWavelets wavelets = wavelets(session, 0L, 1L);
    refuses(
        () -> wavelets.transform(nodes(session, row(null, GOOD, 2, "test"))),
        "nodes: row [null,ArraySeq(1.0, 2.0, 3.0),2,test]: the id must not be null");
    refuses(
        () -> wavelets.transform(nodes(session, row(1L, GOOD, 2, "test"))),
        "nodes: row with id 1: the id must not occur more than once, got 2 rows");
  }

  @Test
  void logitsAreFiniteAndEquallyMany(SparkSession session) {
    GraphWavelets wavelets = wavelets(session, 0L, 1L);
    refuses(
        () -> wavelets.transform(nodes(session, row(7L, new double[] {1, 2}, 1, "test"))),
        "nodes: row with id 7: 'logits' must have 3 numbers like the first row, got 2");
    refuses(
        () -> wavelets.transform(nodes(session, row(7L, new double[] {1, Double.NaN, 2}, 1, null))),
        "nodes: row with id 7: 'logits' must be finite numbers, none null");
    refuses(
        () -> wavelets.transform(nodes(session, row(7L, null, 1, null))),
        "nodes: row with id 7: 'logits' must not be null");
  }

  @Test
  void labelsAreClassesAndPartsOfTheSplitAreKnown(SparkSession session) {
    GraphWavelets wavelets = wavelets(session, 0L, 1L);
    refuses(
        () -> wavelets.transform(nodes(session, row(7L, GOOD, 3, "test"))),
        "nodes: row with id 7: 'label' must be an integer in 0 … 2, or null or -1 for unknown, got"
            + " 3");
    Dataset<Row> doubles = nodes(session).withColumn("label", expr("label + 0.5D"));
    refuses(
        () -> wavelets.transform(doubles),
        "nodes: row with id 0: 'label' must be an integer in 0 … 2, or null or -1 for unknown, got"
            + " 0.5");
    refuses(
        () -> wavelets.transform(nodes(session, row(7L, GOOD, 1, "dev"))),
        "nodes: row with id 7: 'split' must be train, val, test, held-out or null, got dev");
    refuses(
        () -> new GraphCalibrator().setMethod("ts").fit(nodes(session).filter("id = 1")),
        "nodes: there must be a row whose split is val and whose label is known, got 0 rows with"
            + " that split, none with a label");
  }

  @Test
  void edgesHaveTwoEndsAmongTheNodes(SparkSession session) {
    refuses(
        () -> wavelets(session, 0L, 1L, 1L, null).transform(nodes(session)),
        "edges: row [1,null]: 'src' and 'dst' must not be null");
    refuses(
        () -> wavelets(session, 0L, 1L, 99L, 1L).transform(nodes(session)),
        "edges: row with src 99 and dst 1: there is no node 99");
    Dataset<Row> named = nodes(session).selectExpr("string(id) AS id", "logits");
    refuses(
        () -> wavelets(session, 0L, 1L).transform(named),
        "edges: column 'src' has type bigint, but node ids have type string: cast one of them");
  }
}
