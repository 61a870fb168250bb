package io.github.wats.spark;

import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/** How a long computation shows itself in Spark's UI, and where its lineage is cut. */
final class Stage {
  private static final System.Logger LOG = System.getLogger(Stage.class.getName());
  private static final String DESCRIPTION = "spark.job.description";

  private Stage() {}

  /** Runs {@code work}; the jobs it starts carry this description. */
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
   * The table computed now and held, without the plan that led to it. Where a checkpoint directory
   * is set, it is written there and survives the loss of any worker. Without one, it lies with the
   * executors (memory, then disk): a lost one fails the job.
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
