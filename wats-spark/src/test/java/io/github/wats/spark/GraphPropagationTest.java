package io.github.wats.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.graph.Graph;
import java.nio.file.Path;
import org.apache.spark.ml.functions;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LocalSpark.class)
class GraphPropagationTest {
  private static final int CLASSES = 3;

  private final TestGraph data = TestGraph.generated(100, 300, CLASSES, 3);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isAProductWithTheNormalizedAdjacency(boolean symmetric, SparkSession session) {
    GraphPropagation stage =
        new GraphPropagation()
            .setEdges(data.edgeView(session))
            .with("inputCol", "logits")
            .with("k", 2)
            .with("blocks", 3)
            .with("normalization", symmetric ? "symmetric" : "row");
    Dataset<Row> nodes = data.nodeTable(session);
    double[][] x = new double[data.nodeCount()][CLASSES];
    for (int i = 0; i < x.length; i++) {
      data.logits().copyRow(i, x[i], 0);
    }
    double[][] once = product(x, symmetric);
    check(stage.transform(nodes), "propagated_1", once);
    check(stage.transform(nodes), "propagated_2", product(once, symmetric));
    Dataset<Row> vectors =
        nodes.withColumn("logits", functions.array_to_vector(nodes.col("logits")));
    check(stage.transform(vectors), "propagated_1", once);
  }

  private double[][] product(double[][] x, boolean symmetric) {
    Graph graph = data.graph();
    double[][] product = new double[x.length][CLASSES];
    for (int i = 0; i < x.length; i++) {
      for (int k = 0; k < graph.degree(i); k++) {
        int j = graph.neighbor(i, k);
        double weight =
            symmetric ? Math.sqrt((double) graph.degree(i) * graph.degree(j)) : graph.degree(i);
        for (int c = 0; c < CLASSES; c++) {
          product[i][c] += x[j][c] / weight;
        }
      }
    }
    return product;
  }

  private static void check(Dataset<Row> result, String column, double[][] expected) {
    for (Row row : result.select("id", column).collectAsList()) {
      double[] own = CalibratedRows.numbers(row, 1);
      assertThat(own).containsExactly(expected[(int) row.getLong(0)], within(1e-12));
    }
  }

  @Test
  void isStoredAndRefusesWhatItCannotDo(SparkSession session, @TempDir Path folder)
      throws Exception {
    GraphPropagation stage = new GraphPropagation().setEdges("edges").with("inputCol", "logits");
    stage.write().save(folder.resolve("stage").toString());
    GraphPropagation read = GraphPropagation.read().load(folder.resolve("stage").toString());
    assertThat(read.text("inputCol")).isEqualTo("logits");
    Dataset<Row> nodes = data.nodeTable(session);
    assertThatThrownBy(() -> read.with("k", 17).transform(nodes))
        .hasMessage("k must be in 1 … 16, because all rounds are one job, got 17");
    assertThatThrownBy(() -> read.with("k", 1).with("normalization", "col").transform(nodes))
        .hasMessage("normalization must be row or symmetric, got col");
    assertThatThrownBy(() -> new GraphPropagation().transform(nodes))
        .hasMessageContaining("there must be a column 'features'");
  }
}
