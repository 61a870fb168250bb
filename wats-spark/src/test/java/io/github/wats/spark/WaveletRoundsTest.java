package io.github.wats.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.features.WaveletSettings;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LocalSpark.class)
class WaveletRoundsTest {
  /** What Spark adds to a plan where rows are not already where a join needs them. */
  private static final Pattern BY_SOURCE =
      Pattern.compile("Exchange hashpartitioning\\(src#\\d+L?, part#\\d+, \\d+\\), ENSURE");

  @Test
  void edgesDoNotTravelAgainInARound(SparkSession session) {
    Dataset<Row> pairs = session.range(1, 101).selectExpr("id - 1 as low", "id as high");
    WaveletRounds rounds = new WaveletRounds(EdgeFrame.degrees(pairs), pairs, 100_000);
    Dataset<Row> edges = rounds.layOutEdges();

    Dataset<Row> next = WaveletRounds.round(rounds.firstState(WaveletSettings.DEFAULT), edges, 1);

    String plan = next.queryExecution().executedPlan().toString();
    assertThat(plan).contains("InMemoryTableScan");
    assertThat(BY_SOURCE.matcher(plan).results()).as(plan).hasSize(1); // the nodes' values
    edges.unpersist();
  }
}
