package io.github.wats.spark;

import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Descriptions of jobs in Spark's UI. */
final class Stage {
  private static final String DESCRIPTION = "spark.job.description";

  private Stage() {}

  /** Runs {@code work}; the jobs it starts have this description. */
  static <T> T described(SparkSession session, String description, Supplier<T> work) {
    SparkContext context = context(session);
    @Nullable String before = context.getLocalProperty(DESCRIPTION);
    context.setJobDescription("wats: " + description);
    try {
      return work.get();
    } finally {
      context.setJobDescription(before);
    }
  }

  /** Spark Connect has no such context, and no RDDs, which the blocks of a graph are. */
  private static SparkContext context(SparkSession session) {
    try {
      return session.sparkContext();
    } catch (UnsupportedOperationException e) {
      throw new UnsupportedOperationException(
          "wats-spark needs RDDs, which Spark Connect does not have: use a classic session, for"
              + " instance with spark-submit and without spark.remote",
          e);
    }
  }
}
