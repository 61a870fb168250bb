package io.github.wats.spark;

import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/** Descriptions of jobs in Spark's UI, and cuts of a table's lineage. */
final class Stage {
  private static final System.Logger LOG = System.getLogger(Stage.class.getName());
  private static final String DESCRIPTION = "spark.job.description";

  private Stage() {}

  /** Runs {@code work}; the jobs it starts have this description. */
  static <T> T described(SparkSession session, String description, Supplier<T> work) {
    SparkContext context = session.sparkContext();
    Optional<String> before = Optional.ofNullable(context.getLocalProperty(DESCRIPTION));
    context.setJobDescription("wats: " + description);
    try {
      return work.get();
    } finally {
      context.setJobDescription(before.orElse(null));
    }
  }

  /**
   * The table, computed now, without the plan that led to it. If a checkpoint directory is set, it
   * is written there and survives the loss of any worker. Otherwise the executors store it (memory,
   * then disk), and a lost executor fails the job.
   */
  static Dataset<Row> cut(Dataset<Row> table) {
    SparkContext context = table.sparkSession().sparkContext();
    if (context.getCheckpointDir().isDefined()) {
      return table.checkpoint(true);
    }
    if (!context.isLocal()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "no checkpoint directory is set: a lost executor will fail this job;"
              + " SparkContext.setCheckpointDir avoids it");
    }
    return table.localCheckpoint(true, StorageLevel.MEMORY_AND_DISK_SER());
  }
}
